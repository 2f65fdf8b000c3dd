/// Which tags a test must have: `slow and not (network or flaky)`.
///
/// `not` binds more tightly than `and`, and that more tightly than `or`. A tag that is one of these words, or holds a
/// space, a parenthesis or a quotation mark, is written in quotation marks, single or double.
struct TagExpression: Sendable {
    /// An expression that cannot be read.
    struct Malformed: Error, Equatable {
        /// The reason why it cannot be read, and the place.
        let reason: String
    }

    /// A part of an expression.
    indirect enum Node: Equatable, Sendable {
        case tag(String)
        case not(Node)
        case and(Node, Node)
        case or(Node, Node)
    }

    /// All of it.
    let root: Node

    /// Reads an expression.
    init(_ text: String) throws(Malformed) {
        var parser = try TagExpressionParser(text)
        root = try parser.parse()
    }

    /// Whether a test with these tags is one of those that are meant.
    func matches(_ tags: some Collection<String>) -> Bool { Self.evaluate(root, tags) }

    /// The tags that it names.
    var tags: Set<String> { Self.tags(of: root) }

    /// Whether a part of it holds.
    private static func evaluate(_ node: Node, _ tags: some Collection<String>) -> Bool {
        switch node {
        case .tag(let name): tags.contains(name)
        case .not(let inner): !evaluate(inner, tags)
        case .and(let left, let right): evaluate(left, tags) && evaluate(right, tags)
        case .or(let left, let right): evaluate(left, tags) || evaluate(right, tags)
        }
    }

    /// The tags that a part of it names.
    private static func tags(of node: Node) -> Set<String> {
        switch node {
        case .tag(let name): [name]
        case .not(let inner): tags(of: inner)
        case .and(let left, let right), .or(let left, let right): tags(of: left).union(tags(of: right))
        }
    }
}
