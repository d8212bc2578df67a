import Files
import Foundation
import TestSupport
import Testing

@Suite struct ConfinedFolderTests {
  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  @Test func aNewFileReplacesNothingAndFollowsNoLink() throws {
    try withTemporaryFolder { path in
      let folder = ConfinedFolder(path + "/in")
      try folder.writeNew([1], to: "a/b")
      #expect(try folder.read("a/b", limit: 9) == [1])
      try link("\(path)/in/dangling", to: "../made")
      try link("\(path)/in/away", to: "..")
      for taken in ["a/b", "a", "dangling", "away/made"] {
        #expect(throws: FileError.self) { try folder.writeNew([2], to: taken) }
      }
      #expect(try folder.read("a/b", limit: 9) == [1])
      #expect(!FileManager.default.fileExists(atPath: path + "/made"))
    }
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

  @Test func aSubfolderIsConfinedAndClosesOnlyItsOwn() throws {
    try withTemporaryFolder { path in
      try OutputFile.write([0], to: "\(path)/secret")
      let folder = ConfinedFolder("\(path)/site", staysOpen: true)
      try folder.writeNew([1], to: "a/b/file")
      try link("\(path)/site/away", to: "..")
      #expect(try folder.subfolder("none") == nil)
      #expect(try folder.subfolder("a/b/file") == nil)
      #expect(throws: FileError.self) { try folder.subfolder("away") }
      for _ in 1...3 {
        do {
          let inner = try #require(try folder.subfolder("a"))
          #expect(try inner.read("b/file", limit: 9) == [1])
          #expect(try inner.kind(of: "b") == .folder)
          #expect(try inner.kind(of: "none/file") == nil)
          #expect(inner.fullPath(of: "b") == "\(path)/site/a/b")
          #expect(throws: FileError.self) { try inner.read("../../secret", limit: 9) }
        }
        #expect(try folder.read("a/b/file", limit: 9) == [1], "what it holds open stays open")
      }
    }
  }

  @Test func aSlashIsOneWhateverFollowsIt() throws {
    try withTemporaryFolder { path in
      try Folder.create("\(path)/outside")
      try OutputFile.write([1], to: "\(path)/outside/\u{301}x")
      let folder = ConfinedFolder("\(path)/in")
      try folder.create()
      try link("\(path)/in/away", to: "../outside")
      // The slash and the accent are one character.
      #expect(throws: FileError.self) { try folder.read("away/\u{301}x", limit: 9) }
      #expect(throws: FileError.self) { try folder.writeNew([2], to: "away/\u{302}x") }
      #expect(ConfinedFolder.parent(of: "a/\u{301}b") == "a")
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
