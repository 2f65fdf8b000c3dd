// SPDX-License-Identifier: MIT

import RunnerModel

/// The classes of a run as the suites of the event stream: which is in which, and which are open.
///
/// In the runner's own stream no class is in another one. Swift Testing has a suite around each type of suites; a suite without tests
/// of its own is no class. A suite starts before everything in it, and ends after that.
struct SuiteTree {
    /// A suite.
    struct Suite {
        /// Its place among all of them.
        let index: Int
        /// The suite's name in the stream.
        let id: String
        /// The class, by registry index; nil for one that only has suites in it.
        var classIndex: Int?
        /// The suite around it, by index.
        var parent: Int?
        /// A class in it, by registry index: it is declared where that is, unless its framework says more.
        var declaredBy: Int?
        /// Its framework's description of it, if it is no class.
        var framework: FrameworkSuites.Suite?
        /// The number of classes in it, itself included, that have not ended.
        var left = 0
        /// Whether it has started and not ended.
        var isOpen = false
        /// Whether it has ended.
        var hasEnded = false
        /// The result of the class, which is reported when everything in it has ended.
        var result: UnitResult?
    }

    /// The suites.
    private(set) var suites: [Suite] = []
    /// The suites of classes, by registry index.
    private var ofClass: [Int: Int] = [:]
    /// The suites by how the stream names them, if suites are in each other.
    private var known: [String: Int] = [:]
    /// The suites without any test in them, by the suite around them.
    private var empty: [Int?: [Int]] = [:]

    /// The suites of a run; without nesting each class is for itself.
    init(_ context: ReportContext, _ names: StreamNames, isNested: Bool) {
        let planned = context.plan.classes.map(\.classIndex)
        for index in planned + context.plan.unsupported.map(context.classIndex(of:)) where ofClass[index] == nil {
            ofClass[index] = suites.count
            let id = names.id(ofClass: index) ?? context.registry.identity(ofClass: index)
            suites.append(Suite(index: suites.count, id: id, classIndex: index, declaredBy: index))
        }
        if isNested { nest(context.registry.suites, names) }
        for index in Set(planned) { for suite in around(ofClass[index]) { suites[suite].left += 1 } }
    }

    /// Puts suites into each other, and adds those that are no classes.
    private mutating func nest(_ others: [FrameworkSuites.Suite], _ names: StreamNames) {
        known = Dictionary(suites.map { ($0.id, $0.index) }) { first, _ in first }
        for other in others where known[other.identity.text] == nil {
            known[other.identity.text] = suites.count
            suites.append(
                Suite(index: suites.count, id: other.identity.text, classIndex: nil, declaredBy: nil, framework: other))
        }
        var place = 0
        // It grows by the suites that are found.
        while place < suites.count {
            let suite = suites[place]
            let isNamed = suite.classIndex.map { names.id(ofClass: $0) != nil } ?? true
            if isNamed, let slash = suite.id.lastIndex(of: "/") {
                let outer = String(suite.id[..<slash])
                if known[outer] == nil {
                    known[outer] = suites.count
                    suites.append(
                        Suite(index: suites.count, id: outer, classIndex: nil, declaredBy: suite.declaredBy))
                }
                suites[place].parent = known[outer]
            }
            place += 1
        }
        if others.isEmpty { return }
        let occupied = Set(ofClass.values.flatMap { around($0) })
        for suite in suites where suite.classIndex == nil && !occupied.contains(suite.index) {
            empty[suite.parent, default: []].append(suite.index)
        }
    }

    /// A suite and those around it, the inner ones first.
    private func around(_ suite: Int?) -> [Int] {
        var (found, next) = ([Int](), suite)
        while let index = next { (found, next) = (found + [index], suites[index].parent) }
        return found
    }

    /// The names in the stream of the suites that a class is in, and of the class.
    func ids(around classIndex: Int) -> [String] { around(ofClass[classIndex]).map { suites[$0].id } }

    /// The suites without any test in them that are in a suite, or in none.
    func emptySuites(in index: Int?) -> [Suite] { (empty[index] ?? []).map { suites[$0] } }

    /// Notes that a suite is skipped; returns it, and the suites around it that start by that, the outer ones first.
    ///
    /// Nil if it is unknown, or has started or been skipped before.
    mutating func skip(_ id: String) -> (Suite, starting: [Suite])? {
        guard let index = known[id], !suites[index].isOpen, !suites[index].hasEnded else { return nil }
        suites[index].hasEnded = true
        return (suites[index], open(around(suites[index].parent)))
    }

    /// Notes that a class starts; returns what starts by that, the outer ones first.
    mutating func start(_ classIndex: Int) -> [Suite] { open(around(ofClass[classIndex])) }

    /// Opens the suites that are not open yet, given from the inside; returns these from the outside.
    private mutating func open(_ indices: [Int]) -> [Suite] {
        let fresh = indices.reversed().filter { !suites[$0].isOpen && !suites[$0].hasEnded }
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

    /// Ends the open suites, the inner ones first.
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
