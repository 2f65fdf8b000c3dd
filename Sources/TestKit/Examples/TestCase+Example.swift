// SPDX-License-Identifier: MIT

extension TestCase {
    /// The example that runs, in a parameterised case and its hooks.
    ///
    /// Elsewhere, reading it is a failure, and gives an example without values; ``currentExample`` is nil there instead.
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
