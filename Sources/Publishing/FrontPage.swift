import Basics
import Composing
package import Diagnostics
import Model
package import Rendering
import Templating

/// The files that all projects of a site share: first page, 404 page and site map. Made from each
/// project's `latest.json` alone.
package struct FrontPage: Sendable {
  package var site: String
  package var store: AssetStore
  package var template: String
  package var theme: String
  package var options: PublishOptions
  /// The requested language; nil takes that of the projects if they all have the same.
  package var locale: String?

  package init(
    site: String, store: AssetStore, template: String, theme: String, options: PublishOptions,
    locale: String?
  ) {
    self.site = site
    self.store = store
    self.template = template
    self.theme = theme
    self.options = options
    self.locale = locale
  }

  static let lockName = ".tidemark-lock"

  package func publish() throws(PublishError) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    try SiteFolder(site).claim(evenIfForeign: options.initializesSite)
    do throws(FileError) {
      guard
        let lock = try FileLock(
          in: ConfinedFolder(site), Self.lockName, timeout: Publisher.lockTimeout)
      else { return [Publisher.busy(site)] }
      defer { withExtendedLifetime(lock) {} }
      let staging = Staging(root: site)
      let projects = latest(staging, &problems)
      try staging.check()
      guard let (renderer, locale) = renderer(for: projects, &problems) else { return problems }
      staging.sweep("")
      let address = address(projects)
      if let address {
        try SiteMap(projects, at: address, staging).stage(renderer, in: staging)
      }
      try staging.write(
        renderer.page(
          "lost",
          .site([
            "title": .text(locale.string(.pageNotFound)),
            "front": .address(address ?? "index.html"),
          ])), to: "404.html")
      try staging.write(front(projects, renderer, locale), to: "index.html")
      try staging.commit()
      problems += staging.leftoverProblems
    } catch {
      throw .file(error)
    }
    return problems
  }

  /// The templates in the language of the site; nil after an error.
  private func renderer(
    for projects: [LatestFile], _ problems: inout [Diagnostic]
  ) -> (SiteRenderer, Locale)? {
    let common = Set(projects.map { $0.locale ?? "en" })
    let tag = locale ?? (common.count == 1 ? common.first ?? "en" : "en")
    let (found, wrong) = Strings.locale(tag, in: store)
    problems += wrong
    guard let locale = found,
      let renderer = SiteRenderer(
        template: template, theme: theme, in: store, locale: locale, names: SiteRecord.names,
        problems: &problems)
    else { return nil }
    return (renderer, locale)
  }

  /// The address of the site: the given one, else the one that all projects remember.
  private func address(_ projects: [LatestFile]) -> String? {
    if let given = options.baseURL { return given }
    let known = Set(
      projects.compactMap { project -> String? in
        guard let address = project.address, address.hasSuffix("/\(project.project)/") else {
          return nil
        }
        return String(address.dropLast(project.project.count + 1))
      })
    return known.count == 1 ? known.first : nil
  }

  /// Every project's latest run, by project name. Skips a project whose page is lost, so that no link
  /// is dead.
  private func latest(_ staging: Staging, _ problems: inout [Diagnostic]) -> [LatestFile] {
    staging.names(in: "").compactMap { name in
      guard SiteName.problem(name, "project", option: "--project") == nil,
        let latest = staging.read(name + "/latest.json", .index).flatMap(LatestFile.init),
        latest.project == name
      else { return nil }
      let pages = ["index.html", "archive/index.html"].map { name + "/" + $0 }
      guard let lost = pages.first(where: { staging.kind(of: $0) != .file }) else { return latest }
      problems.append(
        Diagnostic(
          .warning, "lost-page", "'\(lost)' is lost: the first page leaves '\(name)' out",
          help: ["'--rebuild --project \(name)' renders it again from the project's runs"]))
      return nil
    }
  }

  private func front(_ projects: [LatestFile], _ renderer: SiteRenderer, _ locale: Locale)
    -> [UInt8]
  {
    renderer.page("front", ProjectList(projects, RunLabels(locale: locale)).value)
  }
}
