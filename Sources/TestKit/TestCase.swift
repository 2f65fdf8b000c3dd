// SPDX-License-Identifier: MIT

/// A suite: a class whose methods named `test…` are its cases.
///
/// A case is an instance method whose name, less a leading `focus_`, starts with `test`, takes no argument and returns
/// nothing. It may throw and may be `async`. A subclass inherits the cases of its superclasses and may override them.
///
/// One instance serves a class for a whole run. The hooks are called in this order:
///
/// ```
/// setUpClass()                      class hook, before there is an instance
///   init(), setUpTest()             once
///     setUpTestCase(name)           for each case
///       the case's body
///     tearDownTestCase(name)        whatever came before
///   tearDownTest()                  once, even if setUpTest() failed
/// tearDownClass()                   class hook, even if setUpClass() failed
/// ```
///
/// A hook fails when it throws or when an assertion fails in it. What follows is the same in either case:
///
/// | what fails | what follows |
/// | --- | --- |
/// | `setUpClass` | there is no instance, no other hook and no case runs; `tearDownClass` does |
/// | `setUpTest` | no case and no case hook runs; `tearDownTest` does |
/// | `setUpTestCase` | the body is skipped; `tearDownTestCase` runs; the case failed |
/// | the body | `tearDownTestCase` runs; the other cases run |
/// | `tearDownTestCase` | the case failed, even if its body passed |
/// | `tearDownTest`, `tearDownClass` | the class terminated abnormally; the results of its cases are kept |
///
/// Each hook exists twice, synchronous and `async`: override the one you need, `throws` or not. If a class overrides
/// both, set-up runs the synchronous one first, tear-down the `async` one first. Synchronous hooks and cases run on the
/// main thread. `async` ones run where their isolation says, while the main thread serves the main actor and the main
/// queue.
///
/// Rules 4 and 68.
open class TestCase {
    /// The settings of cases that wait for `finish()`.
    let waitSettings = WaitSettings()

    /// Makes the one instance that runs the cases of a class.
    public required init() {}

    // MARK: What can run

    /// The run group, 1 unless overridden here or in a superclass.
    ///
    /// Groups run in ascending order, each after the one before has ended. Values beyond 32 bits are clamped.
    open class var runGroup: Int { 1 }

    /// Whether the class itself never runs.
    ///
    /// An override counts only for the class that declares it: a base class returns `true`, and its subclasses still
    /// run. Without an override of its own, a class is abstract if it has no case, own or inherited.
    open class var isAbstract: Bool { false }

    /// Whether the class can run on the current platform.
    ///
    /// Unless overridden, the nearest class in the chain whose name ends in the name of a known platform (such as
    /// `_Linux` or `_arm64`) decides, the class itself first; without such a class the answer is `true`.
    open class var supportsCurrentPlatform: Bool { PlatformSuffix.supports(self) }

    /// Whether a case can run on the current platform.
    ///
    /// Unless overridden, the suffix of its name decides.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func testCaseSupportsCurrentPlatform(_ name: String) -> Bool { PlatformSuffix.supports(name) }

    // MARK: Tags and time limits

    /// The tags by which `--tag` and `--skip-tag` select the cases of the class.
    ///
    /// Tags add up: a subclass has those of its superclasses as well, whatever it overrides, and a case has its class's. They
    /// are read when the bundle is listed.
    open class var tags: Set<Tag> { [] }

    /// The tags that a case has besides those of its class.
    ///
    /// The tags that a superclass gives to the case count as well.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func tags(for name: String) -> Set<Tag> { [] }

    /// The time limit for each case of the class, in place of the runner's `--timeout`.
    ///
    /// It limits a case with its hooks, and the set-up and the tear-down of the class. A case that takes longer has failed,
    /// and its process is ended; the others run in another one. Nil states no limit: then the nearest superclass's counts.
    /// A time that is not above 0 and at most 1e9 seconds states none, with a warning. ``finishTimeout`` is a limit of its
    /// own, after which a case that waits is still torn down; the shorter one takes effect first.
    open class var caseTimeLimit: Duration? { nil }

    /// The time limit for a case, in place of its class's ``caseTimeLimit``.
    ///
    /// Nil states no limit: then the nearest superclass's limit for the case counts, and then the class's limit.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func caseTimeLimit(for name: String) -> Duration? { nil }

    // MARK: Names for people

    /// A name of the class for people, which reports show next to its own.
    ///
    /// An override counts only for the class that declares it. Nothing is selected or ordered by it. It is read when
    /// the bundle is listed.
    open class var displayName: String? { nil }

    /// A name of a case for people, which reports show next to its own.
    ///
    /// Nil states no name: then the nearest superclass's name for the case counts.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func displayName(for name: String) -> String? { nil }

    /// Links to reports of bugs and the like, which reports show with a failed case: an address, or another identifier without a
    /// space; then, if you like, a space and a title.
    ///
    /// Links add up: a case has those that its class and the superclasses give it.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func links(for name: String) -> [String] { [] }

    // MARK: Resources

    /// The names of what the class uses and shares with other classes, such as a database, a port or a device.
    ///
    /// Classes that name the same resource never run at the same time, whatever their bundles, unless the configuration of the
    /// run allows the resource more jobs. Resources add up: a subclass has those of its superclasses as well. They are read when the
    /// bundle is listed.
    open class var resources: [String] { [] }

    /// The resource of a class that must run alone, since it measures time or memory or uses fixed ports.
    public static var allSlots: String { "slots=all" }

    /// The resource of a class that takes the places of several workers, such as one whose tests use several threads.
    ///
    /// - Parameter count: From 1 to the number of workers, or the run is refused.
    public static func slots(_ count: Int) -> String { "slots=\(count)" }

    // MARK: Cases that end their process

    /// The way in which a case must end its process; nil, unless overridden, for a case that returns.
    ///
    /// ```swift
    /// override class func ending(for name: String) -> ProcessEnding? {
    ///     name == "testRefusesNegativeCounts" ? .failure : nil
    /// }
    /// ```
    ///
    /// Such a case runs in a process of its own, with the hooks of the class, after the other cases of the class. It passes if its
    /// body ends the process in this way and nothing failed before. Any other ending, or a return, is a failure. If it is nil, the
    /// nearest superclass decides.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func ending(for name: String) -> ProcessEnding? { nil }

    // MARK: Examples

    /// The example that runs, or nil outside of a parameterised case.
    public internal(set) final var currentExample: Example?

    /// The examples of a parameterised case: of a method named `outlineTest…`, `parameterisedTest…` or `parameterizedTest…`,
    /// which runs once for each.
    ///
    /// Called when the plan is made, and once more in each worker that runs the class: it must give the same examples
    /// every time. An error or a failure in it is the case's failure, and so is an empty list, or two examples of one
    /// name. Unless overridden, the examples are those of the whole class, from `examples()`.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open class func examples(for name: String) throws -> [Example] { try examples() }

    /// The `async` form of ``examples(for:)-(_)``; of the two, the one of the nearest class counts.
    open class func examples(for name: String) async throws -> [Example] {
        func synchronous() throws -> [Example] { try examples(for: name) }
        do { return try synchronous() } catch is NoExampleSource { return try await examples() }
    }

    /// The examples of every parameterised case of the class that has no others.
    ///
    /// Unless overridden, they are read from data files named like the class, if the bundle uses TestKitResources.
    open class func examples() throws -> [Example] { try AutomaticExamples.read(self) }

    /// The `async` form of `examples()`; of the two, the one of the nearest class counts.
    open class func examples() async throws -> [Example] {
        func synchronous() throws -> [Example] { try examples() }
        return try synchronous()
    }

    // MARK: Class hooks

    /// Prepares what all cases of the class share, before there is an instance.
    ///
    /// Does nothing unless overridden.
    open class func setUpClass() throws {}

    /// The `async` form of ``setUpClass()-type.method``; called after it.
    open class func setUpClass() async throws {}

    /// Releases what `setUpClass()` made.
    ///
    /// Called even if that failed.
    open class func tearDownClass() throws {}

    /// The `async` form of ``tearDownClass()-type.method``; called before it.
    open class func tearDownClass() async throws {}

    // MARK: Test hooks

    /// Prepares the instance, once, before its first case.
    ///
    /// Does nothing unless overridden.
    open func setUpTest() throws {}

    /// The `async` form of ``setUpTest()``; called after it.
    open func setUpTest() async throws {}

    /// Releases what `setUpTest()` made, once, after the last case.
    ///
    /// Called even if that failed.
    open func tearDownTest() throws {}

    /// The `async` form of ``tearDownTest()``; called before it.
    open func tearDownTest() async throws {}

    // MARK: Case hooks

    /// Prepares one case.
    ///
    /// Does nothing unless overridden.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open func setUpTestCase(_ name: String) throws {}

    /// The `async` form of ``setUpTestCase(_:)``; called after it.
    open func setUpTestCase(_ name: String) async throws {}

    /// Releases what one case used.
    ///
    /// Called whatever came before.
    ///
    /// - Parameter name: The case's name without `focus_`.
    open func tearDownTestCase(_ name: String) throws {}

    /// The `async` form of ``tearDownTestCase(_:)``; called before it.
    open func tearDownTestCase(_ name: String) async throws {}
}
