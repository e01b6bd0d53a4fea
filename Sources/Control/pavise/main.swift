import Control
import Glibc

exit(PaviseProgram.run(Array(CommandLine.arguments.dropFirst())))
