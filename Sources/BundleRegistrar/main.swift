// SPDX-License-Identifier: MIT

import Foundation

let code = Registrar.run(
    Array(CommandLine.arguments.dropFirst()),
    print: { print($0) },
    printError: { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
)
// Not exit: the parser's threads have nothing to put in order.
fflush(nil)
_exit(code)
