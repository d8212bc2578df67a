import Basics
import Rendering
import Synchronization
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
    var sources = PageSources()
    let pages = pages
    let stamp = SHA256.digest(of: renderer.page("folder", sample))
    var changed: [Page] = []
    for page in pages {
      if let listed = listed(by: page) {
        let source = PageSources.source(page, of: listed, in: context(of: page), stamp)
        sources[page.file] = source
        if known[page.file] == source, present.contains(page.file) { continue }
      }
      changed.append(page)
    }
    for (page, bytes) in zip(changed, render(changed, renderer)) {
      try staging.write(bytes, to: page.file)
    }
    let files = Set(pages.map(\.file))
    for name in present where Page.isFile(name) && !files.contains(name) { staging.remove(name) }
    // Behind the pages: after an interruption, what it says of them is not newer than they are.
    try staging.write(sources.bytes, to: PageSources.file, .index)
  }

  /// Removes the pages of a site that has few projects again.
  static func removeAll(of present: [String], in staging: Staging) {
    for name in present
    where Page.isFile(name) || name == PageSources.file || name == LatestCache.file {
      staging.remove(name)
    }
  }

  private func render(_ pages: [Page], _ renderer: SiteRenderer) -> [[UInt8]] {
    let rendered = Mutex<[[UInt8]]>(Array(repeating: [], count: pages.count))
    Workers.concurrently(count: pages.count) { index in
      let (part, value) = content(of: pages[index])
      let bytes = renderer.page(part, value)
      rendered.withLock { $0[index] = bytes }
    }
    return rendered.withLock { $0 }
  }
}
