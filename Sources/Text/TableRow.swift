// Unsafe pointers: lines are scanned in place, without a copy.

/// A line of a table in GitHub's syntax: cells between pipes. The pipes at both ends are optional.
package enum TableRow {
  package typealias Bytes = UnsafeBufferPointer<UInt8>

  package enum Alignment {
    case none, left, center, right
  }

  /// Whether a line may be the delimiter below a header: dashes, colons and at least one pipe,
  /// after quote markers.
  package static func isDelimiter(_ line: Bytes) -> Bool {
    var hasDash = false
    var hasPipe = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: "|"): hasPipe = true
      case UInt8(ascii: ":"), UInt8(ascii: ">"), 0x20, 0x09: break
      default: return false
      }
    }
    return hasDash && hasPipe
  }

  /// The alignments of the columns; nil if the line is not a delimiter between header and rows.
  package static func alignments(_ line: Bytes) -> [Alignment]? {
    var alignments: [Alignment] = []
    var isValid = true
    forEachCell(in: line) { cell in
      var dashes = cell[...]
      let isLeft = dashes.first == UInt8(ascii: ":")
      if isLeft { dashes = dashes.dropFirst() }
      let isRight = dashes.last == UInt8(ascii: ":")
      if isRight { dashes = dashes.dropLast() }
      isValid = isValid && !dashes.isEmpty && dashes.allSatisfy { $0 == UInt8(ascii: "-") }
      alignments.append(isLeft ? isRight ? .center : .left : isRight ? .right : .none)
    }
    return isValid && !alignments.isEmpty ? alignments : nil
  }

  /// Calls `body` with each trimmed cell. A pipe after a backslash belongs to its cell, in code
  /// too.
  package static func forEachCell(in line: Bytes, _ body: (Bytes) -> Void) {
    let row = line.trimmed
    var start = row.first == UInt8(ascii: "|") ? 1 : 0
    var index = start
    while index < row.count {
      if row[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if row[index] == UInt8(ascii: "|") {
        body(Bytes(rebasing: row[start..<index]).trimmed)
        start = index + 1
      }
      index += 1
    }
    if start < row.count { body(Bytes(rebasing: row[start...]).trimmed) }
  }

  package static func countCells(in line: Bytes) -> Int {
    var count = 0
    forEachCell(in: line) { _ in count += 1 }
    return count
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without spaces and tabs at both ends.
  package var trimmed: Self {
    var end = count
    while end > 0, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return Self(rebasing: self[..<end]).trimmedAtStart
  }

  package var trimmedAtStart: Self {
    var start = 0
    while start < count, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    return Self(rebasing: self[start...])
  }
}
