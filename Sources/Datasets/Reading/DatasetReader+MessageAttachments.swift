import Diagnostics
internal import Inputs
internal import JSON
internal import Model

extension DatasetReader {
  mutating func readAttachments(
    _ reader: inout JSONReader, into attachments: inout [Message.Attachment]
  ) {
    guard reader.beginArray("attachments") else { return }
    while reader.nextElement() {
      guard var fields = Fields(DatasetShapes.attachment, in: &reader) else { continue }
      let start = fields.start
      var attachment = Message.Attachment()
      while let key = fields.next(&reader) {
        switch key {
        case .title: attachment.title = reader.string("title")
        case .path: attachment.path = reader.string("path")
        case .url: attachment.url = reader.string("url")
        case .type: attachment.type = reader.string("type")
        case .role: attachment.role = reader.string("role")
        }
      }
      if attachment.name.isEmpty {
        reader.report(
          .warning, "empty-attachment", at: start,
          "an attachment without 'title', 'path' and 'url'",
          help: ["it is left out"])
      } else if attachments.count < Message.Attachment.mostOfMessage {
        attachments.append(attachment)
      } else {
        reader.report(
          .warning, "too-many-attachments", at: start,
          "a message has more than \(Message.Attachment.mostOfMessage) attachments",
          help: ["the others are left out"])
        while reader.nextElement() { reader.skipValue() }
        return
      }
    }
  }
}
