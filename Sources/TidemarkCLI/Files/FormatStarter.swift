import Diagnostics
import Files
import Formats
import JSON

/// Writes a format file for a sample of a report.
struct FormatStarter {
  private let sample: String
  /// The path of the format file; nil derives it from the sample.
  private let output: String?
  private let isQuiet: Bool

  private static let ending = ".json5"
  private static let mostBytes = 16 << 20

  init(_ sample: String, _ output: Setting?, isQuiet: Bool) throws(UsageError) {
    (self.sample, self.output, self.isQuiet) = (sample, output?.value, isQuiet)
    if let output, output.value != "-", !output.value.hasSuffix(Self.ending) {
      throw .badValue(output, why: "a format file has the ending \(Self.ending)")
    }
  }

  func run(_ host: ProcessEnvironment, _ reporter: DiagnosticReporter) -> ExitStatus {
    do throws(FileError) {
      let bytes = try InputFile.contents(of: sample, limit: Self.mostBytes)
      return write(proposal(bytes), host, reporter)
    } catch {
      return end(Diagnostic(.error, "unreadable-file", error.message), .input, reporter)
    }
  }

  private func proposal(_ bytes: [UInt8]) -> Result<FormatProposal, FormatProposal.Failure> {
    let name = output.flatMap { $0 == "-" ? nil : $0 }
    do throws(FormatProposal.Failure) {
      return .success(try FormatProposal(ByteSource(bytes: bytes), named: sample, as: name))
    } catch {
      return .failure(error)
    }
  }

  private func write(
    _ result: Result<FormatProposal, FormatProposal.Failure>, _ host: ProcessEnvironment,
    _ reporter: DiagnosticReporter
  ) -> ExitStatus {
    switch result {
    case .failure(let failure): return end(failure.diagnostic, .usage, reporter)
    case .success(let proposal):
      if output == "-" { return host.print(proposal.text) ? .done : .output }
      let known = proposal.known.map { format in
        "\(VisibleText.of(sample)) is read already, as \(format.title): "
          + "tidemark render \(format.name):\(ShellWord.quoted(sample))\n"
      }
      if let known, output == nil {
        return say(
          known
            + "To write a format file all the same, name it: -o \(proposal.name)\(Self.ending)\n",
          host)
      }
      let path = output ?? proposal.name + Self.ending
      if Folder.isThere(path) {
        let summary = "\(VisibleText.quoted(path)) is there already"
        return end(
          Diagnostic(.error, "unwritable-file", summary, help: ["name another file with '-o'"]),
          .output, reporter)
      }
      if let problem = SmallFile.write(proposal.text, to: path) {
        return end(problem, .output, reporter)
      }
      return say((known ?? "") + Self.summary(proposal, path, sample), host)
    }
  }

  private func end(
    _ problem: Diagnostic, _ status: ExitStatus, _ reporter: DiagnosticReporter
  ) -> ExitStatus {
    var log = DiagnosticLog()
    log.add(problem)
    return reporter.end(log, status)
  }

  private func say(_ text: String, _ host: ProcessEnvironment) -> ExitStatus {
    isQuiet || host.print(text) ? .done : .output
  }

  private static func summary(
    _ proposal: FormatProposal, _ path: String, _ sample: String
  ) -> String {
    let counts = [(proposal.findings, "finding"), (proposal.tests, "test")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    let (file, report) = (ShellWord.quoted(path), ShellWord.quoted(sample))
    return """
      written  \(VisibleText.of(path)), which makes \(counts.joined(separator: " and ")) of the sample

      Next:
        read the comments in \(VisibleText.of(path)) and correct its guesses
        tidemark check \(file)
        tidemark preview \(report) --format-file \(file)

      """
  }
}
