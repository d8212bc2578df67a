import Diagnostics
import JSON
import TestSupport
import Testing
import XML

@Suite struct XMLReaderTests {
  /// What a document says, an event a word, and the diagnostics; read in pieces of several sizes, which
  /// must agree.
  private func read(
    _ document: String, limits: XMLReader.Limits = .init()
  ) -> (events: [String], log: [String]) {
    var results: [([String], [String])] = []
    for piece in [1, 5, 64, Int.max] {
      var reader = XMLReader(
        file: "a.xml", source: ByteSource(bytes: Array(document.utf8), piece: piece), limits: limits
      )
      var events: [String] = []
      var isText = false
      while let event = reader.next() {
        switch event {
        case .start:
          let place = "\(reader.position.line):\(reader.position.column)"
          events.append("<\(reader.name) \(reader.attribute("a") ?? "-") \(place)")
        case .text:
          let text = String(decoding: reader.text, as: UTF8.self)
          if isText { events[events.count - 1] += text } else { events.append(text) }
        case .end: events.append(">\(reader.name) \(reader.depth)")
        }
        isText = event == .text
      }
      let log = reader.finish().diagnostics.map { found in
        "\(found.location?.line ?? 0):\(found.location?.column ?? 0) \(found.severity) \(found.id)"
      }
      results.append((events, log))
    }
    #expect(results.allSatisfy { $0 == results[0] })
    return results[0]
  }

  @Test func elementsAttributesAndTextsComeInOrder() {
    let (events, log) = read("<r a=\"1 &amp; é\">\n  <x:b x:a='2'/>t&lt;<![CDATA[<u>]]></r>\n")
    #expect(events == ["<r 1 & é 1:1", "\n  ", "<b 2 2:3", ">b 1", "t<<u>", ">r 0"])
    #expect(log.isEmpty)
  }

  @Test func aDeclaredEncodingIsNotBelieved() {
    let (events, log) = read("<?xml version=\"1.0\" encoding=\"utf-16\"?><r>é</r>")
    #expect(events == ["<r - 1:40", "é", ">r 0"] && log.isEmpty)
  }

  @Test func repairsAreSaidOnceWithTheFirstPlace() {
    let (events, log) = read("<r>\n<a>\u{1B}[1m&#0;</a></r>")
    #expect(events.contains("␛[1m␀"))
    #expect(log == ["2:4 warning repaired-character"])
  }

  @Test(arguments: [
    ("<r>\n<a></b></r>", "2:6 error malformed-xml"),
    ("<r>\n <a>", "2:5 error truncated-file"),
    ("<r b='<'/>", "1:7 error malformed-xml"),
    ("<r/><r/>", "1:5 error second-root"),
    ("<r/>\ntext", "2:1 error second-root"),
    ("", "1:1 error truncated-file"),
    ("<r a='1' a='2'/>", "1:10 error malformed-xml"),
    ("<r>&nope;</r>", "1:4 error malformed-xml"),
  ])
  func damageIsAnErrorAtItsPlace(document: String, expected: String) {
    #expect(read(document).log == [expected])
  }

  @Test(arguments: [
    ("<r>a & b</r>", "1:6 '&' is not escaped: it is written '&amp;'"),
    ("<r>AT&T is</r>", "1:6 '&' is not escaped: it is written '&amp;'"),
    ("<r a='é & x'/>", "1:9 '&' is not escaped: it is written '&amp;'"),
    ("<r>é &ü b</r>", "1:6 '&' is not escaped: it is written '&amp;'"),
    ("<r>\n1 < 2</r>", "2:3 '<' is not escaped: it is written '&lt;'"),
    ("<r>if (a<b) c</r>", "1:9 '<' is not escaped: it is written '&lt;'"),
    ("<r a='<'/>", "1:7 '<' stands inside of a tag: in a value it is written '&lt;'"),
    ("<r>\n<a>List<String></a></r>", "2:18 an end tag does not match the element opened at 2:8"),
    ("<r a=1/>", "1:6 '1' may not stand here"),
    ("log\n<r/>", "1:1 text stands before the root element"),
    ("<r/><r/>", "1:5 another root element follows the end of the root element"),
    ("<r/>\nlog", "2:1 text follows the end of the root element"),
    ("<r>\n<a>", "2:4 the file ends inside the element opened at 2:1"),
  ])
  func theCauseOfDamageIsSaid(document: String, expected: String) {
    for piece in [1, 7, Int.max] {
      var reader = XMLReader(
        file: "a.xml", source: ByteSource(bytes: Array(document.utf8), piece: piece))
      while reader.next() != nil {}
      let found = reader.finish().diagnostics.map { problem in
        "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0) \(problem.summary)"
      }
      #expect(found == [expected])
    }
  }

  @Test(arguments: [
    "<a x='&amp; &b;'/>", "&b;", "<a x='&#38;'/>\n &b; <c/>", "<a>&b;</a>", "<a>x &b; y</a>",
  ])
  func entitiesThatMayStandForElementsAreNotDefined(content: String) {
    for type in ["SYSTEM 'a.dtd'", "PUBLIC 'a' 'a.dtd'", "[%p;]"] {
      let log = read("<!DOCTYPE r \(type)>\n<r>\(content)</r>").log
      #expect(log.map { $0.hasSuffix("error malformed-xml") } == [true], "\(log)")
      #expect(read("<!DOCTYPE r \(type)>\n<r a='&lt;'>&amp;<b c='&#65; &quot;'/></r>").log.isEmpty)
    }
  }

  @Test func entityDeclarationsAreRefusedBeforeAnythingExpands() {
    let (events, log) = read(
      "<!DOCTYPE r [\n<!ENTITY a 'x'><!ENTITY b '&a;&a;&a;'>]><r>&b;</r>")
    #expect(events.isEmpty)
    #expect(log == ["2:12 error xml-entity"])
    #expect(read("<!DOCTYPE r [<!ENTITY % p SYSTEM 'file:///etc/passwd'>%p;]><r/>").log.count == 1)
  }

  @Test(arguments: ["'x'", "#FIXED 'x'"]) func defaultsOfAttributesAreRefused(value: String) {
    let (events, log) = read("<!DOCTYPE r [\n<!ATTLIST r a CDATA \(value)>]><r/>")
    #expect(events.isEmpty)
    #expect(log == ["2:\(21 + value.count - 3) error xml-default"])
  }

  @Test func attributesMayBeDeclaredUpToALimit() {
    let (events, log) = read(
      "<!DOCTYPE r [<!ATTLIST r a CDATA #IMPLIED b ID #REQUIRED>]><r a='1'/>")
    #expect(events == ["<r 1 1:60", ">r 0"] && log.isEmpty)
    let names = (0...1_000).map { "a\($0) CDATA #IMPLIED" }.joined(separator: " ")
    #expect(read("<!DOCTYPE r [<!ATTLIST r \(names)>]><r/>").log == ["1:19928 error xml-default"])
  }

  @Test func whatIsMadeOfADocumentHasALimit() {
    var limits = XMLReader.Limits()
    limits.amplification = 1
    limits.freeBytes = 1_000
    let name = String(repeating: "n", count: 600)
    #expect(read("<\(name)/>", limits: limits).log == ["1:604 error out-of-memory"])
    #expect(read("<\(name)></\(name)>", limits: limits).log.isEmpty)
    #expect(read("<\(name)/>").log.isEmpty)
  }

  @Test func aDocumentTypeAloneIsPassedOver() {
    let (events, log) = read("<!DOCTYPE r SYSTEM \"no-such.dtd\"><r>a&nbsp;b</r>")
    #expect(events == ["<r - 1:34", "a&nbsp;b", ">r 0"] && log.isEmpty)
    #expect(read("<!DOCTYPE r SYSTEM \"x\"><r>a<b/>&nbsp;b<c>&hellip;</c></r>").log.isEmpty)
  }

  @Test func nestingHasALimit() {
    let nested = String(repeating: "<a>", count: 300)
    #expect(read(nested).log == ["1:769 error too-deep"])
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func aTagThatDoesNotEndHasALimit() {
    var limits = XMLReader.Limits()
    limits.valueBytes = 1_000
    #expect(read("<r a='" + String(repeating: "x", count: 70_000), limits: limits).log.count == 1)
    #expect(
      read("<r>" + String(repeating: "x", count: 70_000) + "</r>", limits: limits).log.isEmpty)
    let comments = String(repeating: "<!-- a comment -->", count: 10_000)
    #expect(read("<r>" + comments + "</r>", limits: limits).log.isEmpty)
  }

  @Test func skippingAnElementLeavesItsSiblings() {
    let document = "<r><a>1<b/>2</a><c/></r>"
    var reader = XMLReader(file: "a.xml", source: ByteSource(bytes: Array(document.utf8)))
    var names: [String] = []
    while let event = reader.next() {
      guard event == .start else { continue }
      names.append(reader.name)
      if reader.name == "a" { reader.skipElement() }
    }
    let depth = reader.depth
    #expect(names == ["r", "a", "c"] && depth == 0)
  }

  @Test func unreadableSourcesAreErrors() {
    var reader = XMLReader(file: "a.xml", source: ByteSource { _ in -5 })
    let event = reader.next()
    #expect(event == nil)
    #expect(reader.finish().diagnostics.map(\.id) == ["unreadable-file"])
  }

  @Test func aCutDocumentNeverEndsWell() {
    let document = "<?xml version=\"1.0\"?><r a=\"é\"><b>&amp;<![CDATA[x]]></b><!-- c --></r>"
    let bytes = Array(document.utf8)
    for end in 0..<bytes.count {
      var reader = XMLReader(file: "a.xml", source: ByteSource(bytes: Array(bytes[..<end])))
      while reader.next() != nil {}
      let hasFailed = reader.hasFailed
      #expect(hasFailed, "cut at \(end)")
    }
  }
}
