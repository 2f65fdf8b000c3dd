// SPDX-License-Identifier: MIT

/// A walk over all data that some of it leads to, again and again without new memory.
struct DataWalk {
    /// The numbers of the contents.
    private let contents: [UInt64]
    /// The targets of all items; those of an item end where those of the next begin.
    private var (first, edges): ([Int], [Int]) = ([0], [])
    /// The walk that has last come to each.
    private var marks: [UInt32]
    /// The number of the present walk.
    private var walk: UInt32 = 0
    /// The places still to be visited.
    private var stack: [Int] = []

    /// Prepares walks over some data, each with the number of its content and what it leads to.
    init(_ nodes: [(content: UInt64, edges: [Int])]) {
        contents = nodes.map(\.content)
        marks = [UInt32](repeating: 0, count: nodes.count)
        for node in nodes {
            edges += node.edges
            first.append(edges.count)
        }
    }

    /// The number of all that some data leads to, each once, in whatever order.
    mutating func sum(from roots: [Int]) -> UInt64 {
        walk += 1
        var sum: UInt64 = 0
        for root in roots where marks[root] != walk {
            marks[root] = walk
            stack.append(root)
        }
        while let next = stack.popLast() {
            sum &+= contents[next] &* 0x9E37_79B9_7F4A_7C15
            for place in first[next]..<first[next + 1] {
                let edge = edges[place]
                if marks[edge] == walk { continue }
                marks[edge] = walk
                stack.append(edge)
            }
        }
        return sum
    }
}
