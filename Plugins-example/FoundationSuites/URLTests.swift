// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Parsing and composing URLs.
final class URLTests: TestCase {
    func testComponentsAreDecoded() throws {
        let url = try requireNotNil(URL(string: "https://user@example.com:8443/a%20b/c?q=1&q=x%26y#top"))
        let components = try requireNotNil(URLComponents(url: url, resolvingAgainstBaseURL: false))
        expectEqual(components.port, 8443)
        expectEqual(components.path, "/a b/c")
        expectEqual(components.queryItems?.map(\.value), ["1", "x&y"])
        expectEqual(url.fragment(), "top")
    }

    func testQueryItemsAreEscaped() throws {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "example.com"
        components.queryItems = [URLQueryItem(name: "q", value: "a&b=c d"), URLQueryItem(name: "flag", value: nil)]
        expectEqual(try requireNotNil(components.string), "https://example.com?q=a%26b%3Dc%20d&flag")
    }

    func testRelativeReferencesResolve() throws {
        // From the examples of RFC 3986, section 5.4.
        let base = try requireNotNil(URL(string: "http://a/b/c/d;p?q"))
        for (reference, expected) in [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("/g", "http://a/g"), ("?y", "http://a/b/c/d;p?y"),
            ("../g", "http://a/b/g"), ("../../g", "http://a/g"),
        ] {
            expectEqual(URL(string: reference, relativeTo: base)?.absoluteString, expected, reference)
        }
    }

    func testPathsGrowAndShrink() {
        let file = URL(filePath: "/var/log").appending(components: "app", "today.log")
        expectEqual(file.path, "/var/log/app/today.log")
        expectEqual(file.pathExtension, "log")
        expectEqual(file.deletingPathExtension().lastPathComponent, "today")
        expectEqual(URL(filePath: "/a/./b/../c").standardizedFileURL.path, "/a/c")
    }

    func testHomeIsUnderHome_Linux() {
        expectHasPrefix(URL.homeDirectory.path, "/")
    }

    func testHomeIsUnderUsers_macOS() {
        expectHasPrefix(URL.homeDirectory.path, "/Users/")
    }
}
