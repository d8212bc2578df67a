import Basics
import Importing
import JSON
package import Model

/// The files in the folders of a project's runs: `PROJECT/runs/ID/`.
package struct RunFiles {
  let project: String
  let staging: Staging

  package func path(_ id: String, _ file: String) -> String { "\(project)/runs/\(id)/\(file)" }

  /// What `run.json` says; nil when it is absent or damaged.
  func run(_ id: String) -> PublishedRun? {
    staging.read(path(id, "run.json"), .run)
      .flatMap { JSONValue.parse($0, file: "run.json").0 }.flatMap(PublishedRun.init)
  }

  /// The dataset that a run kept; nil when it is absent or damaged.
  ///
  /// - Parameter digest: The dataset's digest; a dataset with another one is damaged and is not read.
  package func dataset(_ id: String, _ digest: String?) -> Dataset? {
    guard let bytes = data(id) else { return nil }
    if let digest, digest != PublishedRun.digest(bytes) { return nil }
    guard var dataset = read(bytes, path(id, "data.json")) else { return nil }
    for (index, line) in lines(id).prefix(dataset.messages.count).enumerated() {
      dataset.messages[index].location?.context = line.map(Message.Context.init(digest:))
    }
    return dataset
  }

  func read(_ bytes: [UInt8], _ name: String) -> Dataset? {
    var importer = DatasetImporter()
    importer.read(file: name, from: ByteSource(bytes: bytes))
    return importer.finish().dataset
  }

  /// Whether a run's page is there and its dataset is unchanged.
  package func isWhole(_ run: PublishedRun) -> Bool {
    staging.kind(of: path(run.id, "index.html")) == .file
      && data(run.id).map(PublishedRun.digest) == run.digest
  }

  private func data(_ id: String) -> [UInt8]? {
    staging.unpack(path(id, "data.json.gz"), .dataset)
  }
}
