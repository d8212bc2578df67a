package import Diagnostics
internal import JSON
package import Model

/// A file of known issues: an object with the list `known`, in JSON or JSON5.
package enum KnownFile {
  /// The file that is read where none is named.
  package static let name = "known.json"
  /// The largest file that is read.
  package static let mostBytes = 64 << 20

  /// Reads the entries. With an error among the problems they are incomplete.
  package static func read(_ bytes: [UInt8], name: String) -> ([KnownEntry], [Diagnostic]) {
    var reader = JSONReader(file: name, source: ByteSource(bytes: bytes))
    var known = KnownReader()
    if var fields = Fields(DatasetShapes.knownFile, in: &reader) {
      while let key = fields.next(&reader) {
        switch key {
        case .schema: reader.skipValue()
        case .known: known.read(&reader)
        }
      }
    }
    reader.finish()
    return (known.entries, reader.log.diagnostics)
  }
}
