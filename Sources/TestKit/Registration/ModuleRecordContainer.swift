// SPDX-License-Identifier: MIT

#if compiler(<6.3)
/// A type that has a module's record, for Swift before 6.3, which has no attribute that puts a record into a section.
///
/// The build-time generator declares one for each module. Written by hand it looks like this, next to the record:
///
/// ```swift
/// private enum TestKitModule: ModuleRecordContainer {
///     static var record: ModuleRecord { testKitModule }
/// }
/// ```
///
/// It must not be generic. TestKit finds it by its conformance, when the host asks for the bundle.
@MainActor
public protocol ModuleRecordContainer {
    /// The module's record.
    static var record: ModuleRecord { get }
}
#endif
