import JSON
import Testing

@testable import Publishing

@Suite("Members of an object, read without a tree") struct MembersTests {
  private enum Key: String, MemberKey {
    case name, count, isOpen, rows, inner
  }

  private func read(
    _ text: String, _ readWhole: (Key, inout JSONReader) -> Bool = { _, _ in false }
  ) -> JSONMembers<Key>? {
    JSONReader.read(Array(text.utf8), file: "a.json") { JSONMembers(&$0, readWhole) }
  }

  @Test func scalarsAreReadByTheirKeys() throws {
    let members = try #require(
      read(#"{"count": 3, "name": "a\nb", "other": [{}], "isOpen": true}"#))
    #expect(members.text(.name) == "a\nb")
    #expect(members.number(.count) == 3)
    #expect(members.flag(.isOpen) == true)
  }

  @Test func aValueOfAnotherKindIsNone() throws {
    let members = try #require(read(#"{"name": 1, "count": "1", "isOpen": {"name": "x"}}"#))
    #expect(members.text(.name) == nil && members.number(.count) == nil)
    #expect(members.flag(.isOpen) == nil)
  }

  @Test func aKeyThatIsGivenTwiceIsAnError() {
    #expect(read(#"{"name": "a", "name": "b"}"#) == nil)
    #expect(read(#"{"name": "a", "inner": {"name": "b"}}"#) != nil)
  }

  @Test(arguments: ["", "{", #"{"name": "a""#, #"{"name": "a"} x"#, #"{"count": 1.2.3}"#])
  func damagedFilesAreNone(text: String) {
    #expect(read(text) == nil)
  }

  @Test func anotherValueHasNoMembers() throws {
    #expect(try #require(read(#"[{"name": "a"}]"#)).text(.name) == nil)
  }

  @Test func rowsAreLists() throws {
    var rows: [[JSONScalar]]?
    let members = read(#"{"rows": [["a", 1], 2, [], [[3], true]], "name": "b"}"#) { key, reader in
      guard key == .rows else { return false }
      rows = reader.readRows()
      return true
    }
    #expect(try #require(members).text(.name) == "b")
    let found = try #require(rows)
    #expect(found.map(\.count) == [2, 0, 0, 2])
    #expect(found[0][0].text == "a" && found[0][1].number == 1)
    #expect(found[3][0].text == nil && found[3][0].number == nil)
  }
}
