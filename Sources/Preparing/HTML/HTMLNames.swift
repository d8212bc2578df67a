/// The rules for values in attributes and elements of HTML.
enum HTMLNames {
  enum AttributeRule: Equatable {
    case plain
    /// Values are checked against the allowed schemes.
    case address
    /// Values are not allowed, for this reason.
    case forbidden(String)
  }

  /// Elements with content other than HTML, in which values can't be escaped. `<noscript>` is not
  /// one of them: with scripts its content ends at the first `</noscript`, which escaped values
  /// can't contain, and without them it is HTML.
  static let rawText: Set<String> = [
    "script", "style", "iframe", "noembed", "noframes", "plaintext", "xmp",
  ]

  /// Elements that contain text only.
  static let textOnly: Set<String> = ["title", "textarea"]

  private static let addresses: Set<String> = [
    "href", "src", "action", "formaction", "poster", "data", "cite", "xlink:href", "ping",
    "background", "longdesc", "codebase", "classid", "archive", "manifest", "profile", "lowsrc",
    "dynsrc", "usemap", "icon", "itemid", "xml:base",
  ]

  /// Elements that display or execute the resource of `src`.
  private static let fetching: Set<String> = [
    "img", "source", "video", "audio", "track", "iframe", "frame", "embed", "input", "script",
  ]

  /// Whether a browser fetches the attribute's address as soon as it parses the element.
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

  /// SVG attributes that are parsed as CSS and can fetch the address of `url(`.
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
    if attribute == "http-equiv" { return .forbidden("'http-equiv' instructs the browser") }
    if paints.contains(attribute) { return .forbidden("'\(attribute)' holds CSS") }
    if animations.contains(element) {
      return .forbidden("an animation can change any attribute")
    }
    return .plain
  }
}
