import Testing

@testable import Text

@Suite struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func sha256MatchesTheStandardsVectors(text: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(of: text)) == digest)
  }

  @Test func sha256OfPiecesEqualsThatOfTheWhole() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = SHA256.digest(of: bytes)
    for size in [1, 3, 55, 56, 63, 64, 65, 127, 128, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(hash.digest() == whole)
    }
  }

  @Test func sha256OfABufferEqualsThatOfItsBytes() {
    for count in 0...200 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      var buffer = bytes
      let words = SHA256.digest(padding: &buffer)
      let whole = (0..<8).flatMap { word in
        (0..<4).map { UInt8(truncatingIfNeeded: words[word] >> UInt32(24 - 8 * $0)) }
      }
      #expect(whole == SHA256.digest(of: bytes))
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
    ("\u{3FF}?>", "z78/Pg=="),
  ])
  func base64MatchesTheStandardsVectors(text: String, encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
