// The C library of the system that the program is built for; every other module takes it from here.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#endif

/// `O_PATH`, which glibc hides behind `_GNU_SOURCE`: a folder that may be passed through and not
/// listed can be opened, too. The value on every architecture of Linux that Swift builds for.
package let openForPath: Int32 = 0x20_0000

/// `SOCK_STREAM`, which is a number in one C library and an enumeration in another.
#if canImport(Glibc)
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  package let streamSocket = SOCK_STREAM
#endif
