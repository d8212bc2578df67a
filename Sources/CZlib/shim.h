#include <zlib.h>

// Macros of zlib that Swift cannot see. 31 is the largest window with a gzip header around it.

static inline int tidemark_deflate_begin(z_stream *stream) {
  return deflateInit2(stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

static inline int tidemark_inflate_begin(z_stream *stream) {
  return inflateInit2(stream, 31);
}

// Without a header, as members of ZIP archives are.
static inline int tidemark_inflate_raw_begin(z_stream *stream) {
  return inflateInit2(stream, -15);
}
