// The loops over pixels and edges of one build, as a table of functions, and the structures that they
// share with the module that calls them.
#ifndef CLANES_KERNELS_H
#define CLANES_KERNELS_H
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// A directed line between two points of the device grid: 1024 steps a pixel.
typedef struct {
  int32_t x0, y0, x1, y1;
} grid_edge;

// Scratch memory of the kernels, for numbers about edges.
typedef struct part_columns part_columns;
typedef struct trapezoid_columns trapezoid_columns;

// Accumulators over a rectangle of pixels, as Raster/Cells describes them.
typedef struct {
  int32_t *values;
  uint64_t *touched;
  // Cells and words from one row to the next.
  intptr_t stride, words;
  // The rectangle; pixel (left, top) has the first cell.
  intptr_t left, top, width, height;
  part_columns *parts;
  trapezoid_columns *trapezoids;
} cell_grid;

// One colour, premultiplied in 8.8: blue and red in the low and high half of `even`, green and
// alpha in `odd`. `alpha` is what the colour hides, 0...65535, in both halves; `pixel` what full
// coverage leaves where it hides all.
typedef struct {
  uint32_t even, odd, alpha, pixel;
} solid_color;

// The colour of the first row of a picture; that of each further row lies `step` later.
typedef struct {
  const solid_color *first;
  intptr_t step;
} row_colors;

// Rows of pixels, `stride` pixels from one to the next.
typedef struct {
  uint32_t *pixels;
  intptr_t columns, rows, stride;
} pixel_rows;

// The coverage of the pixels of a span, 0...65535: a value for each pixel, or, where there are no
// values, one for all.
typedef struct {
  const uint32_t *_Nullable values;
  uint32_t constant;
} span_coverage;

// Pixels of a row next to each other: covered alike, or, with LANES_VARYING for the coverage, each
// by its own.
typedef struct {
  int32_t x, count;
  uint32_t coverage;
} coverage_span;
#define LANES_VARYING 0x10000

// Coverage that is kept, by groups of pixels. Of a row, the low bits of `kinds` tell which groups are
// covered in part, from the left, the high ones which fully; `starts` has the number of the first of
// the former in `values`, where they follow each other, with a level of 0...255 for each pixel.
typedef struct {
  const uint8_t *kinds;
  const uint32_t *starts;
  const uint8_t *values;
} coverage_block;
#define BLOCK_GROUP 16
#define BLOCK_WIDTH 64

// Some rows of such a block at their place in a picture: the picture's column and row of the first
// pixel, and how many rows there are.
typedef struct {
  coverage_block block;
  intptr_t left, top, height;
} placed_block;

// A point as a polynomial of a parameter: a t^3 + b t^2 + c t + d.
typedef struct {
  double ax, ay, bx, by, cx, cy, dx, dy;
} curve_polynomial;

// The numbers that all vertices of a stroke have in common: the map x' = a x + c y + tx, y' = b x + d y + ty to
// device pixels, half of the width before it, and the cosines of turns above which no join is needed,
// at corners and inside of curves.
typedef struct {
  double a, b, c, d, tx, ty;
  double radius, corner_cosine, curve_cosine;
} stroke_frame;

// Columns for SIDES_ROOM vertices, and for the lines before and after each: their directions, of
// length 1, and their lengths, negative for a line that is too short or too long to be measured so.
// For a vertex whether its sides meet in a point each, and where on the device grid.
typedef struct {
  double *direction_x, *direction_y, *length;
  int32_t *left_x, *left_y, *right_x, *right_y;
  uint8_t *meets;
} stroke_sides;
#define SIDES_ROOM 64

#define TABLE_PADDING 16

// The functions of one build. C function pointers carry no context: a call costs what the call of a
// function costs. The builds draw the same bytes.
typedef struct __attribute__((swift_name("KernelTable"))) {
  // Stores one pixel in a row.
  void (*fill)(uint32_t *to, intptr_t count, uint32_t pixel);
  // Blends one colour into a row.
  void (*blendColor)(uint32_t *to, intptr_t count, solid_color color, span_coverage coverage);
  // Blends a row of premultiplied pixels into another.
  void (*blendPixels)(
      uint32_t *to, intptr_t count, const uint32_t *from, span_coverage coverage);
  // Multiplies coverages by others; full coverage leaves the other as it is.
  void (*multiply)(
      const uint32_t *values, intptr_t count, span_coverage factor, uint32_t *output);

  // Copies entries of a table at a position, counted in 2^-24 entries, and at equal steps from it, of at most one
  // entry. After the last entry, TABLE_PADDING more can be read.
  void (*readEntries)(
      const uint32_t *entries, int64_t position, int32_t step, intptr_t count, uint32_t *to);

  // Adds what edges cover to the cells of a grid.
  void (*addEdges)(const grid_edge *edges, intptr_t count, cell_grid grid);
  // Resolves a row of cells, which are cleared, into spans from left to right, without those that are
  // not covered; returns their number. `coverages` takes the coverages where they vary, from the
  // row's first pixel on, and may be written to half a vector beyond the row.
  intptr_t (*resolveRow)(
      cell_grid grid, intptr_t row, bool isEvenOdd, uint32_t *coverages, coverage_span *spans);
  // Blends colours, or one row of premultiplied pixels into each row, into the pixels that cells
  // cover; the cells are cleared. `to` is the pixel of the first cell.
  void (*blendColorsInCells)(
      cell_grid grid, bool isEvenOdd, row_colors colors, uint32_t *to, intptr_t stride);
  void (*blendPixelsInCells)(
      cell_grid grid, bool isEvenOdd, const uint32_t *from, uint32_t *to, intptr_t stride);
  // Blends colours into the rows of a grid, of at most 32, that lie between two edges, each of which
  // crosses the row from top to bottom: what the cells of the row would add up to is known without
  // them. Edges of a closed shape; those that lie right of the grid may be missing. The columns from
  // `from` to before `end`, counted from the grid's first, may be written though nothing covers them.
  // Returns the rows that the shape touches and that are left, a bit each.
  uint64_t (*blendTrapezoids)(
      const grid_edge *edges, intptr_t count, cell_grid grid, intptr_t from, intptr_t end,
      row_colors colors, uint32_t *to, intptr_t stride);

  // Blends colours, or one row of premultiplied pixels into each row, into the pixels that kept
  // coverage covers. The blocks come from left to right.
  void (*blendColorsInBlocks)(
      const placed_block *blocks, intptr_t count, row_colors colors, pixel_rows to);
  void (*blendPixelsInBlocks)(
      const placed_block *blocks, intptr_t count, const uint32_t *from, pixel_rows to);
  // Writes rows of one colour each, and over them another colour where blocks cover them: each pixel
  // once, and none is read. `grounds` has for each row what is left where nothing is covered,
  // `covered` where all is.
  void (*composeBlocks)(
      const placed_block *blocks, intptr_t count, row_colors colors, const uint32_t *grounds,
      const uint32_t *covered, pixel_rows to);

  // Writes the points of a curve at whole multiples of a step, from the first, behind the point
  // before; up to seven more are written. Returns whether a point equals the one before.
  bool (*flattenCurve)(
      const curve_polynomial *curve, double step, intptr_t count, double *x, double *y);
  // Writes the points on the device grid. Returns whether the grid holds all points.
  bool (*snapCurve)(
      const curve_polynomial *curve, double step, intptr_t count, int32_t *x, int32_t *y);
  // Finds where the sides of vertices, at most SIDES_ROOM, meet. Another vertex lies before the first
  // and one after the last; whole vectors are read: sixteen numbers more must be there, whatever they
  // are. The line before the first vertex becomes the first of the columns.
  void (*meetSides)(
      const double *x, const double *y, const uint8_t *isSmooth, intptr_t count,
      const stroke_frame *frame, stroke_sides sides);
} kernel_table;

#pragma clang assume_nonnull end

#endif
