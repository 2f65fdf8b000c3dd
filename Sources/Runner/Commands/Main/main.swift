// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

// No closures here: they would belong to the main actor, and asking for that would link Swift's concurrency into the released
// runner, and Dispatch with it.
StandardOutput.keepPlaces()
let arguments = CommandLineWords.ofProcess()
Backtraces.prepare(arguments)
worker_survive_write_limit()
exit(RunnerCommand.main(arguments))
