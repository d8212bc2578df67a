internal import JSON
internal import Model
internal import Time

/// The parts of a message that Tidemark writes to the property `tidemark` of a result.
struct SARIFOwnParts {
  var category: String?
  var urgency: Urgency?
  /// Whether the text after the first line is Markdown.
  var isMarkdown = false
  var details: String?
  var time: TimePoint?
  var owner: String?

  /// Reads the property bag of a result; nil if it has no such property.
  init?(_ reader: inout JSONReader) {
    var own: JSONValue?
    reader.enterObject()
    while reader.nextKey() {
      switch (reader.textString, reader.peek()) {
      case ("tidemark", .object): own = reader.readTree()
      default: reader.skipValue()
      }
    }
    guard let own else { return nil }
    category = own["category"]?.string
    urgency = own["urgency"]?.string.flatMap(Urgency.init)
    isMarkdown = own["textFormat"]?.string == "markdown"
    details = own["details"]?.string
    time = own["time"]?.string.flatMap { TimePoint(parsing: $0) }
    owner = own["owner"]?.string
  }
}
