import Files
import Formats
import Inputs
import JSON
import Model
import ToolReports

extension InputOperand.Found {
  /// Joins the files that are one report, such as a folder of Allure results: one input of the
  /// folder takes the place of its first file. Side files that no operand names are added.
  mutating func joinParts(_ operand: (Int) -> InputOperand?) {
    var names: [String: String] = [:]
    let groups = Dictionary(grouping: inputs.indices.filter { inputs[$0].mayBePart }) {
      inputs[$0].format?.name
    }
    var folders: [String: Folder] = [:]
    for indices in groups.values {
      let input = inputs[indices[0]]
      let places = Dictionary(indices.map { (inputs[$0].name, $0) }) { first, _ in first }
      let parts = input.formats.parts(among: indices.map { inputs[$0].name }, as: input.format) {
        places[$0].flatMap { inputs[$0].content }
      }
      for index in indices {
        guard let (format, kind) = parts[inputs[index].name] else { continue }
        let name = Self.folder(of: inputs[index].name)
        names[inputs[index].name] = name
        folders[name + "\0" + format.name, default: Folder(format: format, name: name)].add(
          inputs[index], kind, at: index)
      }
    }
    if folders.isEmpty { return }
    var joined: [Int: ReportInput] = [:]
    for var folder in folders.values {
      operand(folder.first)?.addSides(to: &folder)
      var parts = ReportParts(folder.parts)
      parts.isWhole = folder.isWhole
      joined[folder.first] = .parts(
        parts, of: folder.name, as: folder.format, inputs[folder.first])
    }
    inputs = inputs.indices.compactMap { index in
      joined[index] ?? (names[inputs[index].name] == nil ? inputs[index] : nil)
    }
    rename(names)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// A folder that is one report.
  struct Folder {
    let format: InputFormat
    let name: String
    private(set) var first = Int.max
    /// Whether no main part of the folder is left out.
    private(set) var isWhole = true
    private(set) var parts: [ReportParts.Part] = []
    private var known: Set<String> = []

    init(format: InputFormat, name: String) {
      (self.format, self.name) = (format, name)
    }

    mutating func add(_ input: ReportInput, _ kind: ReportParts.Kind, at index: Int) {
      first = min(first, index)
      guard kind != .attachment, known.insert(input.name).inserted else { return }
      if case .bytes(let bytes) = input.source {
        parts.append(.init(path: input.name, .bytes(bytes)))
      } else {
        parts.append(.init(path: input.name))
      }
    }

    /// Adds a file of the folder that no operand names.
    mutating func add(_ kind: ReportParts.Kind, _ path: String) {
      if known.contains(path) { return }
      if kind == .main { isWhole = false }
      if kind == .side { parts.append(.init(path: path)) }
    }

    var isOfFiles: Bool {
      parts.contains { if case .file = $0.content { true } else { false } }
    }
  }
}

extension InputOperand {
  /// Adds the side files in a folder. A link in it is followed like one of a folder that is named.
  fileprivate func addSides(to folder: inout Found.Folder) {
    guard folder.isOfFiles, let part = folder.format.part else { return }
    let path = folder.name == "./" ? "" : String(folder.name.dropLast())
    for file in FolderWalk(path, depth: 1, roots: roots(around: path)).files {
      let name = file.dropFirst(folder.name == "./" ? 0 : folder.name.count)
      if let kind = part(String(name)), !isIgnored(file) { folder.add(kind, file) }
    }
  }
}

extension ReportInput {
  /// Whether it may be a part of a report of several files. A pipe is no part.
  fileprivate var mayBePart: Bool {
    switch source {
    case .file(let path): path != "-" && FileIdentity(path) != nil
    case .bytes: true
    case .nothing, .parts: false
    }
  }

  fileprivate var content: ByteSource? {
    switch source {
    case .file(let path): try? ReportParts.Part(path: path).source()
    case .bytes(let bytes): ByteSource(bytes: bytes)
    case .nothing, .parts: nil
    }
  }
}
