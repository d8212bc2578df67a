package import Diagnostics
internal import Inputs
internal import JSON
internal import ToolReports

extension InputFormat {
  /// The format that a file describes.
  ///
  /// - Parameters:
  ///   - file: The file, or its summary.
  ///   - whole: Reads the whole file. It is called for each report.
  init(_ file: FormatFile, whole: @escaping @Sendable () -> FormatFile?) {
    let variants = file.variants
    self.init(
      name: file.name, title: file.title,
      evidence: file.evidence, tool: file.tool ?? file.title, command: file.command,
      kind: Set(variants.map(\.kind.rawValue)).sorted().joined(separator: ", "),
      recognizes: { head in FormatFile.variant(of: head, variants) != nil },
      isCertain: { head in
        // As other logs, a log in a folder is read only if its format is named.
        guard let variant = FormatFile.variant(of: head, variants) else { return false }
        return !variant.isHint && variant.kind != .lines
      },
      mayBeEmpty: variants.contains { $0.mayBeEmpty },
      read: .report { source, context, log in
        guard let file = whole() else { return (ImportedReport(unread: context), log) }
        let variants = file.variants
        // As for recognition, more of the report may be needed.
        var (head, source) = source.peeking(InputStream.headSizes[0])
        var start = InputHead(head)
        var variant = FormatFile.variant(of: start, variants)
        for size in InputStream.headSizes.dropFirst() where variant == nil && start.isCut {
          (head, source) = source.peeking(size)
          start = InputHead(head)
          variant = FormatFile.variant(of: start, variants)
        }
        guard let read = variant ?? FormatFile.likeliest(start, variants) else {
          return (ImportedReport(unread: context), log)
        }
        let reading = FormatReading(file, read, isRecognized: variant != nil, context)
        let (output, found) = reading.read(source, head, log)
        return (output.report, found)
      })
  }
}

extension InputFormat {
  /// Reads a format file: the format, and all mistakes of the file; nil with an error.
  package static func read(
    formatFile text: String, named file: String
  ) -> (format: InputFormat?, problems: [Diagnostic]) {
    let (format, problems) = FormatFileReader.read(text, file: file)
    return (format.map { file in InputFormat(file, whole: { file }) }, problems)
  }

  private static let folder = "Formats/"
  private static let ending = ".json5"

  /// The names of the files in Formats/, which are the names of their formats.
  static let embeddedNames: [String] = EmbeddedFiles.all.compactMap { file in
    file.path.hasPrefix(folder) && file.path.hasSuffix(ending)
      ? String(file.path.dropFirst(folder.count).dropLast(ending.count)) : nil
  }

  /// The names of the formats that a format file of the program describes.
  package static var namesOfFiles: [String] { embeddedNames }

  /// The text of a file in Formats/.
  package static func formatFile(named name: String) -> String? { file(named: name)?.text }

  private static func file(named name: String) -> EmbeddedFile? {
    let path = folder + name + ending
    return EmbeddedFiles.all.first { $0.path == path }
  }

  /// The formats of the files in Formats/. A test reads all of the files.
  static let embedded: [InputFormat] = EmbeddedFiles.all.compactMap { format(of: $0) }

  /// The format of a file in Formats/.
  static func embedded(_ name: String) -> InputFormat? {
    file(named: name).flatMap { format(of: $0) }
  }

  private static func format(of file: EmbeddedFile) -> InputFormat? {
    FormatFileReader.read(summary: file.prepared).map { summary in
      InputFormat(summary) { FormatFileReader.read(file.text, file: file.path).format }
    }
  }

  private typealias EmbeddedFile = (path: String, text: String, prepared: String)
}

extension FormatFile {
  /// The marks of recognition, for people.
  fileprivate var evidence: String {
    let marks = variants.compactMap { $0.recognition?.evidence }
    return marks.isEmpty ? "its name alone" : marks.joined(separator: "; or ")
  }

  /// The variant that recognizes the beginning of a report.
  static func variant(of head: InputHead, _ variants: [Variant]) -> Variant? {
    variants.first { $0.recognition?.recognizes(head, $0.kind, $0.delimiter) ?? false }
  }

  /// The variant for a report that none recognizes, but whose format is named: the first one for
  /// this kind of file.
  ///
  /// An empty array is the report of a tool that found nothing, if one of its variants is a list.
  static func likeliest(_ head: InputHead, _ variants: [Variant]) -> Variant? {
    if head.json("") == .array, head.json("[]") == nil, head.isJSON,
      let list = variants.first(where: \.isPlainList)
    {
      return list
    }
    return variants.first { variant in
      switch head.shape {
      case .xml: variant.kind == .xml
      case .json: variant.kind == (head.json("+") == nil ? .json : .jsonLines)
      case .text, .blank: variant.kind == .table || variant.kind == .lines
      }
    } ?? variants.first
  }
}

extension FormatFile.Variant {
  /// Whether the report is an array of its findings.
  fileprivate var isPlainList: Bool {
    kind == .json && !lists.isEmpty
      && lists.allSatisfy { list in
        guard list.levels.count == 1, list.levels[0].path.steps == [.children],
          case .finding = list.target
        else { return false }
        return true
      }
  }

  /// Whether an empty file means that the tool found nothing.
  fileprivate var mayBeEmpty: Bool {
    !checksNothingIfEmpty && (kind == .jsonLines || kind == .lines)
  }
}

extension ImportedReport {
  /// A report that no variant of a format file can read.
  fileprivate init(unread context: ImportContext) {
    self.init(context)
    ending = .incomplete
  }
}
