import Composing
import Files
import Model
import Rendering
import Text

/// The picture that a mail shows: that of the first error that has one.
struct ShownPicture {
  /// The largest size in bytes.
  static let largest = 512 << 10

  let option: RenderOptions.Picture
  let part: MailMessage.Picture

  /// nil if no error of the mail has a picture.
  init?(of report: Report) {
    let shown =
      report.digest.map { report.comparison?.listedNews ?? $0.named }
      ?? report.alerts + report.banners + report.sections.flatMap(\.items)
    for index in shown where report.messages[index].urgency == .error {
      let pictures = report.messages[index].attachments.enumerated().filter {
        $0.element.file?.image != nil && ($0.element.file?.bytes.count ?? 0) <= Self.largest
      }
      // What the test should have seen says less than what it saw.
      guard
        let (number, picture) = pictures.first(where: { $0.element.role == "diff" })
          ?? pictures.first(where: { $0.element.role != "expected" }) ?? pictures.first,
        let file = picture.file, let image = file.image
      else { continue }
      // Derived from the content, so that the same report makes the same mail.
      let id = file.siteName + "@tidemark.invalid"
      option = RenderOptions.Picture(message: index, attachment: number, address: "cid:" + id)
      let content = MailMessage.Attachment(
        name: "picture." + image.format.rawValue, type: image.format.mediaType, bytes: file.bytes)
      part = MailMessage.Picture(id: id, content)
      return
    }
    return nil
  }

  func isShown(in html: [UInt8]) -> Bool {
    String(decoding: html, as: UTF8.self).contains(option.address)
  }
}
