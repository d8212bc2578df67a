import Foundation
import Testing

@testable import Files

/// Files that are watched.
@Suite struct FileStampsTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test func stampsDifferWhenAFileIsMadeWrittenReplacedOrRemoved() throws {
    try inFolder { folder in
      let path = folder + "/a"
      func look() -> FileStamps { FileStamps([path]) }
      let absent = look()
      #expect(absent == look())
      try write("one", to: path)
      let one = look()
      #expect(one != absent)
      #expect(one == look())
      try write("two", to: folder + "/b")
      #expect(rename(folder + "/b", path) == 0)
      let two = look()
      #expect(two != one)
      try FileManager.default.removeItem(atPath: path)
      #expect(look() == absent)
    }
  }

  @Test func unusablePathsAreAbsent() {
    let stamps = FileStamps(["", "a\0b", "/dev/null/x"])
    #expect(stamps == FileStamps(["", "a\0b", "/dev/null/x"]))
    #expect(stamps.count == 0)
  }

  @Test func aChangeCountsOnceTheFilesAreStill() throws {
    try inFolder { folder in
      let path = folder + "/a"
      var watch = FileWatch { FileStamps([path]) }
      func changes() -> Bool {
        // Looks keep a distance from each other.
        for _ in 0..<100 {
          if watch.hasChanged() { return true }
          usleep(2_000)
        }
        return false
      }
      #expect(!changes())
      try write("one", to: path)
      #expect(changes())
      #expect(!changes())
    }
  }

  @Test func aFileThatIsAddedLeavesPendingChangesAlone() throws {
    try inFolder { folder in
      final class Paths { var all: [String] = [] }
      let (paths, first, second) = (Paths(), folder + "/a", folder + "/b")
      try write("one", to: first)
      try write("one", to: second)
      paths.all = [first]
      var watch = FileWatch { FileStamps(paths.all) }
      try write("another", to: first)
      let stamps = FileStamps([second])
      try write("another", to: second)
      paths.all.append(second)
      watch.add(stamps)
      var count = 0
      for _ in 0..<200 where count == 0 {
        if watch.hasChanged() { count += 1 }
        usleep(2_000)
      }
      #expect(count == 1)
      // Both are one change.
      for _ in 0..<20 {
        if watch.hasChanged() { count += 1 }
        usleep(2_000)
      }
      #expect(count == 1)
    }
  }

  @Test func aFileIsLeftOutByWhateverPathItWasAdded() throws {
    try inFolder { folder in
      try write("one", to: folder + "/a")
      try write("two", to: folder + "/b")
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/other", withDestinationPath: folder)
      var stamps = FileStamps([folder + "/other/a", folder + "/a", folder + "/b", folder + "/none"])
      #expect(stamps.count == 3)
      stamps.remove([folder + "/a", folder + "/missing"])
      #expect(stamps == FileStamps([folder + "/b", folder + "/none"]))
    }
  }
}
