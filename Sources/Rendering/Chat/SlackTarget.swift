import Composing
import JSON
import Text

extension OutputFormat {
  package static let slack = OutputFormat(
    name: "slack", title: "message for Slack", fileName: "slack.json",
    mimeType: "application/json", usesTemplate: false
  ) { job, outlet in
    ChatContent.render(job.report, bytes: SlackTarget.mostBytes, to: outlet, SlackTarget.bytes)
  }
}

/// Writes a report as blocks for an incoming webhook of Slack. Only the text of notifications has
/// markup to escape; rich text has none.
enum SlackTarget {
  /// Slack allows 50 blocks of 3,000 characters, which is too long to read in a channel.
  static let mostBytes = 30_000

  static func bytes(_ content: ChatContent) -> [UInt8] {
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("text", escaped(content.notification))
      writer.key("blocks")
      writer.array { writer in
        writer.object { writer in
          writer.member("type", "header")
          writer.key("text")
          writer.object { writer in
            writer.member("type", "plain_text")
            writer.member("text", content.title)
            writer.member("emoji", false)
          }
        }
        for part in content.parts { write(part, &writer) }
        if let url = content.url {
          write([[ChatContent.Run(text: content.linkTitle, isBold: true, url: url)]], &writer)
        }
      }
    }
    return writer.bytes
  }

  private static func write(_ part: ChatContent.Part, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", "rich_text")
      writer.key("elements")
      writer.array { writer in
        writer.object { writer in
          writer.member("type", "rich_text_section")
          writer.key("elements")
          writer.array { writer in
            for (index, line) in part.enumerated() {
              if index > 0 { write(ChatContent.Run(text: "\n"), &writer) }
              for run in line { write(run, &writer) }
            }
          }
        }
      }
    }
  }

  private static func write(_ run: ChatContent.Run, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", run.url == nil ? "text" : "link")
      writer.member("url", run.url)
      writer.member("text", run.text)
      if run.isBold {
        writer.key("style")
        writer.object { $0.member("bold", true) }
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
