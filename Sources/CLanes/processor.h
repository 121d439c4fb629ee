// The build of the kernels that the processor runs.
#ifndef CLANES_PROCESSOR_H
#define CLANES_PROCESSOR_H

// The level of the x86-64 instruction set, as the psABI numbers them, that the processor and the
// operating system run; 0 for other processors. `-march=x86-64-v3` lets a compiler use every
// instruction of level 3, lzcnt and movbe as well as those of wide vectors, so all are asked for.
static inline int processor_level(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return 4;
  return __builtin_cpu_supports("x86-64-v3") ? 3 : 1;
#else
  return 0;
#endif
}

#endif
