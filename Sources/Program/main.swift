import CommandLine
import Glibc

exit(Program.run(.current()))
