import Composing
package import Diagnostics
import Files
import Localization
import Model
package import Rendering
import Templating

/// The files that all projects of a site share: first page, index pages, 404 page, site map and
/// look.
/// They are rendered from each project's `latest.json`; the site map also needs its months.
package struct FrontPage: Sendable {
  package var site: String
  package var store: AssetStore
  package var template: String
  package var theme: String
  package var options: PublishOptions
  /// The requested language; nil uses the language of the projects if they all have the same one.
  package var locale: String?
  /// What the site remembers for later calls; nil keeps what it remembers.
  package var look: SiteLook?

  package init(
    site: String, store: AssetStore, template: String, theme: String, options: PublishOptions,
    locale: String?, look: SiteLook? = nil
  ) {
    self.site = site
    self.store = store
    self.template = template
    self.theme = theme
    self.options = options
    self.locale = locale
    self.look = look
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
      let names = staging.names(in: "")
      let reading = ProjectReading(site: site)
      let projects = try reading.latest(among: names, &problems)
      try staging.check()
      guard let (renderer, locale) = renderer(for: projects, &problems) else { return problems }
      staging.sweep("", among: names)
      let address = address(projects)
      if let address {
        try SiteMap(projects, with: reading.months(of: projects), at: address)
          .stage(renderer, in: staging)
      }
      try staging.write(
        renderer.page(
          "lost",
          .site([
            "title": .text(locale.string(.pageNotFound)),
            "front": .address(address ?? "index.html"),
          ])), to: "404.html")
      let labels = RunLabels(locale: locale)
      if isLarge(projects) {
        try IndexPages(projects, labels).stage(renderer, in: staging, among: names)
      } else {
        try staging.write(
          renderer.page("front", ProjectList(projects, labels).value), to: "index.html")
        IndexPages.removeAll(of: names, in: staging)
      }
      if let look { try staging.write(look.bytes, to: SiteLook.fileName, .index) }
      try staging.commit()
      problems += staging.leftoverProblems
    } catch {
      throw .file(error)
    }
    return problems
  }

  private func isLarge(_ projects: [LatestFile]) -> Bool { projects.count > IndexPages.most }

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
        hasIndex: isLarge(projects), problems: &problems)
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
}
