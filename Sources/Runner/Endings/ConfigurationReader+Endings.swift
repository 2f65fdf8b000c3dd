// SPDX-License-Identifier: MIT

extension ConfigurationReader {
    /// Returns the ending of a rule for tests: a signal's name, an exit status, or "failure".
    func ending(_ node: JSONNode) throws(ConfigurationFault) -> DeclaredEnding {
        switch node.value {
        case .string(let text): if let ending = DeclaredEnding(text) { return ending }
        case .number(let text):
            if let status = Int32(text), (0...255).contains(status) { return .status(status) }
        default: break
        }
        throw fault(
            node.position, "ends: expected a signal such as \"SIGABRT\", an exit status from 0 to 255, or \"failure\"")
    }
}
