import Files
import Foundation
import TestSupport
import Testing

@Suite struct FolderWalkTests {
  @Test func pipesAreNamedAndNoFiles() throws {
    try withTemporaryFolder { folder in
      try OutputFile.write([], to: "\(folder)/a.xml")
      for name in ["p.xml", ".hidden.xml"] { #expect(mkfifo("\(folder)/\(name)", 0o600) == 0) }
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/link.xml", withDestinationPath: "p.xml")
      let walk = FolderWalk(folder, roots: [folder])
      #expect(walk.files == ["\(folder)/a.xml"])
      #expect(walk.special == ["\(folder)/link.xml", "\(folder)/p.xml"])
    }
  }
}
