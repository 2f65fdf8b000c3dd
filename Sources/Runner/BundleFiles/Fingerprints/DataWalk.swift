// SPDX-License-Identifier: MIT

/// A walk over all that some nodes of a graph lead to, again and again without new memory.
struct DataWalk {
    /// The walk that has last come to each node.
    private var marks: [UInt32]
    /// The number of the present walk.
    private var walk: UInt32 = 0
    /// The nodes that are still to be visited.
    private var stack: [Int] = []

    /// Prepares walks over a graph of some nodes.
    init(count: Int) { marks = [UInt32](repeating: 0, count: count) }

    /// Visits all that some nodes lead to, each once.
    mutating func forEach(from roots: [Int], _ edges: (Int) -> [Int], _ visit: (Int) -> Void) {
        walk += 1
        push(roots)
        while let next = stack.popLast() {
            visit(next)
            push(edges(next))
        }
    }

    /// Adds the nodes that were not visited yet.
    private mutating func push(_ nodes: [Int]) {
        for node in nodes where marks[node] != walk {
            marks[node] = walk
            stack.append(node)
        }
    }
}
