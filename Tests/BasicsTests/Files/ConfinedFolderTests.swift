import Basics
import Foundation
import Testing

@Suite struct ConfinedFolderTests {
  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test func absentAndInaccessibleFilesAreDistinguished() throws {
    try withTemporaryFolder { path in
      let folder = ConfinedFolder(path)
      try folder.create("a/b")
      try OutputFile.write([1, 2], to: "\(path)/a/file")
      try link("\(path)/link", to: "a")
      #expect(try folder.kind(of: "a") == .folder)
      #expect(try folder.kind(of: "a/file") == .file)
      #expect(try folder.kind(of: "link") == .link)
      #expect(try folder.kind(of: "a/none") == nil)
      #expect(try folder.kind(of: "none/none") == nil)
      #expect(try folder.kind(of: "a/file/none") == nil)
      #expect(throws: FileError.self) { try folder.kind(of: "link/file") }
      #expect(try folder.read("a/file", limit: 2) == [1, 2])
      #expect(try folder.read("a/file", limit: 1) == nil)
      #expect(try folder.read("a/b", limit: 9) == nil)
      #expect(try folder.read("a/none", limit: 9) == nil)
      #expect(throws: FileError.self) { try folder.read("link/file", limit: 9) }
      #expect(try folder.names(in: "none") == [])
      #expect(try ConfinedFolder("\(path)/none").names() == [])
    }
  }

  @Test func linksAreNotFollowedForWritingOrRemoving() throws {
    try withTemporaryFolder { path in
      try Folder.create("\(path)/outside")
      try OutputFile.write([1], to: "\(path)/outside/file")
      let folder = ConfinedFolder("\(path)/site")
      try folder.create("real")
      try link("\(path)/site/link", to: "../outside")
      #expect(throws: FileError.self) { try folder.create("link/new") }
      #expect(throws: FileError.self) { try folder.touch("link/new") }
      #expect(throws: FileError.self) { try folder.removeFile("link/file") }
      #expect(throws: FileError.self) {
        _ = try OutputFile(in: folder, replacing: "link/file")
      }
      #expect(throws: FileError.self) { _ = try FileLock(in: folder, "link/lock", timeout: 0) }
      try folder.removeFlat("link")
      #expect(try Folder.names(in: "\(path)/outside") == ["file"])
      #expect(try Folder.names(in: "\(path)/site") == ["link", "real"])
    }
  }

  @Test func removingAFolderKeepsItsSubfolders() throws {
    try withTemporaryFolder { path in
      let folder = ConfinedFolder(path)
      try folder.create("full/inner")
      try folder.create("flat")
      for name in ["full/a", "full/inner/b", "flat/a"] { try folder.touch(name) }
      try folder.removeFlat("full")
      try folder.removeFlat("flat")
      #expect(try folder.names() == ["full"])
      #expect(try folder.names(in: "full/inner") == ["b"])
    }
  }
}
