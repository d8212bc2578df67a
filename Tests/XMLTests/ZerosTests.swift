import Diagnostics
import JSON
import Testing

@testable import XML

@Suite struct ZerosTests {
  @Test(arguments: [(1, false), (15, false), (16, true), (4096, true)])
  func aBlockOfZerosIsDamage(count: Int, isDamage: Bool) {
    let text = "<a><b/>" + String(repeating: "\0", count: count) + "<b/></a>"
    var reader = XMLReader(
      file: "a.xml", source: ByteSource(bytes: Array(text.utf8)), log: DiagnosticLog())
    while reader.next() != nil {}
    #expect(reader.hasFailed == isDamage)
  }
}
