/*
 * declared_copy.c - copies of declarations, each in one block of memory.
 *
 * A copy is written twice by the same function: first to nowhere, which
 * measures it, then into a block of exactly that size (asserted in
 * copy_to_block).
 */
#include "rules/declare/declared_copy.h"

#include <stdalign.h>
#include <string.h>

void *st_declared_copy_reserve(st_declared_copy *p, size_t count, size_t size) {
  size_t start = (p->used + alignof(max_align_t) - 1) / alignof(max_align_t) *
                 alignof(max_align_t);
  size_t bytes = 0;
  if (p->used > SIZE_MAX / 2 || !st_mul_size(count, size, &bytes) ||
      bytes > SIZE_MAX / 2) {
    assert(!p->bytes);
    p->used = SIZE_MAX;
    return NULL;
  }
  p->used = start + bytes;
  return p->bytes ? p->bytes + start : NULL;
}

const char *st_declared_copy_text(st_declared_copy *p, const char *text) {
  if (!text) return NULL;
  size_t size = strlen(text) + 1;
  if (st_text_find_bad_utf8(text, size - 1) != SIZE_MAX) p->has_bad_text = true;
  char *copy = st_declared_copy_reserve(p, size, 1);
  if (copy) memcpy(copy, text, size);
  return copy;
}

const char *const *st_declared_copy_texts(st_declared_copy *p,
                                          const char *const *texts,
                                          size_t count) {
  const char **copy = st_declared_copy_reserve(p, count, sizeof *copy);
  for (size_t i = 0; i < count; i++) {
    const char *text = st_declared_copy_text(p, texts[i]);
    if (copy) copy[i] = text;
  }
  return copy;
}

/* Copy a declaration to a new block. */
static strata_status
copy_to_block(strata_builder *builder, const char *name,
              void (*write)(st_declared_copy *, const void *),
              const void *declared, st_declared_block *out) {
  st_declared_copy p = {0};
  write(&p, declared);
  st_declared_block block = {.size = p.used};
  if (p.has_bad_text) {
    return st_builder_refuse(builder, "declaration", name,
                             "one of its texts is not UTF-8");
  }
  if (block.size == SIZE_MAX) return st_builder_no_memory(builder);
  block.bytes = st_mem_zeroed(&builder->mem, block.size, 1);
  if (!block.bytes) return st_builder_no_memory(builder);
  p = (st_declared_copy){.bytes = block.bytes};
  write(&p, declared);
  assert(p.used == block.size);
  *out = block;
  return STRATA_OK;
}

strata_status st_builder_add_copy(strata_builder *builder, st_names *names,
                                  const char *name, st_declared_blocks *list,
                                  void (*write)(st_declared_copy *,
                                                const void *),
                                  const void *declared) {
  if (!st_mem_reserve(&builder->mem, &list->items, &list->capacity,
                      names->count + 1, sizeof list->items[0])) {
    return st_builder_no_memory(builder);
  }
  st_declared_block block = {0};
  strata_status status = copy_to_block(builder, name, write, declared, &block);
  if (status) return status;
  if (!st_names_add(names, &builder->mem, name, (uint32_t)names->count)) {
    st_mem_free(&builder->mem, block.bytes, block.size, 1);
    return st_builder_no_memory(builder);
  }
  list->items[names->count - 1] = block;
  return STRATA_OK;
}

strata_status st_builder_replace_copy(
    strata_builder *builder, uint32_t tag, st_declared_blocks *list,
    void (*write)(st_declared_copy *, const void *), const void *declared) {
  st_declared_block block;
  strata_status status =
      copy_to_block(builder, "of a replaced one", write, declared, &block);
  if (status) return status;
  st_mem_free(&builder->mem, list->items[tag].bytes, list->items[tag].size, 1);
  list->items[tag] = block;
  return STRATA_OK;
}

bool st_has_all_texts(const char *const *texts, size_t count) {
  if (count > 0 && !texts) return false;
  for (size_t i = 0; i < count; i++) {
    if (!texts[i]) return false;
  }
  return true;
}

strata_status st_builder_refuse(strata_builder *builder, const char *what,
                                const char *name, const char *why) {
  return ST_ERROR(&builder->error, STRATA_EINVAL, 0, what, " '", name,
                  "': ", why);
}
