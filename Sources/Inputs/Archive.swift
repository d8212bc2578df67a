// Unsafe pointers: zlib is a C library.

internal import CZlib
internal import Files
internal import Text

/// The files in a ZIP or tar archive, unpacked in memory. Their names are never used as paths.
package enum Archive {
  /// A file in an archive.
  package struct Member {
    package var name: String
    package var bytes: [UInt8] = []
    /// The reason why the file is not read; nil if it is read.
    package var refusal: String?
    /// Whether a folder with it would not be searched.
    package var isPassedOver = false
  }

  /// The largest size of an archive, and of its unpacked contents, in bytes.
  private static let mostPacked = 256 << 20
  static let mostUnpacked = 512 << 20
  /// Reports and logs are packed to a tenth or a fiftieth; only blanks and the like are packed to less than
  /// this.
  private static let highestRatio = 200
  private static let anySize = 32 << 20
  static let mostMembers = 10_000
  package static let tooLong = "the archive unpacks to too much"

  /// Whether the path is a regular file with an ending of archives that may hold reports.
  package static func isNamed(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".zip", ".tar", ".tar.gz", ".tgz"].contains { name.hasSuffix($0) }
      && Folder.isRegularFile(path)
  }

  /// Calls `receive` for each file in an archive. Returns the problem of the whole archive, if any.
  package static func read(_ path: String, _ receive: (Member) -> Void) -> String? {
    var bytes: [UInt8] = []
    do throws(FileError) {
      let file = try InputFile(path: path)
      if let size = file.size, size > mostPacked { return "an archive that is too large" }
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
      defer { piece.deallocate() }
      while bytes.count <= mostPacked {
        let count = try file.read(into: piece)
        if count == 0 { break }
        bytes += piece[..<count]
      }
    } catch {
      return error.reason
    }
    return read(bytes: bytes, receive)
  }

  /// Whether bytes unpack to so many that they can't be a report.
  static func isBomb(packed: Int, unpacked: Int) -> Bool {
    unpacked > anySize && unpacked / highestRatio > packed
  }

  package static func read(bytes: [UInt8], _ receive: (Member) -> Void) -> String? {
    if bytes.starts(with: "PK".utf8) { return ZipArchive(bytes: bytes).read(receive) }
    guard bytes.starts(with: [0x1F, 0x8B]) else { return TarArchive(bytes: bytes).read(receive) }
    var tar: [UInt8] = []
    let inflater = Inflater()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(64 << 10))
      rest = rest.dropFirst(piece.count)
      guard inflater.inflate(piece, into: &tar) else { return "a damaged archive" }
      let isBomb = isBomb(packed: bytes.count - rest.count, unpacked: tar.count)
      if tar.count > mostUnpacked || isBomb { return tooLong }
    }
    return TarArchive(bytes: tar).read(receive)
      ?? (inflater.isComplete ? nil : "an archive that is cut off")
  }

  /// The reason why the name of a member is invalid; nil for a valid name.
  package static func refusal(ofName name: [UInt8]) -> String? {
    guard let text = String(validating: name, as: UTF8.self) else {
      return "a name that is not UTF-8"
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isOutside = text.hasPrefix("/") || parts.contains("..") || text.contains("\\")
    return isOutside || name.contains(0) ? "a name that leads out of the archive" : nil
  }

  /// Whether a search of folders skips a file of this name.
  package static func isPassedOver(_ name: String) -> Bool {
    name.split(separator: "/").contains {
      $0.hasPrefix(".") && $0 != "." && $0 != ".." || $0 == "node_modules" || $0 == "__MACOSX"
    }
  }
}

/// A little-endian number of `count` bytes; nil beyond the end.
private func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
  guard place >= 0, place + count <= bytes.count else { return nil }
  return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
}

private struct ZipArchive {
  let bytes: [UInt8]

  func read(_ receive: (Archive.Member) -> Void) -> String? {
    guard let end = end, let count = number(bytes, end + 10, 2),
      var place = number(bytes, end + 16, 4)
    else { return "an archive that is cut off or damaged" }
    if count == 0xFFFF || place == 0xFFFF_FFFF { return "an archive of the kind ZIP64" }
    if count == 0 { return "an archive without files" }
    if count > Archive.mostMembers { return "an archive of too many files" }
    var unpacked = 0
    for _ in 0..<count {
      guard number(bytes, place, 4) == 0x0201_4B50, let flags = number(bytes, place + 8, 2),
        let method = number(bytes, place + 10, 2), let sum = number(bytes, place + 16, 4),
        let packed = number(bytes, place + 20, 4), let size = number(bytes, place + 24, 4),
        let nameLength = number(bytes, place + 28, 2), let extra = number(bytes, place + 30, 2),
        let comment = number(bytes, place + 32, 2), let kind = number(bytes, place + 40, 2),
        let offset = number(bytes, place + 42, 4), place + 46 + nameLength <= bytes.count
      else { return "an archive that is cut off or damaged" }
      let name = Array(bytes[(place + 46)..<(place + 46 + nameLength)])
      place += 46 + nameLength + extra + comment
      var member = Archive.Member(name: String(decoding: name, as: UTF8.self))
      if member.name.hasSuffix("/") { continue }
      member.isPassedOver = Archive.isPassedOver(member.name)
      if member.isPassedOver {
        receive(member)
        continue
      }
      member.refusal = Archive.refusal(ofName: name)
      if member.refusal == nil {
        member.refusal =
          flags & 1 != 0
          ? "an encrypted file"
          : kind & 0xF000 == 0xA000
            ? "a link"
            : [packed, size, offset].contains(0xFFFF_FFFF)
              ? "a file of the kind ZIP64"
              : method != 0 && method != 8 ? "a file packed in an unknown way" : nil
      }
      if member.refusal == nil,
        size > Archive.mostUnpacked - unpacked || Archive.isBomb(packed: packed, unpacked: size)
      {
        member.refusal = Archive.tooLong
      }
      if member.refusal == nil {
        let content = content(at: offset, packed, size, isPacked: method == 8)
        if let content, Self.sum(content) == sum {
          member.bytes = content
          unpacked += size
        } else {
          member.refusal = "a damaged file"
        }
      }
      receive(member)
    }
    return nil
  }

  /// The index of the record at the end, which a comment may follow.
  private var end: Int? {
    let mark: [UInt8] = [0x50, 0x4B, 5, 6]
    var place = bytes.count - 22
    while place >= max(0, bytes.count - 22 - 0xFFFF) {
      if bytes[place] == mark[0], bytes[place..<place + 4].elementsEqual(mark) { return place }
      place -= 1
    }
    return nil
  }

  private func content(at offset: Int, _ packed: Int, _ size: Int, isPacked: Bool) -> [UInt8]? {
    guard number(bytes, offset, 4) == 0x0403_4B50, let name = number(bytes, offset + 26, 2),
      let extra = number(bytes, offset + 28, 2)
    else { return nil }
    let start = offset + 30 + name + extra
    guard start + packed <= bytes.count else { return nil }
    if !isPacked { return packed == size ? Array(bytes[start..<start + packed]) : nil }
    var output: [UInt8] = []
    let inflater = Inflater(isRaw: true)
    var rest = bytes[start..<start + packed]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(64 << 10))
      rest = rest.dropFirst(piece.count)
      guard inflater.inflate(piece, into: &output), output.count <= size else { return nil }
    }
    return inflater.isComplete && output.count == size ? output : nil
  }

  private static func sum(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { Int(crc32_z(0, $0.baseAddress, $0.count)) }
  }
}

private struct TarArchive {
  let bytes: [UInt8]
  private static let block = 512

  func read(_ receive: (Archive.Member) -> Void) -> String? {
    let cut = "an archive that is cut off or damaged"
    var place = 0
    var count = 0
    var longName: [UInt8]?
    while place + Self.block <= bytes.count {
      let header = bytes[place..<place + Self.block]
      if header.allSatisfy({ $0 == 0 }) {
        // Of joined archives only the first one is read, and the others are reported.
        if bytes[place...].contains(where: { $0 != 0 }) { return cut }
        return count == 0 ? "an archive without files" : nil
      }
      guard header.dropFirst(257).starts(with: "ustar".utf8), let size = size(at: place) else {
        return cut
      }
      let start = place + Self.block
      guard size <= bytes.count - start else { return cut }
      let content = bytes[start..<start + size]
      place = start + (size + Self.block - 1) / Self.block * Self.block
      switch header[header.startIndex + 156] {
      case UInt8(ascii: "L"):
        longName = Array(content.prefix { $0 != 0 })
        continue
      case UInt8(ascii: "x"):
        longName = Self.path(in: content) ?? longName
        continue
      case UInt8(ascii: "0"), 0, UInt8(ascii: "1"), UInt8(ascii: "2"): break
      default:
        longName = nil
        continue
      }
      count += 1
      if count > Archive.mostMembers { return "an archive of too many files" }
      let name = longName ?? self.name(in: header)
      longName = nil
      var member = Archive.Member(name: String(decoding: name, as: UTF8.self))
      if member.name.hasPrefix("./") { member.name.removeFirst(2) }
      if member.name.hasSuffix("/") { continue }
      member.isPassedOver = Archive.isPassedOver(member.name)
      if member.isPassedOver {
        receive(member)
        continue
      }
      member.refusal = Archive.refusal(ofName: name)
      if [UInt8(ascii: "1"), UInt8(ascii: "2")].contains(header[header.startIndex + 156]) {
        member.refusal = "a link"
      }
      if member.refusal == nil { member.bytes = Array(content) }
      receive(member)
    }
    return cut
  }

  private func size(at place: Int) -> Int? {
    var size = 0
    for byte in bytes[(place + 124)..<(place + 136)] {
      if byte == 0 || byte == 0x20 { continue }
      guard 0x30...0x37 ~= byte else { return nil }
      size = size << 3 | Int(byte - 0x30)
    }
    return size
  }

  private func name(in header: ArraySlice<UInt8>) -> [UInt8] {
    let start = header.startIndex
    let name = header[start..<start + 100].prefix { $0 != 0 }
    let prefix = header[(start + 345)..<(start + 500)].prefix { $0 != 0 }
    // GNU archives have times in place of the prefix.
    let isPOSIX = header[start + 262] == 0
    return isPOSIX && !prefix.isEmpty ? Array(prefix) + [UInt8(ascii: "/")] + name : Array(name)
  }

  /// The path in an extended header: lines "LENGTH path=NAME".
  private static func path(in content: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = content
    while let blank = rest.firstIndex(of: 0x20),
      let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      length > blank - rest.startIndex + 1, length <= rest.count
    {
      let line = rest[(blank + 1)..<(rest.startIndex + length - 1)]
      if line.starts(with: "path=".utf8) { return Array(line.dropFirst(5)) }
      rest = rest.dropFirst(length)
    }
    return nil
  }
}
