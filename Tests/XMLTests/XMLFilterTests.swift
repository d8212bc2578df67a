import Testing

@testable import XML

@Suite struct XMLFilterTests {
  /// The cleaned document, filtered in pieces of every size up to a limit, which must all agree.
  private func filtered(_ bytes: [UInt8]) -> (text: String, repairs: Int, first: XMLPosition?) {
    var results: Set<[UInt8]> = []
    var repairs: Set<Int> = []
    var places: Set<XMLPosition?> = []
    for size in [1, 2, 3, 7, 16, 17, 33, 4096] {
      var filter = XMLFilter()
      var output: [UInt8] = []
      var window: [UInt8] = []
      var rest = bytes[...]
      repeat {
        window += rest.prefix(size)
        rest = rest.dropFirst(size)
        let taken = window.withUnsafeBufferPointer {
          filter.filter($0, isLast: rest.isEmpty, into: &output)
        }
        window.removeFirst(taken)
      } while !rest.isEmpty
      #expect(window.isEmpty)
      results.insert(output)
      repairs.insert(filter.repairs)
      places.insert(filter.firstRepair)
    }
    #expect(results.count == 1 && repairs.count == 1 && places.count == 1)
    return (
      String(decoding: results.first ?? [], as: UTF8.self), repairs.first ?? 0, places.first ?? nil
    )
  }

  @Test func allowedDocumentsStayAsTheyAre() {
    let document =
      "<?xml version=\"1.0\"?>\r\n<a b='é日😀'>&amp;&#9;&#xe9;&lt;\t<!-- & --><![CDATA[&#27;]]></a>"
    let result = filtered(Array(document.utf8))
    #expect(result.text == document && result.repairs == 0 && result.first == nil)
  }

  @Test func controlCharactersBecomeTheirPictures() {
    let result = filtered(Array("<a>\n x\u{1B}[31mred\u{1B}[0m\u{0}</a>".utf8))
    #expect(result.text == "<a>\n x␛[31mred␛[0m␀</a>")
    #expect(result.repairs == 3 && result.first == XMLPosition(line: 2, column: 3))
  }

  @Test func forbiddenReferencesBecomeCharacters() {
    let result = filtered(Array("<a b='&#27;&#x1C;'>&#0;&#xFFFE;&#xD800;&#99999999;&#65;</a>".utf8))
    #expect(result.text == "<a b='␛␜'>␀\u{FFFD}\u{FFFD}\u{FFFD}&#65;</a>")
    #expect(result.repairs == 6)
  }

  @Test func referencesInCharacterDataAreText() {
    let document = "<a><![CDATA[&#27; ]] ]>]]>&#27;<!-- &#27; --><?p &#27;?></a>"
    #expect(
      filtered(Array(document.utf8)).text
        == "<a><![CDATA[&#27; ]] ]>]]>␛<!-- &#27; --><?p &#27;?></a>")
  }

  @Test func invalidUTF8BecomesReplacementCharacters() {
    let bytes: [UInt8] = [
      0x61, 0xC3, 0x28, 0xE2, 0x82, 0x41, 0xF0, 0x9F, 0x98, 0x80, 0xED, 0xA0, 0x80, 0xC0, 0xAF,
      0xFF, 0xF0,
    ]
    let result = filtered(bytes)
    #expect(result.text == "a\u{FFFD}(\u{FFFD}A😀\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  @Test func unfinishedReferencesAreLeftToTheParser() {
    for document in ["&#", "&#x;", "&#27", "&", "a&#x1b"] {
      #expect(filtered(Array(document.utf8)).text == document)
    }
  }
}
