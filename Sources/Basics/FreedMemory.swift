internal import CMalloc

/// Memory that was freed.
package enum FreedMemory {
  /// Keeps memory that is freed for what is needed next, so that the process stays as large as it has
  /// been. The threads of a batch take and free the same memory for each run: giving it back to the
  /// system and asking for it again took a seventh of the time.
  package static func keep() {
    #if canImport(Glibc)
      // A larger block is still given back at once.
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, 256 << 20)
    #endif
  }
}
