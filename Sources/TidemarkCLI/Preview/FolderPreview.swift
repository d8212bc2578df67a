import Files
import Pipeline
import Publishing
import Rendering
import Serving
import Text

/// Serves a rendered page or the folder of a site, unchanged.
struct FolderPreview: RequestHandler {
  /// A single page, or a folder with all its files.
  private enum Place {
    case page(String)
    case folder(ConfinedFolder)
  }

  private let place: Place
  private let served = ServedFiles()
  private var watch: FileWatch
  private var version = PreviewVersion()

  /// The paths of earlier requests.
  private final class ServedFiles {
    var paths: Set<String> = []
    static let most = 2_000
  }

  /// nil unless the path is a page or a folder with one. A folder of reports does not count, even
  /// if a tool has added its own page: the preview renders these reports.
  init?(_ path: String) {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if Folder.isRegularFile(path), ["html", "htm"].contains(ending) {
      place = .page(path)
    } else if Self.hasPage(path), SiteFolder.isPart(path) || !Self.holdsReports(path) {
      place = .folder(ConfinedFolder(path))
    } else {
      return nil
    }
    let served = served
    watch = FileWatch { FileStamps(served.paths) }
  }

  /// Links in the folder are not served.
  private static func hasPage(_ folder: String) -> Bool {
    do throws(FileError) {
      return try ConfinedFolder(folder).kind(of: "index.html") == .file
    } catch {
      return false
    }
  }

  private static func holdsReports(_ folder: String) -> Bool {
    InputOperand.find([InputOperand(folder)]).inputs.contains { input in
      !input.paths.isEmpty
    }
  }

  mutating func tick() -> Bool {
    if watch.hasChanged() { version.advance() }
    return !Termination.isRequested
  }

  mutating func response(to request: HTTPRequest) -> HTTPResponse {
    if request.path == PreviewVersion.path { return version.response() }
    guard request.path.first != HTTPRequest.ownFolder else { return nothing }
    var path = request.path.joined(separator: "/")
    let folder: ConfinedFolder
    let watched: String
    switch place {
    case .page(let page):
      // The page may be a link, and its target may change.
      guard path.isEmpty || path == Self.name(of: page), let target = Folder.realPath(page) else {
        return nothing
      }
      folder = ConfinedFolder(Folder.parent(of: target) ?? "/")
      path = Self.name(of: target)
      watched = page
    case .folder(let whole):
      if path.isEmpty || path.hasSuffix("/") { path += "index.html" }
      folder = whole
      watched = folder.fullPath(of: path)
    }
    // Taken before reading, so that a later change is noticed.
    let stamps = FileStamps([watched])
    do throws(FileError) {
      if try folder.kind(of: path) == .folder {
        var response = HTTPResponse(301, "The folder's page is at its address with a slash.")
        let last = PercentEncoding.encoded(path: request.path.last ?? "")
        response.headers = ["Location: \(last)/"]
        return response
      }
      guard let file = try folder.file(path) else { return nothing }
      note(watched, stamps)
      let type = Self.type(of: path)
      let isPage = type.hasPrefix("text/html")
      return HTTPResponse(
        type: type,
        body: isPage ? try PreviewPage.served(file, version: version.text) : HTTPBody(file))
    } catch {
      return HTTPResponse(404, error.message)
    }
  }

  private var nothing: HTTPResponse { HTTPResponse(404, "There is nothing here.") }

  /// Begins to watch a file.
  private mutating func note(_ path: String, _ stamps: FileStamps) {
    guard served.paths.count < ServedFiles.most, served.paths.insert(path).inserted else { return }
    watch.add(stamps)
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  private static func type(of path: String) -> String {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "css": "text/css; charset=utf-8", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
    "gz": "application/gzip", "htm": "text/html; charset=utf-8",
    "html": "text/html; charset=utf-8", "ico": "image/x-icon", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
    "log": "text/plain; charset=utf-8", "md": "text/plain; charset=utf-8", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8",
    "webp": "image/webp", "woff2": "font/woff2", "xml": "application/xml",
  ]
}
