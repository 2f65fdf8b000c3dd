// SPDX-License-Identifier: MIT

import Glibc

/// Searches for the first necessary suspect, in order: noisy bisection with Bayesian updates.
///
/// A try runs all suspects from some place on. It fails at a known rate if the culprit is among them, and hardly ever if it is
/// not. Each outcome changes the probability of each suspect, and the next try halves what is left; so a failure that does
/// not come each time leads nowhere else, it only takes longer (Henderson and others, Flake Aware Culprit Finding,
/// ICST 2023). Where it does come each time, this is plain bisection.
struct PolluterSearch {
    /// The probability at which a suspect is named.
    static let confidence = 0.95

    /// The probability of each suspect.
    private var weights: [Double]
    /// The share of tries with the culprit that fail.
    private let hitRate: Double
    /// The share of tries without it that fail.
    private let falseRate: Double

    /// Starts with nothing known of some suspects.
    init(count: Int, hitRate: Double, falseRate: Double) {
        weights = Array(repeating: 1 / Double(max(1, count)), count: count)
        self.hitRate = hitRate
        self.falseRate = falseRate
    }

    /// The most probable suspect; nil if none is probable enough.
    var culprit: Int? {
        guard let best = weights.indices.max(by: { weights[$0] < weights[$1] }) else { return nil }
        return weights[best] >= Self.confidence || weights.count == 1 ? best : nil
    }

    /// The first suspect of the next try, so that the try has about half of the probability.
    var nextStart: Int {
        var sum = 0.0
        var (best, distance) = (max(1, weights.count - 1), Double.infinity)
        for start in weights.indices.reversed() where start > 0 {
            sum += weights[start]
            if abs(sum - 0.5) < distance { (best, distance) = (start, abs(sum - 0.5)) }
            if sum > 0.5 { break }
        }
        return best
    }

    /// Takes the outcome of a try of the suspects from a place on.
    mutating func take(isFailure: Bool, from start: Int) {
        var sum = 0.0
        for index in weights.indices {
            let rate = index >= start ? hitRate : falseRate
            weights[index] *= isFailure ? rate : 1 - rate
            sum += weights[index]
        }
        for index in weights.indices { weights[index] /= sum }
    }
}
