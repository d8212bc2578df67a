import ImportSupport
import Model
import Testing
import ToolReports

@testable import Formats
@testable import Inputs

/// Benchmarks are numbers with a unit and a direction.
struct MetricFormatTests {
  @Test(arguments: [
    ("pytest-benchmark", ["test_reef 0.2 s lower"]),
    ("google-benchmark", ["BM_Adds: CPU time 12 ns lower"]),
    ("hyperfine", ["make build: mean 1.5 s lower", "false: mean 0.1 s lower"]),
    ("k6", ["HTTP request duration p95 612.5 ms lower"]),
    ("jmeter", ["Home p95 120 ms lower", "Cart p95 90 ms lower"]),
    ("jmh", ["reef 12.5 ops/ms higher"]),
    ("cargo-criterion", ["reef/10 123.4 ns lower", "furl 9.5 ns lower"]),
  ])
  func benchmarksAreMetrics(name: String, metrics: [String]) throws {
    let text = try #require(InputFormat.formatFile(named: name))
    let examples = FormatExamples(ofFormatFile: text, named: name, options: ImportOptions())
    let found = try report(try #require(examples.inputs.first), by: text)
    let facts = found.dataset.run?.facts.filter { $0.better != nil } ?? []
    #expect(
      facts.map { "\($0.title) \($0.value) \($0.better?.rawValue ?? "")" } == metrics)
    #expect(facts.allSatisfy { $0.number != nil && $0.unit.map($0.value.hasSuffix) ?? true })
  }

  @Test(arguments: [
    (0.21234567, "0.2123"), (262, "262"), (123_456.7, "123457"), (-1.5, "-1.5"),
    (0.00001234, "0.00001234"),
    (99.996, "100"), (1e-15, "0"), (1e20, "1e+20"),
  ])
  func numbersHaveFourDigits(number: Double, text: String) {
    #expect(Dataset.Run.Fact.text(of: number) == text)
  }
}
