#include "power_cut.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { most_files = 8, sector = 512, regions = 64 };

// A file with its contents now, and as they were synced.
struct contents {
  char name[512];
  int exists, existed;
  unsigned char *now, *synced;
  int64_t size, synced_size, room, synced_room;
};

struct open_file {
  sqlite3_file base;
  struct contents *file;
};

static struct contents files[most_files];
static void *shared[regions];
static int64_t calls_left = -1;
static int64_t written;
static int is_off;
static sqlite3_vfs own;
static sqlite3_vfs *system_vfs;

static void reserve(unsigned char **bytes, int64_t *room, int64_t size) {
  if (size <= *room) return;
  int64_t wanted = size * 2 + 65536;
  *bytes = realloc(*bytes, wanted);
  memset(*bytes + *room, 0, wanted - *room);
  *room = wanted;
}

// Whether the power is still there for a call that changes a file.
static int has_power(void) {
  if (is_off) return 0;
  if (calls_left < 0) return 1;
  if (calls_left-- > 0) return 1;
  is_off = 1;
  return 0;
}

static void sync_file(struct contents *file) {
  reserve(&file->synced, &file->synced_room, file->size);
  if (file->size) memcpy(file->synced, file->now, file->size);
  file->synced_size = file->size;
  file->existed = file->exists;
}

static int close_file(sqlite3_file *opened) {
  (void)opened;
  return SQLITE_OK;
}

static int read_file(sqlite3_file *opened, void *target, int count, sqlite3_int64 offset) {
  struct contents *file = ((struct open_file *)opened)->file;
  if (is_off) return SQLITE_IOERR_READ;
  int64_t there = file->size - offset;
  if (there >= count) {
    memcpy(target, file->now + offset, count);
    return SQLITE_OK;
  }
  memset(target, 0, count);
  if (there > 0) memcpy(target, file->now + offset, there);
  return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *opened, const void *bytes, int count, sqlite3_int64 offset) {
  struct contents *file = ((struct open_file *)opened)->file;
  if (is_off) return SQLITE_IOERR_WRITE;
  // The write during which the power goes may arrive, too.
  int has = has_power();
  reserve(&file->now, &file->room, offset + count);
  memcpy(file->now + offset, bytes, count);
  if (offset + count > file->size) file->size = offset + count;
  written += count;
  return has ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

static int truncate_file(sqlite3_file *opened, sqlite3_int64 size) {
  struct contents *file = ((struct open_file *)opened)->file;
  if (!has_power()) return SQLITE_IOERR_TRUNCATE;
  if (size < file->size) {
    memset(file->now + size, 0, file->size - size);
    file->size = size;
  }
  return SQLITE_OK;
}

static int sync_opened(sqlite3_file *opened, int flags) {
  (void)flags;
  if (!has_power()) return SQLITE_IOERR_FSYNC;
  sync_file(((struct open_file *)opened)->file);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *opened, sqlite3_int64 *size) {
  *size = ((struct open_file *)opened)->file->size;
  return SQLITE_OK;
}

static int lock(sqlite3_file *opened, int level) {
  (void)opened, (void)level;
  return SQLITE_OK;
}

static int check_lock(sqlite3_file *opened, int *result) {
  (void)opened;
  *result = 0;
  return SQLITE_OK;
}

static int control(sqlite3_file *opened, int operation, void *argument) {
  (void)opened, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *opened) {
  (void)opened;
  return sector;
}

static int characteristics(sqlite3_file *opened) {
  (void)opened;
  return 0;
}

static int map_shared(
    sqlite3_file *opened, int region, int size, int extend, void volatile **result) {
  (void)opened;
  *result = 0;
  if (region >= regions) return SQLITE_FULL;
  if (!shared[region] && extend) shared[region] = calloc(1, size);
  *result = shared[region];
  return SQLITE_OK;
}

static int lock_shared(sqlite3_file *opened, int offset, int count, int flags) {
  (void)opened, (void)offset, (void)count, (void)flags;
  return SQLITE_OK;
}

static void barrier(sqlite3_file *opened) { (void)opened; }

static void clear_shared(void) {
  for (int i = 0; i < regions; i++) {
    free(shared[i]);
    shared[i] = 0;
  }
}

static int unmap_shared(sqlite3_file *opened, int removes) {
  (void)opened;
  if (removes) clear_shared();
  return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    2,          close_file,  read_file,     write_file,      truncate_file,
    sync_opened, file_size,  lock,          lock,            check_lock,
    control,    sector_size, characteristics, map_shared,    lock_shared,
    barrier,    unmap_shared, 0,            0};

static struct contents *find(const char *name, int creates) {
  struct contents *free_place = 0;
  for (int i = 0; i < most_files; i++) {
    if (!strcmp(files[i].name, name)) return &files[i];
    if (!files[i].name[0] && !free_place) free_place = &files[i];
  }
  if (!creates || !free_place) return 0;
  strncpy(free_place->name, name, sizeof free_place->name - 1);
  return free_place;
}

static int open_file(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *opened, int flags, int *result) {
  (void)vfs;
  opened->pMethods = 0;
  struct contents *file = find(name ? name : "temporary", flags & SQLITE_OPEN_CREATE);
  if (!file || (!file->exists && !(flags & SQLITE_OPEN_CREATE)) || is_off)
    return SQLITE_CANTOPEN;
  // Folders are synced at once.
  file->exists = file->existed = 1;
  ((struct open_file *)opened)->file = file;
  opened->pMethods = &methods;
  if (result) *result = flags;
  return SQLITE_OK;
}

static int remove_file(sqlite3_vfs *vfs, const char *name, int syncs) {
  (void)vfs, (void)syncs;
  if (!has_power()) return SQLITE_IOERR_DELETE;
  struct contents *file = find(name, 0);
  if (!file || !file->exists) return SQLITE_IOERR_DELETE_NOENT;
  file->exists = 0;
  file->size = 0;
  sync_file(file);
  return SQLITE_OK;
}

static int has_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs, (void)flags;
  struct contents *file = find(name, 0);
  *result = file && file->exists;
  return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int count, char *result) {
  (void)vfs;
  strncpy(result, name, count - 1);
  result[count - 1] = 0;
  return SQLITE_OK;
}

static int randomness(sqlite3_vfs *vfs, int count, char *result) {
  (void)vfs;
  for (int i = 0; i < count; i++) result[i] = (char)(i * 37 + 11);
  return count;
}

static int pause(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int current_time(sqlite3_vfs *vfs, double *result) {
  (void)vfs;
  *result = 2460000.5;
  return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int count, char *result) {
  (void)vfs, (void)count, (void)result;
  return 0;
}

int power_cut_install(void *(*vfs_find)(const char *), int (*vfs_register)(void *, int)) {
  system_vfs = vfs_find(0);
  if (!system_vfs) return 0;
  own.iVersion = 1;
  own.szOsFile = sizeof(struct open_file);
  own.mxPathname = 500;
  own.zName = POWER_CUT_NAME;
  own.xOpen = open_file;
  own.xDelete = remove_file;
  own.xAccess = has_access;
  own.xFullPathname = full_name;
  own.xRandomness = randomness;
  own.xSleep = pause;
  own.xCurrentTime = current_time;
  own.xGetLastError = last_error;
  return vfs_register(&own, 0) == SQLITE_OK;
}

void power_cut_reset(void) {
  for (int i = 0; i < most_files; i++) {
    free(files[i].now);
    free(files[i].synced);
  }
  memset(files, 0, sizeof files);
  clear_shared();
  calls_left = -1;
  is_off = 0;
  written = 0;
}

void power_cut_after(int64_t calls) {
  calls_left = calls;
  is_off = 0;
}

static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = (*state += 0x9E3779B97F4A7C15);
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
  return mixed ^ (mixed >> 31);
}

static void lose_unsynced(struct contents *file, uint64_t *state) {
  // Nothing arrives of some cuts, and everything of some.
  uint64_t share = next_random(state) % 5;
  int64_t size = file->synced_size;
  reserve(&file->synced, &file->synced_room, file->size);
  for (int64_t start = 0; start < file->size; start += sector) {
    int64_t count = file->size - start < sector ? file->size - start : sector;
    int is_same = start + count <= file->synced_size &&
                  !memcmp(file->now + start, file->synced + start, count);
    if (is_same || next_random(state) % 4 >= share) continue;
    memcpy(file->synced + start, file->now + start, count);
    if (start + count > size) size = start + count;
  }
  file->synced_size = size;
  reserve(&file->now, &file->room, size);
  if (size) memcpy(file->now, file->synced, size);
  if (file->size > size) memset(file->now + size, 0, file->size - size);
  file->size = size;
  file->exists = file->existed;
}

void power_cut_restart(uint64_t seed) {
  for (int i = 0; i < most_files; i++) {
    if (files[i].name[0]) lose_unsynced(&files[i], &seed);
  }
  clear_shared();
  calls_left = -1;
  is_off = 0;
}

int64_t power_cut_written(void) { return written; }
