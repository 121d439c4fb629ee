#include <dlfcn.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// PCRE2 is loaded for the first expression of `--match`, so that no other start looks for it. The types of
// its functions are the header's.
struct wallchart_pcre {
  __typeof__(&pcre2_compile_8) compile;
  __typeof__(&pcre2_get_error_message_8) get_error_message;
  __typeof__(&pcre2_jit_compile_8) jit_compile;
  __typeof__(&pcre2_match_8) match;
  __typeof__(&pcre2_match_context_create_8) match_context_create;
  __typeof__(&pcre2_match_data_create_from_pattern_8) match_data_create_from_pattern;
  __typeof__(&pcre2_match_data_free_8) match_data_free;
  __typeof__(&pcre2_match_context_free_8) match_context_free;
  __typeof__(&pcre2_code_free_8) code_free;
  __typeof__(&pcre2_get_ovector_pointer_8) get_ovector_pointer;
  __typeof__(&pcre2_pattern_info_8) pattern_info;
  __typeof__(&pcre2_set_match_limit_8) set_match_limit;
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_pcre_load(struct wallchart_pcre *pcre, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_PCRE_FIND(NAME) \
  pcre->NAME = (__typeof__(pcre->NAME))dlsym(handle, "pcre2_" #NAME "_8"); \
  if (!pcre->NAME) return 0;
  WALLCHART_PCRE_FIND(compile)
  WALLCHART_PCRE_FIND(get_error_message)
  WALLCHART_PCRE_FIND(jit_compile)
  WALLCHART_PCRE_FIND(match)
  WALLCHART_PCRE_FIND(match_context_create)
  WALLCHART_PCRE_FIND(match_data_create_from_pattern)
  WALLCHART_PCRE_FIND(match_data_free)
  WALLCHART_PCRE_FIND(match_context_free)
  WALLCHART_PCRE_FIND(code_free)
  WALLCHART_PCRE_FIND(get_ovector_pointer)
  WALLCHART_PCRE_FIND(pattern_info)
  WALLCHART_PCRE_FIND(set_match_limit)
  return 1;
}

// The types of PCRE2's handles are macros, which Swift does not import.
typedef pcre2_code_8 wallchart_pcre_code;
typedef pcre2_match_data_8 wallchart_pcre_match_data;
typedef pcre2_match_context_8 wallchart_pcre_match_context;

static const unsigned int wallchart_pcre_utf = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF;
static const unsigned int wallchart_pcre_jit = PCRE2_JIT_COMPLETE;
static const unsigned int wallchart_pcre_name_count = PCRE2_INFO_NAMECOUNT;
static const unsigned int wallchart_pcre_name_size = PCRE2_INFO_NAMEENTRYSIZE;
static const unsigned int wallchart_pcre_name_table = PCRE2_INFO_NAMETABLE;
static const unsigned int wallchart_pcre_group_count = PCRE2_INFO_CAPTURECOUNT;
