// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The contract's extensions that a bundle offers; allocated once, never freed.
@MainActor
struct ExtensionTables {
    /// The struct of the bundle, which every function gets.
    private typealias Bundle = UnsafePointer<testkit_bundle>?
    /// Where a limit is to be stored.
    private typealias Seconds = UnsafeMutablePointer<Double>?

    /// Nil if no class states tags: then the host need not ask for each.
    private let tags: UnsafePointer<testkit_tags>?
    /// Nil if no class states a limit.
    private let limits: UnsafePointer<testkit_limits>?
    /// Nil if no class states resources.
    private let resources: UnsafePointer<testkit_resources>?
    /// Nil if no class declares how cases end their process.
    private let endings: UnsafePointer<testkit_endings>?
    /// Nil if no class states names for people, or links.
    private let descriptions: UnsafePointer<testkit_descriptions>?
    /// Nil if all classes are the bundle's own.
    private let libraries: UnsafePointer<testkit_libraries>?
    /// Nil if the build warned about nothing.
    private let warnings: UnsafePointer<testkit_warnings>?
    /// Hears of classes that ended with a process.
    private let observation = Self.keep(Self.makeObservation())
    /// Distinguishes cases of one name.
    private let overloads = Self.keep(Self.makeOverloads())
    /// Readies a process for being forked.
    private let preparation = Self.keep(Self.makePreparation())

    /// The tables that a bundle needs.
    init(for traits: SuiteTraits, of collector: SuiteCollector) {
        tags = traits.hasTags ? Self.keep(Self.makeTags()) : nil
        limits = traits.hasLimits ? Self.keep(Self.makeLimits()) : nil
        resources = traits.hasResources ? Self.keep(Self.makeResources()) : nil
        endings = traits.hasEndings ? Self.keep(Self.makeEndings()) : nil
        descriptions = traits.hasDescriptions ? Self.keep(Self.makeDescriptions()) : nil
        let isAnyForeign = collector.classes.contains { $0.library != nil }
        warnings = collector.warnings.isEmpty ? nil : Self.keep(Self.makeWarnings())
        libraries = isAnyForeign ? Self.keep(Self.makeLibraries()) : nil
    }

    /// The extension of a name; nil if there is no such thing.
    func named(_ identifier: UnsafePointer<CChar>) -> UnsafeRawPointer? {
        if strcmp(identifier, TESTKIT_EXTENSION_TAGS) == 0 { return tags.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_LIMITS) == 0 { return limits.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_RESOURCES) == 0 { return resources.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_ENDINGS) == 0 { return endings.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_DESCRIPTIONS) == 0 { return descriptions.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_LIBRARIES) == 0 { return libraries.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_WARNINGS) == 0 { return warnings.map { UnsafeRawPointer($0) } }
        if strcmp(identifier, TESTKIT_EXTENSION_OBSERVATION) == 0 { return UnsafeRawPointer(observation) }
        if strcmp(identifier, TESTKIT_EXTENSION_PREPARATION) == 0 { return UnsafeRawPointer(preparation) }
        if strcmp(identifier, TESTKIT_EXTENSION_OVERLOADS) == 0 { return UnsafeRawPointer(overloads) }
        return nil
    }

    /// Moves a table to memory that is never freed.
    private static func keep<Table>(_ table: Table) -> UnsafePointer<Table> {
        let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        memory.initialize(to: table)
        return UnsafePointer(memory)
    }

    /// The table of tags.
    private static func makeTags() -> testkit_tags {
        let classCount: @MainActor @convention(c) (Bundle, UInt32) -> UInt32 = {
            UInt32(BundleTable.exporter(behind: $0)?.traits.tags(ofClass: Int($1)).count ?? 0)
        }
        let ofClass: @MainActor @convention(c) (Bundle, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            let all = BundleTable.exporter(behind: $0)?.traits.tags(ofClass: Int($1)) ?? []
            return all.indices.contains(Int($2)) ? all[Int($2)] : nil
        }
        let caseCount: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32) -> UInt32 = {
            UInt32(BundleTable.exporter(behind: $0)?.traits.tags(ofCase: Int($3), of: Int($2), in: Int($1)).count ?? 0)
        }
        let ofCase: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            let all = BundleTable.exporter(behind: $0)?.traits.tags(ofCase: Int($3), of: Int($2), in: Int($1)) ?? []
            return all.indices.contains(Int($4)) ? all[Int($4)] : nil
        }
        return testkit_tags(
            struct_size: UInt32(MemoryLayout<testkit_tags>.size),
            reserved: 0,
            class_tag_count: BundleTable.function(classCount),
            class_tag: BundleTable.function(ofClass),
            case_tag_count: BundleTable.function(caseCount),
            case_tag: BundleTable.function(ofCase)
        )
    }

    /// The table of time limits.
    private static func makeLimits() -> testkit_limits {
        let ofClass: @MainActor @convention(c) (Bundle, UInt32, Seconds) -> Int32 = {
            guard let limit = BundleTable.exporter(behind: $0)?.traits.limit(ofClass: Int($1)) else { return 0 }
            $2?.pointee = limit
            return 1
        }
        let ofCase: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32, Seconds) -> Int32 = {
            let traits = BundleTable.exporter(behind: $0)?.traits
            guard let limit = traits?.limit(ofCase: Int($3), of: Int($2), in: Int($1)) else { return 0 }
            $4?.pointee = limit
            return 1
        }
        return testkit_limits(
            struct_size: UInt32(MemoryLayout<testkit_limits>.size),
            reserved: 0,
            class_limit: BundleTable.function(ofClass),
            case_limit: BundleTable.function(ofCase)
        )
    }

    /// The table of resources.
    private static func makeResources() -> testkit_resources {
        let count: @MainActor @convention(c) (Bundle, UInt32) -> UInt32 = {
            UInt32(BundleTable.exporter(behind: $0)?.traits.resources(ofClass: Int($1)).count ?? 0)
        }
        let ofClass: @MainActor @convention(c) (Bundle, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            let all = BundleTable.exporter(behind: $0)?.traits.resources(ofClass: Int($1)) ?? []
            return all.indices.contains(Int($2)) ? all[Int($2)] : nil
        }
        return testkit_resources(
            struct_size: UInt32(MemoryLayout<testkit_resources>.size),
            reserved: 0,
            class_resource_count: BundleTable.function(count),
            class_resource: BundleTable.function(ofClass)
        )
    }

    /// The table of endings.
    private static func makeEndings() -> testkit_endings {
        let ofCase: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32, UnsafeMutablePointer<Int32>?) -> UInt32 =
            {
                let traits = BundleTable.exporter(behind: $0)?.traits
                guard let ending = traits?.ending(ofCase: Int($3), of: Int($2), in: Int($1)) else {
                    return TESTKIT_ENDING_NONE.rawValue
                }
                $4?.pointee = ending.value
                return ending.kind
            }
        return testkit_endings(
            struct_size: UInt32(MemoryLayout<testkit_endings>.size),
            reserved: 0,
            case_ending: BundleTable.function(ofCase)
        )
    }

    /// The table of names for people and links.
    private static func makeDescriptions() -> testkit_descriptions {
        let ofClass: @MainActor @convention(c) (Bundle, UInt32) -> UnsafePointer<CChar>? = {
            BundleTable.exporter(behind: $0)?.traits.title(ofClass: Int($1))
        }
        let ofCase: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            BundleTable.exporter(behind: $0)?.traits.title(ofCase: Int($3), of: Int($2), in: Int($1))
        }
        let count: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32) -> UInt32 = {
            UInt32(BundleTable.exporter(behind: $0)?.traits.links(ofCase: Int($3), of: Int($2), in: Int($1)).count ?? 0)
        }
        let link: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            let all = BundleTable.exporter(behind: $0)?.traits.links(ofCase: Int($3), of: Int($2), in: Int($1)) ?? []
            return all.indices.contains(Int($4)) ? all[Int($4)] : nil
        }
        return testkit_descriptions(
            struct_size: UInt32(MemoryLayout<testkit_descriptions>.size),
            reserved: 0,
            class_title: BundleTable.function(ofClass),
            case_title: BundleTable.function(ofCase),
            case_link_count: BundleTable.function(count),
            case_link: BundleTable.function(link)
        )
    }

    /// The table of the build's warnings.
    private static func makeWarnings() -> testkit_warnings {
        let count: @MainActor @convention(c) (Bundle) -> UInt32 = {
            UInt32(clamping: BundleTable.exporter(behind: $0)?.collector.warnings.count ?? 0)
        }
        let warning: @MainActor @convention(c) (Bundle, UInt32) -> UnsafePointer<testkit_warning>? = {
            let all = BundleTable.exporter(behind: $0)?.collector.warnings ?? []
            return all.indices.contains(Int($1)) ? all[Int($1)].descriptor : nil
        }
        return testkit_warnings(
            struct_size: UInt32(MemoryLayout<testkit_warnings>.size),
            reserved: 0,
            warning_count: BundleTable.function(count),
            get_warning: BundleTable.function(warning)
        )
    }

    /// The table of other libraries' classes.
    private static func makeLibraries() -> testkit_libraries {
        let ofClass: @MainActor @convention(c) (Bundle, UInt32) -> UnsafePointer<CChar>? = {
            BundleTable.exporter(behind: $0)?.collector.registered(at: Int($1))?.library
        }
        return testkit_libraries(
            struct_size: UInt32(MemoryLayout<testkit_libraries>.size),
            reserved: 0,
            class_library: BundleTable.function(ofClass)
        )
    }

    /// The table that hears of classes that ended with a process.
    private static func makeObservation() -> testkit_observation {
        let classOver: @MainActor @convention(c) (Bundle, UInt64, UInt32) -> Void = {
            BundleTable.exporter(behind: $0)?.classOver($1, Int($2))
        }
        return testkit_observation(
            struct_size: UInt32(MemoryLayout<testkit_observation>.size),
            reserved: 0,
            class_over: BundleTable.function(classOver)
        )
    }

    /// The table that tells cases of one name apart.
    private static func makeOverloads() -> testkit_overloads {
        let ofCase: @MainActor @convention(c) (Bundle, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            let owner = BundleTable.exporter(behind: $0)?.collector.registered(at: Int($1))
            return owner?.registeredCase(at: Int($2))?.pointee.declaration
        }
        return testkit_overloads(
            struct_size: UInt32(MemoryLayout<testkit_overloads>.size),
            reserved: 0,
            case_parameters: BundleTable.function(ofCase)
        )
    }

    /// The table that readies a process for being forked.
    private static func makePreparation() -> testkit_preparation {
        let prepare: @MainActor @convention(c) (Bundle) -> Void = { BundleTable.exporter(behind: $0)?.prepare() }
        return testkit_preparation(
            struct_size: UInt32(MemoryLayout<testkit_preparation>.size),
            reserved: 0,
            prepare: BundleTable.function(prepare)
        )
    }
}
