import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
Backtraces.prepare(arguments)
exit(RunnerCommand.main(arguments))
