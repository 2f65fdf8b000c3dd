// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

StandardOutput.keepPlaces()
var arguments: [String] = []
for index in 1..<max(1, Int(worker_argument_count())) {
    arguments.append(worker_argument(Int32(index)).map { String(cString: $0) } ?? "")
}
Backtraces.prepare(arguments)
worker_survive_write_limit()
exit(RunnerCommand.main(arguments))
