package import Diagnostics
import Preparing
import Text

/// Finds mistakes in the elements of a template's own files that no single file shows: ids that
/// occur twice, and addresses of files that are not there or that a page's policy blocks.
package struct MarkupReview {
  /// The warnings about a template's page and mail.
  package static func problems(
    template: String, in store: AssetStore, forms: [String]
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for (form, shell) in [("page", TemplateFile.pageShell), ("mail", TemplateFile.mailShell)]
    where forms.contains(form) {
      let paths = [TemplateFile.document, shell] + (form == "page" ? DocumentParts.wrappers : [])
      let outline = PageOutline(
        of: paths, form: form, in: TemplateSources(template: template, in: store))
      guard outline.files.contains(where: \.isOwn) else { continue }
      let review = MarkupReview(outline: outline, isMail: form == "mail")
      problems += review.repeatedIDs + review.addresses
    }
    return problems
  }

  let outline: PageOutline
  let isMail: Bool

  private static let mostProblems = 100

  // MARK: Ids

  private var repeatedIDs: [Diagnostic] {
    var first: [String: Int] = [:]
    var seen: Set<PageOutline.Place> = []
    var problems: [Diagnostic] = []
    for (index, element) in outline.elements.enumerated()
    where problems.count < Self.mostProblems {
      guard let id = element.attributes["id"], !id.isEmpty, !id.contains("{{") else { continue }
      let shown = VisibleText.quoted(id)
      if outline.isOwn(element.place), let loop = loop(around: element),
        seen.insert(element.place).inserted
      {
        problems.append(
          Diagnostic(
            .warning, "repeated-id", "the id \(shown) is written for each record of '\(loop)'",
            at: outline.location(of: element.place),
            help: ["add a value, as in id=\"\(VisibleText.of(id))-{{anchor}}\", or use a class"]))
        continue
      }
      guard let other = first[id].map({ outline.elements[$0] }) else {
        first[id] = index
        continue
      }
      let own = [element, other].first { outline.isOwn($0.place) }
      guard let own, other.place != element.place, mayMeet(element, other),
        seen.insert(own.place).inserted
      else { continue }
      let rest = outline.location(of: own.place == element.place ? other.place : element.place)
      problems.append(
        Diagnostic(
          .warning, "repeated-id",
          "the id \(shown) is also in \(VisibleText.of(rest.file)):\(rest.line)",
          at: outline.location(of: own.place), help: ["an id may occur once in a page"]))
    }
    return problems
  }

  /// The section that repeats an element, unless a condition inside it may select one.
  private func loop(around element: PageOutline.Element) -> String? {
    guard let last = element.sections.last.map({ outline.tags[$0] }), last.kind == .section else {
      return nil
    }
    let name = last.name.split(separator: ".").last.map(String.init) ?? last.name
    return ReportKinds.lists.contains(name) ? last.name : nil
  }

  /// Whether two elements may be in one page: the sections of one are also around the other.
  private func mayMeet(_ left: PageOutline.Element, _ right: PageOutline.Element) -> Bool {
    let (short, long) =
      left.sections.count < right.sections.count
      ? (left.sections, right.sections) : (right.sections, left.sections)
    return long.starts(with: short)
  }

  // MARK: Addresses

  private var addresses: [Diagnostic] { Array(allAddresses.prefix(Self.mostProblems)) }

  private var allAddresses: some Sequence<Diagnostic> {
    let policy = outline.elements.firstIndex {
      $0.attributes["http-equiv"]?.lowercased() == "content-security-policy"
    }
    return outline.elements.enumerated().lazy.compactMap { index, element -> Diagnostic? in
      guard outline.isOwn(element.place) else { return nil }
      let attribute = element.name == "link" ? "href" : "src"
      guard ["link", "img"].contains(element.name), isLoaded(element),
        let address = element.attributes[attribute], !address.isEmpty, !address.hasPrefix("{{"),
        !address.hasPrefix("data:"), !address.hasPrefix("#"), !address.hasPrefix("cid:")
      else { return nil }
      let isForeign = address.contains("://") || address.hasPrefix("//")
      let isBlocked = !isMail && policy.map { index > $0 } ?? false
      guard !isForeign || isBlocked || element.name == "link" && isMail else { return nil }
      let shown = VisibleText.quoted(address)
      return Diagnostic(
        .warning, "unreachable-file",
        isBlocked
          ? "the page's content security policy blocks \(shown)"
          : isForeign
            ? "mail programs do not load \(shown)"
            : "\(isMail ? "a mail" : "a page") comes without the file \(shown)",
        at: outline.location(of: element.place), help: [help(for: element)])
    }
  }

  /// Whether a browser loads the address without being asked.
  private func isLoaded(_ element: PageOutline.Element) -> Bool {
    if element.name == "img" { return isMail }
    let words = (element.attributes["rel"] ?? "").lowercased().split(separator: " ")
    let loaded = [
      "icon", "stylesheet", "preload", "modulepreload", "manifest", "apple-touch-icon", "mask-icon",
    ]
    return words.contains { loaded.contains(String($0)) }
  }

  private func help(for element: PageOutline.Element) -> String {
    if element.name == "img" {
      return "write the whole address of a picture on a server: https://…"
    }
    let relation = (element.attributes["rel"] ?? "").lowercased()
    if relation.contains("icon") {
      return isMail
        ? "remove it; a mail has no icon" : "write href=\"{{favicon}}\" or a data: address"
    }
    if relation.contains("style") {
      return "write the rules into \(isMail ? "mail" : "page")/*.css"
    }
    return "remove it; Tidemark writes and loads no other files"
  }
}
