package import Composing
package import Diagnostics
import Files
import Localization
package import Model
package import Pipeline
import Time

/// A report of what a site remembers of a period, over one project or several. It is a dataset like
/// any other, so that every target, language and gate works with it. Changes no file.
package struct SiteDigest: Sendable {
  private let site: String
  private let baseURL: String?
  /// The projects, in the order of the report.
  package let projects: [String]
  /// The language and the time zone that all projects have in common.
  package let defaults: ProjectDefaults

  /// - Parameters:
  ///   - projects: The names of projects; none means all projects of the site.
  ///   - baseURL: The address of the site; nil uses the one that the site remembers.
  package init(
    site: String, projects names: [String], baseURL: String?
  ) throws(PublishError) {
    guard Folder.exists(site) else {
      throw .refused(
        [
          Diagnostic(
            .error, "no-site", "there is no site in '\(site)'",
            help: ["'tidemark publish --site \(site)' makes one"])
        ], .usage)
    }
    let known: [String]
    do throws(FileError) { known = try SiteFolder(site).projects().sorted() } catch {
      throw .file(error)
    }
    let problems = names.filter { !known.contains($0) }.map { name in
      Diagnostic(
        .error, "no-project", "the site in '\(site)' has no project '\(name)'",
        help: Suggestion.help(for: name, among: known))
    }
    if !problems.isEmpty { throw .refused(problems, .usage) }
    var chosen: [String] = []
    for name in names.isEmpty ? known : names where !chosen.contains(name) { chosen.append(name) }
    var all: [ProjectDefaults] = []
    for name in chosen { all.append(try Publisher.defaults(of: name, in: site)) }
    self.site = site
    self.baseURL = baseURL
    projects = chosen
    func common(_ values: [String?]) -> String? {
      let values = Set(values.compactMap { $0 })
      return values.count == 1 ? values.first : nil
    }
    defaults = ProjectDefaults(
      locale: common(all.map(\.locale)), timeZone: common(all.map(\.timeZone)))
  }

  /// The dataset of a digest.
  package struct Made: Sendable {
    package var dataset: Dataset
    /// "shop: 23–29 Nov: 2 new errors, 3 still failing".
    package var subject: String
    /// "shop: Digest".
    package var stableSubject: String
    /// "2 new errors, 3 still failing".
    package var headline: String
    /// "Digest: 23–29 Nov 2026".
    package var occasion: String
    package var problems: [Diagnostic]
  }

  /// Makes the dataset of a period that ends with the time of the context. The known issues of the
  /// context accept messages as in the reports of runs.
  ///
  /// - Parameter top: The number of projects in the table.
  package func dataset(
    _ length: DigestPeriod.Length, top: Int, _ context: Composer.Context
  ) throws(PublishError) -> Made {
    let period = DigestPeriod(length, until: context.now, in: context.zone)
    var found: [ProjectDigest] = []
    for name in projects {
      found.append(try ProjectDigest.read(name, in: site, period, context))
    }
    let locale = context.locale
    let labels = Self.labels(found)
    let addresses = found.map { project in
      (baseURL ?? project.index.address).map { $0 + project.name + "/" }
    }
    var rows: [DigestRow] = []
    for (place, project) in found.enumerated() {
      rows +=
        DigestRows(
          project, period, locale, label: found.count > 1 ? labels[place] : nil,
          address: addresses[place]
        ).all
    }
    if found.isEmpty { rows.append(Self.empty(locale)) }
    let words = DigestWords(
      found, rows, period, locale, labels: labels, addresses: addresses, top: top)
    var dataset = Dataset()
    dataset.title = words.title
    dataset.project = found.count == 1 ? found[0].name : nil
    dataset.url = words.url(ofSite: baseURL)
    dataset.summary = words.summary
    dataset.run = Dataset.Run(facts: words.facts)
    dataset.categories = DigestList.allCases.map {
      Dataset.Category(id: $0.rawValue, title: $0.title(locale))
    }
    dataset.messages = rows.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }.map(\.element.message)
    return Made(
      dataset: dataset, subject: words.subject, stableSubject: words.stableSubject,
      headline: words.headline,
      occasion: words.occasion, problems: found.flatMap(\.problems))
  }

  /// The titles of projects; the name for those that share their title.
  private static func labels(_ projects: [ProjectDigest]) -> [String] {
    let counts = Dictionary(projects.map { ($0.title, 1) }, uniquingKeysWith: +)
    return projects.map { project in
      let label = counts[project.title] == 1 ? project.title : project.name
      return label.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  /// A site without any project is not green.
  private static func empty(_ locale: Locale) -> DigestRow {
    DigestRow(
      list: .runs,
      message: Message(
        urgency: .warning, category: DigestList.runs.rawValue,
        title: locale.string(.digestNeverRun)))
  }
}
