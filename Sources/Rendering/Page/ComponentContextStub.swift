import Diagnostics
import Templating
enum ComponentContext { static func assign(_ t: inout Template) -> [Diagnostic] { [] } }
