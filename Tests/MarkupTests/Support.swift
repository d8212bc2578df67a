import Basics

@testable import Markup

/// `source` as HTML.
func html(_ source: String, headingOffset: Int = 3) -> String {
  var sink = ByteSink()
  RichText.writeHTML(source, headingOffset: headingOffset, to: &sink)
  return sink.string
}

/// `source` as HTML by way of the tree, whatever the quick way would say.
func slowHTML(_ source: String) -> String {
  var writer = HTMLWriter(sink: ByteSink(), headingOffset: 3)
  var source = source
  source.withUTF8 { RichText.parse($0, to: &writer) }
  return writer.sink.string
}
