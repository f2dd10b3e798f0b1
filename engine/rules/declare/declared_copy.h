/* declared_copy.h - copies of declarations, each in one block of memory. */
#ifndef STRATA_RULES_DECLARE_DECLARED_COPY_H
#define STRATA_RULES_DECLARE_DECLARED_COPY_H

#include "rules/declare/builder.h"

typedef struct st_declared_copy {
  char *bytes;       /* NULL: only measure the size */
  size_t used;       /* SIZE_MAX: the size overflows */
  bool has_bad_text; /* a text is not UTF-8 */
} st_declared_copy;

/* Reserve an array in the block; NULL while measuring. */
void *st_declared_copy_reserve(st_declared_copy *p, size_t count, size_t size);

/* Copy a text or an array of texts into the block; NULL while measuring. */
const char *st_declared_copy_text(st_declared_copy *p, const char *text);
const char *const *st_declared_copy_texts(st_declared_copy *p,
                                          const char *const *texts,
                                          size_t count);

/* Copy a clause into the block; in declare_objects.c. */
strata_clause st_declared_copy_clause(st_declared_copy *p,
                                      const strata_clause *clause);

/* Keep a copy of a new declaration: `write` copies the public struct and
 * everything it points to. The name's tag in `names` becomes the index in
 * `list`. */
strata_status st_builder_add_copy(strata_builder *builder, st_names *names,
                                  const char *name, st_declared_blocks *list,
                                  void (*write)(st_declared_copy *,
                                                const void *),
                                  const void *declared);

/* Replace the copy of a declaration by a revised one. If memory runs out the
 * old copy stays. */
strata_status st_builder_replace_copy(
    strata_builder *builder, uint32_t tag, st_declared_blocks *list,
    void (*write)(st_declared_copy *, const void *), const void *declared);

/* True if none of the texts is NULL. */
bool st_has_all_texts(const char *const *texts, size_t count);

/* Refuse a declaration: "what 'name': why". */
strata_status st_builder_refuse(strata_builder *builder, const char *what,
                                const char *name, const char *why);

#endif
