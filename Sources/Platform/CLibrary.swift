// The C library of the target system. All other modules import it from here.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

/// `O_PATH`, which glibc hides behind `_GNU_SOURCE`. It opens folders that may be traversed but not
/// listed. Linux uses this value on every architecture that Swift supports.
package let openForPath: Int32 = 0x20_0000

/// `SOCK_STREAM`, a number in some C libraries and an enumeration in others.
#if canImport(Glibc)
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  package let streamSocket = SOCK_STREAM
#endif
