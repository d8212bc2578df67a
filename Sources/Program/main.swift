import Glibc
import TidemarkCLI

exit(Program.run(.current()))
