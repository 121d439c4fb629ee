// The vector arithmetic of flattening.
#ifndef CLANES_CURVES_H
#define CLANES_CURVES_H
#include "sides.h"

// A point as a polynomial of a parameter: a t^3 + b t^2 + c t + d.
typedef struct {
  double ax, ay, bx, by, cx, cy, dx, dy;
} curve_polynomial;

// Statements of their own keep products and sums from being rounded as one.
LANES_INLINE rows_real curve_step(rows_real value, rows_real t, double next) {
  const rows_real product = value * t;
  return product + next;
}

LANES_INLINE rows_real curve_value(rows_real t, double a, double b, double c, double d) {
  return curve_step(curve_step(curve_step((rows_real)a, t, b), t, c), t, d);
}

LANES_INLINE rows_real curve_parameters(int32_t i, double step) {
  const rows_whole number = (rows_whole){0, 1, 2, 3, 4, 5, 6, 7} + i;
  return __builtin_convertvector(number, rows_real) * step;
}

// The lanes of a mask, a bit each.
LANES_INLINE uint32_t lanes_bits(rows_long mask) {
  typedef _Bool flags __attribute__((ext_vector_type(8)));
  const flags all = __builtin_convertvector(mask, flags);
  uint8_t bits;
  __builtin_memcpy(&bits, &all, 1);
  return bits;
}

// Writes the points at eight parameters, i and its followers times a step. Returns which of them equal
// the point before, the first of them the one in memory, a bit each.
LANES_INLINE uint32_t curve_points(
    const curve_polynomial *p, int32_t i, double step, double *x, double *y) {
  const rows_real t = curve_parameters(i, step);
  const rows_real px = curve_value(t, p->ax, p->bx, p->cx, p->dx);
  const rows_real py = curve_value(t, p->ay, p->by, p->cy, p->dy);
  const rows_real last_x = {x[-1]}, last_y = {y[-1]};
  const rows_long is_same = px == __builtin_shufflevector(last_x, px, 0, 8, 9, 10, 11, 12, 13, 14);
  ROWS_STORE(x, rows_real, px);
  ROWS_STORE(y, rows_real, py);
  return lanes_bits(
      is_same & (py == __builtin_shufflevector(last_y, py, 0, 8, 9, 10, 11, 12, 13, 14)));
}

// As `curve_points`, on the device grid. Returns which points it does not hold.
LANES_INLINE uint32_t curve_corners(
    const curve_polynomial *p, int32_t i, double step, int32_t *x, int32_t *y) {
  const rows_real t = curve_parameters(i, step);
  const rows_real px = curve_value(t, p->ax, p->bx, p->cx, p->dx);
  const rows_real py = curve_value(t, p->ay, p->by, p->cy, p->dy);
  ROWS_STORE(x, rows_whole, sides_snapped(px));
  ROWS_STORE(y, rows_whole, sides_snapped(py));
  return lanes_bits(~(sides_near(px) & sides_near(py)));
}

#endif
