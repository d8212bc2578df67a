import Text

@testable import Markup

/// `source` as HTML.
func html(_ source: String, topHeading: Int = 4) -> String {
  var sink = ByteSink()
  RichText.writeHTML(source, topHeading: topHeading, to: &sink)
  return sink.string
}

/// `source` as HTML by parsing, without the fast path.
func slowHTML(_ source: String) -> String {
  var writer = HTMLWriter(sink: ByteSink(), topHeading: 4)
  var source = source
  source.withUTF8 { RichText.parse($0, to: &writer) }
  return writer.sink.string
}

/// `source` as Markdown.
func markdown(
  _ source: String, as form: MarkdownForm = .blocks, prefix: String = "", base: String? = nil
) -> String {
  var sink = ByteSink()
  RichText.writeMarkdown(
    source, as: form, prefix: prefix, base: base, topHeading: nil, to: &sink)
  return sink.string
}

func slowMarkdown(_ source: String) -> String {
  var writer = MarkdownWriter(sink: ByteSink(), form: .blocks, base: nil, topHeading: nil)
  var source = source
  source.withUTF8 { RichText.parse($0, to: &writer) }
  return writer.sink.string
}

/// `source` as text, with its marks shown as ⇥, ¤ and ‗.
func text(_ source: String, prefix: String = "", base: String? = nil, columns: Int = 80)
  -> String
{
  var sink = ByteSink()
  RichText.writeText(source, prefix: prefix, base: base, columns: columns, to: &sink)
  return String(
    sink.string.map { sign in
      switch sign {
      case "\t": "⇥"
      case "\u{2}": "¤"
      case "\u{3}": "‗"
      default: sign
      }
    })
}

func slowText(_ source: String) -> String {
  var writer = TextWriter(sink: ByteSink(), base: nil, columns: .max)
  var source = source
  source.withUTF8 { RichText.parse($0, to: &writer) }
  return writer.sink.string
}

/// `words` escaped for Markdown.
func escaped(_ words: String, as form: MarkdownForm = .line) -> String {
  var sink = ByteSink()
  LiteralText.writeMarkdown(words, as: form, to: &sink)
  return sink.string
}
