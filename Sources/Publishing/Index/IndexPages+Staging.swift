import Files
import Rendering
import Threads

extension IndexPages {
  /// Stages all pages in the order of their links, and removes pages that are no longer needed.
  ///
  /// - Parameter present: The names in the site's folder.
  func stage(
    _ renderer: SiteRenderer, in staging: Staging, among present: [String]
  ) throws(FileError) {
    let pages = pages
    var place = 0
    var failure: FileError?
    // Pages are staged in order while the next ones are rendered.
    Workers.inOrder(count: pages.count) { index in
      let (part, value) = content(of: pages[index])
      return renderer.page(part, value)
    } receive: { bytes in
      do throws(FileError) { try staging.write(bytes, to: pages[place].file) } catch {
        failure = error
      }
      place += 1
      return failure == nil
    }
    if let failure { throw failure }
    let files = Set(pages.map(\.file))
    for name in present where Page.isFile(name) && !files.contains(name) { staging.remove(name) }
  }

  /// Removes the index pages after the number of projects has fallen to the limit of one page.
  static func removeAll(of present: [String], in staging: Staging) {
    for name in present where Page.isFile(name) { staging.remove(name) }
  }
}
