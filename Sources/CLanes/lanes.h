// The vector arithmetic of the loops over pixels: what Swift's SIMD types do not offer, or do lane by
// lane where a vector has more than sixteen; and the structures that those loops share with the
// module that calls them.
#ifndef CLANES_H
#define CLANES_H
#include <stdint.h>

// A directed line between two points of the device grid: 1024 steps a pixel.
typedef struct {
  int32_t x0, y0, x1, y1;
} grid_edge;

// Columns of numbers about parts of edges, each within one row of a grid: the first column that it
// touches, its cell and its word, the changes of three cells, and how many columns it crosses after
// the first; in 1/65536 pixel, where it begins and ends across and the height that it covers; and -1
// for one that points up.
#define PARTS_ROOM 72
enum {
  PART_COLUMN = 0 * PARTS_ROOM,
  PART_CELL = 1 * PARTS_ROOM,
  PART_WORD = 2 * PARTS_ROOM,
  PART_HERE = 3 * PARTS_ROOM,
  PART_NEXT = 4 * PARTS_ROOM,
  PART_SECOND = 5 * PARTS_ROOM,
  PART_CROSSED = 6 * PARTS_ROOM,
  PART_LOW = 7 * PARTS_ROOM,
  PART_HIGH = 8 * PARTS_ROOM,
  PART_COVER = 9 * PARTS_ROOM,
  PART_FLIP = 10 * PARTS_ROOM,
  PARTS_NUMBERS = 11 * PARTS_ROOM,
};

// Accumulators over a rectangle of pixels, as Raster/Cells describes them.
typedef struct {
  int32_t *values;
  uint64_t *touched;
  // Cells and words from one row to the next.
  intptr_t stride, words;
  // The rectangle; pixel (left, top) has the first cell.
  intptr_t left, top, width, height;
  // Memory for what is worked out of edges: `PARTS_ROOM` edges, `EDGE_NUMBERS` and `EDGE_REALS`.
  grid_edge *parts;
  int32_t *numbers;
  double *reals;
} cell_grid;
enum { EDGE_NUMBERS = PARTS_ROOM + PARTS_NUMBERS, EDGE_REALS = 256 };

// One colour, premultiplied in 8.8: blue and red in the low and high half of `even`, green and
// alpha in `odd`. `alpha` is what the colour hides, 0...65535, in both halves; `pixel` what full
// coverage leaves where it hides all.
typedef struct {
  uint32_t even, odd, alpha, pixel;
} solid_color;

// Pixels of a row next to each other: covered alike, or, with LANES_VARYING for the coverage, each
// by its own.
typedef struct {
  int32_t x, count;
  uint32_t coverage;
} coverage_span;
#define LANES_VARYING 0x10000

// Coverage that is kept, by groups of pixels. Of a row, the low bits of `kinds` tell which groups are
// covered in part, from the left, the high ones which fully; `starts` has the number of the first of
// the former in `values`, where they follow each other, with 0...65535 for each pixel.
typedef struct {
  const uint8_t *kinds;
  const uint32_t *starts;
  const uint16_t *values;
} coverage_block;
#define BLOCK_GROUP 16
#define BLOCK_WIDTH 64

// Some rows of such a block at their place in a picture: the picture's column and row of the first
// pixel, and how many rows there are.
typedef struct {
  coverage_block block;
  intptr_t left, top, height;
} placed_block;

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

LANES_INLINE lanes_signed lanes_add(lanes_signed a, int32_t b) { return a + b; }

// Coverages that are kept.
LANES_INLINE lanes_unsigned lanes_load_coverages(const uint16_t *from) {
  typedef uint16_t narrow __attribute__((ext_vector_type(LANES_WIDTH)));
  narrow v;
  __builtin_memcpy(&v, from, sizeof v);
  return __builtin_convertvector(v, lanes_unsigned);
}

// The smaller of each two lanes.
LANES_INLINE lanes_unsigned lanes_minimum(lanes_unsigned a, lanes_unsigned b) {
  return a < b ? a : b;
}

// The coverages, 0...65535, of sums of areas in 1/65536.
LANES_INLINE lanes_unsigned lanes_coverage(lanes_signed sums, int is_even_odd) {
  const lanes_signed negative = sums >> 31;
  lanes_unsigned areas = (lanes_unsigned)((sums ^ negative) - negative);
  if (is_even_odd) {
    areas &= 0x1ffff;
    areas = lanes_minimum(areas, 0x20000 - areas);
  }
  return lanes_minimum(areas, (lanes_unsigned)0xffff);
}

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

// Eight parts of edges, or columns of one.
typedef int32_t rows_whole __attribute__((ext_vector_type(8)));
typedef uint32_t rows_unsigned __attribute__((ext_vector_type(8)));
typedef double rows_real __attribute__((ext_vector_type(8)));
typedef int64_t rows_long __attribute__((ext_vector_type(8)));

#define ROWS_LOAD(type, from) ({ type v; __builtin_memcpy(&v, (from), sizeof v); v; })
#define ROWS_STORE(to, type, value) \
  do { const type v = (value); __builtin_memcpy((to), &v, sizeof v); } while (0)

// What y * slope rounds to, from a start on. This is not added before: near to the middle of two
// numbers it would depend on the start which of them is the result, and on where a shape is drawn how
// an edge of it leans. Floating-point operations stand in statements of their own: in one expression,
// a processor that can would multiply and add with one rounding.
LANES_INLINE rows_whole rows_positions(rows_whole y, rows_real slope, rows_unsigned start) {
  // Adding 1.5 * 2^52 to a double leaves its value, rounded to even, in the low bits.
  const rows_real product = __builtin_convertvector(y, rows_real) * slope;
  const rows_real rounded = product + 6755399441055744.0;
  return (rows_whole)(__builtin_convertvector((rows_long)rounded, rows_unsigned) + start);
}

// (a * b + 2^16) >> 17 for factors that are not negative.
LANES_INLINE rows_whole rows_half_product(rows_whole a, rows_whole b) {
  typedef uint64_t wide __attribute__((ext_vector_type(8)));
  const wide product = __builtin_convertvector((rows_unsigned)a, wide) *
                       __builtin_convertvector((rows_unsigned)b, wide);
  return __builtin_convertvector((product + 0x10000) >> 17, rows_whole);
}

// Writes an edge as its parts in four rows.
LANES_INLINE void parts_write(
    const grid_edge *edge, int32_t row, grid_edge *parts, int32_t *rows) {
  typedef int32_t four __attribute__((ext_vector_type(4)));
  const four all = ROWS_LOAD(four, edge);
  for (int i = 0; i < 4; i++) ROWS_STORE(parts + i, four, all);
  ROWS_STORE(rows, four, ((four){0, 1, 2, 3} + row));
}

// Where parts stand: the grid's left and top in pixels, and its cells and words from one row to the
// next.
typedef struct {
  int32_t left, top, stride, words;
} parts_place;

// What eight parts of edges add to cells in a row of each; the changes are right for those that cross
// at most one column.
//   x0, y0, y1: where the edge of a part begins, the upper end, and ends.
//   slope: across per height, in 1/65536 pixel for each step of the grid.
//   rise: how much of its height, in 1/65536, it passes in a column; infinite where it is upright.
//   to: where the columns take the eight parts.
LANES_INLINE void parts_find(
    rows_whole x0, rows_whole y0, rows_whole y1, rows_real slope, rows_real rise, rows_whole flip,
    rows_whole row, const parts_place *at, int32_t *to) {
  const rows_whole row_top = row << 10, row_end = row_top + 1024;
  const rows_whole upper = (y0 > row_top ? y0 : row_top) - y0;
  const rows_whole lower = (y1 < row_end ? y1 : row_end) - y0;
  const rows_unsigned start = ((rows_unsigned)x0 << 6) - ((uint32_t)at->left << 16);
  const rows_whole p = rows_positions(upper, slope, start);
  const rows_whole q = rows_positions(lower, slope, start);
  const rows_whole low = p < q ? p : q, high = p < q ? q : p;
  const rows_whole cover = (lower - upper) << 6;
  const rows_whole first = low >> 16, split = (high >> 16) - first;
  const rows_whole enter = low & 0xffff, leave = high & 0xffff;
  const rows_whole is_split = -split;
  // The height passed in the first column, and in the second.
  const rows_real product = __builtin_convertvector(0x10000 - enter, rows_real) * rise;
  const rows_real reached = product + 0.5;
  const rows_real whole = __builtin_convertvector(cover, rows_real);
  const rows_whole part = __builtin_convertvector(reached < whole ? reached : whole, rows_whole);
  const rows_whole here = (part & is_split) | (cover & ~is_split);
  const rows_whole rest = cover - here;
  const rows_whole beyond = rows_half_product(
      here, enter + ((0x10000 & is_split) | (leave & ~is_split)));
  const rows_whole farther = rows_half_product(rest, leave);
  ROWS_STORE(to + PART_COLUMN, rows_whole, first);
  ROWS_STORE(to + PART_CELL, rows_whole, (row - at->top) * at->stride + first);
  ROWS_STORE(to + PART_HERE, rows_whole, ((here - beyond) ^ flip) - flip);
  ROWS_STORE(to + PART_NEXT, rows_whole, ((beyond + rest - farther) ^ flip) - flip);
  ROWS_STORE(to + PART_SECOND, rows_whole, (farther ^ flip) - flip);
  ROWS_STORE(to + PART_CROSSED, rows_whole, split);
  ROWS_STORE(to + PART_WORD, rows_whole, (row - at->top) * at->words + (first >> 9));
  // The rest is needed of those that cross more columns.
  if (!__builtin_reduce_or(split > 1)) return;
  ROWS_STORE(to + PART_LOW, rows_whole, low);
  ROWS_STORE(to + PART_HIGH, rows_whole, high);
  ROWS_STORE(to + PART_COVER, rows_whole, cover);
  ROWS_STORE(to + PART_FLIP, rows_whole, flip);
}

// What eight edges add in a row of each.
//   rises: takes the height, in 1/65536, that a part passes in a column.
LANES_INLINE void parts_split(
    const grid_edge *edges, const int32_t *rows, const parts_place *at, int32_t *to,
    double *rises) {
  typedef int32_t half __attribute__((ext_vector_type(16)));
  const half a = ROWS_LOAD(half, edges), b = ROWS_LOAD(half, edges + 4);
  const rows_whole from_y = __builtin_shufflevector(a, b, 1, 5, 9, 13, 17, 21, 25, 29);
  const rows_whole to_y = __builtin_shufflevector(a, b, 3, 7, 11, 15, 19, 23, 27, 31);
  const rows_whole from_x = __builtin_shufflevector(a, b, 0, 4, 8, 12, 16, 20, 24, 28);
  const rows_whole to_x = __builtin_shufflevector(a, b, 2, 6, 10, 14, 18, 22, 26, 30);
  const rows_whole flip = ~(from_y < to_y);
  const rows_whole y0 = flip ? to_y : from_y, y1 = flip ? from_y : to_y;
  const rows_whole x0 = flip ? to_x : from_x, x1 = flip ? from_x : to_x;
  const rows_real dx = __builtin_convertvector(x1 - x0, rows_real);
  // Of an edge as high as the grid the difference is more than 32 bits hold.
  const rows_real dy =
      __builtin_convertvector(y1, rows_real) - __builtin_convertvector(y0, rows_real);
  const rows_real across = dx * 64, slope = across / dy;
  const rows_real rise = dy / (dx < 0 ? -dx : dx);
  ROWS_STORE(rises, rows_real, rise);
  parts_find(x0, y0, y1, slope, rise, flip, ROWS_LOAD(rows_whole, rows), at, to);
}

// What one edge adds in eight rows from `row` on.
LANES_INLINE void rows_split(
    int32_t x0, int32_t y0, int32_t y1, double slope, double rise, int32_t flip, int32_t row,
    const parts_place *at, int32_t *to) {
  parts_find(
      x0, y0, y1, slope, rise, flip, (rows_whole){0, 1, 2, 3, 4, 5, 6, 7} + row, at, to);
}

// Adds to three cells, one by one: as parts of a vector they would have to wait for those that were
// stored just before at other places, hence `volatile`.
LANES_INLINE void cells_change(int32_t *cells, int32_t here, int32_t next, int32_t second) {
  volatile int32_t *const to = cells;
  to[0] += here;
  to[1] += next;
  to[2] += second;
}

// The heights that an edge has passed at some columns.
LANES_INLINE rows_whole columns_passed(
    rows_whole at, double left, int32_t right, int32_t cover, double rise) {
  const rows_real distance = __builtin_convertvector(at, rows_real) - left;
  const rows_real product = distance * rise;
  const rows_real sum = product + 0.5, none = 0, most = cover;
  const rows_real reached = sum > none ? sum : none;
  const rows_whole height =
      __builtin_convertvector(reached < most ? reached : most, rows_whole);
  return at >= right ? (rows_whole)cover : height;
}

// What eight columns of a row get from an edge that crosses it from `left` to `right`, in 1/65536
// pixel from the first of them, and passes `cover` of its height, `rise` in a column. `right` may be
// cut at 2^30.
//   carry: what the column before passes on to the first; then what the last passes on.
LANES_INLINE rows_whole columns_split(
    double left, int32_t right, int32_t cover, double rise, int32_t flip, int32_t *carry) {
  const rows_whole at = (rows_whole){0, 1, 2, 3, 4, 5, 6, 7} << 16;
  const rows_whole before = columns_passed(at, left, right, cover, rise);
  const rows_whole part = columns_passed(at + 0x10000, left, right, cover, rise) - before;
  const rows_whole from = (int32_t)(left > -1 ? left : -1) - at, to = right - at;
  const rows_whole enter = from > 0 ? from : (rows_whole)0;
  const rows_whole leave = to < 0x10000 ? to : (rows_whole)0x10000;
  const rows_whole beyond = (rows_half_product(part, enter + leave) ^ flip) - flip;
  const rows_whole here = ((part ^ flip) - flip) - beyond;
  const rows_whole passed_on = {*carry};
  *carry = beyond[7];
  return here + __builtin_shufflevector(passed_on, beyond, 0, 8, 9, 10, 11, 12, 13, 14);
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

// Whether the processor runs what is compiled for x86-64-v4.
static inline int lanes_are_widest(void) {
#if defined(__x86_64__)
  return lanes_are_wide() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
#else
  return 0;
#endif
}

#endif
