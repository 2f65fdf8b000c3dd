// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The notes on all activities that have not ended.
struct Notebook {
    /// The notes, by the activity's number.
    private var notes: [UInt64: ActivityNotes] = [:]

    /// The bytes of issues and logs that a run keeps whole; after that, each case keeps little.
    private static let toldLimit = 64 << 20
    /// The bytes that were taken out so far.
    private var toldSize = 0

    /// Whether there are no notes.
    var isEmpty: Bool { notes.isEmpty }

    /// The notes on an activity.
    subscript(activity: Activity) -> ActivityNotes {
        get { notes[activity.number] ?? ActivityNotes() }
        set { notes[activity.number] = newValue }
    }

    /// Changes the notes on an activity, by its number.
    mutating func change(_ number: UInt64, _ body: (inout ActivityNotes) -> Void) {
        body(&notes[number, default: ActivityNotes(isMuch: toldSize > Self.toldLimit)])
    }

    /// Removes and returns the notes on an ended activity.
    mutating func take(_ activity: Activity) -> ActivityNotes {
        guard let said = notes.removeValue(forKey: activity.number) else { return ActivityNotes() }
        toldSize += said.issues.byteCount + said.logs.byteCount
        return said
    }
}

/// The messages of an activity that has not ended.
struct ActivityNotes {
    /// The issues.
    var issues: Ends<Issue> = []
    /// The log lines.
    var logs: Ends<String> = []
    /// The properties, the first of them where there are very many.
    var properties: [CaseProperty] = []
    /// The most properties of a case.
    static let propertyLimit = 1000
    /// The attached files.
    var attachments: Ends<AttachedFile> = []
    /// Which of its tasks had each turn, where that was asked for.
    var turns: TaskTrace?
    /// The reason of the skip.
    var skipReason: String?
    /// The framework's own record of the skip.
    var skipRecord: String?
    /// The captured output, if it is no longer in a worker's file.
    var output: String?

    /// Starts empty; keeps less if other activities already have much (`isMuch`).
    init(isMuch: Bool = false) { (issues, logs) = (Ends(isMuch: isMuch), Ends(isMuch: isMuch)) }

    /// All issues, with those about attachments that are not kept.
    var allIssues: [Issue] {
        if attachments.isEmpty { return issues.all }
        let sentence = attachments.sentence("attachment").map { Issue(kind: .warning, message: $0) }
        let lost = attachments.all.filter(\.path.isEmpty).map { Issue.attachment($0.name, isNotKept: "it is gone") }
        return issues.all + [sentence].compactMap(\.self) + lost
    }

    /// The attachments that were kept.
    var allAttachments: [AttachedFile] { attachments.isEmpty ? [] : attachments.all.filter { !$0.path.isEmpty } }

    /// Keeps the fault of examples that could not be read.
    init(_ fault: ExampleFault) {
        issues = [fault.issue]
        output = fault.output
    }
}
