// SPDX-License-Identifier: MIT

import BundleABI

/// The check that inheritance ends.
extension BundleEnumerator {
    /// Refuses a chain of superclasses that comes back to where it was.
    func checkInheritance() throws(LoadFault) {
        // From which class each was come to, counted from 1; 0 for none yet.
        var starts = Array(repeating: 0, count: classes.count)
        for start in classes.indices {
            var next = UInt32(start)
            while next != TESTKIT_NO_CLASS, starts[Int(next)] == 0 {
                starts[Int(next)] = start + 1
                next = classes[Int(next)].descriptor.superclass
            }
            if next != TESTKIT_NO_CLASS, starts[Int(next)] == start + 1 { throw circle(of: Int(next)) }
        }
    }

    /// Names the classes of a chain of superclasses that comes back to where it was.
    private func circle(of start: Int) -> LoadFault {
        var names = [name(of: start)]
        var next = start
        repeat {
            next = Int(classes[next].descriptor.superclass)
            names.append(name(of: next))
        } while next != start
        return malformed(.cycle(names))
    }
}
