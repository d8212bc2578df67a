import Model
import TestSupport
import Testing

@testable import Composing

/// Which messages of two runs are the same (N3).
@Suite("Matching") struct MatchingTests {
  /// The lines of a file, whose context findings have.
  private static let source = [
    "import os", "import sys", "", "def first(a):", "    assert a", "    return a", "",
    "def second(b):", "    assert b > 17 and b < 17000", "    return b", "",
    "def third(c):", "    assert c", "    return c",
  ]

  private func finding(
    _ line: Int, in lines: [String]? = source, file: String = "src/a.py", rule: String = "S101",
    title: String = "Use of `assert` detected", fingerprint: String? = nil
  ) -> Message {
    var location = Message.Location(file: file, line: line)
    location.context = lines.flatMap { lines in
      Message.Context(
        lines: (line - 4...line + 2).map { lines.indices.contains($0) ? lines[$0] : "" })
    }
    return Message(
      urgency: .warning, category: "Lint", title: title, location: location,
      link: Message.Link(title: rule), fingerprint: fingerprint)
  }

  /// For each new message the index of the same old one.
  private func matched(
    _ old: [Message], _ new: [Message], scope: RunScope? = nil, scopeBefore: RunScope? = nil
  ) -> [Int?] {
    var (before, now) = (dataset(old), dataset(new))
    (before.scope, now.scope) = (scopeBefore, scope)
    let fingerprints = new.map { Fingerprint(of: $0) }
    var result = [Int?](repeating: nil, count: new.count)
    for pair in Matching(before, now, fingerprints: fingerprints).pairs {
      #expect(result[pair.new] == nil)
      result[pair.new] = pair.old
    }
    #expect(Set(result.compactMap(\.self)).count == result.count { $0 != nil })
    return result
  }

  private func edited(_ edit: (inout [String]) -> Void) -> [String] {
    var lines = Self.source
    edit(&lines)
    return lines
  }

  @Test func theAddedOneOfEqualMessagesIsNew() {
    let lines = edited { $0.insert(contentsOf: ["def zero(z):", "    assert z", ""], at: 3) }
    let old = [finding(5), finding(9), finding(13)]
    let new = [5, 8, 12, 16].map { finding($0, in: lines) }
    #expect(matched(old, new) == [nil, 0, 1, 2])
    #expect(matched(new, old) == [1, 2, 3])
  }

  @Test func digestsOfLinesFindWhatTheLinesFind() throws {
    let lines = edited { $0.insert(contentsOf: ["def zero(z):", "    assert z", ""], at: 3) }
    let old = try [5, 9, 13].map { line in
      var message = finding(line)
      let digest = try #require(message.location?.context).digest
      let written = try #require(ContextDigest(written: digest.written[...]))
      #expect(written == digest)
      message.location?.context = Message.Context(digest: written)
      #expect(message.location?.context?.lines.isEmpty == true)
      return message
    }
    #expect(matched(old, [5, 8, 12, 16].map { finding($0, in: lines) }) == [nil, 0, 1, 2])
  }

  @Test func digestsAreOfTheMiddleThreeLinesWithoutWhiteSpace() throws {
    let first = try digest(["a", "b c", "d"])
    #expect(try first == digest(["x", " a", "\tbc ", "d", "y"]))
    #expect(try first.line == digest(["bc"]).line)
    #expect(try first.surroundings != digest(["bc"]).surroundings)
    #expect(try digest(["", "bc", ""]) == digest(["bc"]))
    #expect(try digest(["", " ", ""]).line == 0)
    #expect(ContextDigest.isTelling(try digest([String(repeating: "a", count: 20)]).line))
    #expect(!ContextDigest.isTelling(try digest([String(repeating: "a", count: 19)]).line))
    #expect(ContextDigest(written: Array("................".utf8)[...]) == nil)
  }

  private func digest(_ lines: [String]) throws -> ContextDigest {
    try #require(Message.Context(lines: lines)).digest
  }

  @Test func theAddedOneOfEqualMessagesIsNewWithoutSource() {
    let old = [5, 9, 13].map { finding($0, in: nil) }
    let new = [5, 8, 12, 16].map { finding($0, in: nil) }
    #expect(matched(old, new) == [nil, 0, 1, 2])
  }

  @Test func whiteSpaceIsIgnored() {
    let lines = Self.source.map { "\t" + $0.replacing("    ", with: "  ") + "  " }
    #expect(matched([finding(9)], [finding(9, in: lines)]) == [0])
  }

  @Test func movedLinesAreFoundInTheSameFile() {
    let lines = edited { $0.append(contentsOf: ["", "", $0.remove(at: 8), "    pass"]) }
    #expect(
      matched([finding(9), finding(13)], [finding(12, in: lines), finding(16, in: lines)]) == [
        1, 0,
      ])
  }

  @Test func movedLinesAreFoundInAnotherFileIfTheySayEnough() {
    let other = ["    assert b > 17 and b < 17000", "", "    assert c"]
    let old = [finding(9), finding(13)]
    let new = [1, 3].map { finding($0, in: other, file: "src/b.py") } + [finding(5)]
    #expect(matched(old + [finding(5)], new) == [0, nil, 2])
  }

  @Test func anEditedLineStaysTheSameBetweenItsNeighbours() {
    let lines = edited {
      $0.insert(contentsOf: [String](repeating: "# more", count: 40), at: 2)
      $0[48] = "    assert isinstance(b, int)"
    }
    let new = [45, 49, 53].map { finding($0, in: lines) }
    #expect(matched([finding(5), finding(9), finding(13)], new) == [0, 1, 2])
  }

  @Test func anEqualTitleFarFromAnEditedLineIsNew() {
    let lines = edited {
      $0.remove(at: 8)
      $0.append(contentsOf: [String](repeating: "# more", count: 30) + ["assert other_thing()"])
    }
    let new = [finding(5, in: lines), finding(12, in: lines), finding(44, in: lines)]
    #expect(matched([finding(5), finding(9), finding(13)], new) == [0, 2, nil])
  }

  @Test func valuesInATitleMayDiffer() {
    func long(_ line: Int, _ title: String, in lines: [String]? = nil) -> Message {
      finding(line, in: lines, rule: "E501", title: title)
    }
    #expect(
      matched([long(9, "Line too long (89 > 88)")], [long(9, "Line too long (93 > 88)")]) == [0])
    #expect(matched([long(9, "Line too long (89 > 88)")], [long(9, "Missing blank")]) == [0])
    let old = [
      Message(
        urgency: .error, title: "Peer 10.0.0.7:4711 refused 'x'", location: .init(file: "log"))
    ]
    let new = [
      Message(urgency: .error, title: "Peer 10.0.0.9:80 refused 'yz'", location: .init(file: "log"))
    ]
    #expect(matched(old, new) == [0])
    #expect(
      matched(
        [Message(urgency: .error, title: "3 links are broken")],
        [Message(urgency: .error, title: "4 links are broken")]) == [nil])
  }

  @Test func otherTitlesWithoutARuleAreOtherMessages() {
    func failure(_ title: String) -> Message {
      Message(urgency: .error, title: title, location: .init(file: "LoginTests.swift", line: 40))
    }
    #expect(
      matched([failure("rejectsOldToken failed")], [failure("rejectsNewToken failed")]) == [nil])
  }

  @Test(arguments: [true, false])
  func renamedFilesAreRecognisedByTheirMessages(hasSource: Bool) {
    let lines = hasSource ? Self.source : nil
    let old = [5, 9, 13].map { finding($0, in: lines) } + [finding(5, in: lines, file: "c.py")]
    let new =
      [5, 9, 13].map { finding($0, in: lines, file: "lib/new.py") }
      + [finding(13, in: lines, file: "c.py")]
    #expect(matched(old, new) == [0, 1, 2, 3])
  }

  @Test func aMovedFileKeepsItsOnlyMessage() {
    let old = [finding(5, in: nil, file: "src/deep/a.py")]
    #expect(matched(old, [finding(90, in: nil, file: "lib/a.py")]) == [0])
    #expect(matched(old, [finding(90, in: nil, file: "lib/b.py")]) == [nil])
  }

  @Test func aMovedFileWithEditedLinesKeepsItsMessages() {
    // Each file has the same rule in the same lines, and each compared line has the name of its folder.
    func files(in folder: String) -> [Message] {
      ["a", "b"].flatMap { name in
        [5, 9, 13].map { line in
          finding(
            line, in: Self.source.map { $0.isEmpty ? "" : "\($0)  # \(folder)" },
            file: "\(folder)/\(name).py")
        }
      }
    }
    #expect(matched(files(in: "src"), files(in: "lib/src")) == [0, 1, 2, 3, 4, 5])
  }

  @Test func otherWordsOfAToolLeaveFindingsInTheirPlaces() {
    func findings(
      _ title: String, movedBy moved: Int = 0, hasColumns: Bool = true
    ) -> [Message] {
      [5, 9, 13].map { line in
        var message = finding(line + moved, in: nil, title: title)
        message.location?.column = hasColumns ? line : nil
        return message
      }
    }
    let (before, reworded) = (findings("Use of `assert` detected"), findings("Do not use `assert`"))
    #expect(matched(before, reworded) == [0, 1, 2])
    let movedWithOthers = [finding(2, in: nil, rule: "F401", title: "`sys` imported but unused")]
    #expect(
      matched(
        movedWithOthers + before,
        [finding(22, in: nil, rule: "F401", title: "`sys` imported but unused")]
          + findings("Do not use `assert`", movedBy: 20)) == [0, 1, 2, 3])
    #expect(matched(before, findings("Do not use `assert`", movedBy: 1)) == [nil, nil, nil])
    // Without columns, another finding of the rule may be in the line.
    #expect(
      matched(
        findings("Use of `assert` detected", hasColumns: false),
        findings("Do not use `assert`", hasColumns: false)) == [nil, nil, nil])
  }

  @Test func aFileThatBothRunsHaveHasNotMoved() {
    func clean(_ file: String) -> RunScope {
      RunScope([RunScope.Part(kind: .finding, files: [file])])
    }
    let old = [finding(5, in: nil, file: "src/a.py")]
    let new = [finding(90, in: nil, file: "lib/a.py")]
    let other = finding(5, in: nil, file: "lib/a.py", rule: "E501", title: "Line too long")
    #expect(matched(old + [other], new + [other]) == [nil, 1])
    #expect(matched(old, new, scope: clean("src/a.py")) == [nil])
    #expect(matched(old, new, scopeBefore: clean("lib/a.py")) == [nil])
    #expect(matched(old, new, scope: clean("src/b.py"), scopeBefore: clean("lib/b.py")) == [0])
  }

  @Test func anotherCategoryIsAnotherMessage() {
    var other = finding(9)
    other.category = "Style"
    #expect(matched([finding(9)], [other]) == [nil])
  }

  @Test func aGivenFingerprintIsAnIdentity() {
    let old = [
      finding(9, in: nil, fingerprint: "test:a"), finding(13, in: nil, fingerprint: "mine"),
    ]
    let new = [
      finding(9, in: nil, fingerprint: "test:b"), finding(5, in: nil, fingerprint: "mine"),
    ]
    #expect(matched(old, new) == [nil, 1])
    #expect(matched(old, [finding(9, in: nil)]) == [nil])
  }

  @Test(arguments: ["codequality:", "sarif:"])
  func fingerprintsOfLintersMayChange(prefix: String) {
    let old = [
      finding(9, in: nil, fingerprint: prefix + "1"),
      finding(13, in: nil, fingerprint: prefix + "2"),
    ]
    let new = [
      finding(11, in: nil, fingerprint: prefix + "3"),
      finding(5, in: nil, fingerprint: prefix + "2"),
    ]
    #expect(matched(old, new) == [0, 1])
    // One that is there in both runs is spoken for.
    #expect(matched([old[1], old[1]], [new[1], new[0]]) == [0, nil])
  }

  @Test func aGivenFingerprintWithContextMayChange() {
    #expect(matched([finding(9, fingerprint: "1")], [finding(9, fingerprint: "2")]) == [0])
  }

  @Test func aGivenFingerprintStaysAnIdentityWhereTheSourcesAreRead() {
    func read(_ line: Int, _ fingerprint: String) -> Message {
      var message = finding(line, fingerprint: fingerprint)
      message.location?.context?.isRead = true
      return message
    }
    // The dataset of the run before does not say where it had the lines from.
    #expect(matched([finding(9, fingerprint: "1")], [read(9, "2")]) == [nil])
    #expect(matched([finding(9, fingerprint: "f:1")], [read(9, "f:2")]) == [0])
  }

  @Test func aFingerprintMadeOfRuleAndTitleSaysNoMoreThanThese() {
    let lines = edited { $0.insert(contentsOf: ["def zero(z):", "    assert z", ""], at: 3) }
    for source in [Self.source, nil] {
      let old = [5, 9, 13].map { finding($0, in: source, fingerprint: "f:1") }
      let new = [5, 8, 12, 16].map {
        finding($0, in: source == nil ? nil : lines, fingerprint: "f:1")
      }
      #expect(matched(old, new) == [nil, 0, 1, 2])
      // Another option for categories is no change of findings.
      let refiled = old.map { message in
        var message = message
        message.category = "Tests"
        return message
      }
      #expect(matched(old, refiled) == [0, 1, 2])
    }
  }

  @Test func twoTestsThatFailAtOneLineAreTwo() {
    let old = finding(9, fingerprint: "test:odd[1]")
    #expect(matched([old], [finding(9, fingerprint: "test:odd[2]")]) == [nil])
    #expect(matched([old], [finding(13, fingerprint: "test:odd[1]")]) == [0])
  }

  @Test func aTestOfARenamedSuiteIsTheSame() {
    func failed(_ suite: String, _ name: String = "C\u{1F}a") -> Message {
      finding(9, fingerprint: "test:\(suite)\u{1F}\(name)")
    }
    func ran(_ suites: String...) -> RunScope {
      let digests = suites.flatMap {
        [
          TestDigests.digest(ofSuite: "test:" + $0),
          TestDigests.digest(of: "test:\($0)\u{1F}C\u{1F}a"),
        ]
      }
      return RunScope([RunScope.Part(tests: TestDigests(digests))])
    }
    #expect(matched([failed("s")], [failed("t")]) == [0])
    #expect(matched([failed("s")], [failed("t")], scope: ran("t"), scopeBefore: ran("s")) == [0])
    #expect(matched([failed("s")], [failed("t", "C\u{1F}b")]) == [nil])
    #expect(matched([failed("s"), failed("u")], [failed("t")]) == [nil])
    #expect(matched([failed("s")], [failed("t"), failed("u")]) == [nil, nil])
    // The other one passed.
    let both = ran("s", "t")
    #expect(matched([failed("s")], [failed("t")], scope: both, scopeBefore: ran("s")) == [nil])
    #expect(matched([failed("s")], [failed("t")], scope: ran("t"), scopeBefore: both) == [nil])
  }

  @Test func contextOfOneRunAloneIsIgnored() {
    #expect(matched([finding(9, in: nil)], [finding(9)]) == [0])
    #expect(matched([finding(9)], [finding(60, in: nil)]) == [0])
    // It is each category's, as each tool has its own.
    var other = finding(3)
    other.category = "Other"
    #expect(matched([finding(9), other], [finding(60, in: nil), other]) == [0, 1])
  }

  @Test func anyLinesAndContextsArePairedWithoutTrapping() {
    let lines = [1, Int.max, Int.max - 1, 0, -5, Int.min]
    let all =
      lines.map { Message(urgency: .error, title: "x", location: .init(file: "f", line: $0)) }
      + [finding(1, in: []), finding(1, in: ["", "", ""])]
    #expect(matched(all, all.reversed()).allSatisfy { $0 != nil })
  }
}

/// Whatever the messages are, the time grows with their number alone.
@Suite("Matching of hostile runs", .serialized) struct HostileMatchingTests {
  private static let count = FuzzScale.isThorough ? 20_000 : 1_000

  private func seconds(_ old: [Message], _ new: [Message]) -> Double {
    let fingerprints = new.map { Fingerprint(of: $0) }
    let clock = CPUClock()
    let (before, now) = (dataset(old), dataset(new))
    let matching = Matching(before, now, fingerprints: fingerprints)
    #expect(matching.pairs.count <= min(old.count, new.count))
    return clock.seconds
  }

  private func messages(
    _ title: (Int) -> String = { _ in "same" }, file: (Int) -> String = { _ in "f" },
    line: (Int) -> Int = { _ in 1 }, context: ((Int) -> [String])? = nil
  ) -> [Message] {
    (0..<Self.count).map { index in
      Message(
        urgency: .warning, title: title(index),
        location: Message.Location(
          file: file(index), line: line(index),
          context: context.flatMap { Message.Context(lines: $0(index)) }))
    }
  }

  // The limit is that of a debug build on a slow machine.
  private let limit = 20.0

  @Test func equalMessagesTakeLinearTime() {
    #expect(seconds(messages(), messages()) < limit)
    #expect(seconds(messages(line: { $0 }), messages(line: { $0 * 7 % 20_011 })) < limit)
  }

  @Test func equalContextsTakeLinearTime() {
    let all = messages(
      line: { $0 }, context: { _ in ["a", "the same line of code everywhere", "b"] })
    #expect(seconds(all, all.reversed()) < limit)
  }

  @Test func renamedFilesTakeLinearTime() {
    let old = messages(file: { "old/\($0 / 2)" }, line: { $0 % 2 + 1 })
    let new = messages(file: { "new/\($0 / 2)" }, line: { $0 % 2 + 1 })
    #expect(seconds(old, new) < limit)
    let ownOld = messages({ "t\($0)" }, file: { "old/\($0 / 2)" }, line: { $0 % 2 + 1 })
    let ownNew = messages({ "t\($0)" }, file: { "new/\($0 / 2)" }, line: { $0 % 2 + 1 })
    #expect(seconds(ownOld, ownNew) < limit)
  }

  @Test func editedTitlesTakeLinearTime() {
    let old = messages({ "line too long (\($0))" }, line: { $0 })
    let new = messages({ "line too long (\($0 + 1_000_000))" }, line: { Self.count - $0 })
    #expect(seconds(old, new) < limit)
  }
}
