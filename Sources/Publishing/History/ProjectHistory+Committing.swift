package import Basics
import Diagnostics

extension ProjectHistory {
  /// Says that somebody is changing the project: whoever finds the marker and nobody at work reads
  /// everything anew, and takes away what is left of files in the making.
  package func begin() throws(FileError) {
    let marker = path(Self.marker)
    guard !isMarked, staging.kind(of: marker) != .file else { return try staging.check() }
    try staging.check()
    try staging.folder.create(path("history"))
    try staging.folder.touch(marker)
    isMarked = true
  }

  /// Puts everything in its place.
  package func commit() throws(FileError) {
    if !staging.isEmpty { try begin() }
    try staging.commit()
    changed = []
    // Whoever is interrupted before the rest is mended leaves it to be found.
    guard broken.isEmpty else { return }
    if let failure = removeMarker() { staging.leftovers.append(failure) }
    problems += staging.leftoverProblems
    staging.leftovers = []
  }

  /// A second attempt helps where a network's disk has failed for a moment.
  private func removeMarker() -> FileError? {
    var failure: FileError?
    for _ in 0..<2 {
      do throws(FileError) {
        try staging.folder.removeFile(path(Self.marker))
        return nil
      } catch {
        failure = error
      }
    }
    return failure
  }

  /// Leaves everything as it was before a night that could not be written.
  package func abandon(_ id: String) {
    let isUntouched = !staging.hasBegun
    staging.discard()
    if isUntouched, isMarked { _ = removeMarker() }
    do throws(FileError) {
      let run = path("runs/\(id)")
      if try staging.folder.names(in: run).isEmpty { try staging.folder.removeFlat(run) }
    } catch {
      // The next run that finds the marker removes it.
    }
  }
}
