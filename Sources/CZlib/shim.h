#include <zlib.h>

// Macros of zlib that Swift can't import. 31 selects the largest window with a gzip header.

static inline int tidemark_deflate_begin(z_stream *stream) {
  return deflateInit2(stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY);
}

static inline int tidemark_inflate_begin(z_stream *stream) {
  return inflateInit2(stream, 31);
}

// Without a header, as in members of ZIP archives.
static inline int tidemark_inflate_raw_begin(z_stream *stream) {
  return inflateInit2(stream, -15);
}
