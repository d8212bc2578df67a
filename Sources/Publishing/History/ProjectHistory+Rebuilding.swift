import Basics
import Diagnostics
import Model
import Rendering

extension ProjectHistory {
  /// A night of which something is lost that its dataset can make anew.
  struct Broken {
    var id: String
    var dataset: Dataset
    /// When it was, as far as anything still says.
    var time: Instant?
  }

  /// Reads every night's own file, and takes away what somebody left who was interrupted.
  func rebuild() {
    wasRebuilt = true
    defer { isDamaged = false }
    let stored = storedMonths
    let remembered = Dictionary(stored.flatMap(self.stored).map { ($0.id, $0) }) { $1 }
    forget()
    var nights: [String: [PublishedRun]] = [:]
    for id in staging.names(in: path("runs")) {
      if ConfinedFolder.isTemporary(id) {
        // A link under such a name is not this program's.
        if staging.kind(of: path("runs/\(id)")) == .folder {
          staging.remove(path("runs/\(id)"), isFolder: true)
        }
      } else if let night = examine(id, remembered[id]) {
        nights[night.month, default: []].append(night)
      }
    }
    for month in Set(index.months.map(\.name) + stored) where nights[month] == nil {
      set([], in: month)
    }
    for (month, nights) in nights { set(nights, in: month) }
    if let latest, index.title == nil || index.locale == nil || index.timeZone == nil {
      let dataset = dataset(of: latest)
      index.title = index.title ?? dataset?.title
      index.locale = index.locale ?? dataset?.locale
      index.timeZone = index.timeZone ?? dataset?.timeZone
    }
    for place in ["", "history", "archive"] + nights.values.joined().map({ "runs/\($0.id)" }) {
      staging.sweep(path(place))
    }
  }

  /// The months that there are files of, whatever the index says.
  private var storedMonths: [String] {
    let names = ["history": ".json.gz", "archive": ".html"].flatMap { folder, ending in
      staging.names(in: path(folder)).filter { $0.hasSuffix(ending) }
        .map { String($0.dropLast(ending.utf8.count)) }
    }
    return Set(names).filter(ProjectIndex.isMonth).sorted()
  }

  /// A night if all of it is there; what can be mended is noted, what can't is said and stays, and
  /// what never counted goes.
  private func examine(_ id: String, _ remembered: PublishedRun?) -> PublishedRun? {
    let known = Self.night(id, in: self)
    let dataset = dataset(ofRun: id, (known ?? remembered)?.digest)
    let hasPage = staging.read(run(id, "index.html")).map(PageFrame.isWhole) ?? false
    if let known, known.id == id, hasPage {
      if dataset == nil { problems.append(loss(id)) }
      return known
    }
    if let dataset {
      let time = known?.time ?? remembered?.time
      if time != nil || dataset.now != nil {
        broken.append(Broken(id: id, dataset: dataset, time: time))
        staging.sweep(path("runs/\(id)"))
        return nil
      }
    }
    if remembered != nil || staging.kind(of: run(id, "run.json")) != nil {
      problems.append(damage(id))
    } else {
      // Somebody was interrupted before it counted.
      staging.remove(path("runs/\(id)"), isFolder: true)
      // Where the same run is written again the folder stays, and its leftovers go all the same.
      staging.sweep(path("runs/\(id)"))
    }
    return nil
  }

  private func damage(_ id: String) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-night", "the run '\(id)' of '\(name)' is damaged and is left out",
      help: ["publish it again with '--run \(id)', or take '\(path("runs/\(id)"))' away"])
  }

  func loss(_ id: String) -> Diagnostic {
    Diagnostic(
      .warning, "damaged-night",
      "the data of the run '\(id)' of '\(name)' is damaged: nothing is compared with it",
      help: ["publish it again with '--run \(id)'"])
  }
}
