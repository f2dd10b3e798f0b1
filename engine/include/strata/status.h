/* strata/status.h - the version, statuses, errors and allocators. */
#ifndef STRATA_STATUS_H
#define STRATA_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STRATA_VERSION_MAJOR 0
#define STRATA_VERSION_MINOR 4
#define STRATA_VERSION_PATCH 0
#define STRATA_VERSION                                                         \
  (STRATA_VERSION_MAJOR * 10000 + STRATA_VERSION_MINOR * 100 +                 \
   STRATA_VERSION_PATCH)
#define STRATA_VERSION_TEXT "0.4.0"

#if defined(STRATA_STATIC)
#define STRATA_API
#elif defined(__GNUC__)
#define STRATA_API __attribute__((visibility("default")))
#else
#define STRATA_API
#endif

/* To ignore a status is a bug; gcc reports it even after (void). */
#if defined(__GNUC__)
#define STRATA_MUST_CHECK __attribute__((warn_unused_result))
#else
#define STRATA_MUST_CHECK
#endif

/* Functions of the headers themselves, which pass STRATA_VERSION on. */
#define STRATA_INLINE static inline

/* Codes are part of the ABI: append only, never renumber. */
#define STRATA_STATUS_MAP(X)                                                   \
  X(OK, 0, "ok")                                                               \
  X(ENOMEM, 1, "out of memory")                                                \
  X(EINVAL, 2, "invalid argument")                                             \
  X(ERANGE, 3, "number out of range")                                          \
  X(ESTALE, 4, "handle of something that no longer exists")                    \
  X(ENOENT, 5, "no such name or id")                                           \
  X(EEXIST, 6, "already declared")                                             \
  X(ETYPE, 7, "wrong type")                                                    \
  X(ESYNTAX, 8, "syntax error")                                                \
  X(ECORRUPT, 9, "damaged or foreign bytes")                                   \
  X(ESCRIPT, 10, "a script failed")                                            \
  X(EIO, 11, "a file could not be read")                                       \
  X(ESUSPEND, 12, "a decision is needed")                                      \
  X(EOPEN, 13, "a decision is open, or a call goes on")                        \
  X(ELIMIT, 14, "too much happens")                                            \
  X(EREFUSED, 15, "not a legal answer or action")                              \
  X(ELOOP, 16, "it goes round in a circle")                                    \
  X(EINTERRUPTED, 17, "the host has interrupted it")

typedef enum strata_status {
#define X(name, value, text) STRATA_##name = value,
  STRATA_STATUS_MAP(X)
#undef X
} strata_status;

/* What went wrong, for calls that have no world or builder to remember it. This
 * struct never changes. */
typedef struct strata_error {
  strata_status status;
  size_t offset;  /* byte of a text or a save at which the error is; else 0 */
  char text[232]; /* what, where and what to do; cut if it does not fit */
} strata_error;

/* Version of the library that is linked, comparable with STRATA_VERSION. */
STRATA_API uint32_t strata_version(void);

/**
 * Tell whether the library knows the structs of a version of these headers:
 * those from 0.4 to its own. Patch levels have the same structs.
 *
 * version  STRATA_VERSION of the headers
 * error    may be NULL; gets a text that names both versions
 * Errors   EINVAL for any other version
 * Cost     O(1)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_check_version(uint32_t version, strata_error *error);

/* Static text of a status; never NULL, also for a number that is no status. */
STRATA_API const char *strata_status_text(strata_status status);

/*
 * Allocator hook, as lua_Alloc: size 0 frees `ptr` and returns NULL; otherwise
 * as realloc. It must not call back into Strata. `old_size` is exact.
 */
typedef void *(*strata_alloc_fn)(void *user, void *ptr, size_t old_size,
                                 size_t size);

/* Log hook: gets one line, without a newline, for each call that fails. */
typedef void (*strata_log_fn)(void *user, strata_status status,
                              const char *line);

#ifdef __cplusplus
}
#endif

#endif
