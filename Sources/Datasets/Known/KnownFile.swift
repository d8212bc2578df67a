package import Diagnostics
internal import Inputs
internal import JSON
package import Model

/// A file of known issues: an object with the list `known`, in JSON or JSON5.
package enum KnownFile {
  /// The default name of the file.
  package static let name = "known.json"
  /// The size limit of the file, in bytes.
  package static let mostBytes = 64 << 20

  /// Reads the entries. They are incomplete if the problems contain an error.
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
