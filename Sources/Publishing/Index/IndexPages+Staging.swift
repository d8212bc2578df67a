import Basics
import Rendering
import Templating

extension IndexPages {
  /// Stages all pages in the order of their links, without those that would be made of the same again,
  /// and the removal of those that are no longer any.
  ///
  /// - Parameters:
  ///   - present: The names in the site's folder.
  ///   - isWhole: Whether every page is made.
  func stage(
    _ renderer: SiteRenderer, in staging: Staging, among present: Set<String>, isWhole: Bool
  ) throws(FileError) {
    let known =
      isWhole ? PageSources() : PageSources(staging.read(PageSources.file, .index) ?? [])
    let pages = pages
    let stamp = SHA256.digest(of: renderer.page("folder", sample))
    var sources = PageSources()
    var place = 0
    var failure: FileError?
    // The last one is the largest, and all threads would wait for it.
    let first = SharedValue { rendered(.first, by: renderer) }
    let errand = first.begin()
    defer { errand.wait() }
    // Each is staged in its turn, while the next ones are rendered.
    Workers.inOrder(count: pages.count) { index in
      let page = pages[index]
      if index == pages.count - 1 { return first.value }
      let source = listed(by: page).map {
        PageSources.source(page, of: $0, in: context(of: page), stamp)
      }
      if let source, known[page.file] == source, present.contains(page.file) {
        return RenderedPage(source: source, bytes: nil)
      }
      return rendered(page, by: renderer, of: source)
    } take: { made in
      let file = pages[place].file
      place += 1
      sources[file] = made.source
      do throws(FileError) {
        if let bytes = made.bytes { try staging.write(bytes, to: file) }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    let files = Set(pages.map(\.file))
    for name in present where Page.isFile(name) && !files.contains(name) { staging.remove(name) }
    // Behind the pages: after an interruption, what it says of them is not newer than they are.
    try staging.write(sources.bytes, to: PageSources.file, .index)
  }

  private func rendered(
    _ page: Page, by renderer: SiteRenderer, of source: String? = nil
  ) -> RenderedPage {
    let (part, value) = content(of: page)
    return RenderedPage(source: source, bytes: renderer.page(part, value))
  }

  /// Removes the pages of a site that has few projects again.
  static func removeAll(of present: [String], in staging: Staging) {
    for name in present
    where Page.isFile(name) || name == PageSources.file || name == LatestCache.file {
      staging.remove(name)
    }
  }

  /// What a page is made of, if that can be the same again, and its bytes unless it is.
  private struct RenderedPage: Sendable {
    var source: String?
    var bytes: [UInt8]?
  }
}
