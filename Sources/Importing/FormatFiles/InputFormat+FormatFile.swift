internal import Basics
package import Diagnostics
internal import JSON
internal import XML

extension InputFormat {
  /// The format that a file describes.
  init(_ file: FormatFile) {
    let variants = file.variants
    self.init(
      name: file.name, title: file.title,
      evidence: file.evidence,
      recognizes: { head in FormatFile.variant(of: head, variants) != nil },
      isCertain: { head in FormatFile.variant(of: head, variants)?.isHint == false },
      mayBeEmpty: variants.contains { $0.mayBeEmpty },
      read: { importer, source in
        let (head, source) = source.peeking(InputStream.headSizes[0])
        guard
          let variant = FormatFile.variant(of: InputHead(head), variants)
            ?? FormatFile.likeliest(InputHead(head), variants)
        else { return }
        importer.read(source, file, variant, head)
      })
  }
}

extension InputFormat {
  /// Reads a format file: the format, and all mistakes of the file; nil with an error.
  package static func read(
    formatFile text: String, named file: String
  ) -> (format: InputFormat?, problems: [Diagnostic]) {
    let (format, problems) = FormatFileReader.read(text, file: file)
    return (format.map { InputFormat($0) }, problems)
  }

  private static let folder = "Formats/"
  private static let ending = ".json5"

  /// The names of the files in Formats/, which are the names of their formats.
  static let embeddedNames: [String] = EmbeddedFiles.all.compactMap { file in
    file.path.hasPrefix(folder) && file.path.hasSuffix(ending)
      ? String(file.path.dropFirst(folder.count).dropLast(ending.count)) : nil
  }

  /// The text of a file in Formats/.
  package static func formatFile(named name: String) -> String? {
    let path = folder + name + ending
    return EmbeddedFiles.all.first { $0.path == path }?.text
  }

  /// The format of a file in Formats/. A test reads all of them.
  static func embedded(_ name: String) -> InputFormat? {
    formatFile(named: name).flatMap { read(formatFile: $0, named: name + ending).format }
  }
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
  static func likeliest(_ head: InputHead, _ variants: [Variant]) -> Variant? {
    variants.first { variant in
      switch head.shape {
      case .xml: variant.kind == .xml
      case .json: variant.kind == (head.json("+") == nil ? .json : .jsonLines)
      case .text, .blank: variant.kind == .table || variant.kind == .lines
      }
    } ?? variants.first
  }
}

extension FormatFile.Variant {
  /// Whether an empty file means that the tool found nothing.
  fileprivate var mayBeEmpty: Bool {
    !checksNothingIfEmpty && (kind == .jsonLines || kind == .lines)
  }
}

extension DatasetImporter {
  /// Reads a report by a format file.
  fileprivate mutating func read(
    _ source: ByteSource, _ file: FormatFile, _ variant: FormatFile.Variant, _ head: [UInt8]
  ) {
    switch variant.kind {
    case .json:
      readForeignJSON(source) { reader, context in
        var reader = reader
        var reading = FormatReading(file, variant, context)
        reading.read(&reader)
        return reading.end(reader.log, hasFailed: reader.hasFailed, showsEnd: true)
      }
    case .xml:
      readXML(source) { reader, context in
        var reader = reader
        var reading = FormatReading(file, variant, context)
        reading.read(&reader)
        let hasFailed = reader.hasFailed
        return reading.end(reader.finish(), hasFailed: hasFailed, showsEnd: true)
      }
    case .jsonLines:
      readLines(source) { lines, context in
        var reader = JSONLineReader(lines)
        var reading = FormatReading(file, variant, context)
        reading.read(&reader)
        return reading.end(reader, file.title)
      }
    case .table:
      readReport { context, log in
        let dialect = FormatTableReading.dialect(head, variant.delimiter)
        var reader = CSVReader(file: context.path, source: source, log: log, dialect)
        var reading = FormatReading(file, variant, context)
        FormatTableReading.read(&reader, &reading)
        return reading.end(reader.log, hasFailed: reader.hasFailed, showsEnd: false)
      }
    case .lines:
      readLines(source) { lines, context in
        FormatReading(file, variant, context).end(
          lines.finish(), hasFailed: false, showsEnd: false)
      }
    }
  }
}

extension FormatReading {
  /// Ends the reading: the report, and the diagnostics after those of the reader.
  fileprivate consuming func end(
    _ log: DiagnosticLog, hasFailed: Bool, showsEnd: Bool
  ) -> (ImportedReport, DiagnosticLog) {
    var output = output
    output.finish(hasFailed: hasFailed, showsEnd: showsEnd)
    var log = log
    log.add(contentsOf: output.log.diagnostics)
    return (output.report, log)
  }

  fileprivate consuming func end(
    _ reader: consuming JSONLineReader, _ title: String
  ) -> (ImportedReport, DiagnosticLog) {
    var output = output
    output.finish(hasFailed: false, showsEnd: false)
    reader.signs.report(in: &output.report, showsErrors: false)
    if reader.isCutOff, output.report.ending != .failed { output.report.ending = .incomplete }
    var log = reader.finish("each line of \(title) is a JSON object")
    log.add(contentsOf: output.log.diagnostics)
    return (output.report, log)
  }
}
