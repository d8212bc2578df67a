internal import Diagnostics
internal import Model
internal import Text

/// The messages of one run with the data for matching.
struct MatchingSide {
  let messages: [Message]
  /// The scope of the run, if known.
  let scope: RunScope?
  /// The number of each message's file, equal for equal files of both runs; 0 for none.
  private(set) var files: [Int]
  /// The digests of the source lines around each message; nil for none.
  private(set) var contexts: [ContextDigest?] = []
  /// The files that were moved with most of their lines edited.
  private var edited: Set<Int> = []
  /// The numbers of the run's files: those of its messages, and those in its scope.
  private var present: Set<Int> = []
  /// The messages not yet matched, in their order.
  private(set) var open: [Int]
  private var isClosed: [Bool]
  /// The previous and the next message of each message's file, by line; -1 for none.
  private var neighbours: [(previous: Int, next: Int)] = []
  /// A digest of category and title, for comparing neighbours.
  private var words: [Fingerprint] = []
  /// The number of files with these words.
  private var spread: [Fingerprint: Int] = [:]
  /// The messages that are the only ones with their words and column.
  private var unique: Set<Int> = []
  /// The files whose messages have other columns now.
  private var reindented: Set<Int> = []

  /// The largest number of files with a title that still says something about a message.
  private static let mostFiles = 30
  /// The least number of titles of a rule that distinguish its findings.
  private static let leastTitles = 3

  init(_ dataset: Dataset, _ names: inout FileNumbers) {
    messages = dataset.messages
    scope = dataset.scope
    files = messages.map { names.number(of: $0.location?.file ?? "") }
    open = Array(messages.indices)
    isClosed = [Bool](repeating: false, count: messages.count)
  }

  /// Excludes messages from further matching.
  mutating func close(_ indices: some Sequence<Int>) {
    for index in indices { isClosed[index] = true }
    open.removeAll { isClosed[$0] }
  }

  /// Prepares the stages that compare the surroundings of messages.
  ///
  /// - Parameter categories: The categories with contexts in both runs.
  mutating func prepare(withContext categories: Set<String>) {
    contexts = messages.map { message in
      guard let context = message.location?.context, categories.contains(Self.category(of: message))
      else { return nil }
      return context.digest
    }
    guard open.contains(where: { line($0) != nil }) else { return }
    var buffer: [UInt8] = []
    words = messages.indices.map { index in
      buffer.removeAll(keepingCapacity: true)
      append(.title, of: index, to: &buffer)
      appendCategory(of: index, to: &buffer)
      return Fingerprint(digesting: &buffer)
    }
    let placed = messages.indices.filter { files[$0] > 0 && line($0) != nil }.map {
      (file: files[$0], line: line($0) ?? 0, index: $0)
    }.sorted { ($0.file, $0.line, $0.index) < ($1.file, $1.line, $1.index) }
    findNeighbours(placed)
    var last: [Fingerprint: Int] = [:]
    for one in placed where last.updateValue(one.file, forKey: words[one.index]) != one.file {
      spread[words[one.index], default: 0] += 1
    }
  }

  /// - Parameter placed: The messages with a line, in the order of their places.
  private mutating func findNeighbours(_ placed: [(file: Int, line: Int, index: Int)]) {
    neighbours = [(Int, Int)](repeating: (-1, -1), count: messages.count)
    var (start, previous) = (0, -1)
    while start < placed.count {
      let (file, line, first) = placed[start]
      let end =
        placed[start...].firstIndex { $0.file != file || $0.line != line } ?? placed.count
      let next = end < placed.count && placed[end].file == file ? placed[end].index : -1
      for one in placed[start..<end] { neighbours[one.index] = (previous, next) }
      previous = next < 0 ? -1 : first
      start = end
    }
  }

  /// The categories of messages with a context.
  var categoriesWithContext: Set<String> {
    Set(messages.lazy.filter { $0.location?.context != nil }.map(Self.category))
  }

  /// The line of a message, limited so that additions can't overflow.
  func line(_ index: Int) -> Int? {
    messages[index].location?.line.map { min(max($0, 0), 1 << 40) }
  }

  /// The column of a message; nil in a reindented file.
  func column(_ index: Int) -> Int? {
    reindented.contains(files[index]) ? nil : messages[index].location?.column
  }

  /// Collects the files of the run.
  mutating func noteFiles(_ names: FileNumbers) {
    present = Set(files)
    for part in scope?.parts ?? [] {
      for file in part.files ?? [] { if let number = names.known(file) { present.insert(number) } }
    }
  }

  func hasFile(_ file: Int) -> Bool { present.contains(file) }

  /// Ignores the columns of files from now on.
  mutating func ignoreColumns(of files: Set<Int>) { reindented = files }

  /// Finds the open messages that are the only ones with their words and column. If their rule has
  /// few titles, these say nothing about a message.
  mutating func noteUnique() {
    struct Key: Hashable {
      let words: Fingerprint
      let column: Int?
    }
    if words.isEmpty { return }
    func key(_ index: Int) -> Key {
      Key(words: words[index], column: messages[index].location?.column)
    }
    var counts = Dictionary(open.map { (key($0), 0) }) { first, _ in first }
    for index in messages.indices {
      if let place = counts.index(forKey: key(index)) { counts.values[place] += 1 }
    }
    var titles: [String: Set<String>] = [:]
    for index in open { messages[index].link.map { titles[$0.title] = [] } }
    for message in messages {
      guard let rule = message.link?.title, let known = titles[rule], known.count < Self.leastTitles
      else { continue }
      titles[rule]?.insert(message.title)
    }
    unique = Set(
      open.filter { index in
        files[index] > 0 && counts[key(index)] == 1
          && messages[index].link.flatMap { titles[$0.title]?.count } == Self.leastTitles
      })
  }

  typealias OpenTest = (index: Int, digest: UInt64)

  /// The tests not yet matched, by their names without values that differ from run to run; nil for
  /// several with the same name.
  var openTestsWithoutValues: [[UInt8]: OpenTest?] {
    var found: [[UInt8]: OpenTest?] = [:]
    for index in open {
      guard messages[index].isTest, let fingerprint = messages[index].fingerprint else { continue }
      let given = Array(fingerprint.utf8)
      let name = TestDigests.withoutValues(given) ?? given
      let test = (index, TestDigests.digest(of: messages[index].fingerprintAnywhere ?? fingerprint))
      found.updateValue(found[name] == nil ? test : nil, forKey: name)
    }
    return found
  }

  /// A test by its class and name, and by its environment if that is known.
  struct TestKey: Hashable {
    /// The hash of class and name.
    let name: UInt64
    let environment: String?
  }

  /// The tests not yet matched; nil for several with the same key.
  var openTests: [TestKey: OpenTest?] {
    var found: [TestKey: OpenTest?] = [:]
    for index in open {
      guard let test = TestName(messages[index]) else { continue }
      let isMarked = messages[index].fingerprint != messages[index].fingerprintAnywhere
      let key = TestKey(
        name: test.name, environment: isMarked ? messages[index].environment : nil)
      found.updateValue(found[key] == nil ? (index, test.digest) : nil, forKey: key)
    }
    return found
  }

  /// The failures that still may be matched and are not described, by their suites.
  var openHiddenFailures: [Substring: (index: Int, count: Int)] {
    var found: [Substring: (index: Int, count: Int)] = [:]
    for index in open {
      guard let failures = HiddenFailures(messages[index]) else { continue }
      found[failures.suite] = (index, failures.count)
    }
    return found
  }

  /// Compares the messages of files by their places, too.
  mutating func compareByPlace(_ files: some Sequence<Int>) { edited.formUnion(files) }

  /// Renames files.
  mutating func rename(_ names: [Int: Int]) {
    if names.isEmpty { return }
    for index in files.indices { files[index] = names[files[index]] ?? files[index] }
  }

  // MARK: Keys

  /// The key of a message in a stage; nil if it lacks a part of it.
  ///
  /// - Parameter line: The expected line of the message in the new run.
  func key(
    of index: Int, in stage: MatchingStage, gap: Int = 0, line expected: Int? = nil,
    _ names: FileNumbers, _ buffer: inout [UInt8]
  ) -> Fingerprint? {
    switch stage.members {
    case .all: break
    case .withContext: if contexts[index] == nil { return nil }
    case .withoutContext:
      if contexts[index] != nil, !edited.contains(files[index]) { return nil }
    }
    if stage.isLone, line(index) == nil || messages[index].link == nil { return nil }
    if stage.isRare, words.isEmpty || spread[words[index], default: 0] > Self.mostFiles {
      return nil
    }
    if stage.isUnique, !unique.contains(index) { return nil }
    buffer.removeAll(keepingCapacity: true)
    for part in stage.parts {
      switch part {
      case .file:
        // Without a file, numbers and quoted values are too important to ignore.
        if files[index] == 0, !stage.parts.contains(.title) { return nil }
        Fingerprint.append(UInt64(files[index]), to: &buffer)
      case .baseName:
        if files[index] == 0 { return nil }
        Fingerprint.append(UInt64(names.baseName(files[index])), to: &buffer)
      case .title, .outline, .rule: append(part, of: index, to: &buffer)
      case .line, .surroundings:
        guard let context = contexts[index] else { return nil }
        let digest = part == .line ? context.line : context.surroundings
        if stage.isTelling, !ContextDigest.isTelling(digest) { return nil }
        if stage.parts.first != .file, digest == 0 { return nil }
        Fingerprint.append(digest, to: &buffer)
      case .previous, .next:
        guard appendNeighbour(of: index, part, isAlone: isAlone(part, stage), to: &buffer) else {
          return nil
        }
      case .gap: Fingerprint.append(UInt64(gap), to: &buffer)
      case .column:
        Fingerprint.append(UInt64(bitPattern: Int64(column(index) ?? -1)), to: &buffer)
      case .expectedLine:
        guard let expected else { return nil }
        Fingerprint.append(UInt64(bitPattern: Int64(expected)), to: &buffer)
      case .place:
        // A line alone may have another finding of the rule now.
        guard let expected, messages[index].link != nil,
          let column = messages[index].location?.column
        else { return nil }
        Fingerprint.append(UInt64(bitPattern: Int64(expected)), to: &buffer)
        Fingerprint.append(UInt64(bitPattern: Int64(column)), to: &buffer)
      }
    }
    appendCategory(of: index, to: &buffer)
    return Fingerprint(digesting: &buffer)
  }

  /// Whether a stage compares only one neighbour.
  private func isAlone(_ part: MatchingStage.Part, _ stage: MatchingStage) -> Bool {
    !stage.parts.contains(part == .previous ? .next : .previous)
  }

  private func appendCategory(of index: Int, to buffer: inout [UInt8]) {
    Fingerprint.append(Self.category(of: messages[index]), normalizing: nil, to: &buffer)
  }

  /// The category of a message. All logs have the same one, because their categories contain file
  /// names.
  private static func category(of message: Message) -> String {
    let category = message.category ?? ""
    return category.hasPrefix(RunScope.logs) ? RunScope.logs : category
  }

  private func append(_ part: MatchingStage.Part, of index: Int, to buffer: inout [UInt8]) {
    if part == .rule, let rule = messages[index].link?.title {
      Fingerprint.append(rule, normalizing: nil, to: &buffer)
    } else {
      Fingerprint.append(
        messages[index].title, normalizing: part == .outline ? .outline : .title, to: &buffer)
    }
  }

  /// Appends the distance to a neighbour and its digest.
  ///
  /// - Returns: Whether the neighbour suffices. It must exist if a stage compares only one; with
  ///   two, either may be missing.
  private func appendNeighbour(
    of index: Int, _ part: MatchingStage.Part, isAlone: Bool, to buffer: inout [UInt8]
  ) -> Bool {
    guard let line = line(index), files[index] > 0, !neighbours.isEmpty else { return false }
    let (previous, next) = neighbours[index]
    let neighbour = part == .previous ? previous : next
    if neighbour < 0 {
      Fingerprint.append(UInt64.max, to: &buffer)
      return !isAlone && max(previous, next) >= 0
    }
    Fingerprint.append(UInt64(abs(line - (self.line(neighbour) ?? 0))), to: &buffer)
    words[neighbour].append(to: &buffer)
    return true
  }
}

/// The numbers of file names, shared by both runs.
struct FileNumbers {
  private var given: [String: Int] = ["": 0]
  private var normalized: [String: Int] = ["": 0]
  private var names = [""]
  private var baseNumbers: [String: Int] = [:]
  private var baseNames = [0]

  mutating func number(of file: String) -> Int {
    if let number = given[file] { return number }
    let bytes = VolatileText(file).normalized(.file)
    let name = String(decoding: bytes, as: UTF8.self)
    let number = normalized[name] ?? normalized.count
    if number == normalized.count {
      normalized[name] = number
      let base = String(
        decoding: bytes.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
      let known = baseNumbers[base] ?? baseNumbers.count + 1
      baseNumbers[base] = known
      baseNames.append(known)
      names.append(name)
    }
    given[file] = number
    return number
  }

  /// The number of a known file; nil for others.
  func known(_ file: String) -> Int? { given[file] }

  func name(_ file: Int) -> String { names[file] }

  func baseName(_ file: Int) -> Int { baseNames[file] }
}
