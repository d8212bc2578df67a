import Composing
import Model
import Testing
import Text

@testable import Rendering

/// The outputs have the fields that the table of a message's fields gives them.
@Suite struct MessageFieldTests {
  private func example(_ field: MessageField) -> (message: Message, text: String) {
    var example = message(.error, "Broken")
    switch field.content {
    case .part: break
    case .text(let path), .name(let path): example[keyPath: path] = "https://a.example/b"
    case .seconds(let path): example[keyPath: path] = 1.5
    case .number(let path, let range, _): example[keyPath: path] = range.lowerBound + 6
    }
    return (example, field.text(of: example) ?? "")
  }

  @Test(arguments: MessageField.inJSON) func theJSONHasTheField(field: MessageField) throws {
    let (message, text) = example(field)
    let json = rendered(try report(completed([message])), to: .json).text
    #expect(
      json.contains("\"\(field.key)\": \"\(text)\"") || json.contains("\"\(field.key)\": \(text)"))
  }

  @Test(arguments: MessageField.allCases.filter { $0.uses.contains(.csv) })
  func theTableHasTheField(field: MessageField) throws {
    let (message, text) = example(field)
    let rows = rendered(try report(completed([message])), to: .csv).text.split(separator: "\r\n")
    let cells = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let column = try #require(cells.first?.firstIndex(of: field.key[...]))
    #expect(cells.map { $0[column] } == [field.key[...], text[...]])
  }

  @Test func templatesKnowTheFields() throws {
    let names = MessageField.allCases.filter { $0.uses.contains(.templates) }.map(\.key)
    #expect(names.filter { !Field.names.contains($0) } == [])
    #expect(Set(Field.names).count == Field.names.count)
  }
}
