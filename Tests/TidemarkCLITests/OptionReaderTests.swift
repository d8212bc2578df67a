import Diagnostics
import Rendering
import Testing

@testable import TidemarkCLI

/// Options as typed properties of commands.
@Suite struct OptionReaderTests {
  private let columns = OptionSpec(name: "columns", argument: .value("N"), help: "")

  private func reader(_ words: String...) throws -> OptionReader {
    OptionReader(try Arguments(parsing: words, options: [columns]))
  }

  @Test func aDeclaredOptionIsReadByTheSameCall() throws {
    var reader = try reader("--columns", "80")
    #expect(reader.number(columns, from: 20)?.value == 80)
    #expect(reader.declared.map(\.name) == ["columns"] && reader.problems.isEmpty)
  }

  @Test(arguments: ["wide", "19", "1.5", "99999999999999999999"])
  func aValueOfAnotherTypeIsAProblem(value: String) throws {
    var reader = try reader("--columns", value)
    #expect(reader.number(columns, from: 20) == nil)
    #expect(reader.problems.map(\.id) == ["bad-value"])
    #expect(reader.problems.first?.summary.contains("'--columns'") == true)
  }

  @Test func withoutArgumentsACommandDeclaresItsOptionsAndHasDefaults() {
    var reader = OptionReader()
    let command = RenderCommand(&reader)
    #expect(reader.declared.map(\.name) == RenderCommand.spec.options.map(\.name))
    #expect(command.formats.isEmpty && command.columns == nil)
    #expect(command.presentation == RenderOptions())
    #expect(reader.problems.isEmpty)
  }

  @Test func optionsAreFoundByTheirNamesInAnyOrder() throws {
    let (title, theme) = (
      OptionSpec(name: "title", argument: .value("T"), help: ""),
      OptionSpec(name: "theme", argument: .value("T"), help: "")
    )
    let arguments = try Arguments(
      parsing: ["--title", "a", "--theme", "b"], options: [title, theme])
    var reader = OptionReader(arguments)
    #expect(reader.text(theme) == "b")
    #expect(reader.text(title) == "a")
    #expect(reader.text(columns) == nil)
    #expect(reader.text(theme) == "b")
  }

  /// An option that is read only for some values would be missing in the help.
  @Test func everyOptionIsReadWhateverTheValuesAre() throws {
    for command in Program.table {
      let options = command.spec.options
      for option in options {
        let value =
          switch option.argument {
          case .none: ""
          case .choice(let words), .choices(let words): "=" + (words.first ?? "")
          case .value, .list: "=1"
          }
        let arguments = try Arguments(parsing: ["--" + option.name + value], options: options)
        var asked = OptionReader(arguments)
        _ = command.init(&asked)
        #expect(
          asked.declared.map(\.name) == options.map(\.name),
          "\(command.about.name) --\(option.name)\(value)")
      }
    }
  }

  @Test func everySettingHasOneMeaning() {
    for (_, options) in Dictionary(
      grouping: Program.commands.flatMap(\.options).filter(\.isSetting), by: \.key)
    {
      #expect(Set(options.map(\.variable)).count == 1)
      #expect(Set(options.map(\.name)).count == 1)
    }
  }
}
