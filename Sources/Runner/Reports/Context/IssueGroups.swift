// SPDX-License-Identifier: MIT

import RunnerModel

/// The issues of a case or a class by the lines at which they came.
enum IssueGroups {
    /// The details that the lines of an issue show next to its own words.
    private struct Setting: Hashable {
        /// The place.
        let place: ReportContext.Place
        /// Whether that is only the last known one.
        let isLastKnown: Bool
        /// The part of the class's life.
        let phase: UInt32
    }

    /// Some issues, those of one line one after the other, in the order of the first; those without a line by themselves.
    static func byLine(_ issues: [Issue]) -> [[Issue]] {
        var groups: [[Issue]] = []
        var known: [Setting: Int] = [:]
        for issue in issues {
            let isOfTest = issue.kind == .assertion || issue.kind == .error
            let setting = issue.place.map {
                Setting(place: $0, isLastKnown: issue.isLastKnownLocation, phase: issue.phase)
            }
            guard isOfTest, let setting, let index = known[setting] else {
                if isOfTest, let setting { known[setting] = groups.count }
                groups.append([issue])
                continue
            }
            groups[index].append(issue)
        }
        return groups
    }
}
