// The vector arithmetic of edges: what they cover of the rows and columns of pixels.
#ifndef CLANES_EDGES_H
#define CLANES_EDGES_H
#include "lanes.h"

#pragma clang assume_nonnull begin

// Edges from their upper ends to their lower ones: where they begin, and in which row they end; how
// far across they go for each step down, in 1/65536 pixel; how much of its height, in 1/65536, an edge
// passes in a column, infinite where it is upright; and -1 for one that points up.
typedef struct {
  rows_whole x0, y0, y1, flip;
  rows_real slope, rise;
} edge_lines;

LANES_INLINE edge_lines lines_between(
    rows_whole from_x, rows_whole from_y, rows_whole to_x, rows_whole to_y) {
  const rows_whole flip = ~(from_y < to_y);
  const rows_whole y0 = rows_choice(flip, to_y, from_y), y1 = rows_choice(flip, from_y, to_y);
  const rows_whole x0 = rows_choice(flip, to_x, from_x), x1 = rows_choice(flip, from_x, to_x);
  const rows_real dx = __builtin_convertvector(x1 - x0, rows_real);
  // The height of an edge may be more than 32 bits hold.
  const rows_real dy =
      __builtin_convertvector(y1, rows_real) - __builtin_convertvector(y0, rows_real);
  const rows_real across = dx * 64;
  return (edge_lines){x0, y0, y1, flip, across / dy, dy / (dx < 0 ? -dx : dx)};
}

// One such edge.
typedef struct {
  int32_t x0, y0, y1, flip;
  double slope, rise;
} edge_line;

LANES_INLINE edge_line line_of(grid_edge edge) {
  const edge_lines all = lines_between(
      (rows_whole)edge.x0, (rows_whole)edge.y0, (rows_whole)edge.x1, (rows_whole)edge.y1);
  return (edge_line){
      all.x0[0], all.y0[0], all.y1[0], all.flip[0], all.slope[0], all.rise[0]};
}

// The distances across, in 1/65536 pixel, that edges have gone below their upper ends. The start is
// not added before: near to the middle of two numbers the start would decide which of them is the
// result, and the place of a shape how an edge of the shape leans.
LANES_INLINE rows_long rows_across(rows_whole steps, rows_real slope) {
  const rows_real product = __builtin_convertvector(steps, rows_real) * slope;
  return rows_rounded(product);
}

// (a * b + 2^16) >> 17 for factors that are not negative.
LANES_INLINE rows_whole rows_half_product(rows_whole a, rows_whole b) {
  typedef uint64_t wide __attribute__((ext_vector_type(8)));
  const wide product = __builtin_convertvector((rows_unsigned)a, wide) *
                       __builtin_convertvector((rows_unsigned)b, wide);
  return __builtin_convertvector((product + 0x10000) >> 17, rows_whole);
}

// The heights, in 1/65536, that edges have passed at a distance from where they begin; at most `most`.
//   is_begun: whether no distance matters that is negative; at such a one nothing is passed.
LANES_INLINE rows_whole heights_passed(
    rows_real distance, rows_real rise, rows_real most, bool is_begun) {
  const rows_real product = distance * rise;
  const rows_real sum = product + 0.5, none = 0;
  const rows_real reached = is_begun ? sum : sum > none ? sum : none;
  return __builtin_convertvector(reached < most ? reached : most, rows_whole);
}

// The first column that edges touch in a row, in 1/65536: the height that they pass there, and the area
// of it that counts for the next column.
//   enter, leave: where in a column they come in, and go out.
//   is_split: -1 for those that go out in another column.
//   cover: the height of the edges in the row.
typedef struct {
  rows_whole here, beyond;
} first_columns;

LANES_INLINE first_columns columns_begin(
    rows_whole enter, rows_whole leave, rows_whole is_split, rows_whole cover, rows_real rise) {
  const rows_whole part = heights_passed(
      __builtin_convertvector(0x10000 - enter, rows_real), rise,
      __builtin_convertvector(cover, rows_real), true);
  const rows_whole here = rows_choice(is_split, part, cover);
  const rows_whole end = rows_choice(is_split, (rows_whole)0x10000, leave);
  return (first_columns){here, rows_half_product(here, enter + end)};
}

// The changes that parts of edges make to three cells; each part crosses at most one column.
typedef struct {
  rows_whole here, next, second;
} cell_changes;

LANES_INLINE rows_whole rows_flipped(rows_whole v, rows_whole flip) { return (v ^ flip) - flip; }

// Takes the parameters of `columns_begin`, with 0 or 1 for `split`, the number of columns crossed.
LANES_INLINE cell_changes cells_split(
    rows_whole enter, rows_whole leave, rows_whole split, rows_whole cover, rows_real rise,
    rows_whole flip) {
  const first_columns first = columns_begin(enter, leave, -split, cover, rise);
  const rows_whole rest = cover - first.here;
  const rows_whole farther = rows_half_product(rest, leave);
  return (cell_changes){
      rows_flipped(first.here - first.beyond, flip),
      rows_flipped(first.beyond + rest - farther, flip), rows_flipped(farther, flip)};
}

// Columns of numbers about parts of edges, each within one row of a grid: the edge, its row, and how
// much of its height it passes in a column; then the first column that the part touches, its cell and
// its word, the changes of three cells, and how many columns it crosses after the first; in 1/65536
// pixel, where it begins and ends across and the height that it covers; and -1 for one that points up.
#define PARTS_ROOM 72
struct part_columns {
  grid_edge edge[PARTS_ROOM];
  int32_t row[PARTS_ROOM];
  double rise[PARTS_ROOM];
  int32_t column[PARTS_ROOM], cell[PARTS_ROOM], word[PARTS_ROOM];
  int32_t here[PARTS_ROOM], next[PARTS_ROOM], second[PARTS_ROOM], crossed[PARTS_ROOM];
  int32_t low[PARTS_ROOM], high[PARTS_ROOM], cover[PARTS_ROOM], flip[PARTS_ROOM];
};

// Writes an edge as its parts in four rows, from part `i` on.
LANES_INLINE void parts_write(
    part_columns *parts, intptr_t i, const grid_edge *edge, int32_t row) {
  typedef int32_t four __attribute__((ext_vector_type(4)));
  const four all = ROWS_LOAD(four, edge);
  for (int j = 0; j < 4; j++) ROWS_STORE(parts->edge + i + j, four, all);
  ROWS_STORE(parts->row + i, four, ((four){0, 1, 2, 3} + row));
}

// The grid that parts stand in: its left and top in pixels, and its cells and words from one row to the
// next.
typedef struct {
  int32_t left, top, stride, words;
} parts_place;

// Writes what eight parts from `i` on add to cells in a row of each; the changes are right for those
// that cross at most one column.
LANES_INLINE void parts_find(
    part_columns *to, intptr_t i, edge_lines line, rows_whole row, parts_place at) {
  const rows_whole row_top = row << 10, row_end = row_top + 1024;
  const rows_whole upper = (line.y0 > row_top ? line.y0 : row_top) - line.y0;
  const rows_whole lower = (line.y1 < row_end ? line.y1 : row_end) - line.y0;
  const rows_whole start =
      (rows_whole)(((rows_unsigned)line.x0 << 6) - ((uint32_t)at.left << 16));
  const rows_whole p =
      __builtin_convertvector(rows_across(upper, line.slope), rows_whole) + start;
  const rows_whole q =
      __builtin_convertvector(rows_across(lower, line.slope), rows_whole) + start;
  const rows_whole low = p < q ? p : q, high = p < q ? q : p;
  const rows_whole cover = (lower - upper) << 6;
  const rows_whole first = low >> 16, split = (high >> 16) - first;
  const cell_changes changes =
      cells_split(low & 0xffff, high & 0xffff, split, cover, line.rise, line.flip);
  ROWS_STORE(to->column + i, rows_whole, first);
  ROWS_STORE(to->cell + i, rows_whole, (row - at.top) * at.stride + first);
  ROWS_STORE(to->here + i, rows_whole, changes.here);
  ROWS_STORE(to->next + i, rows_whole, changes.next);
  ROWS_STORE(to->second + i, rows_whole, changes.second);
  ROWS_STORE(to->crossed + i, rows_whole, split);
  ROWS_STORE(to->word + i, rows_whole, (row - at.top) * at.words + (first >> 9));
  // The rest is needed of those that cross more columns.
  if (!__builtin_reduce_or(split > 1)) return;
  ROWS_STORE(to->low + i, rows_whole, low);
  ROWS_STORE(to->high + i, rows_whole, high);
  ROWS_STORE(to->cover + i, rows_whole, cover);
  ROWS_STORE(to->flip + i, rows_whole, line.flip);
}

// Writes what eight edges from `i` on add in a row of each.
LANES_INLINE void parts_split(part_columns *parts, intptr_t i, parts_place at) {
  typedef int32_t half __attribute__((ext_vector_type(16)));
  const half a = ROWS_LOAD(half, parts->edge + i), b = ROWS_LOAD(half, parts->edge + i + 4);
  const edge_lines line = lines_between(
      __builtin_shufflevector(a, b, 0, 4, 8, 12, 16, 20, 24, 28),
      __builtin_shufflevector(a, b, 1, 5, 9, 13, 17, 21, 25, 29),
      __builtin_shufflevector(a, b, 2, 6, 10, 14, 18, 22, 26, 30),
      __builtin_shufflevector(a, b, 3, 7, 11, 15, 19, 23, 27, 31));
  ROWS_STORE(parts->rise + i, rows_real, line.rise);
  parts_find(parts, i, line, ROWS_LOAD(rows_whole, parts->row + i), at);
}

// Writes what one edge adds in eight rows from `row` on, as parts from `i` on.
LANES_INLINE void rows_split(
    part_columns *to, intptr_t i, edge_line line, int32_t row, parts_place at) {
  const edge_lines all = {line.x0, line.y0, line.y1, line.flip, line.slope, line.rise};
  parts_find(to, i, all, rows_from(row), at);
}

// A part that crosses at most one column; and what of one that crosses more is needed.
typedef struct {
  int32_t column, cell, word, here, next, second;
} narrow_part;
typedef struct {
  int32_t low, high, cover, flip;
} wide_part;

LANES_INLINE int32_t part_crossed(const part_columns *p, intptr_t i) { return p->crossed[i]; }
LANES_INLINE int32_t part_row(const part_columns *p, intptr_t i) { return p->row[i]; }
LANES_INLINE double part_rise(const part_columns *p, intptr_t i) { return p->rise[i]; }
LANES_INLINE narrow_part part_narrow(const part_columns *p, intptr_t i) {
  return (narrow_part){p->column[i], p->cell[i], p->word[i], p->here[i], p->next[i], p->second[i]};
}
LANES_INLINE wide_part part_wide(const part_columns *p, intptr_t i) {
  return (wide_part){p->low[i], p->high[i], p->cover[i], p->flip[i]};
}

// Adds to three cells, one by one: as parts of a vector they would have to wait for those that were
// stored just before at other places, hence `volatile`.
LANES_INLINE void cells_change(int32_t *cells, int32_t here, int32_t next, int32_t second) {
  volatile int32_t *const to = cells;
  to[0] += here;
  to[1] += next;
  to[2] += second;
}

// Adds what one part adds that crosses at most one column.
LANES_INLINE void cells_add(
    int32_t *cells, int32_t enter, int32_t leave, int32_t split, int32_t cover, double rise,
    int32_t flip) {
  const cell_changes changes = cells_split(
      (rows_whole)enter, (rows_whole)leave, (rows_whole)split, (rows_whole)cover, (rows_real)rise,
      (rows_whole)flip);
  cells_change(cells, changes.here[0], changes.next[0], changes.second[0]);
}

// The heights that an edge has passed at some columns.
LANES_INLINE rows_whole columns_passed(
    rows_whole at, double left, int32_t right, int32_t cover, double rise) {
  const rows_real distance = __builtin_convertvector(at, rows_real) - left;
  const rows_whole height = heights_passed(distance, (rows_real)rise, (rows_real)(double)cover, false);
  return at >= right ? (rows_whole)cover : height;
}

// The changes of eight columns of a row by an edge that crosses it from `left` to `right`, in 1/65536
// pixel from the first of them, and passes `cover` of its height, `rise` in a column. `right` may be
// cut at 2^30.
//   carry: what the column before passes on to the first; then what the last passes on.
LANES_INLINE rows_whole columns_split(
    double left, int32_t right, int32_t cover, double rise, int32_t flip, int32_t *carry) {
  const rows_whole at = rows_from(0) << 16;
  const rows_whole before = columns_passed(at, left, right, cover, rise);
  const rows_whole part = columns_passed(at + 0x10000, left, right, cover, rise) - before;
  const rows_whole from = (int32_t)(left > -1 ? left : -1) - at, to = right - at;
  const rows_whole enter = from > 0 ? from : (rows_whole)0;
  const rows_whole leave = to < 0x10000 ? to : (rows_whole)0x10000;
  const rows_whole beyond = rows_flipped(rows_half_product(part, enter + leave), flip);
  const rows_whole here = rows_flipped(part, flip) - beyond;
  const rows_whole passed_on = {*carry};
  *carry = beyond[7];
  return here + __builtin_shufflevector(passed_on, beyond, 0, 8, 9, 10, 11, 12, 13, 14);
}

#pragma clang assume_nonnull end

#endif
