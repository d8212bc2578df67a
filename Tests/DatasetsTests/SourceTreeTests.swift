import Diagnostics
import Foundation
import ImportSupport
import JSON
import Model
import Testing
import Text

@testable import Datasets
@testable import ToolReports

/// Lines that are read from the sources, of which nothing is taken that is not a file of theirs.
@Suite final class SourceTreeTests {
  private let folder: URL
  private let root: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "source-\(UUID().uuidString)")
    root = folder.appendingPathComponent("root")
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent("src"), withIntermediateDirectories: true)
    try write("a\nb\nc\nd\ne\n", "root/src/a.c")
    try write("secret\n", "outside.c")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(path))
  }

  private func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(path).path, withDestinationPath: target)
  }

  private func read(
    _ places: [(file: String, line: Int?)], roots: [String]? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) -> TextReport {
    let messages = places.map { place in
      let line = place.line.map { ", \"line\": \($0)" } ?? ""
      return #"{"urgency": "error", "title": "t", "location": {"file": "\#(place.file)"\#(line)}}"#
    }
    var options = ImportOptions()
    options.readsSource = true
    options.paths.setRoots(roots ?? [root.path])
    change(&options)
    return TextReport(
      #"{"version": 1, "messages": [\#(messages.joined(separator: ","))]}"#, options: options)
  }

  private func lines(_ file: String, line: Int = 3) -> [String]? {
    let report = read([(file, line)])
    #expect(report.problems.isEmpty == (report.message?.location?.context != nil))
    return report.message?.location?.context?.lines
  }

  @Test(arguments: ["src/a.c", "./src/a.c", "src//b/../a.c"])
  func aFileBelowTheRootIsRead(path: String) {
    #expect(lines(path) == ["", "a", "b", "c", "d", "e", ""])
  }

  @Test func anAbsolutePathBelowTheRootIsRead() {
    #expect(lines(root.path + "/src/a.c")?[3] == "c")
  }

  @Test func nothingIsReadUnlessAsked() {
    #expect(
      read([("src/a.c", 3)]) { $0.readsSource = false }.message?.location?.context == nil)
  }

  @Test(arguments: [
    "../outside.c", "src/../../outside.c", "/etc/passwd", "src", "", "src/none.c", "none/a.c",
    "src/a.c/b", "~/a.c", "src\\\\a.c\\u0000", "http://example.org/a.c",
  ])
  func pathsThatLeadElsewhereAreNotRead(path: String) throws {
    let report = read([(path, 1)])
    #expect(report.message?.location?.context == nil)
    #expect(
      report.problems == (path.isEmpty ? ["1 warning empty-text"] : [])
        || report.problems.contains("0 note unread-source"))
  }

  @Test func linksAreNotFollowed() throws {
    try link("root/file.c", to: "../outside.c")
    try link("root/absolute.c", to: folder.appendingPathComponent("outside.c").path)
    try link("root/up", to: "..")
    try link("root/loop", to: "loop")
    try link("root/inside.c", to: "src/a.c")
    try link("root/src/self", to: ".")
    for path in [
      "file.c", "absolute.c", "up/outside.c", "loop", "loop/a.c", "inside.c", "src/self/a.c",
    ] {
      #expect(lines(path, line: 1) == nil, "\(path)")
    }
  }

  @Test func theRootItselfMayBeALink() throws {
    try link("elsewhere", to: "root")
    let report = read([("src/a.c", 3)], roots: [folder.path + "/elsewhere"])
    #expect(report.message?.location?.context?.lines[3] == "c")
  }

  @Test func pipesAndDevicesAreNotOpened() throws {
    #expect(mkfifo(root.path + "/pipe", 0o600) == 0)
    #expect(lines("pipe", line: 1) == nil)
  }

  @Test func largeFilesAndBinaryOnesAreNotRead() throws {
    let limit = SourceTree.largestFile
    try write(String(repeating: "x\n", count: limit / 2), "root/just.c")
    try write(String(repeating: "x\n", count: limit / 2) + "x", "root/large.c")
    try write("a\nb\0\nc\n", "root/binary.c")
    #expect(lines("just.c")?[3] == "x")
    #expect(lines("large.c") == nil)
    #expect(lines("binary.c", line: 1) == nil)
    // A file with a hole takes no room on the disk.
    let handle = try FileHandle(forWritingTo: root.appendingPathComponent("large.c"))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    #expect(lines("large.c") == nil)
  }

  @Test func aFileThatBecomesALinkIsNotFollowed() throws {
    let path = root.appendingPathComponent("src/a.c").path
    let target = folder.appendingPathComponent("outside.c").path
    let tree = SourceTree(options)
    let stop = Stop()
    let swapper = Thread {
      while !stop.isSet {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        try? FileManager.default.removeItem(atPath: path)
        try? Data("a\nb\nc\n".utf8).write(to: URL(fileURLWithPath: path))
      }
    }
    swapper.start()
    defer { stop.set() }
    var found = 0
    for _ in 0..<3_000 {
      guard let bytes = tree.read("src/a.c", room: .max) else { continue }
      found += 1
      #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    }
    #expect(found > 0)
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.paths.setRoots([root.path])
    return options
  }

  /// Ends a thread.
  private final class Stop: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }

  @Test func oneNoteCountsThePlacesWithoutLines() {
    let report = read([("src/a.c", 3), ("src/a.c", 6), ("none.c", 1), ("none.c", nil)])
    #expect(report.problems == ["0 note unread-source"])
    #expect(
      report.diagnostics.map(\.summary)
        == ["the source of 2 messages is not read, such as 'src/a.c:6'"])
    #expect(report.messages.map { $0.location?.context != nil } == [true, false, false, false])
  }

  @Test func aContextThatIsGivenStays() {
    var options = options
    options.readsSource = true
    let report = TextReport(
      #"{"version": 1, "messages": [{"urgency": "error", "title": "t", "location": {"file": "src/a.c", "line": 3, "context": ["own"]}}]}"#,
      options: options)
    #expect(report.message?.location?.context?.lines == ["own"])
    #expect(report.message?.location?.context?.isRead == false)
  }

  @Test func ofSeveralRootsOneHasToHoldTheFile() throws {
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("other/src"), withIntermediateDirectories: true)
    try write("x\n", "other/b.c")
    let roots = [root.path, folder.path + "/other", folder.path + "/none", "root", "/"]
    let report = read([("src/a.c", 1), ("b.c", 1)], roots: roots)
    #expect(report.messages.map { $0.location?.context?.lines[3] } == ["a", "x"])
    try write("y\n", "other/src/a.c")
    #expect(read([("src/a.c", 1)], roots: roots).message?.location?.context == nil)
  }

  @Test func reportsOfToolsAreReadWithThePathsThatAreShown() throws {
    var options = options
    options.readsSource = true
    options.paths.addMapping(from: "build/gen", to: "src")
    let report = TextReport(
      """
      <testsuite tests="1"><testcase name="t" file="build/gen/a.c" line="2"><failure/></testcase>
      </testsuite>
      """, as: "junit", options: options)
    #expect(report.place == "src/a.c:2")
    #expect(report.message?.location?.context?.lines[3] == "b")
    #expect(report.message?.location?.context?.isRead == true)
  }

  @Test func secretsAreHiddenAndCountedWhereTheyAreShown() throws {
    let token = "ghp" + "_" + String(repeating: "a1B2", count: 9)
    try write("a\n\n\n\nkey = \"\(token)\"\n\n\n\n\nz\n", "root/key.c")
    var options = options
    options.readsSource = true
    var merger = InputMerger()
    merger.read(
      file: "f",
      from: ByteSource(
        bytes: Array(
          #"{"version": 1, "messages": [{"urgency": "error", "title": "t", "location": {"file": "key.c", "line": 5}}, {"urgency": "error", "title": "t", "location": {"file": "key.c", "line": 10}}]}"#
            .utf8)), options: options)
    merger.readSources()
    #expect(merger.redactions == 1)
    #expect(
      merger.dataset.messages.first?.location?.context?.lines[3] == "key = \"\(Redactor.sign)\"")
    #expect(merger.dataset.messages.last?.location?.context?.lines[3] == "z")
  }
}
