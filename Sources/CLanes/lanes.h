// The vector arithmetic of the loops over pixels: what Swift's SIMD types do not offer, or do lane by
// lane where a vector has more than sixteen.
#ifndef CLANES_LANES_H
#define CLANES_LANES_H
#include "kernels.h"

#pragma clang assume_nonnull begin

// The pixels that are drawn at once.
#if defined(__AVX512BW__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
#define LANES_WIDTH 16
#else
#define LANES_WIDTH 8
#endif

typedef uint16_t lanes __attribute__((ext_vector_type(2 * LANES_WIDTH)));
typedef int32_t lanes_signed __attribute__((ext_vector_type(LANES_WIDTH)));
typedef uint32_t lanes_unsigned __attribute__((ext_vector_type(LANES_WIDTH)));

#define LANES_INLINE static inline __attribute__((always_inline))

// The first `count` pixels, fewer than a vector has, and zeros.
LANES_INLINE lanes_unsigned lanes_load_first(const uint32_t *from, intptr_t count) {
#if LANES_WIDTH == 16
  typedef int words __attribute__((__vector_size__(64)));
  return (lanes_unsigned)__builtin_ia32_loaddqusi512_mask(
      (const int *)from, (words){0}, (unsigned short)((1u << count) - 1));
#else
  lanes_unsigned v = 0;
  for (intptr_t i = 0; i < count; i++) v[i] = from[i];
  return v;
#endif
}

LANES_INLINE void lanes_store_first(uint32_t *to, lanes_unsigned v, intptr_t count) {
#if LANES_WIDTH == 16
  typedef int words __attribute__((__vector_size__(64)));
  __builtin_ia32_storedqusi512_mask((words *)to, (words)v, (unsigned short)((1u << count) - 1));
#else
  for (intptr_t i = 0; i < count; i++) to[i] = v[i];
#endif
}

// Whether the processor chooses among the lanes of a vector at once.
#if defined(__AVX2__)
#define LANES_CHOOSE 1
#else
#define LANES_CHOOSE 0
#endif

// Some of the lanes' worth of numbers from a place on, each the one that its lane tells.
LANES_INLINE lanes_unsigned lanes_chosen(const uint32_t *from, lanes_unsigned places) {
  lanes_unsigned v;
#if LANES_WIDTH == 16
  typedef int words __attribute__((__vector_size__(64)));
  __builtin_memcpy(&v, from, sizeof v);
  return (lanes_unsigned)__builtin_ia32_permvarsi512((words)v, (words)places);
#elif LANES_CHOOSE
  typedef int words __attribute__((__vector_size__(32)));
  __builtin_memcpy(&v, from, sizeof v);
  return (lanes_unsigned)__builtin_ia32_permvarsi256((words)v, (words)places);
#else
  for (intptr_t i = 0; i < LANES_WIDTH; i++) v[i] = from[places[i]];
  return v;
#endif
}

// Eight parts of edges, or columns of one.
typedef int32_t rows_whole __attribute__((ext_vector_type(8)));
typedef uint32_t rows_unsigned __attribute__((ext_vector_type(8)));
typedef double rows_real __attribute__((ext_vector_type(8)));
typedef int64_t rows_long __attribute__((ext_vector_type(8)));

#define ROWS_LOAD(type, from) ({ type v; __builtin_memcpy(&v, (from), sizeof v); v; })
#define ROWS_STORE(to, type, value) \
  do { const type v = (value); __builtin_memcpy((to), &v, sizeof v); } while (0)

// The lanes of a mask, a bit each.
#define ROWS_BITS(mask) \
  ({ \
    typedef _Bool flags __attribute__((ext_vector_type(8))); \
    const flags all = __builtin_convertvector(mask, flags); \
    uint8_t bits; \
    __builtin_memcpy(&bits, &all, 1); \
    bits; \
  })

// Eight numbers from one on.
LANES_INLINE rows_whole rows_from(int32_t first) {
  return (rows_whole){0, 1, 2, 3, 4, 5, 6, 7} + first;
}

LANES_INLINE rows_whole rows_choice(rows_whole mask, rows_whole yes, rows_whole no) {
  return (yes & mask) | (no & ~mask);
}

// The whole numbers next to others, ties to even. Adding 1.5 * 2^52 to a double leaves its value,
// rounded, in the low bits. Floating-point operations stand in statements of their own, here and
// below: in one expression, a processor that can would multiply and add with one rounding.
LANES_INLINE rows_long rows_rounded(rows_real v) {
  const double rounder = 6755399441055744.0;
  const rows_real sum = v + rounder;
  return (rows_long)sum - (rows_long)(rows_real)rounder;
}

// Places in pixels as steps of the device grid.
LANES_INLINE rows_whole grid_snapped(rows_real v) {
  const rows_real scaled = v * 1024;
  return __builtin_convertvector(rows_rounded(scaled), rows_whole);
}

// Whether the grid holds places in pixels; not what is no number.
LANES_INLINE rows_long grid_holds(rows_real v) { return (v < 1048576.0) & (v > -1048576.0); }

#pragma clang assume_nonnull end

#endif
