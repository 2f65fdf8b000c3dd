// SPDX-License-Identifier: MIT

extension TestCase {
    /// The example that runs, in a parameterised case and its hooks.
    ///
    /// Anywhere else it is a failure to ask, and the answer an example without values; ``currentExample`` may be asked.
    public final var example: Example {
        if let currentExample { return currentExample }
        let location = Activity.current?.lastLocation
        Activity.current?.record(
            Issue(
                kind: .assertion,
                message: "the case has no example: only cases named outlineTest… or parameterisedTest… have one",
                location: location, isLastKnownLocation: location != nil)
        )
        return Example("(no example)")
    }
}
