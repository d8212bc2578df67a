import Basics
import Preparing

/// Digests of what pages embed, as far as no report changes it.
extension Preparation {
  /// A page's style sheet up to the rules of the filter, which depend on the report.
  struct Style {
    var theme: String
    var template: String
    var sheets: Int
    var length: Int
    var state: SIMD8<UInt32>
  }

  struct Script {
    var template: String
    var length: Int
    var digest: [UInt8]
  }

  /// The beginning of the style sheet for each template and theme.
  var styles: [Style] {
    templates.flatMap { template in
      let sheets = pageParts(of: template, ending: ".css").prefix {
        !$0.path.hasSuffix("/filter.css")
      }
      return tokenStyles.map { theme, css in
        let text = css + sheets.map(\.prepared).joined()
        return Style(
          theme: theme, template: template, sheets: sheets.count, length: text.utf8.count,
          state: SHA256.Midstate(of: text).words)
      }
    }
  }

  /// The script of each template.
  var scripts: [Script] {
    templates.map { template in
      let text = Compacted.joined(pageParts(of: template, ending: ".js").map(\.prepared)).joined()
      return Script(
        template: template, length: text.utf8.count, digest: SHA256.digest(of: text))
    }
  }

  private var templates: [String] {
    var names: [String] = []
    for (path, _) in made where path.hasPrefix("Templates/") && path.contains("/page/") {
      let name = String(path.split(separator: "/")[1])
      if names.last != name { names.append(name) }
    }
    return names
  }

  private func pageParts(of template: String, ending: String) -> [(path: String, prepared: String)]
  {
    made.filter { $0.path.hasPrefix("Templates/\(template)/page/") && $0.path.hasSuffix(ending) }
  }
}
