// SPDX-License-Identifier: MIT

/// The runtime's description of a variable of a type.
struct Variable {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

// The functions by which `Mirror` finds the variables of a type, those of superclasses included.

@_silgen_name("swift_reflectionMirror_recursiveCount")
func variableCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
func variableType(_ type: Any.Type, _ index: Int, _ variable: UnsafeMutablePointer<Variable>) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
func variableOffset(_ type: Any.Type, _ index: Int) -> Int
