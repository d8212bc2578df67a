extension Template {
  /// Says where a tag stands in the language of its output.
  package mutating func setContext(_ context: TagContext, at index: Int) {
    nodes[index].context = context
  }
}
