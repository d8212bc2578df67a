import Testing
import Text

@Suite("Hashes of outlines") struct OutlineHashTests {
  private func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { VolatileText($0).outlineHash }
  }

  private func outline(_ text: String) -> String {
    var text = text
    var bytes: [UInt8] = []
    text.withUTF8 { VolatileText($0).writeNormalized(.outline, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let texts = [
    "waited 10 ms for 'a b'", "  waited  99 ms\tfor 'c' ", "Waited 10 ms for 'a'",
    "port 127.0.0.1:80",
    "port [::1]:80%", "port 7", "can't find it", "can't find 'it'", "12", "\"\"", "'", "",
    "utf-8 v1.2",
    "utf-16 v1.2", "id deadbeef01", "id 0f2c9a7e-1b", "id deadbeef", "id cafe-babe-12345678",
    "a 99.5% full disk", "äöü 12 ß", "äöü 13 ß",
  ]

  @Test func equalOutlinesHaveEqualHashes() {
    for one in Self.texts {
      for other in Self.texts where outline(one) == outline(other) {
        #expect(hash(one) == hash(other), "\(one) and \(other)")
      }
    }
  }

  @Test func otherOutlinesHaveOtherHashes() {
    for one in Self.texts {
      for other in Self.texts where outline(one) != outline(other) {
        #expect(hash(one) != hash(other), "\(one) and \(other)")
      }
    }
  }

  @Test func valuesAreFoundInTheirOrder() {
    var text = "waited 10 ms for 'a b'"
    var bytes: [UInt8] = []
    let values = text.withUTF8 { VolatileText($0).writeOutlineWithValues(to: &bytes) }
    #expect(values == [7..<9, 17..<22])
    #expect(String(decoding: bytes, as: UTF8.self) == "waited # ms for …")
  }

  @Test func aTextHasItsOutlineAndNoOther() {
    for one in Self.texts {
      let bytes = Array(outline(one).utf8)
      for var other in Self.texts {
        let isEqual = bytes.withUnsafeBufferPointer { bytes in
          other.withUTF8 { VolatileText($0).hasOutline(bytes) }
        }
        #expect(isEqual == (outline(one) == outline(other)), "\(one) and \(other)")
      }
    }
  }

  @Test func valuesThatDifferAreNotedWhileTextsAreCompared() {
    var first = "waited 10 ms for 'a b' at 3"
    var second = "waited  12 ms for 'a b' at 30"
    var outline: [UInt8] = []
    let values = first.withUTF8 { VolatileText($0).writeOutlineWithValues(to: &outline) }
    var isShared = [Bool](repeating: true, count: values.count)
    let isEqual = first.withUTF8 { first in
      second.withUTF8 { second in
        outline.withUnsafeBufferPointer { outline in
          values.withUnsafeBufferPointer { values in
            isShared.withUnsafeMutableBufferPointer {
              VolatileText(second).hasOutline(
                outline, of: first, values: values, isShared: $0)
            }
          }
        }
      }
    }
    #expect(isEqual)
    #expect(isShared == [false, true, false])
  }
}
