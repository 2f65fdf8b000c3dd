import Glibc

exit(RunnerCommand.main(Array(CommandLine.arguments.dropFirst())))
