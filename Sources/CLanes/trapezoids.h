// The vector arithmetic of rows that lie between two edges, each of which crosses them from top to
// bottom.
#ifndef CLANES_TRAPEZOIDS_H
#define CLANES_TRAPEZOIDS_H
#include "lanes.h"

// Columns of numbers about an edge in each of some rows: the first and the last column that it
// touches; in 1/65536, what of these two lies right of it; and where it begins, in 1/65536 pixel.
#define CROSSING_ROOM 40
enum {
  CROSSING_FIRST = 0 * CROSSING_ROOM,
  CROSSING_LAST = 1 * CROSSING_ROOM,
  CROSSING_HERE = 2 * CROSSING_ROOM,
  CROSSING_END = 3 * CROSSING_ROOM,
  CROSSING_LOW = 4 * CROSSING_ROOM,
  CROSSING_NUMBERS = 5 * CROSSING_ROOM,
};

// Columns of numbers about rows whose sides have no vector of pixels in common: the first columns
// of the vectors where the sides begin; and for either side, with columns from there, the first and
// the last that it touches, and how much of these is covered, in both halves.
enum {
  SPAN_LEFT = 0 * CROSSING_ROOM,
  SPAN_RIGHT = 1 * CROSSING_ROOM,
  SPAN_LEFT_SIDE = 2 * CROSSING_ROOM,
  SPAN_RIGHT_SIDE = 6 * CROSSING_ROOM,
  SPAN_NUMBERS = 10 * CROSSING_ROOM,
};

// Columns of real numbers: of the two edges, how much of its height, in 1/65536, one passes in a
// column; of the left and the right sides of spans the same, and where the edge begins, in 1/65536
// pixel left of the vector.
enum {
  CROSSING_RISE = 0 * CROSSING_ROOM,
  SPAN_RISE = 2 * CROSSING_ROOM,
  SPAN_DISTANCE = 4 * CROSSING_ROOM,
  CROSSING_REALS = 6 * CROSSING_ROOM,
};

_Static_assert(2 * CROSSING_NUMBERS + SPAN_NUMBERS <= EDGE_NUMBERS, "room of a grid");
_Static_assert(CROSSING_REALS <= EDGE_REALS, "room of a grid");

// Rows of a grid that edges touch, a bit each, from its top: those that point down, and up; and rows
// that edges cross twice in a direction, that an edge does not cross whole, or that one touches
// whose places cannot be held.
typedef struct { uint64_t down, up, others; } crossed_rows;

// The rows from one to before another, a bit each; what lies beyond 0...32 is cut off.
LANES_INLINE uint64_t rows_between(int64_t from, int64_t to) {
  const int64_t first = from < 0 ? 0 : from > 32 ? 32 : from;
  const int64_t end = to < 0 ? 0 : to > 32 ? 32 : to;
  return ((1ull << end) - 1) & ~((1ull << first) - 1);
}

// The rows that an edge crosses from top to bottom.
LANES_INLINE uint64_t rows_crossed(const grid_edge *edge, int64_t top) {
  const int64_t y0 = edge->y0 - (top << 10), y1 = edge->y1 - (top << 10);
  return rows_between(((y0 < y1 ? y0 : y1) + 1023) >> 10, (y0 < y1 ? y1 : y0) >> 10);
}

// How far from a grid, in steps, an edge may reach so that 32 bits hold its places.
#define CROSSING_REACH (1 << 24)

// Adds an edge to those that touch rows, without branches: where an edge points is hard to predict.
LANES_INLINE void rows_cross(
    crossed_rows *rows, const grid_edge *edge, int64_t top, int64_t left) {
  const int64_t y0 = edge->y0 - (top << 10), y1 = edge->y1 - (top << 10);
  const int64_t x0 = edge->x0 - (left << 10), x1 = edge->x1 - (left << 10);
  const int64_t upper = y0 < y1 ? y0 : y1, lower = y0 < y1 ? y1 : y0;
  const int64_t nearer = x0 < x1 ? x0 : x1, farther = x0 < x1 ? x1 : x0;
  const int is_near = (nearer >= -CROSSING_REACH) & (farther <= CROSSING_REACH);
  const uint64_t touched = rows_between(upper >> 10, (lower + 1023) >> 10);
  const uint64_t is_down = 0 - (uint64_t)(y0 < y1);
  const uint64_t down = touched & is_down, up = touched & ~is_down;
  rows->others |= (touched & ~(rows_crossed(edge, top) & (0 - (uint64_t)is_near))) |
                  (rows->down & down) | (rows->up & up);
  rows->down |= down;
  rows->up |= up;
}

LANES_INLINE rows_whole rows_choice(rows_whole mask, rows_whole yes, rows_whole no) {
  return (yes & mask) | (no & ~mask);
}

// Copies the numbers about an edge in eight rows.
LANES_INLINE void crossings_move(
    const int32_t *from, const double *rises, int32_t *to, double *to_rises) {
  for (int i = 0; i < CROSSING_NUMBERS; i += CROSSING_ROOM)
    ROWS_STORE(to + i, rows_whole, ROWS_LOAD(rows_whole, from + i));
  ROWS_STORE(to_rises, rows_real, ROWS_LOAD(rows_real, rises));
}

// What lies right of an edge in eight rows from `row` on, of which it crosses the whole height; the
// same numbers as `parts_find` and `columns_split` add up to.
//   x0, y0: the upper end of the edge.
//   slope: across per height, in 1/65536 pixel for each step of the grid.
//   rise: how much of its height, in 1/65536, it passes in a column; infinite where it is upright.
//   left: the column from which on columns are counted.
LANES_INLINE void crossings_find(
    int32_t x0, int32_t y0, double slope, double rise, int32_t row, int32_t left, int32_t *to) {
  const rows_whole top = (((rows_whole){0, 1, 2, 3, 4, 5, 6, 7} + row) << 10) - y0;
  const rows_unsigned start = ((uint32_t)x0 << 6) - ((uint32_t)left << 16);
  const rows_whole p = rows_positions(top, slope, start);
  const rows_whole q = rows_positions(top + 1024, slope, start);
  const rows_whole low = p < q ? p : q, high = p < q ? q : p;
  const rows_whole first = low >> 16, enter = low & 0xffff;
  const rows_whole crossed = (high >> 16) - first, leave = high & 0xffff;
  const rows_whole is_split = crossed > 0;
  // The height passed in the first column.
  const rows_real whole = 65536;
  const rows_real product = __builtin_convertvector(0x10000 - enter, rows_real) * rise;
  const rows_real reached = product + 0.5;
  const rows_whole part = __builtin_convertvector(reached < whole ? reached : whole, rows_whole);
  const rows_whole here = rows_choice(is_split, part, (rows_whole)0x10000);
  const rows_whole beyond =
      rows_half_product(here, enter + rows_choice(is_split, (rows_whole)0x10000, leave));
  rows_whole last = first + crossed, before = here, end = leave;
  if (__builtin_reduce_or(crossed > 1)) {
    // An edge that crosses many columns and leaves at the end of one does not touch the next.
    const rows_whole is_even = (crossed > 1) & (leave == 0);
    last += is_even;
    end |= is_even & 0x10000;
    const rows_real length = __builtin_convertvector((last << 16) - low, rows_real) * rise;
    const rows_real sum = length + 0.5;
    const rows_real passed = sum > 0 ? sum : 0;
    before = __builtin_convertvector(passed < whole ? passed : whole, rows_whole);
  }
  const rows_whole farther = rows_half_product(0x10000 - before, end);
  ROWS_STORE(to + CROSSING_FIRST, rows_whole, first);
  ROWS_STORE(to + CROSSING_LAST, rows_whole, last);
  ROWS_STORE(to + CROSSING_HERE, rows_whole, here - beyond);
  ROWS_STORE(to + CROSSING_END, rows_whole, 0x10000 - farther);
  ROWS_STORE(to + CROSSING_LOW, rows_whole, low);
}

// Eight numbers from one on, a step from one to the next; of large ones the low bits.
LANES_INLINE rows_whole rows_places(intptr_t first, intptr_t step) {
  const rows_unsigned row = {0, 1, 2, 3, 4, 5, 6, 7};
  return (rows_whole)(row * (uint32_t)step + (uint32_t)first);
}

// Stores a number eight times.
LANES_INLINE void rows_fill(double *to, double value) { ROWS_STORE(to, rows_real, value); }

// A coverage of at most 65536 in both halves.
LANES_INLINE rows_whole rows_doubled(rows_whole area) {
  const rows_whole held = area < 0xffff ? area : (rows_whole)0xffff;
  return held | held << 16;
}

LANES_INLINE void span_side(
    rows_whole first, rows_whole last, rows_whole here, rows_whole end, int32_t *to) {
  ROWS_STORE(to, rows_whole, first);
  ROWS_STORE(to + CROSSING_ROOM, rows_whole, last);
  ROWS_STORE(to + 2 * CROSSING_ROOM, rows_whole, rows_doubled(here));
  ROWS_STORE(to + 3 * CROSSING_ROOM, rows_whole, rows_doubled(end));
}

LANES_INLINE rows_real reals_choice(rows_whole mask, rows_real yes, rows_real no) {
  const rows_long wide = __builtin_convertvector(mask, rows_long);
  return (rows_real)(((rows_long)yes & wide) | ((rows_long)no & ~wide));
}

// The rows, of eight, for which the numbers hold, a bit each: those each side of which lies in one
// vector and touches at most two columns, and the others.
typedef struct { uint8_t steep, slanted; } span_rows;

LANES_INLINE uint8_t rows_bits(rows_whole mask) {
  typedef _Bool flags __attribute__((ext_vector_type(8)));
  const flags all = __builtin_convertvector(mask, flags);
  uint8_t bits;
  __builtin_memcpy(&bits, &all, 1);
  return bits;
}

// Pairs the crossings of two edges in eight rows. A side that lies beyond the columns that are drawn
// is taken for one at their end.
//   a, b: `CROSSING_…` of the edges.
//   reals: the columns of real numbers, at the first of the rows.
//   places: how many pixels column 0 of a row lies behind the begin of a cache line, or more.
//   width: the columns that are drawn.
//   from, to: the columns that may be written where nothing is covered.
LANES_INLINE span_rows spans_find(
    const int32_t *a, const int32_t *b, double *reals, rows_whole places, int32_t width,
    int32_t from, int32_t to, int32_t *out) {
  const rows_whole a_first = ROWS_LOAD(rows_whole, a + CROSSING_FIRST);
  const rows_whole b_first = ROWS_LOAD(rows_whole, b + CROSSING_FIRST);
  const rows_whole a_last = ROWS_LOAD(rows_whole, a + CROSSING_LAST);
  const rows_whole b_last = ROWS_LOAD(rows_whole, b + CROSSING_LAST);
  const rows_whole a_here = ROWS_LOAD(rows_whole, a + CROSSING_HERE);
  const rows_whole b_here = ROWS_LOAD(rows_whole, b + CROSSING_HERE);
  const rows_whole a_end = ROWS_LOAD(rows_whole, a + CROSSING_END);
  const rows_whole b_end = ROWS_LOAD(rows_whole, b + CROSSING_END);
  const rows_whole swap = b_first < a_first;
  rows_whole l_first = rows_choice(swap, b_first, a_first);
  rows_whole r_first = rows_choice(swap, a_first, b_first);
  rows_whole l_last = rows_choice(swap, b_last, a_last);
  rows_whole r_last = rows_choice(swap, a_last, b_last);
  const rows_whole is_before = l_last < 0, is_after = r_first >= width;
  l_first |= is_before;
  l_last |= is_before;
  r_first = rows_choice(is_after, (rows_whole)width, r_first);
  r_last = rows_choice(is_after, (rows_whole)(width - 1), r_last);
  const rows_whole left = (l_first - ((l_first + places) & (LANES_WIDTH - 1))) & ~is_before;
  const rows_whole right = left + ((r_first + is_after - left) & ~(LANES_WIDTH - 1));
  const rows_whole l_to = l_last - left, r_to = r_last - right;
  ROWS_STORE(out + SPAN_LEFT, rows_whole, left);
  ROWS_STORE(out + SPAN_RIGHT, rows_whole, right);
  span_side(
      l_first - left, l_to, rows_choice(swap, b_here, a_here), rows_choice(swap, b_end, a_end),
      out + SPAN_LEFT_SIDE);
  span_side(
      r_first - right, r_to, (0x10000 - rows_choice(swap, a_here, b_here)) & ~is_after,
      0x10000 - rows_choice(swap, a_end, b_end), out + SPAN_RIGHT_SIDE);
  const rows_whole l_end = left + (l_to & ~(LANES_WIDTH - 1));
  const rows_whole r_end = right + (r_to & ~(LANES_WIDTH - 1));
  const rows_whole is_span = ((l_first >= 0) | is_before) & (left >= from) & (left < right) &
                             (l_end < right) & ((r_last < width) | is_after) &
                             (r_end <= to - LANES_WIDTH);
  const rows_whole is_steep = (l_last <= l_first + 1) & (r_last <= r_first + 1) &
                              (l_to < LANES_WIDTH) & (r_to < LANES_WIDTH);
  const span_rows rows = {rows_bits(is_span & is_steep), rows_bits(is_span & ~is_steep)};
  if (rows.slanted) {
    const rows_whole a_low = ROWS_LOAD(rows_whole, a + CROSSING_LOW);
    const rows_whole b_low = ROWS_LOAD(rows_whole, b + CROSSING_LOW);
    const rows_real a_rise = ROWS_LOAD(rows_real, reals + CROSSING_RISE);
    const rows_real b_rise = ROWS_LOAD(rows_real, reals + CROSSING_RISE + CROSSING_ROOM);
    const rows_whole l_low = (left << 16) - rows_choice(swap, b_low, a_low);
    const rows_whole r_low = (right << 16) - rows_choice(swap, a_low, b_low);
    double *const rise = reals + SPAN_RISE, *const distance = reals + SPAN_DISTANCE;
    ROWS_STORE(rise, rows_real, reals_choice(swap, b_rise, a_rise));
    ROWS_STORE(rise + CROSSING_ROOM, rows_real, reals_choice(swap, a_rise, b_rise));
    ROWS_STORE(distance, rows_real, __builtin_convertvector(l_low, rows_real));
    ROWS_STORE(distance + CROSSING_ROOM, rows_real, __builtin_convertvector(r_low, rows_real));
  }
  return rows;
}

LANES_INLINE lanes_signed lanes_numbers(void) {
#if LANES_WIDTH == 16
  return (lanes_signed){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
  return (lanes_signed){0, 1, 2, 3, 4, 5, 6, 7};
#endif
}

// The coverages, in both halves of each pixel, of the vector at a side that touches at most two
// columns.
//   side: the first of the side's numbers.
//   before, after: the coverages, in both halves, left and right of what it touches.
LANES_INLINE lanes steep_coverages(const int32_t *side, int32_t before, int32_t after) {
  const lanes_signed column = lanes_numbers();
  const lanes_signed first = side[0], last = side[CROSSING_ROOM];
  lanes_signed c = side[3 * CROSSING_ROOM];
  c = column > last ? (lanes_signed)after : c;
  c = column == first ? (lanes_signed)side[2 * CROSSING_ROOM] : c;
  return (lanes)(column < first ? (lanes_signed)before : c);
}

// The heights that an edge has passed after each of eight columns; right from the first that it
// touches to the one before the last.
//   distance: from where it begins to the first of the columns, in 1/65536 pixel.
LANES_INLINE rows_whole heights_passed(double distance, double rise) {
  const rows_real column = {65536, 131072, 196608, 262144, 327680, 393216, 458752, 524288};
  const rows_real whole = 65536, reach = column + distance;
  const rows_real product = reach * rise;
  const rows_real passed = product + 0.5;
  return __builtin_convertvector(passed < whole ? passed : whole, rows_whole);
}

// The same of the columns of a vector.
LANES_INLINE lanes_signed lanes_passed(double distance, double rise) {
#if LANES_WIDTH == 16
  const rows_whole a = heights_passed(distance, rise);
  const rows_whole b = heights_passed(distance + 524288, rise);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  return heights_passed(distance, rise);
#endif
}

// How much of columns, in 1/65536, lies right of an edge, between the first and the last that it
// touches.
//   before: the heights passed after the columns of the vector before.
LANES_INLINE lanes_signed areas_between(lanes_signed before, lanes_signed passed) {
#if LANES_WIDTH == 16
  const lanes_signed begun = __builtin_shufflevector(
      before, passed, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
#else
  const lanes_signed begun =
      __builtin_shufflevector(before, passed, 7, 8, 9, 10, 11, 12, 13, 14);
#endif
  return (begun + passed) >> 1;
}

// As `steep_coverages`, of a vector `offset` columns later at any side.
//   area: how much of the columns is covered, in 1/65536, between the first and the last.
LANES_INLINE lanes slanted_coverages(
    const int32_t *side, int32_t offset, lanes_signed area, int32_t before, int32_t after) {
  const lanes_signed column = lanes_numbers() + offset;
  const lanes_signed first = side[0], last = side[CROSSING_ROOM];
  lanes_signed c = area < 0xffff ? area : (lanes_signed)0xffff;
  c |= c << 16;
  c = column == last ? (lanes_signed)side[3 * CROSSING_ROOM] : c;
  c = column > last ? (lanes_signed)after : c;
  c = column == first ? (lanes_signed)side[2 * CROSSING_ROOM] : c;
  return (lanes)(column < first ? (lanes_signed)before : c);
}

// How much of the columns from `x` on, in 1/65536, lies right of an edge.
//   edge: `CROSSING_…` of it in the row.
LANES_INLINE lanes_signed crossing_areas(const int32_t *edge, double rise, int32_t x) {
  const lanes_signed column = lanes_numbers() + x;
  const lanes_signed first = edge[CROSSING_FIRST], last = edge[CROSSING_LAST];
  lanes_signed area = edge[CROSSING_END];
  if (edge[CROSSING_LAST] - edge[CROSSING_FIRST] > 1) {
    const double distance = (double)((int64_t)x * 65536 - edge[CROSSING_LOW]);
    const lanes_signed before = lanes_passed(distance - LANES_WIDTH * 65536, rise);
    area = column == last ? area : areas_between(before, lanes_passed(distance, rise));
  }
  area = column > last ? (lanes_signed)0x10000 : area;
  area = column == first ? (lanes_signed)edge[CROSSING_HERE] : area;
  return column < first ? (lanes_signed)0 : area;
}

// What is left of whole columns.
LANES_INLINE lanes_signed areas_rest(lanes_signed areas) { return 0x10000 - areas; }

LANES_INLINE lanes_signed lanes_difference(lanes_signed a, lanes_signed b) { return a - b; }

#endif
