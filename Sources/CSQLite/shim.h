#include <dlfcn.h>
#include <sqlite3.h>

// SQLite is loaded when the first database is opened, and is no library of the program's own, so that
// the start stays short. The types of its functions are the header's.
#define WALLCHART_SQLITE_FUNCTIONS(USE) \
  USE(open_v2) \
  USE(close_v2) \
  USE(prepare_v2) \
  USE(finalize) \
  USE(step) \
  USE(stmt_readonly) \
  USE(bind_parameter_count) \
  USE(bind_parameter_name) \
  USE(bind_double) \
  USE(column_count) \
  USE(column_name) \
  USE(column_type) \
  USE(column_double) \
  USE(column_int64) \
  USE(column_text) \
  USE(column_bytes) \
  USE(busy_handler) \
  USE(progress_handler) \
  USE(set_authorizer) \
  USE(exec) \
  USE(reset) \
  USE(bind_int64) \
  USE(bind_text) \
  USE(bind_blob) \
  USE(column_blob) \
  USE(busy_timeout) \
  USE(extended_result_codes) \
  USE(vfs_find) \
  USE(vfs_register) \
  USE(errmsg) \
  USE(errstr)

#define WALLCHART_SQLITE_FIELD(NAME) __typeof__(&sqlite3_##NAME) NAME;
struct wallchart_sqlite {
  WALLCHART_SQLITE_FUNCTIONS(WALLCHART_SQLITE_FIELD)
  // The byte in a statement at which an error lies; null before SQLite 3.38.
  int (*error_offset)(sqlite3 *);
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_sqlite_load(struct wallchart_sqlite *sqlite, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_SQLITE_FIND(NAME) \
  sqlite->NAME = (__typeof__(sqlite->NAME))dlsym(handle, "sqlite3_" #NAME); \
  if (!sqlite->NAME) return 0;
  WALLCHART_SQLITE_FUNCTIONS(WALLCHART_SQLITE_FIND)
  sqlite->error_offset = (int (*)(sqlite3 *))dlsym(handle, "sqlite3_error_offset");
  return 1;
}
