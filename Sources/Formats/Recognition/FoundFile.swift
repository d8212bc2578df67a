internal import Diagnostics
internal import Inputs
package import JSON

/// The kind of a file that was found in a folder.
package enum FoundFile: Sendable {
  /// A report, or the beginning of one. Its importer reports its problems.
  case report
  /// An empty file. Only its name shows whether it is a report.
  case unclear
  /// It may be a report but is not read. `kind` and `help` are for the diagnostic.
  case unread(kind: String, help: String?)
  /// Like `unread`, but ignored if a matching report is next to it.
  case beside(FoundNeighbour, kind: String, help: String?)
  /// A ZIP or tar archive.
  case archive
  /// Not a report.
  case other

  /// - Parameters:
  ///   - path: The path. Some endings exclude a report.
  ///   - asked: The requested format; nil for all formats.
  ///   - takesAll: Whether any recognized format is accepted, as for a file named by a pattern.
  ///   - formats: The formats that are recognized.
  package init(
    _ source: ByteSource, named path: String = "", as asked: InputFormat?, takesAll: Bool,
    _ formats: InputFormats = InputFormats()
  ) {
    let stream = InputStream(source)
    let (format, head) = InputFormat.recognizing(stream, formats)
    let isWanted =
      asked.map { $0.recognizes(head) } ?? format.map { takesAll || $0.isCertain(head) } ?? false
    let name = FileName(path)
    if case .unreadable = stream.refusal {
      // An unreadable file may be a report.
      self = .report
    } else if head.shape == .blank, stream.refusal == nil {
      self = .unclear
    } else if !isWanted, name.isBrotli {
      // Brotli has no magic number: any byte may be the first one.
      self = .unread(kind: "a file compressed by Brotli", help: "unpack it first: brotli -d FILE")
    } else if isWanted || head.isCut && stream.isWhole && (head.isMarkup || name.isReport) {
      self = .report
    } else if name.isDocument {
      self = asked == nil ? Self.document(head, name, stream) : .other
    } else if name.isOther || asked != nil && Self.isOfAnotherFormat(head, name, format) {
      self = .other
    } else if stream.refusal != nil, name.isReport {
      // Reading the file reports the reason for the refusal.
      self = .report
    } else if let refusal = stream.refusal {
      self = .unread(kind: refusal.summary, help: refusal.help.first)
    } else {
      self = Self.unknown(head, name, format, stream)
    }
  }

  /// Whether a file is intact and certainly no report of the requested format. A damaged file may
  /// have any format. A report of another format counts as unread, unless another input reads it.
  private static func isOfAnotherFormat(
    _ head: InputHead, _ name: FileName, _ format: InputFormat?
  ) -> Bool {
    if let format { return !format.isCertain(head) }
    if head.isCut { return false }
    return switch head.shape {
    case .json: true
    // A server may answer with an error page in place of the report.
    case .xml: head.isClosed && !(name.isReport && LookAlike(head)?.isWebPage ?? false)
    case .text: !name.isReport && !(LookAlike(head)?.isPacked ?? false)
    case .blank: false
    }
  }

  /// A document is no report unless it contains findings with their places.
  private static func document(
    _ head: InputHead, _ name: FileName, _ stream: InputStream
  ) -> FoundFile {
    guard head.shape == .text, !name.isOfSources else { return .other }
    if let seen = LookAlike.listed(head), seen.standing == .report {
      return .unread(kind: seen.title, help: seen.help)
    }
    return ErrorLines.haveErrorWithPlace(in: stream.text()) ? withErrorLines(name) : .other
  }

  private static func withErrorLines(_ name: FileName) -> FoundFile {
    .unread(kind: "text with lines of errors", help: "to read it, name it: lines:\(name.shown)")
  }

  private static func unknown(
    _ head: InputHead, _ name: FileName, _ format: InputFormat?, _ stream: InputStream
  ) -> FoundFile {
    let seen = LookAlike(head)
    switch seen?.standing {
    case .report: return .unread(kind: seen?.title ?? "", help: seen?.help)
    case .besideTests: return .beside(.tests, kind: seen?.title ?? "", help: seen?.help)
    case .besideCoverage: return .beside(.coverage, kind: seen?.title ?? "", help: seen?.help)
    case .archive: return .archive
    case .other where !name.isReport || head.shape != .text: return .other
    case .other, .output, .unclear, nil: break
    }
    if let format {
      return .unread(kind: format.title, help: "to read it, name it: \(format.name):\(name.shown)")
    }
    switch head.shape {
    case .blank: return .unclear
    case .xml where seen?.isWebPage ?? false && !name.isReport: return .other
    case .xml, .json:
      return .unread(
        kind: seen?.title ?? "JSON without a known key", help: seen?.help ?? LookAlike.proposal)
    case .text:
      if name.isReport {
        return .unread(
          kind: seen?.title ?? "a file without a known format", help: seen?.help ?? Self.help(name))
      }
      if let seen, seen.isPacked { return .unread(kind: seen.title, help: seen.help) }
      guard ErrorLines.areIn(stream.text()) else {
        // A packed text may be damaged after its beginning.
        return stream.refusal.map { .unread(kind: $0.summary, help: $0.help.first) } ?? .other
      }
      if let seen, seen.standing == .output { return .unread(kind: seen.title, help: seen.help) }
      return withErrorLines(name)
    }
  }

  private static func help(_ name: FileName) -> String {
    name.isTable
      ? "to read it, name it, and say by --map which columns are meant: csv:\(name.shown)"
      : "to read it, name its format: FORMAT:\(name.shown)"
  }
}

extension FoundFile {
  /// Whether the name has an ending of reports.
  package static func isNamedAsReport(_ path: String) -> Bool { FileName(path).isReport }

  /// Whether the name has an ending that reports never have.
  package static func isNamedAsOther(_ path: String) -> Bool {
    let name = FileName(path)
    return name.isOther || name.isDocument
  }
}

/// The subject of the matching report next to a file, see `FoundFile.beside`.
package enum FoundNeighbour: Sendable {
  case tests, coverage
}

/// The ending of a file's name.
private struct FileName {
  let shown: String
  private let stem: Substring
  private let ending: Substring
  private let packing: String?

  init(_ path: String) {
    shown = VisibleText.of(path)
    var name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    packing = Self.packings.first { name.hasSuffix($0) }
    name.removeLast(packing?.count ?? 0)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    stem = parts.first ?? ""
    ending = parts.count > 1 ? parts[parts.count - 1] : ""
  }

  /// The endings of compressed files, behind those of their contents.
  private static let packings = [".gz", ".zst", ".xz", ".bz2", ".lz4", ".lzma", ".br", ".z"]

  /// Whether reports have this ending.
  var isReport: Bool {
    ["xml", "json", "sarif", "tap", "trx", "jsonl", "ndjson", "jtl"].contains(ending) || isTable
  }

  /// Whether it is compressed by Brotli and may be a report or a log.
  var isBrotli: Bool { packing == ".br" && (isReport || ["log", "out"].contains(ending)) }

  var isTable: Bool { ending == "csv" || ending == "tsv" }

  /// Whether reports never have this ending.
  var isOther: Bool { Self.others.contains(ending) }

  /// Whether it is named as prose or settings, which contain words such as `error`.
  var isDocument: Bool {
    ["md", "markdown", "mdx", "rst", "adoc", "yaml", "yml"].contains(ending)
  }

  /// Whether it is a document of a folder with sources, which may quote errors.
  var isOfSources: Bool {
    ["readme", "changelog", "changes", "contributing", "history", "news", "security", "upgrading"]
      .contains { stem.hasPrefix($0) }
  }

  /// Pictures, films, fonts, pages, styles, programs, sources, settings and packages of programs.
  private static let others: Set<Substring> = Set(
    """
    png jpg jpeg gif webp svg ico bmp avif tiff mp4 webm mov mp3 wav woff woff2 ttf otf eot
    css scss sass less js mjs cjs ts tsx jsx map html htm xhtml vue svelte
    pdf ps swift c h cc cpp cxx hpp hh m mm java kt kts scala groovy gradle go rs py pyi pyc rb php pl
    pm sh bash zsh fish ps1 psm1 bat cmd lua r jl dart ex exs erl hs clj fs fsx vb cs csproj fsproj
    vbproj sln slnx vcxproj props targets xsd xsl xslt dtd proto sql toml ini cfg conf properties
    lock class jar war ear aar apk ipa whl egg nupkg vsix docx xlsx pptx odt so dylib dll exe o a
    obj lib pdb wasm bin dat db sqlite mod sum cmake mk tf ipynb exec profraw profdata gcda gcno trace
    storyboard xib plist strings resx nib pem crt key asc sig sha256 sha512 md5 editorconfig
    gitignore gitattributes dockerignore npmignore eml swp bak tmp mo po pot template tmpl erb
    """.split(whereSeparator: \.isWhitespace))
}

extension LookAlike {
  fileprivate var isWebPage: Bool { title == "a web page" }
  /// Whether it may contain a report after unpacking.
  fileprivate var isPacked: Bool {
    title.hasPrefix("a file compressed") || standing == .archive
  }
}

extension InputHead {
  /// Whether XML ends like a whole document, or continues after the known bytes.
  fileprivate var isClosed: Bool {
    if bytes.count >= InputStream.headSizes[0] { return true }
    let end = bytes.reversed().drop { $0 <= 0x20 || $0 == 0 }
    guard end.first == UInt8(ascii: ">") else { return false }
    guard let root = xmlRoot, end.dropFirst().first != UInt8(ascii: "/") else { return true }
    return end.dropFirst().prefix(root.utf8.count).elementsEqual(root.utf8.reversed())
  }

  /// Whether it begins like XML or JSON, unlike a line of a log.
  fileprivate var isMarkup: Bool {
    let start = Array(bytes.lazy.filter { $0 > 0x20 }.prefix(2))
    return start.first == UInt8(ascii: "<")
      || start.count == 2
        && "\"{[".utf8.contains(start[1])
  }
}
