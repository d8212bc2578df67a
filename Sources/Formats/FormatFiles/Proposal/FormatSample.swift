internal import Diagnostics
internal import Inputs
internal import JSON
internal import ToolReports
internal import XML

/// A sample of a report, read into memory.
struct FormatSample {
  enum Contents {
    case json(JSONValue)
    case jsonLines([JSONValue])
    case xml(JSONValue, root: String)
    case table(TableSample)
    case lines(LineGuess)
  }

  let bytes: [UInt8]
  let head: InputHead
  let contents: Contents
  let lists: RecordLists

  /// The size of the largest sample.
  static let mostBytes = 16 << 20

  var kind: FormatFile.Kind {
    switch contents {
    case .json: .json
    case .jsonLines: .jsonLines
    case .xml: .xml
    case .table: .table
    case .lines: .lines
    }
  }

  /// Reads a sample, or throws the reason why it can't be read.
  init(_ bytes: [UInt8], named file: String) throws(FormatProposal.Failure) {
    self.bytes = bytes
    head = InputHead(bytes)
    switch head.shape {
    case .blank:
      throw .init(
        Diagnostic(
          .error, "empty-input", "the sample is empty", help: ["give a report with a few findings"])
      )
    case .xml:
      let (root, name) = try Self.xml(bytes, file)
      contents = .xml(root, root: name)
      lists = RecordLists(xml: root, named: name)
    case .json:
      if let root = Self.json(bytes) {
        contents = .json(root)
        lists = RecordLists(json: root)
      } else if let lines = Self.objects(inLinesOf: bytes) {
        contents = .jsonLines(lines)
        lists = RecordLists(lines: lines)
      } else {
        (contents, lists) = try Self.text(head, bytes, file)
      }
    case .text: (contents, lists) = try Self.text(head, bytes, file)
    }
  }

  // MARK: JSON

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(
      file: "", source: ByteSource(bytes: bytes), log: DiagnosticLog(), limits: .ofReports)
    let root = reader.readTree()
    reader.finish()
    return reader.hasFailed ? nil : root
  }

  private static let mostLines = 5_000

  /// The objects of the lines, if at least half of the lines are objects.
  private static func objects(inLinesOf bytes: [UInt8]) -> [JSONValue]? {
    let lines = bytes.split(separator: 0x0A).prefix(mostLines)
      .filter { line in line.contains { $0 > 0x20 } }
    let objects = lines.compactMap { line -> JSONValue? in
      guard line.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return nil }
      return json(Array(line))
    }
    return objects.count * 2 >= lines.count && objects.count > 0 ? objects : nil
  }

  // MARK: XML

  private static func xml(
    _ bytes: [UInt8], _ file: String
  ) throws(FormatProposal.Failure) -> (JSONValue, String) {
    var reader = XMLReader(file: file, source: ByteSource(bytes: bytes))
    var root: (JSONValue, String)?
    while let event = reader.next() {
      guard event == .start, root == nil else { continue }
      let name = reader.name
      root = (FormatXML.readElement(&reader), name)
    }
    let hasFailed = reader.hasFailed
    let log = reader.finish()
    if hasFailed, let error = log.diagnostics.first(where: { $0.severity == .error }) {
      throw .init(error)
    }
    guard let root else { throw .nothing("it has no element") }
    return root
  }

  // MARK: Texts

  private static func text(
    _ head: InputHead, _ bytes: [UInt8], _ file: String
  ) throws(FormatProposal.Failure) -> (Contents, RecordLists) {
    guard !bytes.prefix(1_024).contains(0) else { throw .nothing("it is not a text") }
    if let table = TableSample(bytes) {
      return (.table(table), RecordLists(records: table.records, .columns))
    }
    let lines = LineGuess(bytes)
    if !lines.patterns.isEmpty {
      return (.lines(lines), RecordLists(records: lines.records, .captures))
    }
    if case .json = head.shape {
      let (_, problems) = JSONValue.parse(
        ByteSource(bytes: bytes), file: file, limits: .ofReports)
      if let error = problems.first(where: { $0.severity == .error }) { throw .init(error) }
    }
    throw .nothing(
      "it has no table with a header, and no lines with a file and a line or with a level")
  }
}

/// A sample in CSV or TSV.
struct TableSample {
  /// The rows above the header, such as titles.
  private(set) var rowsAbove: [[String]] = []
  private(set) var header: [String] = []
  private(set) var rows: [[String]] = []
  private(set) var delimiter = UInt8(ascii: ",")

  private static let mostRows = 2_000
  private static let mostRowsAbove = 20
  private static let location = SourceLocation(file: "")

  /// The rows as objects of their cells.
  var records: [JSONValue] {
    rows.map { row in
      let members = zip(header, row).filter { !$0.1.isEmpty }.map { name, cell in
        JSONValue.Member(
          key: name, keyLocation: Self.location,
          value: JSONValue(.string(cell), at: Self.location))
      }
      return JSONValue(.object(members), at: Self.location)
    }
  }

  /// nil if no row is a header with the names of fields.
  init?(_ bytes: [UInt8]) {
    var best: (table: TableSample, score: Double)?
    for delimiter in Array(",;\t|".utf8) {
      let rows = Self.rows(bytes, delimiter)
      for index in rows.indices.prefix(Self.mostRowsAbove) {
        guard let table = TableSample(rows, header: index, delimiter),
          let score = table.score, score > best?.score ?? 0
        else { continue }
        best = (table, score)
      }
    }
    guard let best else { return nil }
    self = best.table
  }

  private init?(_ rows: [[String]], header index: Int, _ delimiter: UInt8) {
    (header, self.delimiter) = (rows[index], delimiter)
    rowsAbove = Array(rows[..<index])
    let below = rows[(index + 1)...]
    self.rows = below.filter { $0.count == header.count }
    let names = header.filter { !$0.isEmpty }
    guard header.count > 1, self.rows.count > 0, self.rows.count * 5 >= below.count * 4,
      Set(names.map(FormatColumns.normalized)).count == names.count,
      !names.contains(where: { FieldValues.isNumber($0) || FieldValues.isLong($0) })
    else { return nil }
  }

  private static func rows(_ bytes: [UInt8], _ delimiter: UInt8) -> [[String]] {
    let dialect = CSVDialect(bytes, TableMapping(), delimiter: delimiter)
    var reader = CSVReader(
      file: "", source: ByteSource(bytes: bytes), log: DiagnosticLog(), dialect)
    var rows: [[String]] = []
    while rows.count < mostRows, let row = reader.next() { rows.append(row) }
    return rows
  }

  /// How much speaks for the columns being fields.
  private var score: Double? {
    let lists = RecordLists(records: records, .columns)
    guard !lists.lists.isEmpty else { return nil }
    return ListGuess(0, in: lists, [RecordFields(lists.lists[0], .columns).fields])?.score
  }
}
