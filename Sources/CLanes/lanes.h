// The vector operations that Swift's SIMD types do not offer.
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

typedef int32_t lanes32 __attribute__((ext_vector_type(8)));

// The sums of the lanes up to each one.
static inline __attribute__((always_inline)) lanes32 lanes_prefix_sum(lanes32 v) {
  const lanes32 zero = 0;
  v += __builtin_shufflevector(zero, v, 0, 8, 9, 10, 11, 12, 13, 14);
  v += __builtin_shufflevector(zero, v, 0, 0, 8, 9, 10, 11, 12, 13);
  v += __builtin_shufflevector(zero, v, 0, 0, 0, 0, 8, 9, 10, 11);
  return v;
}

typedef uint32_t lanes_unsigned __attribute__((ext_vector_type(8)));

// The smaller of each two lanes.
static inline __attribute__((always_inline)) lanes_unsigned lanes_minimum(
    lanes_unsigned a, lanes_unsigned b) {
  const lanes_unsigned is_smaller = (lanes_unsigned)(a < b);
  return (a & is_smaller) | (b & ~is_smaller);
}

// Whether the processor runs what is compiled for x86-64-v3.
static inline int lanes_are_wide(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma");
#else
  return 0;
#endif
}

#endif
