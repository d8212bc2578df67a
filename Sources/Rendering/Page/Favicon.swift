import Composing
import Model
import Preparing
import Text

/// The page's icon in a browser's tab: the sign of the verdict in its colour. It is embedded,
/// because the page loads no other resources.
struct Favicon {
  /// `data:image/svg+xml;base64,…`; nil if the sign or its colour is missing.
  let address: String?

  init(_ report: Report, _ icons: IconSprite, _ tokens: Tokens) {
    let urgency = max(report.verdict.urgency, report.run?.urgency ?? .neutral)
    let name = urgency.rawValue
    guard let drawing = icons.drawing(name),
      let color = tokens.value("color-\(name)-fill", isDark: false)
    else {
      address = nil
      return
    }
    let image =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(drawing.viewBox)\" "
      + "color=\"\(color)\">\(drawing.shapes)</svg>"
    address = "data:image/svg+xml;base64," + Base64.encode(Array(image.utf8))
  }
}
