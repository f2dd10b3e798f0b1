/*
 * subject.c - whom a subject takes in.
 *
 * A hundred lords of one kind under one controller ask one question. What an
 * expression finds hangs on the board and on the few values in it that do not
 * depend on whom it is asked of, as "this.controller": where both are the same
 * so is the answer.
 */
#include "layers/pass/subject.h"

#include "layers/pass/profile.h"

#include <string.h>

static uint32_t bucket_of(const st_subject *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key->expr >> 4;
  for (uint32_t i = 0; i < key->value_count; i++) {
    hash = (hash ^ (uint64_t)key->values[i]) * UINT64_C(0xD6E8FEB86659FD93);
    hash ^= hash >> 32;
  }
  return (uint32_t)(hash * UINT64_C(0x9E3779B97F4A7C15) >> 56);
}

static bool is_same(const st_subject *a, const st_subject *b) {
  bool same = a->expr == b->expr && a->value_count == b->value_count;
  for (uint32_t i = 0; same && i < a->value_count; i++) {
    same = a->values[i] == b->values[i];
  }
  return same;
}

/* The answer that was found before, or the place for it. */
static strata_status find_entry(st_pass *pass, const st_subject *key,
                                st_subject **out) {
  static_assert(sizeof pass->subject_of / sizeof pass->subject_of[0] == 256,
                "a hash has 8 bits");
  uint32_t bucket = bucket_of(key);
  for (uint32_t n = pass->subject_of[bucket]; n != 0;
       n = pass->subjects[n - 1].next) {
    *out = &pass->subjects[n - 1];
    if (is_same(*out, key)) return STRATA_OK;
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

static strata_status match(st_pass *pass, const strata_expr *subject,
                           const st_expr_env *env, uint64_t *bits) {
  st_profile_subject(pass->profile);
  return st_expr_match_live(subject, env, bits);
}

static strata_status find(st_pass *pass, const strata_expr *subject,
                          const st_expr_env *env, uint64_t *room,
                          uint64_t **out) {
  st_subject key = {.expr = subject};
  strata_status status = STRATA_OK;
  size_t count = 0;
  if (subject->uses_this) {
    count =
        st_expr_closed(subject, env, key.values, ST_SUBJECT_VALUES, &status);
  }
  if (status) return status;
  *out = room;
  if (count > ST_SUBJECT_VALUES) return match(pass, subject, env, room);
  key.value_count = (uint32_t)count;
  st_subject *entry;
  status = find_entry(pass, &key, &entry);
  if (status) return status;
  if (entry->bits && entry->version == pass->board.version) {
    *out = entry->bits;
    return STRATA_OK;
  }
  uint64_t *bits = st_arena_take(&pass->arena, pass->words, sizeof *bits);
  if (!bits) return STRATA_ENOMEM;
  status = match(pass, subject, env, bits);
  if (status) return status;
  entry->bits = bits;
  entry->version = pass->board.version;
  *out = bits;
  return STRATA_OK;
}

/* Most ask for the same source as the one before, or for what is the same for
 * all, and then not even its few values must be looked at. */
static st_asked *asked_of(st_pass *pass, const strata_expr *subject,
                          uint32_t source) {
  uint64_t hash = ((uint64_t)(uintptr_t)subject >> 4 ^ source) *
                  UINT64_C(0x9E3779B97F4A7C15);
  return &pass->asked[(hash >> 32) % ST_ASKED];
}

/* No version of a board is used by two passes. */
uint64_t *st_subject_known(st_pass *pass, const strata_expr *subject,
                           uint32_t source) {
  if (!subject->uses_this) source = 0;
  const st_asked *asked = asked_of(pass, subject, source);
  bool same = asked->expr == subject && asked->source == source &&
              asked->version == pass->board.version;
  return same ? asked->bits : NULL;
}

strata_status st_subject_find(st_pass *pass, const strata_expr *subject,
                              const st_expr_env *env, uint64_t *room,
                              uint64_t **out) {
  uint32_t source = subject->uses_this ? env->source : 0;
  strata_status status = find(pass, subject, env, room, out);
  if (status || *out == room) return status;
  *asked_of(pass, subject, source) = (st_asked){.expr = subject,
                                                .version = pass->board.version,
                                                .bits = *out,
                                                .source = source};
  return STRATA_OK;
}
