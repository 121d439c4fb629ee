// The vector arithmetic of flattening.
#ifndef CLANES_CURVES_H
#define CLANES_CURVES_H
#include "lanes.h"

#pragma clang assume_nonnull begin

typedef struct {
  rows_real x, y;
} curve_points;

// Statements of their own keep products and sums from being rounded as one.
LANES_INLINE rows_real curve_step(rows_real value, rows_real t, double next) {
  const rows_real product = value * t;
  return product + next;
}

LANES_INLINE rows_real curve_value(rows_real t, double a, double b, double c, double d) {
  return curve_step(curve_step(curve_step((rows_real)a, t, b), t, c), t, d);
}

// The points at eight parameters: i and its followers, times a step.
LANES_INLINE curve_points curve_at(const curve_polynomial *p, int32_t i, double step) {
  const rows_real t = __builtin_convertvector(rows_from(i), rows_real) * step;
  return (curve_points){
      curve_value(t, p->ax, p->bx, p->cx, p->dx), curve_value(t, p->ay, p->by, p->cy, p->dy)};
}

// Writes the points at eight parameters. Returns which of them equal the point before, the first of
// them the one in memory, a bit each.
LANES_INLINE uint32_t curve_flatten(
    const curve_polynomial *p, int32_t i, double step, double *x, double *y) {
  const curve_points at = curve_at(p, i, step);
  const rows_real last_x = {x[-1]}, last_y = {y[-1]};
  const rows_long is_same =
      (at.x == __builtin_shufflevector(last_x, at.x, 0, 8, 9, 10, 11, 12, 13, 14)) &
      (at.y == __builtin_shufflevector(last_y, at.y, 0, 8, 9, 10, 11, 12, 13, 14));
  ROWS_STORE(x, rows_real, at.x);
  ROWS_STORE(y, rows_real, at.y);
  return ROWS_BITS(is_same);
}

// Writes them on the device grid. Returns which points the grid does not hold, a bit each.
LANES_INLINE uint32_t curve_snap(
    const curve_polynomial *p, int32_t i, double step, int32_t *x, int32_t *y) {
  const curve_points at = curve_at(p, i, step);
  ROWS_STORE(x, rows_whole, grid_snapped(at.x));
  ROWS_STORE(y, rows_whole, grid_snapped(at.y));
  return ROWS_BITS(~(grid_holds(at.x) & grid_holds(at.y)));
}

#pragma clang assume_nonnull end

#endif
