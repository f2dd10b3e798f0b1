/*
 * old_names.c - renames.
 *
 * A rename leads from an old name to a declared name or to another old name.
 * In frozen rules, each old name has the id of the thing as it is now, and
 * each renamed thing knows its first name: hashes of that name stay valid for
 * good. Held by test api.old_names.
 */
#include "rules/declare/old_names.h"

#include "rules/catalog/column_layout.h"

#include <string.h>

/* -- Declarations -- */

static strata_status refuse_rename(strata_builder *builder,
                                   strata_status status, const char *old,
                                   const char *why, const char *name) {
  return ST_ERROR(&builder->error, status, 0, "rename '", old, "': ", why, name,
                  name[0] != '\0' ? "'" : "");
}

/* The new name for an old one, NULL if it is no old name. */
static const char *find_renamed_to(const strata_builder *builder,
                                   strata_name_kind kind, const char *old) {
  const st_names *names = &builder->old_names[kind];
  uint32_t i = st_names_find(names, old, strlen(old));
  return i == ST_NAME_NONE ? NULL : builder->new_names[names->items[i].tag];
}

static strata_status add_old_name(strata_builder *builder,
                                  strata_name_kind kind, const char *old,
                                  const char *now) {
  const char *known = find_renamed_to(builder, kind, old);
  if (known && strcmp(known, now) == 0) return STRATA_OK;
  if (known) {
    return refuse_rename(builder, STRATA_EEXIST, old, "it is '", known);
  }
  st_mem *mem = &builder->mem;
  if (!st_mem_reserve(mem, &builder->new_names, &builder->new_name_capacity,
                      builder->new_name_count + 1, sizeof(char *))) {
    return st_builder_no_memory(builder);
  }
  char *copy = st_mem_copy_text(mem, now, strlen(now));
  if (!copy) return st_builder_no_memory(builder);
  if (!st_names_add(&builder->old_names[kind], mem, old,
                    (uint32_t)builder->new_name_count)) {
    st_mem_free(mem, copy, strlen(copy) + 1, 1);
    return st_builder_no_memory(builder);
  }
  builder->new_names[builder->new_name_count++] = copy;
  return STRATA_OK;
}

strata_status st_builder_rename(strata_builder *builder, strata_name_kind kind,
                                const char *old, const char *now) {
  if ((unsigned)kind >= ST_NAME_KIND_COUNT || kind == STRATA_NAME_FIELD) {
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0,
                    "rename: what is of this kind keeps its name");
  }
  strata_status status = st_builder_check_symbol(builder, old);
  if (!status) status = st_builder_check_symbol(builder, now);
  if (status) return status;
  if (strcmp(old, now) == 0) {
    return refuse_rename(builder, STRATA_EINVAL, old, "it is called so", "");
  }
  /* States know abilities and zones by their symbols, so the symbol is renamed
   * too. */
  bool is_symbol = kind == STRATA_NAME_ABILITY || kind == STRATA_NAME_ZONE;
  if (is_symbol) status = add_old_name(builder, STRATA_NAME_SYMBOL, old, now);
  return status ? status : add_old_name(builder, kind, old, now);
}

/* -- Freezing -- */

static strata_status refuse_missing_new_name(strata_builder *builder,
                                             const strata_rules *rules,
                                             strata_name_kind kind,
                                             const char *old,
                                             const char *name) {
  const char *near = st_rules_nearest(rules, kind, name);
  return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "rename '", old,
                  "': there is no ", st_name_kind_text(kind), " '", name,
                  near ? "'; did you mean '" : "'", near ? near : "",
                  near ? "'?" : "");
}

/* Find the id that an old name leads to, through other old names. */
static strata_status follow_renames(strata_builder *builder,
                                    const strata_rules *rules,
                                    strata_name_kind kind, const char *old,
                                    uint32_t *id) {
  const char *name = old;
  size_t steps = 0;
  for (*id = 0; *id == 0; *id = st_rules_find_name(rules, kind, name)) {
    const char *next = find_renamed_to(builder, kind, name);
    if (!next) return refuse_missing_new_name(builder, rules, kind, old, name);
    if (steps++ > builder->old_names[kind].count) {
      return refuse_rename(builder, STRATA_EINVAL, old,
                           "it comes back to itself", "");
    }
    name = next;
  }
  return STRATA_OK;
}

/* True if no other old name leads to this one. */
static bool is_first_old_name(const strata_builder *builder,
                              strata_name_kind kind, const char *old) {
  const st_names *names = &builder->old_names[kind];
  for (size_t i = 0; i < names->count; i++) {
    if (strcmp(builder->new_names[names->items[i].tag], old) == 0) return false;
  }
  return true;
}

static strata_status freeze_old_names_of_kind(strata_builder *builder,
                                              strata_rules *rules,
                                              strata_name_kind kind,
                                              st_names *into) {
  const st_names *names = &builder->old_names[kind];
  for (size_t i = 0; i < names->count; i++) {
    const char *old = names->items[i].text;
    uint32_t id;
    if (st_rules_find_name(rules, kind, old) != 0) {
      return ST_ERROR(&builder->error, STRATA_EEXIST, 0, "rename '", old,
                      "': there is again ", st_name_kind_text(kind), " '", old,
                      "'; one of them needs another name");
    }
    strata_status status = follow_renames(builder, rules, kind, old, &id);
    if (status) return status;
    if (!st_names_add(into, &rules->mem, old, id)) {
      return st_builder_no_memory(builder);
    }
  }
  for (size_t i = 0; kind != STRATA_NAME_LAYER && i < into->count; i++) {
    const st_name *old = &into->items[i];
    st_name *now = &rules->names[kind].items[old->tag - 1];
    if (!now->original_text && is_first_old_name(builder, kind, old->text)) {
      now->original_text = old->text;
    }
  }
  return STRATA_OK;
}

strata_status st_old_names_freeze(strata_builder *builder,
                                  strata_rules *rules) {
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    st_names *into = &rules->old_names[kind];
    st_names found = {
        0}; /* lookups must not see old names before all are added */
    strata_status status = freeze_old_names_of_kind(
        builder, rules, (strata_name_kind)kind, &found);
    *into = found;
    if (status) return status;
  }
  return st_column_layout_add_old(rules) ? STRATA_OK
                                         : st_builder_no_memory(builder);
}
