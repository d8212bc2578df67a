internal import Basics
import Diagnostics
internal import JSON
internal import Model

/// Reads the messages of a long dataset on several threads. Whatever is not plain – a problem, an id, a
/// format – is left to the one thread that reads in order.
extension DatasetImporter {
  /// Reads messages from the next one on, as long as that goes well. The reader is at the next message
  /// then.
  mutating func readParts(_ reader: inout JSONReader, _ attempts: inout PartAttempts) {
    defer { attempts.failed(at: reader.offset) }
    guard Workers.available > 1 else { return }
    var goesOn = true
    while goesOn {
      let parts = reader.parts(of: PartAttempts.partSize, count: PartAttempts.mostParts)
      guard parts.count > 1 else { return }
      let start = PartStart(self, reader, parts)
      var passed = 0
      Workers.inOrder(count: parts.count) {
        start.read($0)
      } take: { messages in
        goesOn = messages.map { take($0, parts[passed], &reader) } ?? false
        passed += 1
        return goesOn
      }
      if goesOn { attempts.succeeded() }
    }
  }

  private mutating func take(
    _ part: PartMessages, _ range: Range<Int>, _ reader: inout JSONReader
  ) -> Bool {
    let position = reader.elementPosition
    makeRoom(for: part.messages.count, &reader)
    part.messages.move(behind: position, to: &dataset.messages)
    for (category, mark) in part.categoryUses where categoryUses[category] == nil {
      var mark = mark
      mark.move(behind: position)
      categoryUses[category] = mark
    }
    return reader.pass(range, to: part.end)
  }
}

/// When reading in parts is tried again. An attempt looks at so many bytes that one for each message would
/// take a time that grows with the square of their number.
struct PartAttempts {
  /// How many bytes a thread reads at a time, and how many such parts are looked for at once.
  static let partSize = 96 << 10
  static let mostParts = 12

  /// Each failure in a row doubles the distance to the next attempt.
  private var distance = partSize * mostParts
  private var next = 0

  func isNextDue(at offset: Int) -> Bool { offset >= next }

  mutating func failed(at offset: Int) {
    next = offset + distance
    distance *= 2
  }

  mutating func succeeded() { distance = Self.partSize * Self.mostParts }
}

/// The messages of one part, with positions as if it were a file.
private struct PartMessages: Sendable {
  var messages: MessageBlock
  var categoryUses: [String: SourceMark]
  var end: (lines: Int, lineStart: Int)
}

/// What the readers of parts begin with. The window of the reader that made the parts stays as it is until
/// all of them are read.
private struct PartStart: Sendable {
  private let importer: DatasetImporter
  private let file: String
  private let depth: Int
  private nonisolated(unsafe) let texts: [UnsafeBufferPointer<UInt8>]

  init(_ importer: borrowing DatasetImporter, _ reader: borrowing JSONReader, _ parts: [Range<Int>])
  {
    self.importer = importer.forPart
    file = reader.file
    depth = reader.depth
    texts = parts.map { reader.bytes(at: $0) }
  }

  /// Nil for a part that is not plain.
  func read(_ index: Int) -> PartMessages? {
    var importer = importer
    var reader = JSONReader(file: file, limits: importer.limits)
    if importer.keepsTexts { reader.texts = KeptTexts() }
    reader.beginPart(texts[index], depth: depth)
    let messages = MessageBlock()
    while reader.nextElementOfPart() {
      messages.add { importer.read(&$0, at: 0, &reader) }
    }
    guard let end = reader.endOfPart(depth: depth), importer.hasPlainFormats, messages.arePlain
    else { return nil }
    return PartMessages(messages: messages, categoryUses: importer.categoryUses, end: end)
  }
}

extension DatasetImporter {
  /// An importer without messages that knows the same words.
  fileprivate var forPart: DatasetImporter {
    var importer = DatasetImporter(limits: limits, keeping: selection)
    importer.file = file
    importer.isPart = true
    importer.categories = categories
    importer.paths = paths
    importer.messageOrder = messageOrder
    importer.locationOrder = locationOrder
    importer.keepsTexts = keepsTexts
    return importer
  }

  /// Whether no format was read that other messages depend on.
  fileprivate var hasPlainFormats: Bool {
    input.formats.markdownTexts.isEmpty && input.formats.markdownDetails.isEmpty
  }
}

extension SourceMark {
  /// Moves a position in a part behind the beginning of the part.
  mutating func move(behind start: JSONReader.Position) {
    if line == 1 { column = UInt32(clamping: Int(column) + start.column - 1) }
    line = UInt32(clamping: Int(line) + start.line - 1)
  }
}
