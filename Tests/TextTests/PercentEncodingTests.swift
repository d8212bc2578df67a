import Testing
import Text

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%a9", "é"), ("100%", "100%"), ("%2", "%2"), ("%+1%2g", "%+1%2g"),
    ("%2520", "%20"), ("%00", "\0"), ("", ""),
  ])
  func bytesAreDecodedOnceAndTheRestStays(address: String, expected: String) {
    #expect(PercentEncoding.decoded(address) == expected)
  }

  @Test func aZeroStaysWhereNoneMayBe() {
    #expect(PercentEncoding.decoded("a%00%20b", keepsZero: true) == "a%00 b")
  }
}
