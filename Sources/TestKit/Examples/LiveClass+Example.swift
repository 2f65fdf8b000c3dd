// SPDX-License-Identifier: MIT

extension LiveClass {
    /// Runs one example of a case with its hooks.
    func run(_ body: CaseBody, named name: UnsafePointer<CChar>, with example: Example, _ activity: Activity) {
        instance?.currentExample = example
        run(body, named: name, activity)
        instance?.currentExample = nil
    }
}
