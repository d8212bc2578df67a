// Unsafe pointers: it is called from C.

#if !DEBUG
  /// Replaces the runtime's function in release builds. A static program has no runtime folder that
  /// could contain a backtracer. The search for this folder would end the program if `/proc` is not
  /// mounted.
  @c(swift_copyAuxiliaryExecutablePath)
  public func backtracerPath(
    _ kind: UnsafePointer<CChar>?, _ name: UnsafePointer<CChar>?
  ) -> UnsafePointer<CChar>? {
    nil
  }
#endif
