import Model
import TestSupport
import Testing

@testable import Composing

@Suite("Short paths") struct ShortPathsTests {
  private func paths(_ files: String...) -> [String] {
    let locations = files.map { Message.Location(file: $0) }
    let paths = ShortPaths([
      locations.map { Message(urgency: .error, title: "t", location: $0) }
    ])
    return locations.map(paths.path)
  }

  @Test func aNameOfOneFileNeedsNoFolder() {
    #expect(paths("src/a.c", "src/b.c", "src/b.c") == ["a.c", "b.c", "b.c"])
  }

  @Test func asManyFoldersAsNecessaryTellFilesApart() {
    #expect(
      paths("x/api/user.c", "x/web/user.c", "y/web/user.c")
        == ["api/user.c", "x/web/user.c", "y/web/user.c"])
    #expect(paths("user.c", "web/user.c") == ["user.c", "web/user.c"])
    // A name that ends like another folder is another one.
    #expect(paths("api/user.c", "my-api/user.c") == ["api/user.c", "my-api/user.c"])
  }

  @Test func aPathWithoutANameIsWhole() {
    #expect(paths("/", "", "C:\\src\\a.c") == ["/", "", "a.c"])
  }
}
