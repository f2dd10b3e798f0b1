/* packer.h - what a caller declares, copied into one block of memory. */
#ifndef STRATA_RULES_DECLARE_DECLARED_COPY_H
#define STRATA_RULES_DECLARE_DECLARED_COPY_H

#include "rules/declare/builder.h"

typedef struct st_declared_copy {
  char *bytes; /* NULL: only measure */
  size_t used; /* SIZE_MAX: more than there can be */
} st_declared_copy;

/* Room for an array; NULL while measuring. */
void *st_declared_copy_reserve(st_declared_copy *p, size_t count, size_t size);

/* A copy of a text, of an array of texts; NULL while measuring. */
const char *st_declared_copy_text(st_declared_copy *p, const char *text);
const char *const *st_declared_copy_texts(st_declared_copy *p,
                                          const char *const *texts,
                                          size_t count);

/* What a clause says (declare.c). */
strata_clause st_declared_copy_clause(st_declared_copy *p,
                                      const strata_clause *clause);

/* Keep a copy of what was declared, as `pack_it` writes it: the public struct
 * with all that it points to. Its tag in `names` is its index. */
strata_status st_builder_add_copy(strata_builder *builder, st_names *names,
                                  const char *name, st_declared_blocks *list,
                                  void (*pack_it)(st_declared_copy *,
                                                  const void *),
                                  const void *declared);

/* Keep a copy of what is declared anew in the place of the one that is there,
 * whose tag is `tag`. If there is no memory that one stays. */
strata_status st_builder_replace_copy(
    strata_builder *builder, uint32_t tag, st_declared_blocks *list,
    void (*pack_it)(st_declared_copy *, const void *), const void *declared);

/* True if none of the texts is NULL. */
bool st_has_all_texts(const char *const *texts, size_t count);

strata_status st_builder_refuse(strata_builder *builder, const char *what,
                                const char *name, const char *why);

#endif
