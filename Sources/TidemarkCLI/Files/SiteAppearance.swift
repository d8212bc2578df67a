import Diagnostics
import Files
import Publishing
import Text

/// The template and the theme of a site's pages: those of the call, else those that the site
/// remembers.
struct SiteAppearance {
  private(set) var template: Setting?
  private(set) var theme: Setting?
  /// What the site remembers after the call; nil if that does not change.
  private(set) var look: SiteLook?
  /// The problem of a site whose look could not be read.
  private(set) var failure: Diagnostic?

  init(_ options: DatasetOptions, site: String?, _ log: inout DiagnosticLog) {
    (template, theme) = (options.template, options.theme)
    guard let site else { return }
    var remembered = SiteLook()
    do throws(FileError) {
      let (found, problems) = try SiteLook.read(in: site)
      remembered = found
      // A call that names both replaces the file.
      if template == nil || theme == nil { log.add(contentsOf: problems) }
    } catch {
      failure = error.diagnostic
      return
    }
    var next = remembered
    Self.settle(.templates, &template, &next.template, in: site, &log)
    Self.settle(.themes, &theme, &next.theme, in: site, &log)
    if next != remembered { look = next }
  }

  /// Takes the value that the site remembers if the call has none, else remembers the call's.
  private static func settle(
    _ catalog: Catalog, _ given: inout Setting?, _ remembered: inout String?, in site: String,
    _ log: inout DiagnosticLog
  ) {
    if let given {
      remembered = SiteLook.canRemember(given.value) ? given.value : nil
      return
    }
    guard let value = remembered else { return }
    let path = SiteLook.path(in: site)
    guard catalog.has(value) else {
      log.add(
        Diagnostic(
          .warning, "forgotten-look",
          "the site remembers the \(catalog.noun) \(VisibleText.quoted(value)), which is not here: "
            + "the pages have the built-in one",
          at: SourceLocation(file: path),
          help: ["call from the folder that has it, or name another one with --\(catalog.noun)"]))
      return
    }
    given = Setting(
      option: catalog.noun, value: value,
      origin: .file(SourceLocation(file: path), key: catalog.noun))
  }
}

extension Catalog {
  /// Whether a value of `--template` or `--theme` names a built-in one or a folder inside of the
  /// working folder.
  fileprivate func has(_ value: String) -> Bool {
    if builtIn.contains(value) { return true }
    let folder = value.contains("/") || value == "." ? value : rawValue + "/" + value
    return Folder.exists(folder) && Folder.isInside(".", folder)
  }
}
