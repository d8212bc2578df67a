package import Files
package import JSON

extension ByteSource {
  /// Reads from a file or a standard stream.
  package init(_ input: consuming InputFile) {
    let size = input.size
    self.init(expectedCount: size) { [input] buffer in
      do throws(FileError) {
        return try input.read(into: buffer)
      } catch {
        return -Int(error.code)
      }
    }
  }
}
