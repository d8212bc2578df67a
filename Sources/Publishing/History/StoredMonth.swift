import JSON

/// A month of a project's history that may have to be read. A value, so that another thread can do it.
struct StoredMonth: Sendable {
  let name: String
  /// The number of runs that the index counts.
  let count: Int
  /// The runs, if they are in memory.
  let known: [PublishedRun]?
  /// The file otherwise; nil when it is absent, or when the other thread has read it.
  let packed: [UInt8]?

  /// The runs, sorted; nil when they are others than the index counts.
  var runs: [PublishedRun]? { runs(ifRead: nil) }

  /// - Parameter read: The runs in the file, if it has been read.
  func runs(ifRead read: [PublishedRun]?) -> [PublishedRun]? {
    let found = known ?? read ?? Self.runs(in: packed, of: name)
    return found.count == count ? found : nil
  }

  /// The file of a month; nil if it would be too large.
  static func file(of runs: [PublishedRun]) -> [UInt8]? {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.key("nights")
      writer.array { writer in for run in runs { run.write(to: &writer) } }
    }
    return writer.bytes.count <= FileLimit.month.bytes ? Gzip.pack(writer.bytes) : nil
  }

  /// The runs in the file of a month, sorted; none when it is absent or damaged.
  static func runs(in packed: [UInt8]?, of month: String) -> [PublishedRun] {
    let bytes = packed.flatMap { Gzip.unpack($0, limit: FileLimit.month.bytes) }
    let runs = bytes.flatMap { JSONReader.read($0, file: month) { $0.takeMonth() } }
    return (runs ?? []).sorted()
  }
}
