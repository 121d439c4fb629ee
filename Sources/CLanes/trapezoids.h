// The vector arithmetic of rows that lie between two edges, each of which crosses them from top to
// bottom.
#ifndef CLANES_TRAPEZOIDS_H
#define CLANES_TRAPEZOIDS_H
#include "edges.h"

#pragma clang assume_nonnull begin

// Columns of numbers about an edge in each of some rows: the first and the last column that it
// touches; in 1/65536, what of these two lies right of it; and where it begins, in 1/65536 pixel. Of
// the whole edge, how much of its height, in 1/65536, it passes in a column.
#define CROSSING_ROOM 40
typedef struct {
  int32_t first[CROSSING_ROOM], last[CROSSING_ROOM], here[CROSSING_ROOM], end[CROSSING_ROOM];
  int32_t low[CROSSING_ROOM];
  double rise[CROSSING_ROOM];
} crossing_columns;

// Columns of numbers about one side of rows whose sides have no vector of pixels in common: the first
// column of the vector where the side begins; with columns from there, the first and the last that it
// touches, and how much of these is covered, in both halves; as above, its rise; and how far left of
// the vector it begins, in 1/65536 pixel.
typedef struct {
  int32_t vector[CROSSING_ROOM];
  int32_t first[CROSSING_ROOM], last[CROSSING_ROOM], here[CROSSING_ROOM], end[CROSSING_ROOM];
  double rise[CROSSING_ROOM], distance[CROSSING_ROOM];
} side_columns;

// The edges that point down, and up; eight rows that are kept for a moment; the sides between them.
struct trapezoid_columns {
  crossing_columns down, up, kept;
  side_columns left, right;
};

// Swift has no pointers to parts of a structure.
LANES_INLINE crossing_columns *trapezoid_down(trapezoid_columns *c) { return &c->down; }
LANES_INLINE crossing_columns *trapezoid_up(trapezoid_columns *c) { return &c->up; }
LANES_INLINE crossing_columns *trapezoid_kept(trapezoid_columns *c) { return &c->kept; }

// The rows from one to before another, a bit each; what lies beyond 0...32 is cut off. Edges come in
// any order: Swift's `min` and `max` would become branches that no processor foresees.
LANES_INLINE uint64_t rows_between(intptr_t from, intptr_t end) {
  const intptr_t first = from < 0 ? 0 : from > 32 ? 32 : from;
  const intptr_t last = end < 0 ? 0 : end > 32 ? 32 : end;
  return ((1ull << last) - 1) & ~((1ull << first) - 1);
}

// Copies the numbers about an edge in eight rows.
LANES_INLINE void crossings_copy(
    const crossing_columns *from, intptr_t i, crossing_columns *to, intptr_t j) {
  ROWS_STORE(to->first + j, rows_whole, ROWS_LOAD(rows_whole, from->first + i));
  ROWS_STORE(to->last + j, rows_whole, ROWS_LOAD(rows_whole, from->last + i));
  ROWS_STORE(to->here + j, rows_whole, ROWS_LOAD(rows_whole, from->here + i));
  ROWS_STORE(to->end + j, rows_whole, ROWS_LOAD(rows_whole, from->end + i));
  ROWS_STORE(to->low + j, rows_whole, ROWS_LOAD(rows_whole, from->low + i));
  ROWS_STORE(to->rise + j, rows_real, ROWS_LOAD(rows_real, from->rise + i));
}

// Lets a missing edge lie beyond the grid.
LANES_INLINE void crossings_miss(crossing_columns *to, intptr_t rows) {
  for (intptr_t i = 0; i < rows; i++) to->first[i] = to->last[i] = INT32_MAX >> 1;
}

// Finds the areas right of an edge in eight rows from `i` on, whose whole height it crosses; the
// same numbers as `parts_find` and `columns_split` add up to.
//   top, left: the row, in pixels, of the first of the eight, and the column that columns count from.
LANES_INLINE void crossings_find(
    crossing_columns *to, intptr_t i, edge_line line, int32_t top, int32_t left) {
  const rows_whole upper = (rows_from(top) << 10) - line.y0;
  const rows_whole start =
      (rows_whole)(rows_unsigned)(((uint32_t)line.x0 << 6) - ((uint32_t)left << 16));
  const rows_whole p =
      __builtin_convertvector(rows_across(upper, (rows_real)line.slope), rows_whole) + start;
  const rows_whole q =
      __builtin_convertvector(rows_across(upper + 1024, (rows_real)line.slope), rows_whole) + start;
  const rows_whole low = p < q ? p : q, high = p < q ? q : p;
  const rows_whole first = low >> 16, crossed = (high >> 16) - first, leave = high & 0xffff;
  const rows_real rise = line.rise, whole = 65536;
  const first_columns begin =
      columns_begin(low & 0xffff, leave, crossed > 0, (rows_whole)0x10000, rise);
  rows_whole last = first + crossed, before = begin.here, end = leave;
  if (__builtin_reduce_or(crossed > 1)) {
    // An edge that crosses many columns and leaves at the end of one does not touch the next.
    const rows_whole is_even = (crossed > 1) & (leave == 0);
    last += is_even;
    end |= is_even & 0x10000;
    before = heights_passed(__builtin_convertvector((last << 16) - low, rows_real), rise, whole, false);
  }
  ROWS_STORE(to->first + i, rows_whole, first);
  ROWS_STORE(to->last + i, rows_whole, last);
  ROWS_STORE(to->here + i, rows_whole, begin.here - begin.beyond);
  ROWS_STORE(to->end + i, rows_whole, 0x10000 - rows_half_product(0x10000 - before, end));
  ROWS_STORE(to->low + i, rows_whole, low);
  ROWS_STORE(to->rise + i, rows_real, rise);
}

LANES_INLINE int32_t crossing_first(const crossing_columns *c, intptr_t i) { return c->first[i]; }
LANES_INLINE int32_t crossing_last(const crossing_columns *c, intptr_t i) { return c->last[i]; }

// The coverages, in both halves, of areas of at most 65536; see `lanes_levels`.
LANES_INLINE rows_whole rows_doubled(rows_whole area) {
  const rows_whole half = (area < 0xffff ? area : (rows_whole)0xffff) >> 1;
  return ((half * 255 + 16384) >> 15) * 0x01010101;
}

LANES_INLINE rows_real reals_choice(rows_whole mask, rows_real yes, rows_real no) {
  const rows_long wide = __builtin_convertvector(mask, rows_long);
  return (rows_real)(((rows_long)yes & wide) | ((rows_long)no & ~wide));
}

// The rows, of eight, for which the numbers hold, a bit each: those each side of which lies in one
// vector and touches at most two columns, and the others.
typedef struct { uint8_t steep, slanted; } span_rows;

// A side of eight rows, but for its distance and rise.
LANES_INLINE void side_store(
    side_columns *to, intptr_t i, rows_whole vector, rows_whole first, rows_whole last,
    rows_whole here, rows_whole end) {
  ROWS_STORE(to->vector + i, rows_whole, vector);
  ROWS_STORE(to->first + i, rows_whole, first - vector);
  ROWS_STORE(to->last + i, rows_whole, last - vector);
  ROWS_STORE(to->here + i, rows_whole, rows_doubled(here));
  ROWS_STORE(to->end + i, rows_whole, rows_doubled(end));
}

LANES_INLINE void side_store_slant(
    side_columns *to, intptr_t i, rows_whole vector, rows_whole low, rows_real rise) {
  ROWS_STORE(to->rise + i, rows_real, rise);
  ROWS_STORE(
      to->distance + i, rows_real, __builtin_convertvector((vector << 16) - low, rows_real));
}

// Pairs the crossings of two edges in eight rows from `i` on. A side that lies beyond the columns that
// are drawn is taken for one at their end.
//   place, stride: how many pixels column 0 of the first row lies behind the start of a cache line, or
//     more, and how many more that of each further row; the low bits matter.
//   width: the columns that are drawn.
//   from, to: the columns that may be written where nothing is covered.
LANES_INLINE span_rows spans_find(
    trapezoid_columns *c, intptr_t i, intptr_t place, intptr_t stride, int32_t width, int32_t from,
    int32_t to) {
  const rows_whole places =
      rows_from(0) * (int32_t)(uint32_t)stride + (int32_t)(uint32_t)place;
  const crossing_columns *const a = &c->down, *const b = &c->up;
  const rows_whole a_first = ROWS_LOAD(rows_whole, a->first + i);
  const rows_whole b_first = ROWS_LOAD(rows_whole, b->first + i);
  const rows_whole a_last = ROWS_LOAD(rows_whole, a->last + i);
  const rows_whole b_last = ROWS_LOAD(rows_whole, b->last + i);
  const rows_whole a_here = ROWS_LOAD(rows_whole, a->here + i);
  const rows_whole b_here = ROWS_LOAD(rows_whole, b->here + i);
  const rows_whole a_end = ROWS_LOAD(rows_whole, a->end + i);
  const rows_whole b_end = ROWS_LOAD(rows_whole, b->end + i);
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
  side_store(
      &c->left, i, left, l_first, l_last, rows_choice(swap, b_here, a_here),
      rows_choice(swap, b_end, a_end));
  side_store(
      &c->right, i, right, r_first, r_last, (0x10000 - rows_choice(swap, a_here, b_here)) & ~is_after,
      0x10000 - rows_choice(swap, a_end, b_end));
  const rows_whole l_end = left + (l_to & ~(LANES_WIDTH - 1));
  const rows_whole r_end = right + (r_to & ~(LANES_WIDTH - 1));
  const rows_whole is_span = ((l_first >= 0) | is_before) & (left >= from) & (left < right) &
                             (l_end < right) & ((r_last < width) | is_after) &
                             (r_end <= to - LANES_WIDTH);
  const rows_whole is_steep = (l_last <= l_first + 1) & (r_last <= r_first + 1) &
                              (l_to < LANES_WIDTH) & (r_to < LANES_WIDTH);
  const span_rows rows = {ROWS_BITS(is_span & is_steep), ROWS_BITS(is_span & ~is_steep)};
  if (rows.slanted) {
    const rows_whole a_low = ROWS_LOAD(rows_whole, a->low + i);
    const rows_whole b_low = ROWS_LOAD(rows_whole, b->low + i);
    const rows_real a_rise = ROWS_LOAD(rows_real, a->rise + i);
    const rows_real b_rise = ROWS_LOAD(rows_real, b->rise + i);
    side_store_slant(
        &c->left, i, left, rows_choice(swap, b_low, a_low), reals_choice(swap, b_rise, a_rise));
    side_store_slant(
        &c->right, i, right, rows_choice(swap, a_low, b_low), reals_choice(swap, a_rise, b_rise));
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

LANES_INLINE const side_columns *trapezoid_left(const trapezoid_columns *c) { return &c->left; }
LANES_INLINE const side_columns *trapezoid_right(const trapezoid_columns *c) { return &c->right; }

LANES_INLINE int32_t side_vector(const side_columns *c, intptr_t i) { return c->vector[i]; }
LANES_INLINE int32_t side_first(const side_columns *c, intptr_t i) { return c->first[i]; }
LANES_INLINE int32_t side_last(const side_columns *c, intptr_t i) { return c->last[i]; }

// The coverages, in both halves of each pixel, of the vector at a side that touches at most two
// columns of row `i`.
//   before, after: the coverages, in both halves, left and right of what it touches.
LANES_INLINE lanes steep_coverages(
    const side_columns *side, intptr_t i, int32_t before, int32_t after) {
  const lanes_signed column = lanes_numbers();
  const lanes_signed first = side->first[i], last = side->last[i];
  lanes_signed c = side->end[i];
  c = column > last ? (lanes_signed)after : c;
  c = column == first ? (lanes_signed)side->here[i] : c;
  return (lanes)(column < first ? (lanes_signed)before : c);
}

// The heights that an edge has passed after each of the columns of a vector.
//   distance: from where it begins to the first of the columns, in 1/65536 pixel.
LANES_INLINE lanes_signed lanes_passed(double distance, double rise) {
  const rows_real end = __builtin_convertvector(rows_from(1) << 16, rows_real);
  const rows_real whole = 65536;
  const rows_whole a = heights_passed(end + distance, (rows_real)rise, whole, true);
#if LANES_WIDTH == 16
  const rows_whole b = heights_passed(end + (distance + 524288), (rows_real)rise, whole, true);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  return a;
#endif
}

// The heights that the edge at a side of row `i` has passed after the columns of a vector `offset`
// columns later.
LANES_INLINE lanes_signed side_passed(const side_columns *side, intptr_t i, int32_t offset) {
  return lanes_passed(side->distance[i] + (double)(offset << 16), side->rise[i]);
}

// The areas of columns, in 1/65536, right of an edge, between the first and the last that it touches.
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

// The coverages of a vector `offset` columns later, at any side; see `steep_coverages`.
//   area: how much of the columns is covered, in 1/65536, between the first and the last.
LANES_INLINE lanes slanted_coverages(
    const side_columns *side, intptr_t i, int32_t offset, lanes_signed area, int32_t before,
    int32_t after) {
  const lanes_signed column = lanes_numbers() + offset;
  const lanes_signed first = side->first[i], last = side->last[i];
  lanes_signed c = (lanes_signed)lanes_of_levels(lanes_levels(area, 0));
  c = column == last ? (lanes_signed)side->end[i] : c;
  c = column > last ? (lanes_signed)after : c;
  c = column == first ? (lanes_signed)side->here[i] : c;
  return (lanes)(column < first ? (lanes_signed)before : c);
}

// The areas of the columns from `x` on, in 1/65536, right of an edge in row `i`.
LANES_INLINE lanes_signed crossing_areas(const crossing_columns *edge, intptr_t i, int32_t x) {
  const lanes_signed column = lanes_numbers() + x;
  const lanes_signed first = edge->first[i], last = edge->last[i];
  lanes_signed area = edge->end[i];
  if (edge->last[i] - edge->first[i] > 1) {
    const double distance = (double)((int64_t)x * 65536 - edge->low[i]);
    const lanes_signed before = lanes_passed(distance - LANES_WIDTH * 65536, edge->rise[i]);
    area = column == last ? area : areas_between(before, lanes_passed(distance, edge->rise[i]));
  }
  area = column > last ? (lanes_signed)0x10000 : area;
  area = column == first ? (lanes_signed)edge->here[i] : area;
  return column < first ? (lanes_signed)0 : area;
}

#pragma clang assume_nonnull end

#endif
