extension SARIFRun {
  /// Notes the files that a result names.
  mutating func note(_ result: SARIFResult) {
    note(result.location)
    guard let extra = result.extra else { return }
    if let category = extra.own?.category { categories.insert(category) }
    for location in extra.others + extra.related + extra.steps + extra.stack { note(location) }
  }

  private mutating func note(_ location: SARIFLocation) {
    if let index = location.artifact { namedArtifacts.insert(index) }
    // Results of one file often follow each other.
    guard let uri = location.uri, uri != lastNamedURI else { return }
    lastNamedURI = uri
    namedURIs.insert(uri)
  }

  /// The files that the tool checked; nil if unknown. Most tools list only the files with results.
  /// If a listed file has no result, the list contains all files.
  var filesLookedAt: [String]? {
    let hasRoles = artifacts.contains { $0.isTarget == true }
    let targets = artifacts.indices.filter { artifacts[$0].isTarget ?? !hasRoles }
    let isWhole = targets.contains { index in
      !namedArtifacts.contains(index)
        && artifacts[index].uri.map { !namedURIs.contains($0) } ?? false
    }
    return isWhole ? targets.compactMap { path(artifacts[$0]) } : nil
  }
}
