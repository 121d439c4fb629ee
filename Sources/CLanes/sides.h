// The vector arithmetic of stroke outlines: where the two sides of a line through many vertices go.
#ifndef CLANES_SIDES_H
#define CLANES_SIDES_H
#include "lanes.h"

#pragma clang assume_nonnull begin

// The directions and lengths of eight lines between vertices and their followers.
LANES_INLINE void lines_measure(
    const double *x, const double *y, stroke_sides to, intptr_t at) {
  const rows_real dx = ROWS_LOAD(rows_real, x + 1) - ROWS_LOAD(rows_real, x);
  const rows_real dy = ROWS_LOAD(rows_real, y + 1) - ROWS_LOAD(rows_real, y);
  // Statements of their own keep products and sums from being rounded as one.
  const rows_real xx = dx * dx, yy = dy * dy;
  const rows_real square = xx + yy;
  const rows_real length = __builtin_elementwise_sqrt(square);
  const rows_real inverse = 1 / length;
  ROWS_STORE(to.direction_x + at, rows_real, dx * inverse);
  ROWS_STORE(to.direction_y + at, rows_real, dy * inverse);
  const rows_long is_measured = (square > 1e-300) & (square < 1e300);
  ROWS_STORE(to.length + at, rows_real, is_measured ? length : (rows_real)-1);
}

// The distance from a vertex at which its sides meet, in units of the sum of the lines' normals. A
// corner's sides meet in a tip; inside of a curve the point is a vertex of lines around an arc of the
// turn, whose area is right at 1 - turn^2 / 24 of the tip's distance.
//   dot: the cosine of the turn.
LANES_INLINE rows_real sides_distance(rows_real dot, rows_long is_smooth, double radius) {
  const rows_real bend = (1 - dot) / 12, one = 1;
  return radius * (is_smooth ? one - bend : one) / (1 + dot);
}

// Finds the points in which the sides of eight vertices meet; the lines at `at` and after it are theirs.
LANES_INLINE void sides_meet(
    const double *x, const double *y, const uint8_t *is_smooth, const stroke_frame *frame,
    stroke_sides to, intptr_t at) {
  typedef uint8_t bytes __attribute__((ext_vector_type(8)));
  const rows_real dx = ROWS_LOAD(rows_real, to.direction_x + at);
  const rows_real dy = ROWS_LOAD(rows_real, to.direction_y + at);
  const rows_real ex = ROWS_LOAD(rows_real, to.direction_x + at + 1);
  const rows_real ey = ROWS_LOAD(rows_real, to.direction_y + at + 1);
  const rows_real dxex = dx * ex, dyey = dy * ey, dxey = dx * ey, dyex = dy * ex;
  const rows_real dot = dxex + dyey, cross = dxey - dyex;
  const rows_long smooth =
      __builtin_convertvector(ROWS_LOAD(bytes, is_smooth), rows_long) != 0;
  const rows_real before = ROWS_LOAD(rows_real, to.length + at);
  const rows_real after = ROWS_LOAD(rows_real, to.length + at + 1);
  const rows_real shortest = before < after ? before : after;
  // If the inner side folded back over a short line, its loop would be a hole.
  const rows_real reach = (cross < 0 ? -cross : cross) * (1.05 * frame->radius);
  const rows_real limit =
      smooth ? (rows_real)frame->curve_cosine : (rows_real)frame->corner_cosine;
  rows_long meets = (dot > limit) & (shortest > reach);
  const rows_real distance = sides_distance(dot, smooth, frame->radius);
  const rows_real u = (dy + ey) * distance, v = -(dx + ex) * distance;
  const rows_real ua = u * frame->a, vc = v * frame->c, ub = u * frame->b, vd = v * frame->d;
  const rows_real middle_x = ua + vc, middle_y = ub + vd;
  const rows_real px = ROWS_LOAD(rows_real, x), py = ROWS_LOAD(rows_real, y);
  const rows_real xa = px * frame->a, yc = py * frame->c, xb = px * frame->b, yd = py * frame->d;
  const rows_real xs = xa + yc, ys = xb + yd;
  const rows_real center_x = xs + frame->tx, center_y = ys + frame->ty;
  const rows_real lx = center_x + middle_x, ly = center_y + middle_y;
  const rows_real rx = center_x - middle_x, ry = center_y - middle_y;
  meets &= grid_holds(lx) & grid_holds(ly) & grid_holds(rx) & grid_holds(ry);
  ROWS_STORE(to.left_x + at, rows_whole, grid_snapped(lx));
  ROWS_STORE(to.left_y + at, rows_whole, grid_snapped(ly));
  ROWS_STORE(to.right_x + at, rows_whole, grid_snapped(rx));
  ROWS_STORE(to.right_y + at, rows_whole, grid_snapped(ry));
  ROWS_STORE(to.meets + at, bytes, __builtin_convertvector(meets & 1, bytes));
}

#pragma clang assume_nonnull end

#endif
