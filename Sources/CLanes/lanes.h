// One vector operation that Swift's SIMD types do not offer: the high half of 16-bit products.
#ifndef CLANES_H
#define CLANES_H
#include <stdint.h>

typedef uint16_t lanes16 __attribute__((ext_vector_type(16)));

// (a * b) >> 16 in every lane.
static inline __attribute__((always_inline)) lanes16 lanes_multiply_high(lanes16 a, lanes16 b) {
#if defined(__AVX2__)
  typedef short wide __attribute__((__vector_size__(32)));
  return (lanes16)__builtin_ia32_pmulhuw256((wide)a, (wide)b);
#elif defined(__SSE2__)
  typedef short half __attribute__((__vector_size__(16)));
  union { lanes16 all; half halves[2]; } x = {a}, y = {b}, r;
  r.halves[0] = (half)__builtin_ia32_pmulhuw128(x.halves[0], y.halves[0]);
  r.halves[1] = (half)__builtin_ia32_pmulhuw128(x.halves[1], y.halves[1]);
  return r.all;
#else
  typedef uint32_t wide16 __attribute__((ext_vector_type(16)));
  return __builtin_convertvector(
      (__builtin_convertvector(a, wide16) * __builtin_convertvector(b, wide16)) >> 16, lanes16);
#endif
}

#endif
