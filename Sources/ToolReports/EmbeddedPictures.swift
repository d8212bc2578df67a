package import Diagnostics
internal import Files
package import JSON
package import Model
internal import Text

/// Decodes pictures that a report contains in Base64, as attachments of its messages.
package struct EmbeddedPictures {
  /// The largest size of one file in bytes.
  private static let largestFile = 8 << 20

  private var room = AttachmentFolders.mostBytes
  private var hasReported = false

  package init() {}

  /// The attachment of a picture. Other files are left out, with one note for each report: a page
  /// shows only pictures, and there is no file for a link.
  package mutating func attachment(
    _ data: JSONValue, title: String?, _ log: inout DiagnosticLog
  ) -> Message.Attachment? {
    if let text = data.string, let bytes = Self.bytes(text), bytes.count <= room,
      bytes.count <= Self.largestFile
    {
      let file = AttachedFile(path: "", bytes: bytes)
      if let image = file.image {
        room -= bytes.count
        let hasTitle = title?.isEmpty == false
        var attachment = Message.Attachment(title: hasTitle ? title : image.format.rawValue)
        attachment.file = file
        return attachment
      }
    }
    if !hasReported {
      hasReported = true
      log.add(
        Diagnostic(
          .note, "embedded-file-left-out",
          "files inside the report that are no pictures, or too large, are left out",
          at: data.location))
    }
    return nil
  }

  package static func bytes(_ text: String) -> [UInt8]? {
    return text.withBytes { Base64.decode($0) }
  }
}
