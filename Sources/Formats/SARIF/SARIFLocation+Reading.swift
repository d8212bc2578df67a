internal import Inputs
internal import JSON

/// Reads locations, and lists of locations, without a tree.
extension SARIFLocation {
  private enum Key: String, CaseIterable, Sendable {
    case physicalLocation, logicalLocations, message, id
  }

  private enum PhysicalKey: String, CaseIterable, Sendable {
    case artifactLocation, region, contextRegion
  }

  private enum ArtifactKey: String, CaseIterable, Sendable {
    case uri, uriBaseId, index
  }

  private enum RegionKey: String, CaseIterable, Sendable {
    case startLine, startColumn, endLine, endColumn, charOffset, charLength, byteOffset, byteLength
    case snippet
  }

  /// Reads the next value if it is a location.
  init(_ reader: inout JSONReader) {
    guard var members = KnownMembers<Key>(in: &reader) else { return }
    while let key = members.next(&reader) {
      switch key {
      case .physicalLocation: readPhysical(&reader)
      case .logicalLocations:
        let logical = reader.readTree().elements.first
        name = (logical?["fullyQualifiedName"] ?? logical?["name"])?.string
      case .message: message = SARIFMessage(&reader).text
      case .id: id = reader.readInteger(SARIF.indices)
      }
    }
  }

  private mutating func readPhysical(_ reader: inout JSONReader) {
    guard var members = KnownMembers<PhysicalKey>(in: &reader) else { return }
    var region = SARIFRegion()
    var around: SARIFRegion?
    while let key = members.next(&reader) {
      switch key {
      case .artifactLocation: readArtifact(&reader)
      case .region: region = Self.region(&reader)
      case .contextRegion: around = Self.region(&reader)
      }
    }
    (line, column) = (region.line, region.column)
    quoted = SARIFQuote(region, around: around)
  }

  private mutating func readArtifact(_ reader: inout JSONReader) {
    guard var members = KnownMembers<ArtifactKey>(in: &reader) else { return }
    while let key = members.next(&reader) {
      switch key {
      case .uri: uri = reader.readText()
      case .uriBaseId: baseID = reader.readText()
      case .index: artifact = reader.readInteger(SARIF.indices)
      }
    }
  }

  private static func region(_ reader: inout JSONReader) -> SARIFRegion {
    var region = SARIFRegion()
    guard var members = KnownMembers<RegionKey>(in: &reader) else { return region }
    while let key = members.next(&reader) {
      switch key {
      case .startLine: region.line = reader.readInteger(SARIF.places)
      case .startColumn: region.column = reader.readInteger(SARIF.places)
      case .endLine: region.endLine = reader.readInteger(SARIF.places)
      case .endColumn: region.endColumn = reader.readInteger(SARIF.places)
      case .snippet: region.text = reader.readTree()["text"]?.string
      case .charOffset, .charLength, .byteOffset, .byteLength: reader.passTree()
      }
    }
    return region
  }
}

// MARK: Lists

extension SARIFLocation {
  /// The locations of a list, and the number of further elements.
  typealias List = (locations: [SARIFLocation], leftOut: Int)

  private enum StepKey: String, CaseIterable, Sendable {
    case location
  }

  private enum FlowKey: String, CaseIterable, Sendable {
    case threadFlows
  }

  private enum ThreadKey: String, CaseIterable, Sendable {
    case locations, frames
  }

  /// Reads an array. Returns the results of `readElement` for its first elements.
  static func list(
    _ reader: inout JSONReader, most: Int, _ readElement: (inout JSONReader) -> SARIFLocation?
  ) -> List {
    var locations: [SARIFLocation] = []
    var count = 0
    guard reader.peek() == .array else {
      reader.passTree()
      return ([], 0)
    }
    reader.enterArray()
    while reader.nextElement() {
      count += 1
      if count > most {
        reader.passTree()
      } else if let location = readElement(&reader) {
        locations.append(location)
      }
    }
    return (locations, max(count - most, 0))
  }

  /// Reads stacks, or the threads of a flow. Returns the locations of the first one.
  static func lists(_ reader: inout JSONReader, most: Int) -> List {
    var first: List?
    _ = list(&reader, most: .max) { reader in
      if first == nil {
        first = steps(&reader, most: most)
      } else {
        reader.passTree()
      }
      return nil
    }
    return first ?? ([], 0)
  }

  /// Reads a flow. Returns the steps of its first thread.
  static func steps(ofFlow reader: inout JSONReader, most: Int) -> List {
    var found: List = ([], 0)
    guard var members = KnownMembers<FlowKey>(in: &reader) else { return found }
    while members.next(&reader) != nil { found = lists(&reader, most: most) }
    return found
  }

  private static func steps(_ reader: inout JSONReader, most: Int) -> List {
    var found: List = ([], 0)
    guard var members = KnownMembers<ThreadKey>(in: &reader) else { return found }
    while members.next(&reader) != nil { found = list(&reader, most: most) { step(&$0) } }
    return found
  }

  /// Reads a step of a flow or a frame of a stack; nil if it has no location.
  private static func step(_ reader: inout JSONReader) -> SARIFLocation? {
    guard var members = KnownMembers<StepKey>(in: &reader) else { return nil }
    var location: SARIFLocation?
    while members.next(&reader) != nil { location = SARIFLocation(&reader) }
    return location
  }
}
