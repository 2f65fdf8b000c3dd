// SPDX-License-Identifier: MIT

extension Registry {
    /// Puts the cases that are declared to end their process after the others of their class, and returns where they begin.
    ///
    /// Each has a process of its own, so that they make a unit of their own.
    func setApart(_ slots: inout [Plan.Slot], from start: Int) -> Int {
        if endings.isEmpty { return slots.count }
        let apart = slots[start...].filter { endings[Int($0.caseIndex)] != nil }
        if apart.isEmpty { return slots.count }
        let others = slots[start...].filter { endings[Int($0.caseIndex)] == nil }
        slots.replaceSubrange(start..., with: others + apart)
        return start + others.count
    }
}
