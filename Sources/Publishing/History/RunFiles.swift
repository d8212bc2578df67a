import Datasets
import Files
import JSON
import Model

/// The files in the folders of a project's runs: `PROJECT/runs/ID/`.
package struct RunFiles {
  let project: String
  let staging: Staging

  package func path(_ id: String, _ file: String) -> String { "\(project)/runs/\(id)/\(file)" }

  /// Reads `run.json`; nil if it is absent or damaged.
  func run(_ id: String) -> PublishedRun? {
    staging.read(path(id, "run.json"), .run).flatMap { PublishedRun($0) }
  }

  /// Reads the stored dataset of a run, without lines; nil if it is absent or damaged.
  ///
  /// - Parameter digest: The dataset's digest. A dataset with another digest is damaged.
  func stored(_ id: String, _ digest: String?) -> Dataset? {
    guard let bytes = staging.unpack(path(id, Self.data), .dataset) else { return nil }
    if let digest, PublishedRun.digest(bytes) != digest { return nil }
    return read(bytes, path(id, "data.json"))
  }

  static let data = "data.json.gz"

  func read(_ bytes: [UInt8], _ name: String) -> Dataset? {
    var merger = InputMerger()
    merger.read(file: name, from: ByteSource(bytes: bytes))
    return merger.finish().dataset
  }

  /// Stages the files that a run's page links to, named by their content. Removes those of the
  /// run's earlier report.
  func write(_ attached: Set<AttachedFile>, _ id: String) throws(FileError) {
    let files = Dictionary(attached.map { ($0.siteName, $0.bytes) }) { first, _ in first }
    for name in staging.names(in: "\(project)/runs/\(id)")
    where name.hasPrefix(AttachedFile.sitePrefix) && files[name] == nil {
      staging.remove(path(id, name))
    }
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try staging.write(bytes, to: path(id, name))
    }
  }

  /// Whether a run's page exists.
  func hasPage(_ run: PublishedRun) -> Bool {
    staging.kind(of: path(run.id, "index.html")) == .file
  }
}
