// SPDX-License-Identifier: MIT

import TestKit

/// Three hundred failures, each with a message of its own.
class NumberedArticleTests: TestCase {
    override class func examples(for name: String) throws -> [Example] { (1...300).map { Example("\($0)", value: $0) } }

    func outlineTestOfAnArticle() throws {
        let number: Int = try example.value()
        fail("the article \(number) is not in the catalogue")
    }
}

/// As many more.
final class NumberedOrderTests: NumberedArticleTests {}
