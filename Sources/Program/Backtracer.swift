#if !DEBUG
  /// Stands in for the runtime's own in a release. A static program has no runtime beside it whose
  /// folder could hold a backtracer, and the search for that folder ends the program where `/proc`
  /// is not mounted.
  @c(swift_copyAuxiliaryExecutablePath)
  public func backtracerPath(
    _ kind: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?
  ) -> UnsafePointer<CChar>? {
    nil
  }
#endif
