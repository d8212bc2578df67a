import Composing
import JSON
import Model

extension OutputFormat {
  package static let teams = OutputFormat(
    name: "teams", title: "card for Teams", fileName: "teams.json",
    mimeType: "application/json", usesTemplate: false
  ) { job, outlet in
    ChatContent.render(job.report, bytes: TeamsTarget.mostBytes, to: outlet, TeamsTarget.bytes)
  }
}

/// Writes a report as an adaptive card for a webhook of Teams. The inlines of rich text have no
/// Markdown to escape.
enum TeamsTarget {
  /// Teams refuses messages of more than 28 KB.
  static let mostBytes = 27_000

  static func bytes(_ content: ChatContent) -> [UInt8] {
    var writer = JSONWriter(indent: 1)
    writer.object { writer in
      writer.member("type", "message")
      writer.member("summary", content.notification)
      writer.key("attachments")
      writer.array { writer in
        writer.object { writer in
          writer.member("contentType", "application/vnd.microsoft.card.adaptive")
          writer.key("content")
          writer.object { writeCard(content, &$0) }
        }
      }
    }
    return writer.bytes
  }

  private static func writeCard(_ content: ChatContent, _ writer: inout JSONWriter) {
    writer.member("type", "AdaptiveCard")
    writer.member("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
    writer.member("version", "1.5")
    writer.member("lang", content.language)
    if content.isRightToLeft { writer.member("rtl", true) }
    writer.key("msteams")
    writer.object { $0.member("width", "Full") }
    writer.key("body")
    writer.array { writer in
      write([ChatContent.Run(text: content.title, isBold: true)], &writer) {
        $0.member("size", "large")
      }
      for part in content.parts {
        writer.object { writer in
          writer.member("type", "Container")
          writer.member("separator", true)
          writer.key("items")
          writer.array { writer in for line in part { write(line, &writer) } }
        }
      }
    }
    guard let url = content.url else { return }
    writer.key("actions")
    writer.array { writer in
      writer.object { writer in
        writer.member("type", "Action.OpenUrl")
        writer.member("title", content.linkTitle)
        writer.member("url", url)
      }
    }
  }

  private static func write(
    _ line: [ChatContent.Run], _ writer: inout JSONWriter,
    style: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { writer in
      writer.member("type", "RichTextBlock")
      writer.member("spacing", "small")
      writer.key("inlines")
      writer.array { writer in
        for run in line {
          writer.object { writer in
            writer.member("type", "TextRun")
            writer.member("text", run.text)
            if run.isBold { writer.member("weight", "bolder") }
            writer.member("color", run.urgency.flatMap(color))
            style(&writer)
            guard let url = run.url else { return }
            writer.key("selectAction")
            writer.object { writer in
              writer.member("type", "Action.OpenUrl")
              writer.member("url", url)
            }
          }
        }
      }
    }
  }

  private static func color(_ urgency: Urgency) -> String? {
    switch urgency {
    case .error: "attention"
    case .warning: "warning"
    case .success: "good"
    case .information: "accent"
    case .neutral: nil
    }
  }
}
