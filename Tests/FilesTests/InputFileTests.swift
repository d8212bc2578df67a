import Files
import Foundation
import TestSupport
import Testing

@Suite struct InputFileTests {
  @Test func aFileIsReadInPieces() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/data"
      let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
      try OutputFile.write(bytes, to: path)
      let file = try InputFile(path: path)
      #expect(file.size == bytes.count)
      var read: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { break }
        read += chunk[..<count]
      }
      #expect(read == bytes)
      #expect(throws: FileError.self) { try InputFile.contents(of: path, limit: 199_999) }
      #expect(try InputFile.contents(of: path, limit: 200_000) == bytes)
    }
  }

  @Test func theRestOfASmallFileIsReadAsItIsNow() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/data"
      try OutputFile.write(Array("0123456789".utf8), to: path)
      let file = try InputFile(path: path)
      var head = [UInt8](repeating: 0, count: 4)
      #expect(try head.withUnsafeMutableBytes { try file.read(into: $0) } == 4)
      #expect(String(decoding: try file.readAll(), as: UTF8.self) == "456789")
      let cut = try InputFile(path: path)
      #expect(truncate(path, 3) == 0)
      #expect(String(decoding: try cut.readAll(), as: UTF8.self) == "012")
      let grown = try InputFile(path: path)
      let bounded = try InputFile(path: path)
      let appended = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try appended.seekToEnd()
      try appended.write(contentsOf: Data(repeating: 0x78, count: 100_000))
      #expect(
        String(decoding: try grown.readAll(), as: UTF8.self) == "012"
          + String(repeating: "x", count: 100_000))
      #expect(throws: FileError.self) { try bounded.readAll(limit: 3) }
      #expect(truncate(path, 0) == 0)
      #expect(try InputFile.contents(of: path).isEmpty)
    }
    // Such a file says that it is empty.
    #expect(try InputFile.contents(of: "/proc/self/status").count > 100)
  }

  @Test func anUnreadableFileHasAReason() throws {
    func failure(_ path: String) -> String? {
      do throws(FileError) {
        _ = try InputFile.contents(of: path)
        return nil
      } catch { return error.message }
    }
    #expect(failure("/nowhere/x") == "can't read '/nowhere/x': No such file or directory")
    #expect(failure("/usr") == "can't read '/usr': is a folder")
    #expect(failure("") == "can't read '': No such file or directory")
    #expect(failure("/etc/passwd/x") == "can't read '/etc/passwd/x': Not a directory")
  }

  @Test func foldersAreCreatedWithTheirParents() throws {
    try withTemporaryFolder { folder in
      try Folder.create("\(folder)/a/b/c")
      try Folder.create("\(folder)/a/b/c/")
      #expect(Folder.exists("\(folder)/a/b/c"))
      try OutputFile.write([1], to: "\(folder)/file")
      #expect(throws: FileError.self) { try Folder.create("\(folder)/file") }
      #expect(throws: FileError.self) { try Folder.create("\(folder)/file/x") }
      #expect(throws: FileError.self) { try Folder.create("") }
      #expect(try Folder.names(in: folder) == ["a", "file"])
    }
  }

  @Test(arguments: [
    ("a", "."), ("a/b", "a"), ("/a", "/"), ("a/b/", "a"), ("a//b", "a"), ("//a", "/"), ("", "."),
  ])
  func theParentOfAPathIsFound(path: String, parent: String) {
    #expect(Folder.parent(of: path) == parent)
  }

  @Test func environmentAndArgumentsAreRead() {
    #expect(SystemInfo.environment()["PATH"] == ProcessInfo.processInfo.environment["PATH"])
    let pipe = Pipe()
    #expect(!SystemInfo.isTerminal(pipe.fileHandleForReading.fileDescriptor))
    #expect(SystemInfo.columns(of: pipe.fileHandleForReading.fileDescriptor) == nil)
  }
}
