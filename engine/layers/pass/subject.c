/*
 * subject.c - the classes that satisfy a subject.
 *
 * A hundred lords of one kind under one controller ask one question. The
 * matches of an expression depend on the board and on the few values in it that
 * do not depend on the entity in question, such as "this.controller": results
 * are kept by the expression and these closed values, and hold for one version
 * of the board. In front of that table, a small direct-mapped table by
 * expression and source saves even computing the closed values.
 */
#include "layers/pass/subject.h"

#include "layers/pass/profile.h"

#include <string.h>

static uint32_t subject_bucket(const st_subject_result *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key->expr >> 4;
  for (uint32_t i = 0; i < key->value_count; i++) {
    hash = (hash ^ (uint64_t)key->values[i]) * UINT64_C(0xD6E8FEB86659FD93);
    hash ^= hash >> 32;
  }
  return (uint32_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 56);
}

static bool is_same_subject(const st_subject_result *a,
                            const st_subject_result *b) {
  bool same = a->expr == b->expr && a->value_count == b->value_count;
  for (uint32_t i = 0; same && i < a->value_count; i++) {
    same = a->values[i] == b->values[i];
  }
  return same;
}

/* Find the result for a key, or add an empty one. */
static strata_status find_subject_result(st_pass *pass,
                                         const st_subject_result *key,
                                         st_subject_result **out) {
  static_assert(sizeof pass->subject_of / sizeof pass->subject_of[0] == 256,
                "a hash has 8 bits");
  uint32_t bucket = subject_bucket(key);
  for (uint32_t n = pass->subject_of[bucket]; n != 0;
       n = pass->subjects[n - 1].next) {
    *out = &pass->subjects[n - 1];
    if (is_same_subject(*out, key)) return STRATA_OK;
  }
  if (pass->subject_count >= UINT32_MAX - 1 ||
      !st_mem_reserve(pass->mem, &pass->subjects, &pass->subject_capacity,
                      pass->subject_count + 1, sizeof pass->subjects[0])) {
    return STRATA_ENOMEM;
  }
  *out = &pass->subjects[pass->subject_count++];
  **out = *key;
  (*out)->next = pass->subject_of[bucket];
  pass->subject_of[bucket] = (uint32_t)pass->subject_count;
  return STRATA_OK;
}

static strata_status match_subject(st_pass *pass, const strata_expr *subject,
                                   const st_expr_env *env, uint64_t *bits) {
  st_profile_count_subject(pass->profile);
  return st_expr_match_live(subject, env, bits);
}

static strata_status evaluate_cached_subject(st_pass *pass,
                                             const strata_expr *subject,
                                             const st_expr_env *env,
                                             uint64_t *room, uint64_t **out) {
  st_subject_result key = {.expr = subject};
  strata_status status = STRATA_OK;
  size_t count = 0;
  if (subject->uses_this) {
    count = st_expr_closed_values(subject, env, key.values, ST_SUBJECT_VALUES,
                                  &status);
  }
  if (status) return status;
  *out = room;
  if (count > ST_SUBJECT_VALUES) return match_subject(pass, subject, env, room);
  key.value_count = (uint32_t)count;
  st_subject_result *entry;
  status = find_subject_result(pass, &key, &entry);
  if (status) return status;
  if (entry->matches && entry->version == pass->board.version) {
    *out = entry->matches;
    return STRATA_OK;
  }
  uint64_t *bits = st_arena_alloc(&pass->arena, pass->words, sizeof *bits);
  if (!bits) return STRATA_ENOMEM;
  status = match_subject(pass, subject, env, bits);
  if (status) return status;
  entry->matches = bits;
  entry->version = pass->board.version;
  *out = bits;
  return STRATA_OK;
}

/* The slot of the direct-mapped table for a subject and a source. */
static st_subject_recent *
recent_subject(st_pass *pass, const strata_expr *subject, uint32_t source) {
  uint64_t hash = ((uint64_t)(uintptr_t)subject >> 4 ^ source) *
                  UINT64_C(0x9E3779B97F4A7C15);
  return &pass->recent_subjects[(hash >> 32) % ST_SUBJECT_RECENT_SLOTS];
}

/* Results of earlier passes never match: no version of a board is used by two
 * passes. */
uint64_t *st_subject_find_recent(st_pass *pass, const strata_expr *subject,
                                 uint32_t source) {
  if (!subject->uses_this) source = 0;
  const st_subject_recent *recent = recent_subject(pass, subject, source);
  bool same = recent->expr == subject && recent->source == source &&
              recent->version == pass->board.version;
  return same ? recent->matches : NULL;
}

strata_status st_subject_evaluate(st_pass *pass, const strata_expr *subject,
                                  const st_expr_env *env, uint64_t *room,
                                  uint64_t **out) {
  uint32_t source = subject->uses_this ? env->this_slot : 0;
  strata_status status = evaluate_cached_subject(pass, subject, env, room, out);
  if (status || *out == room) return status;
  *recent_subject(pass, subject, source) =
      (st_subject_recent){.expr = subject,
                          .version = pass->board.version,
                          .matches = *out,
                          .source = source};
  return STRATA_OK;
}
