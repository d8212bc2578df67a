/// What values may do in the attributes and elements of HTML.
enum HTMLNames {
  enum AttributeRule: Equatable {
    case plain
    /// The value goes through the allow-list of schemes.
    case address
    /// No value, for the reason given.
    case forbidden(String)
  }

  /// Elements whose content is no HTML, so that nothing could be escaped in it. `<noscript>` is not
  /// among them: where scripts run its content ends at the first `</noscript`, which no escaped
  /// value can hold, and where they do not it is HTML.
  static let rawText: Set<String> = [
    "script", "style", "iframe", "noembed", "noframes", "plaintext", "xmp",
  ]

  /// Elements whose content is text without elements.
  static let textOnly: Set<String> = ["title", "textarea"]

  private static let addresses: Set<String> = [
    "href", "src", "action", "formaction", "poster", "data", "cite", "xlink:href", "ping",
    "background", "longdesc", "codebase", "classid", "archive", "manifest", "profile", "lowsrc",
    "dynsrc", "usemap", "icon", "itemid", "xml:base",
  ]

  /// Elements that show or run what `src` names.
  private static let fetching: Set<String> = [
    "img", "source", "video", "audio", "track", "iframe", "frame", "embed", "input", "script",
  ]

  /// Whether a browser fetches what the attribute names as soon as it sees the element.
  static func fetches(_ attribute: String, of element: String) -> Bool {
    switch attribute {
    case "src", "srcset": fetching.contains(element)
    case "poster": element == "video"
    case "data": element == "object"
    case "background": ["body", "table", "tr", "td", "th"].contains(element)
    case "href", "xlink:href": element == "image" || element == "feimage"
    default: false
    }
  }

  private static let addressLists: Set<String> = ["srcset", "imagesrcset"]

  /// Attributes of SVG that are parsed as CSS and can fetch what `url(` names.
  private static let paints: Set<String> = [
    "fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker", "marker-start",
    "marker-mid", "marker-end",
  ]

  private static let animations: Set<String> = [
    "animate", "animatemotion", "animatetransform", "animatecolor", "set",
  ]

  static func rule(attribute: String, of element: String) -> AttributeRule {
    if addresses.contains(attribute) { return .address }
    if attribute.hasPrefix("on") { return .forbidden("an event attribute holds a script") }
    if attribute == "style" { return .forbidden("a style attribute holds CSS") }
    if addressLists.contains(attribute) {
      return .forbidden("'\(attribute)' holds a list of addresses")
    }
    if attribute == "srcdoc" { return .forbidden("'srcdoc' holds a whole document") }
    if attribute == "http-equiv" { return .forbidden("'http-equiv' gives the browser orders") }
    if paints.contains(attribute) { return .forbidden("'\(attribute)' holds CSS") }
    if animations.contains(element) {
      return .forbidden("an animation can change any attribute")
    }
    return .plain
  }
}
