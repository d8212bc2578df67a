import JSON
import Testing

@testable import Formats
@testable import Inputs

@Suite struct ErrorLinesTests {
  private func isUnread(_ text: String, named name: String = "build.log") -> Bool {
    let file = FoundFile(
      ByteSource(bytes: Array(text.utf8)), named: name, as: nil, takesAll: false)
    if case .unread = file { return true }
    return false
  }

  @Test(arguments: [
    "make: *** [Makefile:5: b] Error 1", "gmake[2]: *** [all] Error 2",
    "LINK : fatal error LNK1104: cannot open file 'a.lib'",
    "NMAKE : fatal error U1077: 'cl' : return code '0x2'",
    "error TS18003: No inputs were found in config file 'tsconfig.json'.",
    "a.ts:3:5 - error TS2322: Type 'string' is not assignable to type 'number'.",
    "##vso[task.logissue type=error]no space", "##vso[task.complete result=Failed;]done",
    "##teamcity[testFailed name='a']", "a.py:3:1: E0602: Undefined variable 'x'",
    "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?",
    "a.out: a.c:3: main: Assertion `x > 0' failed.", "double free or corruption (out)",
    "sh: 1: gcc: not found", "/bin/sh: gcc: not found", "rake aborted!",
    "-- Configuring incomplete, errors occurred!", "docker: Error response from daemon: no",
    "tar: Exiting with failure status due to previous errors", "ERR_PNPM_OUTDATED_LOCKFILE",
    "2026-11-20 03:12:00 ERR no database", "E1120 03:12:00.123456    7 main.go:12] no",
    "--- FAIL: TestPay (0.00s)", "== 1 failed, 3 passed in 0.12s ==",
  ])
  func aTextWithALineOfAnErrorIsNotRead(line: String) {
    #expect(isUnread("begin\n\(line)\nend\n"))
    #expect(isUnread("a,b,c\nd,e,f\n\(line)\n"), "a table")
    #expect(isUnread("---\nkey: value\n\(line)\n"), "YAML")
    #expect(isUnread("{\"message\": \"begin\"}\nplain\n\(line)\n"), "a line of JSON")
    #expect(isUnread(String(repeating: "compiling\n", count: 30_000) + line + "\n"), "the end")
  }

  @Test(arguments: ["a.md", "a.yaml", "a.yml", "a.rst", "a.adoc"])
  func aDocumentIsUnreadIfItContainsFindings(name: String) {
    #expect(isUnread("# Findings\n\nsrc/a.c:3:1: error: no\n", named: name))
    #expect(isUnread("# Findings\n\n- `src/a.c:3:1: error: no`\n", named: name))
    #expect(!isUnread("a:\n  src/a.c:3:1: error: no\n", named: name))
    #expect(!isUnread("```\nsrc/a.c:3:1: error: no\n```\n", named: "README.md"))
    #expect(!isUnread("# Help\n\nerror: what it means\nsemi: error\n1 failed\n", named: name))
    #expect(!isUnread("<h1>Help</h1>\n\nerror: what it means\n", named: name))
    #expect(!isUnread("| a | b |\n|---|---|\n| error | 1 |\n", named: name))
  }

  @Test func theFixesOfClangTidyAreUnread() {
    let fixes = """
      ---
      MainSourceFile: '/w/a.cpp'
      Diagnostics:
        - DiagnosticName: modernize-use-nullptr
          DiagnosticMessage:
            Message: use nullptr
      ...
      """
    #expect(isUnread(fixes, named: "fixes.yaml"))
    #expect(!isUnread("---\nChecks: '-*'\n", named: ".clang-tidy.yaml"))
  }

  /// Lines without a stem are not looked at again.
  @Test(arguments: [
    "begin", "Compiling a.c", "[ 12%] Building CXX object a.o", "2026-11-20T03:12:00Z step 3 done",
  ])
  func aLineWithoutAStemSaysNoFailure(line: String) {
    #expect(!Array(line.utf8).withUnsafeBufferPointer { FailureStems.all.areIn($0) })
    #expect(!ErrorLines.isError(line[...]))
  }

  @Test func everyPhraseHasAStem() {
    for phrase in FailurePhrases.all.texts {
      #expect(phrase.withUnsafeBufferPointer { FailureStems.all.areIn($0) }, "\(phrase)")
    }
  }

  @Test(arguments: [
    "a.kt:1:2: E0602 x", "a.py:3:1: F401 'os' imported", "a.rb:1:2: E: Layout/X: no",
    "e: /w/a.kt: (3, 5): no", "a.py:1:2: [E] no", "app/a.rb   12   SQL Injection   High",
    "a.o: in function `f': undefined reference to `g'", "ld: cannot find -lfoo",
    "a.o: multiple definition of `f'", "2 failed", "exited with status 3", "Killed", "Hangup",
    "[1]+  Quit   ./a", "{\"level\": 50, \"msg\": \"no\"}", "{\"ok\": false}",
    "web-1  | {\"level\": 50, \"msg\": \"no\"}", "npm ERR! code 1", "status=\"timedOut\"",
    "a.scala:1: FATAL no", "CRIT no disk", "EMERG no disk", "java.lang.IllegalStateException: no",
    "e\u{8}er\u{8}rr\u{8}ro\u{8}or\u{8}r: no",
  ])
  func aLineOfAFailureHasAStem(line: String) {
    #expect(Array(line.utf8).withUnsafeBufferPointer { FailureStems.all.areIn($0) })
  }

  @Test(arguments: [
    "begin", "0 errors, 0 warnings", "make: Nothing to be done for 'all'.",
    "-- Looking for sigsegv handler - found", "✓ should return 1 error (3ms)",
    "√ rejects with 404 error", "checking for error() in -lc... yes", "bash: 3 jobs found",
    "E1120 is the number of the room",
  ])
  func aTextWithoutSuchALineIsLeftOut(line: String) {
    #expect(!isUnread("begin\n\(line)\nend\n"))
  }

  @Test(arguments: [
    [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x42, 0x5A, 0x68, 0x39], [0x28, 0xB5, 0x2F, 0xFD],
    [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], Array("Rar!\u{1A}\u{7}\u{1}".utf8),
  ])
  func aPackedFileIsNotReadWhateverFormatIsAskedFor(bytes: [UInt8]) {
    for format in [nil, InputFormat(named: "junit")] {
      let file = FoundFile(
        ByteSource(bytes: bytes + [1, 2, 3]), named: "tests.bin1", as: format, takesAll: false)
      guard case .unread(let kind, _) = file else {
        Issue.record("\(file)")
        continue
      }
      #expect(kind.hasPrefix("a file compressed by"))
    }
  }

  @Test func aZeroNearTheBeginningMakesNoTextUTF16() {
    let text = Array("a\0b: error: no\n".utf8)
    #expect(InputStream(ByteSource(bytes: text)).head == text)
    let utf16 = "a.c:1:2: error: no\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let file = FoundFile(ByteSource(bytes: utf16), named: "build.log", as: nil, takesAll: false)
    guard case .unread = file else {
      Issue.record("\(file)")
      return
    }
  }

  @Test func dataBehindTheEndOfATarIsNamed() {
    func tar(_ name: String) -> [UInt8] {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at place: Int) {
        for (offset, byte) in text.utf8.enumerated() { header[place + offset] = byte }
      }
      put(name, at: 0)
      put("0000644", at: 100)
      put("00000000002", at: 124)
      put("0", at: 156)
      put("ustar", at: 257)
      var content = [UInt8](repeating: 0, count: 512)
      content[0] = UInt8(ascii: "a")
      content[1] = UInt8(ascii: "b")
      return header + content + [UInt8](repeating: 0, count: 1024)
    }
    var names: [String] = []
    #expect(Archive.read(bytes: tar("one")) { names.append($0.name) } == nil)
    #expect(Archive.read(bytes: tar("one") + tar("two")) { names.append($0.name) } != nil)
    #expect(names == ["one", "one"])
  }
}
