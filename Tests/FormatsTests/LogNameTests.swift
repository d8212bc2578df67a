import ImportSupport
import Model
import Testing

@testable import Formats

@Suite struct LogNameTests {
  @Test(arguments: [
    ("build-20261120.log", "build"), ("build_2026-11-20_0312.log", "build"),
    ("out/build-2026-11-20.txt", "build"), ("build-20261120T031200Z.log", "build"),
    ("build-2026-11-20T03:12:00Z.log", "build"), ("build.20261120-031200.log", "build"),
    ("20261120-build.log", "build"), ("build-2026-11-20-03-12-00.log", "build"),
    ("nightly-2026-11-20-linux.log", "nightly-linux"), ("build-42.log", "build"),
    ("build #42.log", "build"), ("linux-1042.log", "linux"), ("lint-1795166000.log", "lint"),
    ("build_202611200312.log", "build"), ("build.log", "build"), ("ga.txt", "ga"),
    ("py-3.11.log", "py-3.11"), ("ubuntu-22.04.log", "ubuntu-22.04"), ("stage-2.log", "stage-2"),
    ("build.41.log", "build"), ("41_build.log", "build"), ("run.7.txt", "run"),
    ("build-01.11.2026.log", "build"), ("build-20-11-2026_0312.log", "build"),
    ("build-11-20-2026.log", "build"), ("build-Nov-01-2026.log", "build"),
    ("build-01-november-2026-linux.log", "build-linux"), ("msvc-14.2.2019.log", "msvc-14.2.2019"),
    ("build-1.2.3.log", "build-1.2.3"), ("may-2.log", "may-2"), ("3_lint.log", "3_lint"),
    ("x86_64.log", "x86_64"), ("node18.log", "node18"), ("a-20269999.log", "a"),
  ])
  func timesAndNumbersOfBuildsAreNoPartOfIt(path: String, name: String) {
    #expect(LogName(path: path).text == name)
  }

  @Test(arguments: ["-", "", "20261120.log", "2026-11-20_0312.log"])
  func aLogMayHaveNoName(path: String) {
    #expect(LogName(path: path).text == nil)
  }

  @Test func datedLogsHaveOneCategory() {
    let categories = ["build-20261119.log", "build-20261120.log"].map { file in
      TextReport("a.c:3: error: x\n", as: "lines", file: file).dataset.categories.map(\.id)
    }
    #expect(categories == [["lines:build"], ["lines:build"]])
  }
}
