internal import JSON
internal import Model

extension DatasetWriter {
  static func write(_ attachments: [Message.Attachment], _ writer: inout JSONWriter) {
    if attachments.isEmpty { return }
    writer.list("attachments", attachments) { attachment, writer in
      writer.member("title", attachment.title)
      writer.member("path", attachment.path)
      writer.member("url", attachment.url)
      writer.member("type", attachment.type)
      writer.member("role", attachment.role)
    }
  }

  static func write(_ steps: [Message.Step], _ writer: inout JSONWriter) {
    if steps.isEmpty { return }
    writer.list("steps", steps) { step, writer in
      writer.member("title", step.title)
      writer.member("status", step.status.rawValue)
      writer.member("seconds", step.seconds)
      if !step.parameters.isEmpty {
        writer.list("parameters", step.parameters) { parameter, writer in
          writer.member("name", parameter.name)
          writer.member("value", parameter.value)
        }
      }
      writer.member("message", step.message)
      write(step.attachments, &writer)
      write(step.children, &writer)
    }
  }
}
