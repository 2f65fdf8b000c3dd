// SPDX-License-Identifier: MIT

import Foundation
import TestKit

extension TestCase {
    /// The location of a resource of the suite.
    ///
    /// - Parameters:
    ///   - name: The file's name with its extension, or an absolute path.
    ///   - bundle: Where it is, such as `Bundle.module`; by default it is looked for in the resource bundle of the class's
    ///     module and then next to the library of tests, wherever that was put.
    /// - Throws: ``ExampleError`` if it is not there.
    public class func resource(_ name: String, in bundle: Bundle? = nil) throws -> URL {
        try ResourceFinder.shared.resource(name, for: self, in: bundle)
    }

    /// The examples of a JSON file: an array of objects, each with a `name`.
    ///
    /// - Parameters:
    ///   - name: As for ``resource(_:in:)``; the extension `.json` may be left out.
    ///   - bundle: As for ``resource(_:in:)``.
    public class func examples(fromJSON name: String, in bundle: Bundle? = nil) throws -> [Example] {
        try Example.json(at: resource(name.withExtension("json"), in: bundle))
    }

    /// The examples of a property list; see ``Example/propertyList(at:)``.
    ///
    /// - Parameters:
    ///   - name: As for ``resource(_:in:)``; the extension `.plist` may be left out.
    ///   - bundle: As for ``resource(_:in:)``.
    public class func examples(fromPropertyList name: String, in bundle: Bundle? = nil) throws -> [Example] {
        try Example.propertyList(at: resource(name.withExtension("plist"), in: bundle))
    }

    /// The examples of a directory; see ``Example/directory(at:)``.
    ///
    /// - Parameters:
    ///   - name: As for ``resource(_:in:)``; the extension `.testsuite` may be left out.
    ///   - bundle: As for ``resource(_:in:)``.
    public class func examples(fromDirectory name: String, in bundle: Bundle? = nil) throws -> [Example] {
        try Example.directory(at: resource(name.withExtension("testsuite"), in: bundle))
    }
}

extension String {
    /// The name with an extension, which it may have already.
    fileprivate func withExtension(_ extension: String) -> String {
        hasSuffix(".\(`extension`)") ? self : "\(self).\(`extension`)"
    }
}
