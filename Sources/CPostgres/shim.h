#include <dlfcn.h>
#include <postgresql/libpq-fe.h>

// libpq is loaded when the first server is asked, and is no library of the program's own: it brings some
// 20 others along. The types of its functions are the header's.
#define WALLCHART_POSTGRES_FUNCTIONS(USE) \
  USE(connectStartParams) \
  USE(connectPoll) \
  USE(status) \
  USE(finish) \
  USE(socket) \
  USE(errorMessage) \
  USE(pass) \
  USE(conninfoParse) \
  USE(conninfoFree) \
  USE(freemem) \
  USE(setnonblocking) \
  USE(setNoticeProcessor) \
  USE(sendQuery) \
  USE(sendPrepare) \
  USE(sendDescribePrepared) \
  USE(sendQueryPrepared) \
  USE(setSingleRowMode) \
  USE(flush) \
  USE(consumeInput) \
  USE(isBusy) \
  USE(getResult) \
  USE(clear) \
  USE(resultStatus) \
  USE(resultErrorField) \
  USE(resultErrorMessage) \
  USE(nparams) \
  USE(paramtype) \
  USE(ntuples) \
  USE(nfields) \
  USE(fname) \
  USE(ftype) \
  USE(getvalue) \
  USE(getlength) \
  USE(getisnull)

#define WALLCHART_POSTGRES_FIELD(NAME) __typeof__(&PQ##NAME) NAME;
struct wallchart_postgres {
  WALLCHART_POSTGRES_FUNCTIONS(WALLCHART_POSTGRES_FIELD)
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_postgres_load(
    struct wallchart_postgres *postgres, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_POSTGRES_FIND(NAME) \
  postgres->NAME = (__typeof__(postgres->NAME))dlsym(handle, "PQ" #NAME); \
  if (!postgres->NAME) return 0;
  WALLCHART_POSTGRES_FUNCTIONS(WALLCHART_POSTGRES_FIND)
  return 1;
}

// The fields of a server's message, whose names are characters in C.
enum {
  wallchart_postgres_state = PG_DIAG_SQLSTATE,
  wallchart_postgres_message = PG_DIAG_MESSAGE_PRIMARY,
  wallchart_postgres_hint = PG_DIAG_MESSAGE_HINT,
  wallchart_postgres_position = PG_DIAG_STATEMENT_POSITION,
};
