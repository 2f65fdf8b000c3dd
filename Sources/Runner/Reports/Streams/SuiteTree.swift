// SPDX-License-Identifier: MIT

import RunnerModel

/// The classes of a run as the suites of the event stream: which is in which, and which are open.
///
/// In the runner's own stream no class is in another one. Swift Testing has a suite around each type of suites; one without tests of
/// its own is no class. A suite starts before all that is in it, and ends behind that.
struct SuiteTree {
    /// A suite.
    struct Suite {
        /// How the stream names it.
        let id: String
        /// The class, by registry index; nil for one that only has suites in it.
        var classIndex: Int?
        /// The suite around it, by index.
        var parent: Int?
        /// A class in it, by registry index: it is declared where that is, as far as is known.
        let declaredBy: Int
        /// How many classes in it, itself included, have not ended.
        var left = 0
        /// Whether it has started and not ended.
        var isOpen = false
        /// Whether it has ended.
        var hasEnded = false
        /// How the class ended, which is reported when all in it has.
        var result: UnitResult?
    }

    /// The suites.
    private(set) var suites: [Suite] = []
    /// The suites of classes, by registry index.
    private var ofClass: [Int: Int] = [:]

    /// The suites of a run; without nesting each class is for itself.
    init(_ context: ReportContext, _ names: StreamNames, isNested: Bool) {
        let planned = context.plan.classes.map(\.classIndex)
        for index in planned + context.plan.unsupported.map(context.classIndex(of:)) where ofClass[index] == nil {
            ofClass[index] = suites.count
            let id = names.id(ofClass: index) ?? context.registry.identity(ofClass: index)
            suites.append(Suite(id: id, classIndex: index, declaredBy: index))
        }
        if isNested { nest(names) }
        for index in Set(planned) { for suite in around(ofClass[index]) { suites[suite].left += 1 } }
    }

    /// Puts suites into each other, and adds those around them that are no classes.
    private mutating func nest(_ names: StreamNames) {
        var known = Dictionary(suites.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var place = 0
        // It grows by the suites that are found.
        while place < suites.count {
            let suite = suites[place]
            let isNamed = suite.classIndex.map { names.id(ofClass: $0) != nil } ?? true
            if isNamed, let slash = suite.id.lastIndex(of: "/") {
                let outer = String(suite.id[..<slash])
                if known[outer] == nil {
                    known[outer] = suites.count
                    suites.append(Suite(id: outer, classIndex: nil, declaredBy: suite.declaredBy))
                }
                suites[place].parent = known[outer]
            }
            place += 1
        }
    }

    /// A suite and those around it, the inner ones first.
    private func around(_ suite: Int?) -> [Int] {
        var (found, next) = ([Int](), suite)
        while let index = next { (found, next) = (found + [index], suites[index].parent) }
        return found
    }

    /// How the stream names the suites that a class is in, and itself.
    func ids(around classIndex: Int) -> [String] { around(ofClass[classIndex]).map { suites[$0].id } }

    /// Notes that a class starts; returns what starts by that, the outer ones first.
    mutating func start(_ classIndex: Int) -> [Suite] {
        let fresh = around(ofClass[classIndex]).reversed().filter { !suites[$0].isOpen && !suites[$0].hasEnded }
        for index in fresh { suites[index].isOpen = true }
        return fresh.map { suites[$0] }
    }

    /// Notes that a class has ended; returns what ends by that, the inner ones first.
    mutating func end(_ result: UnitResult) -> [Suite] {
        guard let own = ofClass[result.classIndex] else { return [] }
        suites[own].result = result
        var ended: [Suite] = []
        for index in around(own) {
            suites[index].left -= 1
            if suites[index].left <= 0, suites[index].isOpen { ended.append(close(index)) }
        }
        return ended
    }

    /// Ends what is open, the inner ones first.
    mutating func endAll() -> [Suite] {
        suites.indices.filter { suites[$0].isOpen }
            .sorted { (around($1).count, $0) < (around($0).count, $1) }
            .map { close($0) }
    }

    /// Ends a suite.
    private mutating func close(_ index: Int) -> Suite {
        (suites[index].isOpen, suites[index].hasEnded) = (false, true)
        return suites[index]
    }
}
