// SPDX-License-Identifier: MIT

/// Ends the process as `fatalError` does.
@_cdecl("matrix_fatal_error") public func matrixFatalError() { fatalError("nothing can be done") }

/// Reads behind an array's end.
@_cdecl("matrix_out_of_bounds") public func matrixOutOfBounds() {
    let numbers = [1, 2, 3].filter { $0 > 5 }
    print(numbers[numbers.count + 2])
}
