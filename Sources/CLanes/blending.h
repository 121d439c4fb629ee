// The vector arithmetic of pixels and coverages.
#ifndef CLANES_BLENDING_H
#define CLANES_BLENDING_H
#include "lanes.h"

#pragma clang assume_nonnull begin

// (a * b) >> 16 in every lane.
LANES_INLINE lanes lanes_multiply_high(lanes a, lanes b) {
#if LANES_WIDTH == 16
  typedef short widest __attribute__((__vector_size__(64)));
  return (lanes)__builtin_ia32_pmulhuw512((widest)a, (widest)b);
#elif defined(__AVX2__)
  typedef short wide __attribute__((__vector_size__(32)));
  return (lanes)__builtin_ia32_pmulhuw256((wide)a, (wide)b);
#elif defined(__SSE2__)
  typedef short half __attribute__((__vector_size__(16)));
  union { lanes all; half halves[2]; } x = {a}, y = {b}, r;
  r.halves[0] = (half)__builtin_ia32_pmulhuw128(x.halves[0], y.halves[0]);
  r.halves[1] = (half)__builtin_ia32_pmulhuw128(x.halves[1], y.halves[1]);
  return r.all;
#else
  typedef uint32_t products __attribute__((ext_vector_type(2 * LANES_WIDTH)));
  return __builtin_convertvector(
      (__builtin_convertvector(a, products) * __builtin_convertvector(b, products)) >> 16, lanes);
#endif
}

// 32 bits, or coverages 0...65535, in both halves of each pixel.
LANES_INLINE lanes lanes_spread(uint32_t value) { return (lanes)((lanes_unsigned)value); }
LANES_INLINE lanes lanes_doubled(lanes_unsigned c) { return (lanes)(c | c << 16); }

// Levels of coverage, 0...255, as coverages 0...65535 in both halves of each pixel: in each byte.
LANES_INLINE lanes lanes_of_levels(lanes_unsigned levels) {
#if LANES_WIDTH == 16
  typedef char bytes __attribute__((__vector_size__(64)));
  return (lanes)__builtin_ia32_pshufb512((bytes)levels, (bytes)((lanes_unsigned){
      0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c,
      0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c}));
#elif defined(__AVX2__)
  typedef char bytes __attribute__((__vector_size__(32)));
  return (lanes)__builtin_ia32_pshufb256((bytes)levels, (bytes)((lanes_unsigned){
      0, 0x04040404, 0x08080808, 0x0c0c0c0c, 0, 0x04040404, 0x08080808, 0x0c0c0c0c}));
#else
  return lanes_doubled(levels | levels << 8);
#endif
}
LANES_INLINE lanes lanes_inverted(lanes a) { return ~a; }

// The channels of pixels in 8.8: blue and red, green and alpha, alpha twice from 0 to 65535.
LANES_INLINE lanes lanes_even(lanes_unsigned pixels) { return (lanes)pixels << 8; }
LANES_INLINE lanes lanes_odd(lanes_unsigned pixels) { return (lanes)pixels & 0xff00; }
LANES_INLINE lanes lanes_alpha(lanes_unsigned pixels) {
  lanes_unsigned alpha = pixels >> 24;
  alpha |= alpha << 8;
  return (lanes)(alpha | alpha << 16);
}

// pixels * inverse + source, rounded, for sources of the even and the odd channels.
LANES_INLINE lanes_unsigned lanes_over(
    lanes_unsigned pixels, lanes even, lanes odd, lanes inverse) {
  const lanes half = 128;
  const lanes blue_red = (lanes_multiply_high(lanes_even(pixels), inverse) + (even + half)) >> 8;
  const lanes green_alpha =
      (lanes_multiply_high(lanes_odd(pixels), inverse) + (odd + half)) & 0xff00;
  return (lanes_unsigned)(blue_red | green_alpha);
}

// The sums of the lanes up to each one.
LANES_INLINE lanes_signed lanes_prefix_sum(lanes_signed v) {
  const lanes_signed zero = 0;
#if LANES_WIDTH == 16
  v += __builtin_shufflevector(
      zero, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  v += __builtin_shufflevector(
      zero, v, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  v += __builtin_shufflevector(
      zero, v, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
  v += __builtin_shufflevector(
      zero, v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
#else
  v += __builtin_shufflevector(zero, v, 0, 8, 9, 10, 11, 12, 13, 14);
  v += __builtin_shufflevector(zero, v, 0, 0, 8, 9, 10, 11, 12, 13);
  v += __builtin_shufflevector(zero, v, 0, 0, 0, 0, 8, 9, 10, 11);
#endif
  return v;
}

// The last lane in each lane.
LANES_INLINE lanes_signed lanes_last(lanes_signed v) {
#if LANES_WIDTH == 16
  return v.sffffffffffffffff;
#else
  return v.s77777777;
#endif
}

// The levels of a vector of pixels of kept coverage.
LANES_INLINE lanes_unsigned lanes_load_levels(const uint8_t *from) {
  typedef uint8_t narrow __attribute__((ext_vector_type(LANES_WIDTH)));
  narrow v;
  __builtin_memcpy(&v, from, sizeof v);
  return __builtin_convertvector(v, lanes_unsigned);
}

// The smaller of each two lanes.
LANES_INLINE lanes_unsigned lanes_minimum(lanes_unsigned a, lanes_unsigned b) {
  return a < b ? a : b;
}

// The levels nearest to coverages 0...65535.
LANES_INLINE lanes_unsigned lanes_nearest_levels(lanes_unsigned c) {
  const lanes_unsigned half = c >> 1;
#if LANES_WIDTH == 16
  typedef short widest __attribute__((__vector_size__(64)));
  return (lanes_unsigned)__builtin_ia32_pmulhrsw512(
      (widest)half, (widest)((lanes_unsigned)255));
#elif defined(__AVX2__)
  typedef short wide __attribute__((__vector_size__(32)));
  return (lanes_unsigned)__builtin_ia32_pmulhrsw256((wide)half, (wide)((lanes_unsigned)255));
#else
  return ((half << 8) - half + 16384) >> 15;
#endif
}

// The levels of coverage, 0...255, of sums of areas in 1/65536: as many as a pixel can show, so that
// coverage that is kept takes a byte and is what was drawn.
LANES_INLINE lanes_unsigned lanes_levels(lanes_signed sums, int is_even_odd) {
  const lanes_signed negative = sums >> 31;
  lanes_unsigned areas = (lanes_unsigned)((sums ^ negative) - negative);
  if (is_even_odd) {
    areas &= 0x1ffff;
    areas = lanes_minimum(areas, 0x20000 - areas);
  }
  return lanes_nearest_levels(lanes_minimum(areas, (lanes_unsigned)0xffff));
}

// Stores one pixel very often. A processor does this for long runs of memory without reading first
// what they overwrite, which takes half the time where they are not in its caches.
LANES_INLINE void lanes_fill(uint32_t *to, uint32_t pixel, intptr_t count) {
#if defined(__x86_64__)
  __asm__ volatile("rep stosl" : "+D"(to), "+c"(count) : "a"(pixel) : "memory");
#else
  for (intptr_t i = 0; i < count; i++) to[i] = pixel;
#endif
}

// Asks for memory that will be written soon, or read.
LANES_INLINE void lanes_prefetch(const uint32_t *at) { __builtin_prefetch(at, 1, 3); }
LANES_INLINE void lanes_prefetch_read(const void *at) { __builtin_prefetch(at, 0, 3); }

#pragma clang assume_nonnull end

#endif
