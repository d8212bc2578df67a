import Basics
import Diagnostics
import Importing
import Model
import Pipeline

/// The option for the file of known issues.
struct KnownOptions: Sendable {
  private let file: Setting?

  init(_ options: inout OptionReader) {
    file = options.setting(
      OptionSpec(
        name: "known", argument: .value("FILE"),
        help: "File of known issues, which reports count apart. Default: "
          + "\(KnownFile.name) in the working folder, if it is there.", path: .path))
  }

  /// The file that was named, else the one that is read without being named.
  func path(_ host: ProcessEnvironment) -> String {
    if let file { return file.value }
    guard let folder = Folder.parent(of: host.settingsFile), host.settingsFile.contains("/") else {
      return KnownFile.name
    }
    return folder + "/" + KnownFile.name
  }

  /// Reads the entries; logs what is wrong with them.
  func entries(
    for call: CommandCall, ignoringSettings: Bool, _ log: inout DiagnosticLog
  ) -> [KnownEntry] {
    let path = path(call.host)
    if file == nil, ignoringSettings || !SmallFile.exists(path) { return [] }
    do throws(FileError) {
      let bytes = try InputFile.contents(of: path, limit: KnownFile.mostBytes)
      let (entries, problems) = KnownFile.read(bytes, name: path)
      log.add(contentsOf: problems)
      if file == nil, !entries.isEmpty, !problems.contains(where: { $0.severity == .error }) {
        log.add(
          Diagnostic(
            .note, "known-in-force", "the known issues of this file are in force",
            at: SourceLocation(file: path)))
      }
      return entries
    } catch {
      log.add(Diagnostic(.error, "unreadable-file", error.message, at: file?.location))
      return []
    }
  }
}
