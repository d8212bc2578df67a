import Diagnostics
import Files
import Model
import Rendering
import Time

extension ProjectHistory {
  /// A damaged run that can be rendered again from its dataset.
  struct Broken {
    var id: String
    var dataset: Dataset
    /// The run's time, if a file still has it.
    var time: Instant?
    /// The digest of its report as given, if a file still has it.
    var given: String?
    /// The run that it was compared with as a run of a branch, if a file still has it.
    var base: String?
  }

  /// Reads every run's own file, and removes the leftovers of interrupted processes.
  func rebuild() {
    wasRebuilt = true
    defer { isDamaged = false }
    let stored = storedMonths
    let remembered = Dictionary(stored.flatMap(self.stored).map { ($0.id, $0) }) { $1 }
    forget()
    var runs: [String: [PublishedRun]] = [:]
    let assets = storedAssets
    for id in staging.names(in: path("runs")) {
      if ConfinedFolder.isTemporary(id) {
        // This program creates no links, so it removes none.
        if staging.kind(of: path("runs/\(id)")) == .folder {
          staging.remove(path("runs/\(id)"), isFolder: true)
        }
      } else if let run = examine(id, remembered[id], assets) {
        runs[run.month, default: []].append(run)
      }
    }
    for month in Set(index.months.map(\.name) + stored) where runs[month] == nil {
      set([], in: month)
    }
    for (month, runs) in runs { set(runs, in: month) }
    if let latest, index.title == nil || index.locale == nil || index.timeZone == nil {
      let dataset = files.stored(latest.id, latest.digest)
      index.title = index.title ?? dataset?.title
      index.locale = index.locale ?? dataset?.locale
      index.timeZone = index.timeZone ?? dataset?.timeZone
    }
    for folder in ["", "history", "archive", AssetLinks.folder, TestMemory.folder]
      + runs.values.joined().map({ "runs/\($0.id)" })
    {
      staging.sweep(path(folder))
    }
  }

  /// The months that have files, even if the index lacks them.
  private var storedMonths: [String] {
    let names = ["history": ".json.gz", "archive": ".html"].flatMap { folder, ending in
      staging.names(in: path(folder)).filter { $0.hasSuffix(ending) }
        .map { String($0.dropLast(ending.utf8.count)) }
    }
    return Set(names).filter(ProjectIndex.isMonth).sorted()
  }

  /// Returns a run if its files are complete. Otherwise notes a run that can be rendered again,
  /// reports one that can't, or removes one that was never finished.
  private func examine(
    _ id: String, _ remembered: PublishedRun?, _ assets: Set<String>
  ) -> PublishedRun? {
    let known = files.run(id)
    let dataset = files.stored(id, (known ?? remembered)?.digest)
    let page = staging.read(files.path(id, "index.html")).flatMap {
      PageFrame.isWhole($0) ? $0 : nil
    }
    if let known, known.id == id, let page,
      dataset == nil || AssetLinks.names(in: page).isSubset(of: assets)
    {
      if dataset == nil { problems.append(loss(id)) }
      return known
    }
    if let dataset {
      let time = known?.time ?? remembered?.time
      if time != nil || dataset.namingTime != nil {
        broken.append(
          Broken(
            id: id, dataset: dataset, time: time, given: known?.given ?? remembered?.given,
            base: known?.base ?? remembered?.base))
        staging.sweep(path("runs/\(id)"))
        return nil
      }
    }
    if remembered != nil || staging.kind(of: files.path(id, "run.json")) != nil {
      problems.append(damage(id))
    } else {
      // A process was interrupted before it wrote `run.json`.
      staging.remove(path("runs/\(id)"), isFolder: true)
      // If this run is published, its folder stays, so its temporary files are removed separately.
      staging.sweep(path("runs/\(id)"))
    }
    return nil
  }

  private func damage(_ id: String) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-run", "the run '\(id)' of '\(name)' is damaged and is left out",
      help: ["publish it again with '--run \(id)', or remove '\(path("runs/\(id)"))'"])
  }

  func loss(_ id: String) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-run",
      "the data of the run '\(id)' of '\(name)' is damaged: nothing is compared with it",
      help: ["publish it again with '--run \(id)'"])
  }
}
