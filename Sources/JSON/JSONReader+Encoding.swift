import Diagnostics

extension JSONReader {
  /// Skips a byte order mark. Reports files that are not UTF-8 text.
  mutating func checkEncoding() {
    ensure(4)
    let (a, b, c, d) = (base[0], base[1], base[2], base[3])
    let available = end - cursor
    if available >= 3, a == 0xEF, b == 0xBB, c == 0xBF {
      cursor = 3
      lineStart = 3
      return
    }
    let name: String? =
      if available >= 4, (a, b, c, d) == (0xFF, 0xFE, 0, 0) || (a, b, c, d) == (0, 0, 0xFE, 0xFF) {
        "UTF-32"
      } else if available >= 2, (a, b) == (0xFF, 0xFE) || (a, b) == (0xFE, 0xFF) {
        "UTF-16"
      } else if available >= 4, (b, c, d) == (0, 0, 0) && a != 0 || (a, b, c) == (0, 0, 0) && d != 0
      {
        "UTF-32"
      } else if available >= 2, (a == 0) != (b == 0) {
        "UTF-16"
      } else {
        nil
      }
    let start = Position(line: 1, column: 1)
    if let name {
      fail(
        "wrong-encoding", at: start, "the file is encoded in \(name), not in UTF-8",
        help: ["save it as UTF-8"])
    } else if available >= 2, (a, b) == (0x1F, 0x8B) {
      fail(
        "wrong-encoding", at: start, "the file is compressed by gzip",
        help: ["decompress it: gzip -dc FILE | tidemark render -"])
    }
  }
}
