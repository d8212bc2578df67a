import Files
import Foundation
import TestSupport
import Testing

@Suite struct OutputFileTests {
  private func content(_ path: String) throws -> String {
    String(decoding: try InputFile.contents(of: path), as: UTF8.self)
  }

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test func commitReplacesTheOldFile() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/page.html"
      try OutputFile.write(Array("old".utf8), to: path)
      let file = try OutputFile(path: path)
      try file.write(Array("ne".utf8))
      try file.write(Array("w".utf8))
      #expect(try content(path) == "old")
      try file.commit()
      #expect(try content(path) == "new")
      #expect(try Folder.names(in: folder) == ["page.html"])
    }
  }

  @Test func withoutACommitNothingIsLeft() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/page.html"
      try OutputFile.write(Array("old".utf8), to: path)
      do {
        let file = try OutputFile(path: path)
        try file.write(Array("half".utf8))
      }
      #expect(try content(path) == "old")
      #expect(try Folder.names(in: folder) == ["page.html"])
    }
  }

  @Test func theModeOfAReplacedFileIsKept() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/page.html"
      try OutputFile.write([1], to: path)
      let usual = try permissions(path)
      #expect(FileManager.default.createFile(atPath: "\(folder)/other", contents: nil))
      #expect(try usual == permissions("\(folder)/other"))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      try OutputFile.write([2], to: path)
      #expect(try permissions(path) == 0o640)
    }
  }

  @Test func theTargetOfALinkIsReplaced() throws {
    try withTemporaryFolder { folder in
      try Folder.create("\(folder)/a/b")
      let target = "\(folder)/a/page.html"
      try OutputFile.write([1], to: target)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/a/b/link", withDestinationPath: "../page.html")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link", withDestinationPath: "a/b/link")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/dangling", withDestinationPath: "a/later.html")
      try OutputFile.write(Array("new".utf8), to: "\(folder)/link")
      try OutputFile.write(Array("later".utf8), to: "\(folder)/dangling")
      #expect(try content(target) == "new")
      #expect(try content("\(folder)/a/later.html") == "later")
      let kind = try FileManager.default.attributesOfItem(atPath: "\(folder)/link")[.type]
      #expect(kind as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test func anUnwritableFileHasAReason() throws {
    try withTemporaryFolder { folder in
      func failure(_ path: String) -> FileError? {
        do throws(FileError) {
          try OutputFile.write([1], to: path)
          return nil
        } catch { return error }
      }
      #expect(failure(folder)?.message == "can't write '\(folder)': is a folder")
      let missing = "\(folder)/missing/page.html"
      #expect(failure(missing)?.message == "can't write '\(missing)': No such file or directory")
      #expect(failure("")?.isAbsence == true)
      #expect(failure("\(folder)/a\u{0}b")?.isAbsence == true)
      #expect(failure("\(folder)/new/")?.isFolder == true)
      #expect(failure("\(folder)/\(String(repeating: "x", count: 300))") != nil)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/loop", withDestinationPath: "loop")
      #expect(failure("\(folder)/loop")?.reason == "Too many levels of symbolic links")
      #expect(try Folder.names(in: folder) == ["loop"])
    }
  }

  @Test func devicesAreWrittenInPlace() throws {
    try OutputFile.write([1, 2, 3], to: "/dev/null")
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    do throws(FileError) {
      try OutputFile.write([1], to: "/dev/full")
      Issue.record("a full device took bytes")
    } catch {
      #expect(error.reason == "No space left on device")
    }
  }

  @Test func namedPipesAreWrittenInPlace() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      #expect(mkfifo(path, 0o600) == 0)
      // Open both ends at once, so that neither blocks.
      let reader = open(path, O_RDWR)
      defer { close(reader) }
      try OutputFile.write(Array("through".utf8), to: path)
      var bytes = [UInt8](repeating: 0, count: 16)
      #expect(read(reader, &bytes, 16) == 7)
      #expect(try Folder.names(in: folder) == ["pipe"])
    }
  }

  @Test func aStreamThatIsAFileIsContinued() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/log"
      try OutputFile.write(Array("first ".utf8), to: path)
      let stream = open(path, O_WRONLY | O_APPEND)
      defer { close(stream) }
      try OutputFile.write(Array("second".utf8), to: "/dev/fd/\(stream)")
      #expect(try content(path) == "first second")
      #expect(throws: FileError.self) { try OutputFile.write([1], to: "/dev/fd/99999") }
    }
  }

  @Test func aPipeIsWrittenAndRead() throws {
    let pipe = Pipe()
    let writer = OutputFile(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    try writer.write(Array("through".utf8))
    try writer.commit()
    try pipe.fileHandleForWriting.close()
    let reader = try InputFile(
      descriptor: pipe.fileHandleForReading.fileDescriptor, name: "standard input")
    #expect(reader.size == nil)
    #expect(try reader.readAll() == Array("through".utf8))
  }

  @Test func aClosedPipeIsReported() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let writer = OutputFile(
      descriptor: pipe.fileHandleForWriting.fileDescriptor, name: "standard output")
    do throws(FileError) {
      try writer.write([1])
      Issue.record("nobody was there to read")
    } catch {
      #expect(error.isBrokenPipe)
      #expect(error.path == "standard output")
    }
  }
}
