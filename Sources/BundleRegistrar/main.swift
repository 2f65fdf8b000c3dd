// SPDX-License-Identifier: MIT

import Glibc

let code = Registrar.run(
    Array(CommandLine.arguments.dropFirst()), print: { print($0) },
    printError: { text in _ = (text + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) } })
// Not exit: the parser's threads have nothing to put in order.
fflush(nil)
_exit(code)
