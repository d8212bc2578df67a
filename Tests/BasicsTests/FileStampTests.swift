import Foundation
import Testing

@testable import Basics

/// What is known of a file without opening it.
@Suite struct FileStampTests {
  /// A folder on a disk whose stamps can be relied on.
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "tidemark-stamps-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func aChangeIsAnotherStamp() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamped = try #require(StampedFolder(folder.path))
    let file = folder.appending(path: "a")
    try Data("one".utf8).write(to: file)
    let first = try #require(stamped.stamp(of: "a"))
    #expect(first.isFile)
    #expect(!first.isFolder)
    #expect(stamped.stamp(of: "a") == first)
    // As large, and with the time of the first one.
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let date = try #require(attributes[.modificationDate] as? Date)
    SystemInfo.sleep(milliseconds: 30)
    try Data("two".utf8).write(to: file)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    #expect(stamped.stamp(of: "a") != first)
    #expect(stamped.stamp(of: "b") == nil)
    #expect(stamped.stamp(of: "a\0") == nil)
    #expect(stamped.stamp(of: "") == nil)
  }

  @Test func aLinkIsNeitherAFileNorAFolder() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamped = try #require(StampedFolder(folder.path))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: ".")
    let stamp = try #require(stamped.stamp(of: "link"))
    #expect(!stamp.isFile && !stamp.isFolder)
  }

  @Test func onlyAnOldChangeIsSafe() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamped = try #require(StampedFolder(folder.path))
    try Data().write(to: folder.appending(path: "a"))
    // Whoever wrote the file can choose this time, and it says nothing.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 0)],
      ofItemAtPath: folder.path + "/a")
    let stamp = try #require(stamped.stamp(of: "a"))
    let now = SystemInfo.now().seconds
    #expect(!stamp.isOlder(than: now - 2))
    #expect(stamp.isOlder(than: now + 2))
  }

  @Test func aDiskThatIsNoneHasNoStamps() {
    #expect(StampedFolder("/proc") == nil)
    #expect(StampedFolder("/nowhere") == nil)
    #expect(StampedFolder("") == nil)
  }
}
