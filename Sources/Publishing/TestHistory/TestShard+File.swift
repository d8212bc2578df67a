import Diagnostics
import Files
import JSON
import Model
import Text

/// The file of a shard: a script that hands its packed parts to the page.
///
///     testShard(2,"a file's checksum",[
///     "the tests",
///     [["2026-11-20-0312",1763604720,"0a1b2c3d"]],
///     "signs of the runs of a block",
///     "their times",
///     ]);
///
/// A script also loads from disk, where a page can't fetch a file. Each part is text or columns of
/// bytes, compressed as gzip and written in Base64.
extension TestShard {
  static let version = 2

  /// The characters of the separators in unpacked parts.
  private static let (line, tab) = (UInt8(ascii: "\n"), UInt8(ascii: "\t"))

  // MARK: Reading

  /// Reads a file; nil if it is damaged, of another version, or the copy of another shard.
  ///
  /// - Parameter name: The name of the shard: `all`, `7`, `7f`.
  init?(_ file: [UInt8], name: String) {
    let lines = file.split(separator: Self.line, omittingEmptySubsequences: false)
    guard lines.count >= 4, lines.count % 3 == 1,
      lines[lines.count - 2].elementsEqual("]);".utf8), lines[lines.count - 1].isEmpty
    else { return nil }
    let parts = lines[1..<(lines.count - 2)]
    guard lines[0].elementsEqual(Self.opening(Self.checksum(Array(parts), name)).utf8),
      let packedRows = Self.text(parts.first), let rows = Self.rows(packedRows)
    else { return nil }
    var blocks: [Block] = []
    var index = parts.startIndex + 1
    while index < parts.endIndex {
      guard index + 2 < parts.endIndex, let runs = Self.runs(parts[index]), !runs.isEmpty,
        let signs = Self.text(parts[index + 1]), let times = Self.text(parts[index + 2])
      else { return nil }
      blocks.append(Block(runs: runs, packed: (signs, times), open: nil))
      index += 3
    }
    self.init(rows: rows, blocks: blocks, packedRows: packedRows)
  }

  /// Whether a file was written by another version of the program.
  static func isOfOtherVersion(_ file: [UInt8]) -> Bool {
    let start = Array("testShard(".utf8)
    guard file.starts(with: start) else { return false }
    let version = file[start.count...].prefix { 0x30...0x39 ~= $0 }
    return !version.isEmpty && file[version.endIndex...].starts(with: ",\"".utf8)
      && !version.elementsEqual(String(Self.version).utf8)
  }

  private static func opening(_ checksum: String) -> String {
    "testShard(\(version),\"\(checksum)\",["
  }

  /// A checksum of the lines, to notice damage in parts that are not unpacked, and of the shard's
  /// name, to notice a copied file.
  private static func checksum(_ lines: [ArraySlice<UInt8>], _ name: String) -> String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in name.utf8 { add(byte) }
    for line in lines {
      add(Self.line)
      for byte in line { add(byte) }
    }
    return String(sum, radix: 16)
  }

  /// The text of a line `"…",`.
  private static func text(_ line: ArraySlice<UInt8>?) -> String? {
    guard let line, line.count > 3, line.first == UInt8(ascii: "\""),
      line.suffix(2).elementsEqual("\",".utf8)
    else { return nil }
    return String(decoding: line.dropFirst().dropLast(2), as: UTF8.self)
  }

  private static func runs(_ line: ArraySlice<UInt8>) -> [TestBlock.Run]? {
    guard line.last == UInt8(ascii: ","),
      let json = JSONValue.parse(Array(line.dropLast()), file: "tests").0
    else { return nil }
    var runs: [TestBlock.Run] = []
    for element in json.elements {
      let parts = element.elements
      guard parts.count == 3, let id = parts[0].string, SiteName.isValid(id),
        let time = parts[1].number.flatMap({ Int64(exactly: $0) }),
        PublishedRun.times ~= time, let digest = parts[2].string
      else { return nil }
      runs.append(TestBlock.Run(id: id, time: time, digest: digest))
    }
    return runs.count <= TestBlock.most ? runs : nil
  }

  private static func rows(_ packed: String) -> [Row]? {
    guard let bytes = unpack(packed) else { return nil }
    var rows: [Row] = []
    if bytes.isEmpty { return rows }
    for line in bytes.split(separator: line, omittingEmptySubsequences: false) {
      var rest = line
      func next() -> ArraySlice<UInt8> {
        let end = rest.firstIndex(of: tab) ?? rest.endIndex
        defer { rest = rest[min(end + 1, rest.endIndex)...] }
        return rest[..<end]
      }
      guard let digest = Self.digest(next()) else { return nil }
      var row = Row(digest: digest, name: text(of: next()), place: text(of: next()))
      row.earlier = Self.digest(next())
      row.first = number(next())
      row.failures = Int(number(next()) ?? 0)
      let (time, id) = (number(next()), text(of: next()))
      row.lastPass = time.map { Pass(time: $0, id: id) }
      row.later = Self.digest(next())
      rows.append(row)
    }
    return rows
  }

  /// nil if it is empty.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    field.isEmpty ? nil : Int64(text(of: field))
  }

  private static func text(of field: ArraySlice<UInt8>) -> String {
    String(decoding: field, as: UTF8.self)
  }

  // MARK: Writing

  /// The bytes of the file; nil if there is no memory to compress them.
  mutating func file(name: String) -> [UInt8]? {
    if packedRows == nil { packedRows = Self.pack(rowText) }
    guard let packedRows else { return nil }
    var lines = ["\"\(packedRows)\","]
    for index in blocks.indices {
      if blocks[index].packed == nil {
        guard let block = blocks[index].open, let signs = Self.pack(block.signs),
          let times = Self.pack(block.timeBytes)
        else { return nil }
        blocks[index].packed = (signs, times)
      }
      guard let packed = blocks[index].packed else { return nil }
      var writer = JSONWriter()
      writer.array { writer in
        for run in blocks[index].runs {
          writer.array { writer in
            writer.value(run.id)
            writer.value(Int(run.time))
            writer.value(run.digest)
          }
        }
      }
      lines += [writer.string + ",", "\"\(packed.signs)\",", "\"\(packed.times)\","]
    }
    let parts = lines.map { Array($0.utf8)[...] }
    var file = Array(Self.opening(Self.checksum(parts, name)).utf8) + [Self.line]
    for part in parts { file += part + [Self.line] }
    return file + Array("]);\n".utf8)
  }

  private var rowText: [UInt8] {
    var text: [UInt8] = []
    for (index, row) in rows.enumerated() {
      if index > 0 { text.append(Self.line) }
      let fields = [
        TestDigests.text(row.digest), row.name, row.place, row.earlier.map(TestDigests.text) ?? "",
        row.first.map { String($0) } ?? "", row.failures == 0 ? "" : String(row.failures),
        row.lastPass.map { String($0.time) } ?? "", row.lastPass?.id ?? "",
        row.later.map(TestDigests.text) ?? "",
      ]
      for (index, field) in fields.enumerated() {
        if index > 0 { text.append(Self.tab) }
        text += field.utf8
      }
    }
    return text
  }

  private static func digest(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.count == 10 else { return nil }
    var digest: UInt64 = 0
    for digit in digits {
      switch digit {
      case 0x30...0x39: digest = digest << 4 | UInt64(digit - 0x30)
      case 0x61...0x66: digest = digest << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return digest
  }

  static func pack(_ bytes: [UInt8]) -> String? { Gzip.pack(bytes).map(Base64.encode) }

  static func unpack(_ text: String) -> [UInt8]? {
    let bytes: [UInt8]? = text.withBytes { Base64.decode($0) }
    return bytes.flatMap { Gzip.unpack($0, limit: FileLimit.seen.bytes) }
  }
}

/// The packed parts of a block: five lines of text, then a byte for each test and run with the
/// outcome, then one with the environments. The times are two bytes each: first all high ones, then
/// all low ones. A time is a number below 1,000 times a power of ten.
extension TestBlock {
  var signs: [UInt8] {
    func joined(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined(separator: ",") }
    let lines = [
      String(rowCount), environments.joined(separator: "\t"),
      places.map { "\($0.ran)|\($0.failed)" }.joined(separator: " "),
      texts.joined(separator: "\t"),
      failures.map { joined([$0.column, $0.row] + $0.texts) }.joined(separator: " "),
    ]
    return Array((lines.joined(separator: "\n") + "\n").utf8) + outcomes + wheres
  }

  var timeBytes: [UInt8] {
    var (high, low): ([UInt8], [UInt8]) = ([], [])
    high.reserveCapacity(2 * times.count)
    low.reserveCapacity(times.count)
    for time in times {
      var (digits, power) = (time, 0)
      while digits >= 1_000 { (digits, power) = (digits / 10, power + 1) }
      high.append(UInt8(digits >> 8 | power << 2))
      low.append(UInt8(digits & 0xFF))
    }
    return high + low
  }

  /// Returns nil if the text is damaged.
  init?(packed text: String, _ runs: [Run]) {
    guard let bytes = TestShard.unpack(text) else { return nil }
    var lines: [String] = []
    var start = 0
    while lines.count < 5 {
      guard let end = bytes[start...].firstIndex(of: 10) else { return nil }
      lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    guard let rowCount = Int(lines[0]), 0...10_000_000 ~= rowCount else { return nil }
    let size = rowCount * runs.count
    guard bytes.count - start == 2 * size else { return nil }
    func numbers(_ text: Substring) -> [Int]? {
      let parts = text.split(separator: ",")
      let numbers = parts.compactMap { Int($0) }
      return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
    }
    var places: [Places] = []
    for part in lines[2].split(separator: " ") {
      let sets = part.split(separator: "|", omittingEmptySubsequences: false)
      guard sets.count == 2, let ran = UInt32(sets[0]), let failed = UInt32(sets[1]) else {
        return nil
      }
      places.append(Places(ran: ran, failed: failed))
    }
    var failures: [Failure] = []
    for part in lines[4].split(separator: " ") {
      guard let found = numbers(part), found.count == 7 else { return nil }
      failures.append(Failure(column: found[0], row: found[1], texts: Array(found[2...])))
    }
    func fields(_ line: String) -> [String] {
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    self.init(
      rowCount: rowCount, runs: runs, outcomes: Array(bytes[start..<(start + size)]),
      wheres: Array(bytes[(start + size)...]),
      environments: lines[1].isEmpty ? [] : fields(lines[1]), places: places,
      texts: fields(lines[3]), failures: failures)
  }

  /// Sets the times; false if the text is damaged.
  mutating func setTimes(packed text: String) -> Bool {
    let size = rowCount * runs.count
    guard let bytes = TestShard.unpack(text), bytes.count == 2 * size else { return false }
    for index in 0..<size {
      var time = Int(bytes[index] & 3) << 8 | Int(bytes[size + index])
      let power = bytes[index] >> 2
      guard power < 10 else { return false }
      for _ in 0..<power { time *= 10 }
      times[index] = time
    }
    return true
  }
}
