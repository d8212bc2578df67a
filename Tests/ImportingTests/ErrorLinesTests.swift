import Basics
import JSON
import Testing

@testable import Importing

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
