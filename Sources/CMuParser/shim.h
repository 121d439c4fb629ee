#include <dlfcn.h>
#include <fenv.h>
#include <muParserDLL.h>

// muParser is loaded for the first expression. The library is written in C++ and brings OpenMP's
// library along, so that linking it would lengthen every start. The types of its functions are the
// header's.
#define WALLCHART_MUPARSER_FUNCTIONS(USE) \
  USE(Create) \
  USE(Release) \
  USE(DefineNameChars) \
  USE(SetVarFactory) \
  USE(SetExpr) \
  USE(GetExprVarNum) \
  USE(Eval) \
  USE(EvalMulti) \
  USE(Error) \
  USE(GetErrorCode) \
  USE(GetErrorPos)

#define WALLCHART_MUPARSER_FIELD(NAME) __typeof__(&mup##NAME) NAME;
struct wallchart_muparser {
  WALLCHART_MUPARSER_FUNCTIONS(WALLCHART_MUPARSER_FIELD)
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_muparser_load(
    struct wallchart_muparser *muparser, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_MUPARSER_FIND(NAME) \
  muparser->NAME = (__typeof__(muparser->NAME))dlsym(handle, "mup" #NAME); \
  if (!muparser->NAME) return 0;
  WALLCHART_MUPARSER_FUNCTIONS(WALLCHART_MUPARSER_FIND)
  return 1;
}

// The operations without a finite result, which the processor notes for each thread.
enum { wallchart_not_finite = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW };

static inline int wallchart_was_not_finite(void) { return fetestexcept(wallchart_not_finite) != 0; }

static inline void wallchart_forget_not_finite(void) { feclearexcept(wallchart_not_finite); }

// Some codes of muParser's errors; its list of them is a header for C++.
static const int wallchart_muparser_missing_bracket = 11;
static const int wallchart_muparser_too_many_arguments = 14;
static const int wallchart_muparser_too_few_arguments = 15;
static const int wallchart_muparser_colon_missing = 33;
static const int wallchart_muparser_colon_misplaced = 34;
