// Unsafe pointers: the source fills a buffer.

package import Diagnostics
import Files
import Formats
import JSON
internal import Model
import Text
internal import ToolReports

extension ReportInput {
  /// Removes duplicate inputs with a warning, because their messages would count twice: the same
  /// file by any path, and other files with the same bytes. Reports that are named after different
  /// environments differ even if their bytes are the same.
  package static func distinct(
    _ inputs: [ReportInput], _ log: inout DiagnosticLog
  ) -> [ReportInput] {
    if inputs.count < 2 { return inputs }
    var known = KnownInputs()
    var repeated: [(name: String, first: String)] = []
    var equal: [(name: String, first: String)] = []
    // The first of equal inputs is kept, with the format given for any of them.
    var files = inputs
    var remaining: [Int] = []
    for (index, input) in inputs.enumerated() {
      guard let first = known.sameFile(as: input, at: index) else {
        remaining.append(index)
        continue
      }
      repeated.append((input.name, inputs[first].name))
      files[first].takeFormat(of: input)
    }
    files = remaining.map { files[$0] }
    var kept: [Int] = []
    let distinct = files
    // A file without an environment may be a copy of any other file, wherever that is.
    let named = distinct.indices.filter { distinct[$0].environment != nil }
    let others = distinct.indices.filter { distinct[$0].environment == nil }
    for index in named + others {
      let input = distinct[index]
      guard let first = known.sameBytes(as: input, at: index, of: distinct) else {
        kept.append(index)
        continue
      }
      equal.append((input.name, distinct[first].name))
      files[first].takeFormat(of: input)
      files[first].copies.append(input.name)
    }
    log.add(
      contentsOf: warnings(.warning, "input-twice", repeated) { name, first in
        "'\(name)' is named twice" + (name == first ? "" : ", also as '\(first)'")
          + ": it is read once"
      })
    log.add(
      contentsOf: warnings(.warning, "duplicate-input", equal) { name, first in
        "'\(name)' holds the same bytes as '\(first)': they are read once"
      })
    return kept.sorted().map { files[$0] }
  }

  /// The environment of its tests, as given or by its name.
  fileprivate var environment: String? {
    options.environment ?? EnvironmentName.ofReport(at: name)
  }

  fileprivate var isFolder: Bool { if case .parts = source { true } else { false } }

  private mutating func takeFormat(of other: ReportInput) {
    if format == nil { format = other.format }
  }

  /// The largest number of files named separately.
  private static let mostNamed = 3

  private static func warnings(
    _ severity: Severity, _ id: String, _ pairs: [(name: String, first: String)],
    _ say: (String, String) -> String
  ) -> [Diagnostic] {
    let named = pairs.count > mostNamed ? 1 : pairs.count
    return pairs.prefix(named).map { pair in
      let more = pairs.count - named
      return Diagnostic(
        severity, id,
        say(VisibleText.of(pair.name), VisibleText.of(pair.first))
          + (more > 0 ? "; so it is with \(more) more" : ""))
    }
  }
}

/// The inputs so far.
private struct KnownInputs {
  private var files: [FileIdentity: Int] = [:]
  private var byBytes = FirstInputs()
  /// The number of files of each size, because only files of equal size can be equal.
  private var sizes: [Int: Int] = [:]
  private var identities: [String: FileIdentity] = [:]
  /// The first file with each digest of a beginning, and all files by the digest of the whole
  /// content.
  private var beginnings = FirstInputs()
  private var wholes = FirstInputs()
  private static let beginningSize = 64 << 10

  /// The index of an earlier input that is the same file.
  mutating func sameFile(as input: ReportInput, at index: Int) -> Int? {
    guard case .file(let path) = input.source, path != "-", let found = FileIdentity(path) else {
      return nil
    }
    if let first = files[found] { return first }
    files[found] = index
    identities[path] = found
    sizes[found.size, default: 0] += 1
    return nil
  }

  /// The index of an earlier input with the same bytes. Empty inputs do not count, because each is
  /// reported.
  mutating func sameBytes(
    as input: ReportInput, at index: Int, of inputs: [ReportInput]
  ) -> Int? {
    let environment = input.environment
    switch input.source {
    case .nothing: return nil
    case .parts(let parts):
      // A single folder is not read twice.
      guard inputs.count(where: \.isFolder) > 1 else { return nil }
      let digest = Self.digest(parts)
      if let first = byBytes.first(with: digest, in: environment) { return first }
      byBytes.add(index, with: digest, in: environment)
      return nil
    case .bytes(let bytes):
      if bytes.isEmpty { return nil }
      if let first = byBytes.first(with: bytes, in: environment) { return first }
      byBytes.add(index, with: bytes, in: environment)
      return nil
    case .file(let path):
      guard let size = identities[path]?.size, size > 0, sizes[size, default: 0] > 1,
        let beginning = Self.digest(path, size, upTo: Self.beginningSize)
      else { return nil }
      guard let first = beginnings.first(with: beginning, in: environment) else {
        beginnings.add(index, with: beginning, in: environment)
        return nil
      }
      if size <= Self.beginningSize { return first }
      // The first of these files is read whole only now.
      if case .file(let path) = inputs[first].source, let whole = Self.digest(path, size) {
        wholes.add(first, with: whole, in: inputs[first].environment)
      }
      guard let whole = Self.digest(path, size) else { return nil }
      if let same = wholes.first(with: whole, in: environment) { return same }
      wholes.add(index, with: whole, in: environment)
      return nil
    }
  }

  /// The digest of the contents of a report's files, in any folder.
  private static func digest(_ parts: ReportParts) -> [UInt8] {
    parts.parts.map { part in
      var sum = SHA256()
      if let source = try? part.source() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
          let count = piece.withUnsafeMutableBytes { source.fill($0) }
          if count <= 0 { break }
          sum.update(Array(piece[..<count]))
        }
      }
      return sum.digest()
    }
    .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
  }

  /// The digest of a file's bytes and its size; nil if it can't be read, which the reader reports
  /// later.
  private static func digest(_ path: String, _ size: Int, upTo most: Int = .max) -> [UInt8]? {
    guard let file = try? InputFile(path: path) else { return nil }
    var sum = SHA256()
    sum.update("\(size) ")
    var rest = most
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { chunk.deallocate() }
    while rest > 0 {
      let part = UnsafeMutableRawBufferPointer(rebasing: chunk[..<min(chunk.count, rest)])
      guard let count = try? file.read(into: part) else { return nil }
      if count == 0 { break }
      sum.update(Array(part[..<count]))
      rest -= count
    }
    return sum.digest()
  }
}

/// The first inputs with the same key, one for each environment.
private struct FirstInputs {
  private var indices: [[UInt8]: [String: Int]] = [:]

  /// The first input with the key in an environment; without an environment, the first of all.
  func first(with key: [UInt8], in environment: String?) -> Int? {
    guard let known = indices[key] else { return nil }
    if let environment { return known[environment] }
    return known.values.min()
  }

  mutating func add(_ index: Int, with key: [UInt8], in environment: String?) {
    let known = indices[key]?[environment ?? ""]
    indices[key, default: [:]][environment ?? ""] = known ?? index
  }
}
