import Basics

/// A `LatestCache` that another thread reads while the names in the site's folder are listed.
struct EarlyCache {
  /// The most bytes that are read before it is known how many names there are.
  private static let mostBytes = 1 << 28

  private let folder: ConfinedFolder
  private let read: SharedValue<[UInt8]?>
  private let errand: Errand

  /// Begins to read the file; nil when there is none. That it can't be read is no error.
  init?(of site: String) {
    let folder = ConfinedFolder(site)
    do throws(FileError) {
      guard try folder.kind(of: LatestCache.file) == .file else { return nil }
    } catch {
      return nil
    }
    self.folder = folder
    read = SharedValue { Self.bytes(in: folder, limit: Self.mostBytes) }
    errand = read.begin()
  }

  private static func bytes(in folder: ConfinedFolder, limit: Int) -> [UInt8]? {
    do throws(FileError) {
      return try folder.read(LatestCache.file, limit: limit)
    } catch {
      return nil
    }
  }

  /// What was read; empty when it can't be relied on, or is of no use.
  ///
  /// - Parameter count: The number of names in the site's folder.
  func cache(among count: Int) -> LatestCache {
    errand.wait()
    let limit = LatestCache.mostBytes(of: count)
    guard count > IndexPages.most else { return LatestCache([]) }
    // That of more projects than that is read when their number is known.
    let early = read.value
    let bytes = limit > Self.mostBytes ? early ?? Self.bytes(in: folder, limit: limit) : early
    return bytes.map { $0.count <= limit ? LatestCache($0) : LatestCache([]) } ?? LatestCache([])
  }
}
