// Unsafe pointers: a source fills a buffer.

internal import Diagnostics
package import Formats
internal import JSON
package import ToolReports

extension InputMerger {
  /// Reads a report of several files. A damaged file is an error, or a message of the report if
  /// `reportsBroken`; the others are read.
  ///
  /// - Parameter name: The path of their folder, with a slash at its end.
  package mutating func read(
    _ parts: ReportParts, of name: String, as format: InputFormat, options: ImportOptions
  ) {
    guard case .parts(let read) = format.read else { return }
    redactor = options.redactor
    diff = diff ?? options.changedLines
    begin(name, options)
    context = format.context(of: name, file: input.file, options)
    guard reportsBroken else { return add(.report(report(parts, read))) }
    var own = DiagnosticLog(selection)
    swap(&log, &own)
    let report = report(parts, read)
    swap(&log, &own)
    add(.report(report))
    var broken: Set<String> = []
    for problem in own.diagnostics {
      guard problem.severity == .error, let path = problem.location?.file else {
        log.add(problem)
        continue
      }
      if broken.insert(path).inserted { addBroken(part: path, problem) }
    }
  }

  private mutating func report(
    _ parts: ReportParts, _ read: InputReading.PartsReader
  ) -> ImportedReport {
    report(ByteSource(bytes: [])) { _, context, log in read(parts, context, log) }
  }

  /// Reads a report of one part.
  mutating func onePart(
    _ source: ByteSource, _ read: @escaping InputReading.PartsReader
  ) -> ImportedReport {
    let name = context.path
    return report(source) { source, context, log in
      read(ReportParts(Self.bytes(of: source), named: name), context, log)
    }
  }

  private static func bytes(of source: ByteSource) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
        count = max(source.fill(UnsafeMutableRawBufferPointer(buffer)), 0)
      }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
