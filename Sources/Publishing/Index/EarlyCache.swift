import Basics

/// A `LatestCache` that another thread reads while the names in the site's folder are listed.
struct EarlyCache {
  /// The most bytes that are read before it is known how many names there are.
  private static let mostBytes = 1 << 28

  private let read: SharedValue<LatestCache>
  private let errand: Errand

  /// Begins to read the file; nil when there is none. That it can't be read is no error.
  init?(of site: String) {
    let folder = ConfinedFolder(site)
    do throws(FileError) {
      guard try folder.kind(of: LatestCache.file) == .file else { return nil }
    } catch {
      return nil
    }
    read = SharedValue {
      var found: [UInt8]?
      do throws(FileError) {
        found = try folder.read(LatestCache.file, limit: Self.mostBytes)
      } catch {}
      return LatestCache(found ?? [])
    }
    errand = read.begin()
  }

  /// What was read; empty when it can't be relied on, or is of no use.
  ///
  /// - Parameter count: The number of names in the site's folder.
  func cache(among count: Int) -> LatestCache {
    errand.wait()
    let cache = read.value
    return count > IndexPages.most && cache.fits(count) ? cache : LatestCache([])
  }
}
