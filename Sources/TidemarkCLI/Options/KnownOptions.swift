import Datasets
import Diagnostics
import Files
import Model
import Pipeline
import Text

/// The option for the file of known issues.
struct KnownOptions: Sendable {
  private let file: Setting?

  private static let option = OptionSpec(
    name: "known", argument: .value("FILE"),
    help: "File of known issues. Reports count their messages apart. Default: \(KnownFile.name) in "
      + "the working folder, else next to the settings file, if it exists.",
    path: .path)

  init(_ options: inout OptionReader) {
    file = options.setting(Self.option)
  }

  /// The named file, else the default file.
  func path(_ host: ProcessEnvironment) -> String {
    if let file { return file.value }
    let other = other(host)
    return other.flatMap { Self.isTrusted($0, host) ? $0 : nil }
      ?? Self.path(beside: host.settingsFile)
  }

  /// The file next to the settings file, if the working folder has none.
  private func other(_ host: ProcessEnvironment) -> String? {
    guard let settings = host.settingsInForce,
      !SmallFile.exists(Self.path(beside: host.settingsFile))
    else { return nil }
    let other = Self.path(beside: settings)
    return SmallFile.exists(other) ? other : nil
  }

  private static func isTrusted(_ path: String, _ host: ProcessEnvironment) -> Bool {
    !host.isSettingsFileAbove || Folder.isTrusted(path)
  }

  private static func path(beside file: String) -> String {
    guard let folder = Folder.parent(of: file), file.contains("/") else { return KnownFile.name }
    return folder + "/" + KnownFile.name
  }

  /// The warning about a default file that is a link out of the checkout; nil without one.
  func linkProblem(_ host: ProcessEnvironment) -> Diagnostic? {
    let path = path(host)
    guard file == nil, SmallFile.exists(path), !Settings.isInCheckout(path, host) else {
      return nil
    }
    return Settings.linked(path, option: Self.option)
  }

  /// Reads the entries; logs their problems.
  func entries(
    for call: CommandCall, ignoringSettings: Bool, _ log: inout DiagnosticLog
  ) -> [KnownEntry] {
    let path = path(call.host)
    if file == nil, !ignoringSettings, let other = other(call.host),
      !Self.isTrusted(other, call.host)
    {
      log.add(
        Settings.foreign(
          other, help: "name it if you trust it: --known \(VisibleText.of(other))"))
    }
    if file == nil, ignoringSettings || !SmallFile.exists(path) { return [] }
    if let problem = linkProblem(call.host) {
      log.add(problem)
      return []
    }
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
