import Diagnostics
import Files
import Rendering

/// Reads a user's template or theme: only its known files and folders. A link out of the folder is
/// an error, because it could put any file of the machine into a report.
struct AssetFolder {
  /// Text files by their path below the folder.
  private(set) var files: [String: String] = [:]
  /// Images by their path below the folder.
  private(set) var images: [String: [UInt8]] = [:]
  private(set) var problems: [Diagnostic] = []

  /// Templates and themes are small. A larger folder is probably a mistake.
  private static let mostFiles = 2_000
  private static let mostBytes = 8 << 20
  private let folder: String
  private var bytes = 0
  private var isFull = false

  init(_ folder: String, parts: [AssetPart]) {
    self.folder = folder
    for part in parts where !isFull {
      if part.name.hasPrefix(".") {
        for name in names(in: part.folder) where name.hasSuffix(part.name) && !name.hasPrefix(".") {
          let path = part.folder.isEmpty ? name : part.folder + "/" + name
          if part.isReadWhole { read(path, isImage: part.isImage) } else { files[path] = "" }
        }
      } else {
        read(
          part.folder.isEmpty ? part.name : part.folder + "/" + part.name, isImage: part.isImage)
      }
    }
  }

  private mutating func names(in below: String) -> [String] {
    do throws(FileError) {
      return try Folder.names(in: below.isEmpty ? folder : folder + "/" + below)
    } catch {
      if !error.isAbsence {
        problems.append(Diagnostic(.error, "unreadable-folder", error.message))
      }
      return []
    }
  }

  private mutating func read(_ path: String, isImage: Bool = false) {
    // Reading a pipe would block.
    guard !isFull, Folder.isRegularFile(folder + "/" + path) else { return }
    guard Folder.isInside(folder, folder + "/" + path) else {
      problems.append(
        Diagnostic(
          .error, "link-outside", "the link leads out of the folder '\(folder)'",
          at: SourceLocation(file: folder + "/" + path),
          help: ["put a copy of the file into the folder"]))
      return
    }
    if isImage {
      do throws(FileError) {
        images[path] = try InputFile.contents(of: folder + "/" + path, limit: 1 << 20)
      } catch {
        problems.append(Diagnostic(.error, "unreadable-file", error.message))
      }
      return
    }
    switch SmallFile.read(folder + "/" + path) {
    case .success(let text):
      files[path] = text
      bytes += text.utf8.count
    case .failure(let failure): problems.append(failure.diagnostic)
    }
    guard files.count > Self.mostFiles || bytes > Self.mostBytes else { return }
    isFull = true
    problems.append(
      Diagnostic(
        .error, "folder-too-large", "'\(folder)' holds too much to be a template or a theme",
        help: ["at most \(Self.mostFiles) files of \(Self.mostBytes >> 20) MiB together"]))
  }

  /// Whether a folder has any of these files or folders; folders end with a slash. Reads no file.
  static func holds(_ folder: String, anyOf marks: [String]) -> Bool {
    marks.contains { mark in
      mark.hasSuffix("/")
        ? Folder.exists(folder + "/" + mark.dropLast())
        : Folder.isRegularFile(folder + "/" + mark)
    }
  }
}
