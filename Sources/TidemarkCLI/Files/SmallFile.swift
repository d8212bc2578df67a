import Diagnostics
import Files

/// Reads and writes small text files.
enum SmallFile {
  static func exists(_ path: String) -> Bool {
    Folder.isRegularFile(path) || Folder.exists(path)
  }

  static func read(_ path: String) -> Result<String, ReadFailure> {
    do throws(FileError) {
      let bytes = try InputFile.contents(of: path, limit: 8 << 20)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return .failure(ReadFailure(diagnostic: TextFile.notUTF8(bytes, file: path)))
      }
      return .success(text)
    } catch {
      return .failure(
        ReadFailure(diagnostic: Diagnostic(.error, "unreadable-file", error.message)))
    }
  }

  struct ReadFailure: Error {
    var diagnostic: Diagnostic
  }

  /// Writes a file and creates its folders; returns the problem, if any.
  static func write(_ text: String, to path: String) -> Diagnostic? {
    do throws(FileError) {
      if let parent = Folder.parent(of: path) { try Folder.create(parent) }
      try OutputFile.write(Array(text.utf8), to: path)
      return nil
    } catch {
      return Diagnostic(.error, "unwritable-file", error.message)
    }
  }
}
