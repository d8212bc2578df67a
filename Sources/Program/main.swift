import Platform
import TidemarkCLI

exit(Program.run(.current()))
