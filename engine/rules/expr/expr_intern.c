/*
 * expr_intern.c - expressions by their texts while rules are frozen.
 *
 * An expression without a frame depends on the rules alone, so equal texts
 * with equal wanted types give equal expressions. A pack of ten thousand cards
 * has some hundred different ones.
 */
#include "rules/expr/expr_intern.h"

#include "base/hash.h"

#include <string.h>

#define INTERN_FIRST_CAPACITY ((size_t)64)

/* The index of the entry, or of the empty entry where it belongs. The table is
 * never full. */
static size_t find_intern_slot(const st_expr_intern *interned, const char *text,
                               strata_type want) {
  size_t mask = interned->capacity - 1;
  size_t at = (size_t)st_hash_bytes(text, strlen(text), (uint64_t)want) & mask;
  while (interned->entries[at].text &&
         (interned->entries[at].type != want ||
          strcmp(interned->entries[at].text, text) != 0)) {
    at = (at + 1) & mask;
  }
  return at;
}

strata_expr *st_expr_intern_find(const st_expr_intern *interned,
                                 const char *text, strata_type want) {
  if (interned->count == 0) return NULL;
  const st_expr_intern_entry *entry =
      &interned->entries[find_intern_slot(interned, text, want)];
  return entry->text ? st_expr_retain(entry->expr) : NULL;
}

static bool grow_intern_table(st_expr_intern *interned) {
  size_t capacity =
      interned->capacity ? 2 * interned->capacity : INTERN_FIRST_CAPACITY;
  st_expr_intern grown = {.mem = interned->mem,
                          .entries = st_mem_zeroed(interned->mem, capacity,
                                                   sizeof grown.entries[0]),
                          .count = interned->count,
                          .capacity = capacity};
  if (!grown.entries) return false;
  for (size_t i = 0; i < interned->capacity; i++) {
    const st_expr_intern_entry *item = &interned->entries[i];
    if (!item->text) continue;
    grown.entries[find_intern_slot(&grown, item->text, item->type)] = *item;
  }
  st_mem_free(interned->mem, interned->entries, interned->capacity,
              sizeof interned->entries[0]);
  *interned = grown;
  return true;
}

bool st_expr_intern_add(st_expr_intern *interned, const char *text,
                        strata_type want, strata_expr *expr) {
  if (2 * (interned->count + 1) > interned->capacity &&
      !grow_intern_table(interned)) {
    return false;
  }
  st_expr_intern_entry *entry =
      &interned->entries[find_intern_slot(interned, text, want)];
  assert(!entry->text);
  *entry = (st_expr_intern_entry){
      .text = text, .type = want, .expr = st_expr_retain(expr)};
  interned->count++;
  return true;
}

void st_expr_intern_fini(st_expr_intern *interned) {
  for (size_t i = 0; i < interned->capacity; i++) {
    if (interned->entries[i].text) st_expr_free(interned->entries[i].expr);
  }
  st_mem_free(interned->mem, interned->entries, interned->capacity,
              sizeof interned->entries[0]);
}
