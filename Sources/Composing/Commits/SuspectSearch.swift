internal import Model
internal import Text

/// Searches the commits that touched the files of failures (see "Commits since the last report").
struct SuspectSearch {
  private let messages: [Message]
  private let touched: TouchedFiles
  /// The connected files of each message that was searched.
  private var connected: [Int: [ConnectedFile]] = [:]
  /// The commits of each file that was searched, the newest first.
  private var commits: [String: [Int]] = [:]

  init(_ messages: [Message], _ touched: TouchedFiles) {
    (self.messages, self.touched) = (messages, touched)
  }

  /// The commits that touched the files of messages; nil for none. No commit causes that a service
  /// is missing.
  mutating func suspects(of items: [Int]) -> Report.Suspects? {
    var likelihoods: [Int: Int] = [:]
    var files: [String: Int] = [:]
    for item in items where !messages[item].lacksService {
      for file in connectedFiles(of: item) {
        let name = String(TouchedFiles.name(of: file.path.replacing("\\", with: "/")))
        files[name, default: 0] += file.connection.weight
        for commit in commits[file.path] ?? [] {
          likelihoods[commit, default: 0] += file.connection.weight
        }
      }
    }
    if likelihoods.isEmpty { return nil }
    let commits = likelihoods.sorted { left, right in
      left.value == right.value ? left.key < right.key : left.value > right.value
    }
    let named = files.sorted { left, right in
      left.value == right.value ? left.key < right.key : left.value > right.value
    }
    return Report.Suspects(commits: commits.map(\.key), files: named.map(\.key))
  }

  /// The changed files that are connected with a message, each with its closest connection.
  private mutating func connectedFiles(of item: Int) -> [ConnectedFile] {
    if let known = connected[item] { return known }
    var found: [ConnectedFile] = []
    for file in messages[item].connectedFiles(touched) {
      let touching = commits[file.path] ?? touched.commits(touching: file.path)
      commits[file.path] = touching
      let isFound = found.contains { $0.path == file.path || commits[$0.path] == touching }
      if !touching.isEmpty, !isFound { found.append(file) }
    }
    // Versions of dependencies can break every test. They are named if nothing is closer.
    if found.contains(where: { $0.connection.isOfCode }) {
      found.removeAll { !$0.connection.isOfProject }
    }
    connected[item] = found
    return found
  }
}

/// A file in which the cause of a failure may be.
private struct ConnectedFile {
  var path: String
  var connection: Connection
}

/// How a file is connected with a failure.
private enum Connection: Equatable {
  /// Its line raised the error.
  case raised
  /// It is in the trace, this many files away from the line.
  case traced(distance: Int)
  /// It has the versions of dependencies, and the error says that code and library do not fit.
  case mismatched
  /// The test tests it, by the names of both.
  case tested
  /// It has the test.
  case test
  /// It has the versions of dependencies.
  case dependency

  /// How likely the cause is in this file, compared with others.
  var weight: Int {
    switch self {
    case .raised: 160
    case .traced(let distance): max(80 - distance, 61)
    case .mismatched: 60
    case .tested: 40
    case .test: 20
    case .dependency: 10
    }
  }

  var isOfCode: Bool { weight > Connection.mismatched.weight }
  var isOfProject: Bool { self != .dependency && self != .mismatched }
}

extension Message {
  /// The files in which the cause may be, the most likely first. The cause of a finding is in its
  /// own file.
  fileprivate func connectedFiles(_ touched: TouchedFiles) -> [ConnectedFile] {
    guard isFailedTest else {
      return location.map { [ConnectedFile(path: $0.file, connection: .raised)] } ?? []
    }
    let own = [location?.file, testLocation?.file].compactMap { $0 }
    var files = own.filter { !TestFile.isOne($0) }.map {
      ConnectedFile(path: $0, connection: .raised)
    }
    let traced = details.map { touched.files(inTrace: $0, raisedIn: location?.file) } ?? []
    files += traced.filter { !TestFile.isOne($0) }.enumerated().map { distance, path in
      ConnectedFile(path: path, connection: .traced(distance: distance))
    }
    let dependencies = touched.dependencies.map {
      ConnectedFile(path: $0, connection: isMismatch ? .mismatched : .dependency)
    }
    if isMismatch { files += dependencies }
    let tests = (own + traced).filter(TestFile.isOne)
    files += tests.compactMap(touched.file(testedBy:)).map {
      ConnectedFile(path: $0, connection: .tested)
    }
    files += tests.map { ConnectedFile(path: $0, connection: .test) }
    return isMismatch ? files : files + dependencies
  }

  private static let mismatches: [StaticString] = [
    "unexpected keyword argument", "has no attribute", "cannot import name", "no module named",
    "cannot find module", "is not a function", "nosuchmethoderror", "nosuchfielderror",
    "noclassdeffounderror", "classnotfoundexception", "undefined method", "undefined symbol",
    "methodnotfoundexception", "missingmethodexception", "no such module",
  ]

  /// Whether the cause says that the code does not fit the version of a library.
  private var isMismatch: Bool {
    guard let line = LikenessKeys.firstLine(of: self) else { return false }
    // A missing value says nothing of a library.
    return ByteSearch.first("'nonetype'", in: line) == nil
      && Self.mismatches.contains { ByteSearch.first($0, in: line) != nil }
  }
}
