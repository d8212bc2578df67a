import Diagnostics
import Foundation
import ImportSupport
import Model
import Testing

/// Attachments of a dataset's messages.
struct AttachmentTests {
  private func read(_ attachments: String) -> (messages: [Message.Attachment], ids: [String]) {
    let found = Import(
      #"{"version": 1, "messages": [{"urgency": "error", "title": "t", "attachments": \#(attachments)}]}"#
    )
    return (
      found.dataset?.messages.first?.attachments ?? [], found.diagnostics.map(\.id)
    )
  }

  @Test func anAttachmentHasATitleAPathOrAnAddress() {
    let (found, ids) = read(
      #"[{"path": "a/b.png", "role": "expected", "type": "image/png"}, {"url": "https://h/x?y", "title": "X"}]"#
    )
    #expect(
      found == [
        .init(path: "a/b.png", type: "image/png", role: "expected"),
        .init(title: "X", url: "https://h/x?y"),
      ])
    #expect(found.map(\.name) == ["b.png", "X"])
    #expect(ids.isEmpty)
  }

  @Test func anEmptyAttachmentIsLeftOut() {
    let (found, ids) = read(#"[{"role": "actual"}, {"path": "a"}, {"path": "/"}]"#)
    #expect(found.map(\.path) == ["a", "/"])
    #expect(ids == ["empty-attachment"])
  }

  @Test func moreThanAHundredAreLeftOut() {
    let many = Array(repeating: #"{"path": "a"}"#, count: 150).joined(separator: ",")
    let (found, ids) = read("[\(many)]")
    #expect(found.count == 100)
    #expect(ids == ["too-many-attachments"])
  }

  @Test func anAttachedFileIsJudgedByItsBytes() {
    #expect(AttachedFile(path: "/x.png", bytes: Array("<svg/>".utf8)).siteName.hasSuffix(".bin"))
    #expect(AttachedFile(path: "/x.html", bytes: [0x3C, 0, 0x3E]).siteName.hasSuffix(".bin"))
    #expect(AttachedFile(path: "/x.js", bytes: [0xFF]).siteName.hasSuffix(".bin"))
    let one = AttachedFile(path: "/x", bytes: Array("GIF89a".utf8) + [1, 0, 1, 0])
    #expect(one.siteName.hasSuffix(".gif") && one.siteName.hasPrefix("file-"))
    #expect(one.siteName == AttachedFile(path: "/y", bytes: one.bytes).siteName)
  }
}
