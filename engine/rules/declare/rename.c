/*
 * rename.c - names that things had before.
 *
 * A rename leads from an old name to one that is declared, or to another old
 * one. Frozen, each old name has the id of what it is now, and each thing that
 * has old names knows its first: what was remembered of it under a hash of its
 * name is found under that one for good.
 */
#include "rules/declare/rename.h"

#include "rules/catalog/columns.h"

#include <string.h>

/* -- Declaring -- */

static strata_status refuse(strata_builder *builder, strata_status status,
                            const char *old, const char *why,
                            const char *name) {
  return ST_ERROR(&builder->error, status, 0, "rename '", old, "': ", why, name,
                  name[0] != '\0' ? "'" : "");
}

/* What an old name of a kind becomes, NULL if it is none. */
static const char *find_next(const strata_builder *builder, strata_kind kind,
                             const char *old) {
  const st_names *names = &builder->renames[kind];
  uint32_t i = st_names_find(names, old, strlen(old));
  return i == ST_NAME_NONE ? NULL : builder->renamed[names->items[i].tag];
}

static strata_status add(strata_builder *builder, strata_kind kind,
                         const char *old, const char *now) {
  const char *known = find_next(builder, kind, old);
  if (known && strcmp(known, now) == 0) return STRATA_OK;
  if (known) {
    return refuse(builder, STRATA_EEXIST, old, "it is '", known);
  }
  st_mem *mem = &builder->mem;
  if (!st_mem_reserve(mem, &builder->renamed, &builder->renamed_capacity,
                      builder->renamed_count + 1, sizeof(char *))) {
    return st_builder_no_memory(builder);
  }
  char *copy = st_mem_text(mem, now, strlen(now));
  if (!copy) return st_builder_no_memory(builder);
  if (!st_names_add(&builder->renames[kind], mem, old,
                    (uint32_t)builder->renamed_count)) {
    st_mem_free(mem, copy, strlen(copy) + 1, 1);
    return st_builder_no_memory(builder);
  }
  builder->renamed[builder->renamed_count++] = copy;
  return STRATA_OK;
}

strata_status strata_builder_rename(strata_builder *builder, strata_kind kind,
                                    const char *old, const char *now) {
  if ((unsigned)kind >= ST_KIND_COUNT || kind == STRATA_KIND_FIELD) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "rename: what is of this kind keeps its name");
  }
  strata_status status = st_builder_check_symbol(builder, old);
  if (!status) status = st_builder_check_symbol(builder, now);
  if (status) return status;
  if (strcmp(old, now) == 0) {
    return refuse(builder, STRATA_EINVAL, old, "it is called so", "");
  }
  /* What state knows of abilities and zones are their symbols. */
  bool is_symbol = kind == STRATA_KIND_ABILITY || kind == STRATA_KIND_ZONE;
  if (is_symbol) status = add(builder, STRATA_KIND_SYMBOL, old, now);
  return status ? status : add(builder, kind, old, now);
}

/* -- Freezing -- */

static strata_status refuse_missing(strata_builder *builder,
                                    const strata_rules *rules, strata_kind kind,
                                    const char *old, const char *name) {
  const char *near = strata_rules_nearest(rules, kind, name);
  return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "rename '", old,
                  "': there is no ", strata_kind_text(kind), " '", name,
                  near ? "'; did you mean '" : "'", near ? near : "",
                  near ? "'?" : "");
}

/* The id to which an old name leads, over others. */
static strata_status follow(strata_builder *builder, const strata_rules *rules,
                            strata_kind kind, const char *old, uint32_t *id) {
  const char *name = old;
  size_t steps = 0;
  for (*id = 0; *id == 0; *id = strata_rules_find(rules, kind, name)) {
    const char *next = find_next(builder, kind, name);
    if (!next) return refuse_missing(builder, rules, kind, old, name);
    if (steps++ > builder->renames[kind].count) {
      return refuse(builder, STRATA_EINVAL, old, "it comes back to itself", "");
    }
    name = next;
  }
  return STRATA_OK;
}

/* Whether no other old name leads to this one. */
static bool is_first(const strata_builder *builder, strata_kind kind,
                     const char *old) {
  const st_names *names = &builder->renames[kind];
  for (size_t i = 0; i < names->count; i++) {
    if (strcmp(builder->renamed[names->items[i].tag], old) == 0) return false;
  }
  return true;
}

static strata_status freeze_kind(strata_builder *builder, strata_rules *rules,
                                 strata_kind kind, st_names *into) {
  const st_names *names = &builder->renames[kind];
  for (size_t i = 0; i < names->count; i++) {
    const char *old = names->items[i].text;
    uint32_t id;
    if (strata_rules_find(rules, kind, old) != 0) {
      return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "rename '", old,
                      "': there is again ", strata_kind_text(kind), " '", old,
                      "'; one of them needs another name");
    }
    strata_status status = follow(builder, rules, kind, old, &id);
    if (status) return status;
    if (!st_names_add(into, &rules->mem, old, id)) {
      return st_builder_no_memory(builder);
    }
  }
  for (size_t i = 0; kind != STRATA_KIND_LAYER && i < into->count; i++) {
    const st_name *old = &into->items[i];
    st_name *now = &rules->names[kind].items[old->tag - 1];
    if (!now->first && is_first(builder, kind, old->text)) {
      now->first = old->text;
    }
  }
  return STRATA_OK;
}

strata_status st_renames_freeze(strata_builder *builder, strata_rules *rules) {
  for (int kind = 0; kind < ST_KIND_COUNT; kind++) {
    st_names *into = &rules->old_names[kind];
    st_names found = {0}; /* nothing is found by an old name till all are */
    strata_status status =
        freeze_kind(builder, rules, (strata_kind)kind, &found);
    *into = found;
    if (status) return status;
  }
  return st_columns_rename(rules) ? STRATA_OK : st_builder_no_memory(builder);
}
