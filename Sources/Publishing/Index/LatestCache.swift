import Basics

/// `.tidemark-latest`: what was read of each project of a large site, beside the stamps of the files that it
/// was read of. A shortcut and no memory: what has other stamps by now is read again, and so is everything
/// when the file is lost, damaged or of another version. It is asked for names that the site's folder has
/// and says none itself.
///
/// Three stamps say of a project that nothing has changed: that of `latest.json`, that of the project's
/// folder, in which its pages are and which can't have become a link, and that of `archive`.
struct LatestCache: Sendable {
  static let file = ".tidemark-latest"
  /// Of what an entry holds.
  static let version = 2
  private static let head = Array("tidemark-latest \(version)\n".utf8)
  private static let digestLength = 32
  /// A project with a longer entry is read each time, so that no file has to be larger.
  private static let longest = 4_096
  /// How many seconds ago a file must have changed to be kept: a later change in the same tick of the
  /// clock would have the same time, and there are file systems that count seconds.
  private static let margin: Int64 = 2

  private let bytes: [UInt8]
  /// The entries of `bytes`, in the order of the names.
  private let entries: [Range<Int>]

  /// An entry that was found.
  struct Entry {
    let name: String
    let stamp: ArraySlice<UInt8>
    let bytes: ArraySlice<UInt8>
    fileprivate var rest: PackedReader

    /// Reads what is kept; nil when the entry is damaged.
    func project() -> KnownProject? {
      var reader = rest
      guard let hasMonths = reader.number() else { return nil }
      var months: KnownProject.Months?
      if hasMonths != 0 {
        guard let stamp = reader.raw(Stamp.length), let count = reader.count() else { return nil }
        var names: [String] = []
        for _ in 0..<count {
          guard let name = reader.text(), ProjectIndex.isMonth(name) else { return nil }
          names.append(name)
        }
        months = KnownProject.Months(names: names, stamp: Array(stamp))
      }
      guard let latest = LatestFile(name, &reader), reader.isAtEnd else { return nil }
      return KnownProject(
        latest: latest, stamp: Array(stamp), months: months, entry: self.bytes)
    }
  }

  /// The largest size of the file of a site with so many names in its folder.
  static func mostBytes(of count: Int) -> Int {
    head.count + digestLength + count * (longest + 2)
  }

  /// Reads the file; empty when it can't be read, or is of no use.
  ///
  /// - Parameter count: The number of names in the site's folder.
  init(in folder: ConfinedFolder, among count: Int) {
    var bytes: [UInt8]?
    if count > IndexPages.most {
      do throws(FileError) {
        bytes = try folder.read(Self.file, limit: Self.mostBytes(of: count))
      } catch {}
    }
    self.init(bytes ?? [])
  }

  init(_ bytes: [UInt8]) {
    let start = Self.head.count + Self.digestLength
    guard bytes.starts(with: Self.head), bytes.count >= start,
      Self.digest(of: bytes[start...]).elementsEqual(bytes[Self.head.count..<start])
    else {
      self.bytes = []
      entries = []
      return
    }
    var reader = PackedReader(bytes[start...])
    var entries: [Range<Int>] = []
    while let length = reader.count(), let entry = reader.raw(length) {
      entries.append(entry.indices)
    }
    self.bytes = bytes
    self.entries = entries
  }

  private static func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.digest()
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The entry of a name.
  ///
  /// - Parameter place: Where it is looked for first: behind the one that was found before.
  func entry(of name: String, at place: inout Int) -> Entry? {
    if let found = entry(at: place), found.name == name {
      place += 1
      return found
    }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      guard let found = entry(at: middle) else { return nil }
      if found.name == name {
        place = middle + 1
        return found
      }
      if ByteSearch.precedes(found.name, name) { low = middle + 1 } else { high = middle }
    }
    place = low
    return nil
  }

  private func entry(at place: Int) -> Entry? {
    guard entries.indices.contains(place) else { return nil }
    let entry = bytes[entries[place]]
    var reader = PackedReader(entry)
    guard let name = reader.text(), let stamp = reader.raw(Stamp.length) else { return nil }
    return Entry(name: name, stamp: stamp, bytes: entry, rest: reader)
  }

  // MARK: Writing

  /// Writes the file unless it says the same already. That it can't be written is no error: the next call
  /// reads everything again.
  ///
  /// - Parameter projects: In the order of their names.
  func replace(with projects: [KnownProject], in folder: ConfinedFolder) {
    let isSame =
      projects.count == entries.count && projects.allSatisfy { $0.entry != nil }
    if isSame { return }
    let bytes = Self.bytes(of: projects)
    if bytes == self.bytes { return }
    do throws(FileError) {
      let file = try OutputFile(in: folder, replacing: Self.file)
      try file.write(bytes)
      _ = try file.commitUnsynced()
    } catch {}
  }

  static func bytes(of projects: [KnownProject]) -> [UInt8] {
    var all = PackedWriter()
    for project in projects {
      if let entry = project.entry {
        all.write(count: entry.count)
        all.write(raw: entry)
      } else if let entry = Self.entry(project), entry.count <= longest {
        all.write(count: entry.count)
        all.write(raw: entry)
      }
    }
    return head + digest(of: all.bytes[...]) + all.bytes
  }

  private static func entry(_ project: KnownProject) -> [UInt8]? {
    guard let stamp = project.stamp else { return nil }
    var writer = PackedWriter()
    writer.write(project.latest.project)
    writer.write(raw: stamp)
    if let months = project.months, let stamp = months.stamp {
      writer.write(1)
      writer.write(raw: stamp)
      writer.write(count: months.names.count)
      for name in months.names { writer.write(name) }
    } else {
      writer.write(0)
    }
    project.latest.pack(into: &writer)
    return writer.bytes
  }

  /// The stamps of some files in few bytes.
  struct Stamp {
    static let length = 16

    let bytes: [UInt8]
    /// Whether it may be kept.
    let isSafe: Bool

    /// - Parameter now: The seconds of the clock before anything was read.
    init(_ stamps: [FileStamp], now: Int64) {
      var all: [UInt8] = []
      all.reserveCapacity(64 * stamps.count)
      for stamp in stamps { stamp.write(to: &all) }
      bytes = Array(SHA256.digest(of: all).prefix(Self.length))
      isSafe = stamps.allSatisfy { $0.isOlder(than: now - LatestCache.margin) }
    }
  }
}
