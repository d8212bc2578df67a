import Diagnostics
import Files
import Synchronization
import Threads

extension PublishWork {
  /// Publishes the runs of a list: projects concurrently, the runs of each in order. For a wrong
  /// list, publishes nothing and returns nil.
  func runBatch(_ path: String, _ log: inout DiagnosticLog) -> ExitStatus? {
    var manifest = PublishManifest(path: path)
    log.add(contentsOf: manifest.problems)
    guard !strictness.isFailing(log) else { return nil }
    if let shard = command.shard { manifest.keep(shard) }
    let projects = manifest.projects.map(\.entries)
    let results = Results(count: projects.count)
    var work = self
    do throws(FileError) { work.siblings = try ConfinedFolder(site).names() } catch {
      log.add(error.diagnostic)
      return .output
    }
    let crew = work
    let total = projects.reduce(0) { $0 + $1.count }
    let said = host.progress
    said?.say("publishing", "\(total) runs")
    // Two threads for each core, because half of them wait for the disk.
    Workers.concurrently(count: projects.count, threads: 2 * Workers.processors) { index in
      var own = DiagnosticLog()
      var status = ExitStatus.done
      for entry in projects[index] {
        var found = DiagnosticLog()
        status = status.worse(than: crew.publish(entry, &found))
        said?.say("publishing", "\(crew.published.count) of \(total) runs")
        own.add(contentsOf: found.diagnostics)
      }
      results.put(own.diagnostics, status, at: index)
    }
    var status = ExitStatus.done
    for (index, (found, own)) in results.all.enumerated() {
      log.addOnce(found)
      // Some diagnostics do not name their project.
      if own.rawValue > ExitStatus.failing.rawValue {
        log.add(
          Diagnostic(
            .note, "not-published",
            "of '\(manifest.projects[index].name)' not everything was published"))
      }
      status = status.worse(than: own)
    }
    return status
  }

  private func publish(
    _ entry: PublishManifest.Entry, _ log: inout DiagnosticLog
  ) -> ExitStatus {
    publish(
      entry.inputs.map(command.input.operand), orMissing: entry.missing, project: entry.project,
      run: entry.run,
      now: entry.now, &log)
  }

  /// The results of the projects; each thread adds its own.
  private final class Results: Sendable {
    private let outcomes: Mutex<[([Diagnostic], ExitStatus)]>

    init(count: Int) {
      outcomes = Mutex(Array(repeating: ([], .done), count: count))
    }

    func put(_ found: [Diagnostic], _ status: ExitStatus, at index: Int) {
      outcomes.withLock { $0[index] = (found, status) }
    }

    var all: [([Diagnostic], ExitStatus)] { outcomes.withLock { $0 } }
  }
}

extension ExitStatus {
  func worse(than other: ExitStatus) -> ExitStatus {
    rawValue > other.rawValue ? self : other
  }
}
