/* Fuzzes archives of packs. The first byte says whether the rest is an archive
 * or a list of entries for a well-formed archive: libzip refuses most damage,
 * so the second form reaches the checks of the engine. An accepted archive
 * obeys the laws of file trees and is the same after it was packed again. */
#include "lua/files/pack_archive.h"
#include "lua/files/pack_tree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fuzz_found(const char *law) {
  fprintf(stderr, "law broken: %s\n", law);
  __builtin_trap();
}

/* -- A right archive -- */

enum { ROOM = 1 << 16, LOCAL_SIZE = 30, ENTRY_SIZE = 46 };

typedef struct writer {
  uint8_t files[ROOM], directory[ROOM];
  size_t file_bytes, directory_bytes, count;
} writer;

static void put(uint8_t *to, uint32_t number, size_t size) {
  for (size_t i = 0; i < size; i++) {
    to[i] = (uint8_t)(number >> (8 * i));
  }
}

static uint32_t checksum(const uint8_t *bytes, size_t size) {
  uint32_t sum = 0xffffffff;
  for (size_t i = 0; i < size; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) {
      sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
    }
  }
  return ~sum;
}

/* An entry of the input: how it is odd, the length of its name, that of its
 * bytes, both. */
typedef struct entry {
  uint8_t odd;
  const uint8_t *name, *bytes;
  size_t name_size, size;
} entry;

static void put_about(uint8_t *to, const entry *e) {
  put(to, e->odd & 1, 2);             /* encrypted */
  put(to + 2, e->odd & 2 ? 8 : 0, 2); /* deflated, or so it says */
  put(to + 4, 0x210000, 4);           /* a time */
  put(to + 8, checksum(e->bytes, e->size), 4);
  put(to + 12, (uint32_t)e->size, 4);
  put(to + 16, (uint32_t)e->size << (e->odd & 4 ? 22 : 0), 4);
  put(to + 20, (uint32_t)e->name_size, 2);
  put(to + 22, 0, 2);
}

static void write_entry(writer *w, const entry *e) {
  uint8_t *local = w->files + w->file_bytes;
  uint8_t *central = w->directory + w->directory_bytes;
  if (w->file_bytes + w->directory_bytes + 2 * e->name_size + e->size + 200 >
      ROOM) {
    return;
  }
  memset(central, 0, ENTRY_SIZE);
  memcpy(local, "PK\3\4\24", 6);
  put_about(local + 6, e);
  memcpy(local + LOCAL_SIZE, e->name, e->name_size);
  memcpy(local + LOCAL_SIZE + e->name_size, e->bytes, e->size);
  memcpy(central, "PK\1\2\24\3\24", 8);
  put_about(central + 8, e);
  put(central + 38, (e->odd & 8 ? 0120777u : 0100644u) << 16, 4);
  put(central + 42, (uint32_t)w->file_bytes, 4);
  memcpy(central + ENTRY_SIZE, e->name, e->name_size);
  w->file_bytes += LOCAL_SIZE + e->name_size + e->size;
  w->directory_bytes += ENTRY_SIZE + e->name_size;
  w->count++;
}

static size_t take(const uint8_t **at, const uint8_t *end, size_t most) {
  const size_t left = (size_t)(end - *at);
  const size_t wanted = left > 0 ? *(*at)++ % (most + 1) : 0;
  return wanted < (size_t)(end - *at) ? wanted : (size_t)(end - *at);
}

/* The whole archive is left in `w->files`. */
static size_t write_archive(writer *w, const uint8_t *at, const uint8_t *end) {
  *w = (writer){.count = 0};
  while (at < end) {
    entry e = {.odd = *at++};
    if (e.odd < 128) e.odd = 0; /* half are as they should be */
    e.name_size = take(&at, end, 40);
    e.name = at;
    at += e.name_size;
    e.size = take(&at, end, 255);
    e.bytes = at;
    at += e.size;
    write_entry(w, &e);
  }
  uint8_t *tail = w->files + w->file_bytes;
  memcpy(tail, w->directory, w->directory_bytes);
  tail += w->directory_bytes;
  memset(tail, 0, 22);
  memcpy(tail, "PK\5\6", 4);
  put(tail + 8, (uint32_t)w->count, 2);
  put(tail + 10, (uint32_t)w->count, 2);
  put(tail + 12, (uint32_t)w->directory_bytes, 4);
  put(tail + 16, (uint32_t)w->file_bytes, 4);
  return w->file_bytes + w->directory_bytes + 22;
}

/* -- Laws -- */

static void check_tree(const stl_tree *tree) {
  size_t total = 0;
  stl_message message;
  for (size_t i = 0; i < tree->count; i++) {
    const stl_file *file = &tree->files[i];
    if (stl_tree_name_fault(file->name, strlen(file->name))) {
      fuzz_found("a name that is none");
    }
    if (!stl_tree_name_is_content(file->name)) fuzz_found("no content");
    if (i > 0 && strcmp(tree->files[i - 1].name, file->name) >= 0) {
      fuzz_found("not sorted, or twice");
    }
    if (stl_tree_find(tree, file->name) != file) fuzz_found("not found");
    if (file->size > STL_TREE_FILE_MAX || !file->bytes) fuzz_found("bytes");
    total += file->size;
  }
  if (total != tree->total || total > STL_TREE_TOTAL_MAX) fuzz_found("total");
  if (!stl_tree_check(tree, "x", &message)) fuzz_found(message.text);
}

static void check_again(const stl_tree *tree) {
  stl_tree again;
  stl_message message;
  unsigned char *bytes = NULL;
  size_t size = 0;
  if (!stl_archive_write(tree, "x", &bytes, &size, &message) ||
      !stl_archive_read(bytes, size, "x", &again, &message)) {
    fuzz_found(message.text);
  }
  const stl_hash_text before = stl_pack_hash(tree);
  const stl_hash_text after = stl_pack_hash(&again);
  /* One folder around all files is taken off again. */
  if (stl_tree_find(tree, "pack.lua") &&
      memcmp(before.text, after.text, sizeof before.text) != 0) {
    fuzz_found("another hash");
  }
  free(bytes);
  check_tree(&again);
  stl_tree_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static writer w;
  stl_tree tree;
  stl_message message = {""};
  if (size < 2) return 0;
  const uint8_t *bytes = data + 1;
  size_t count = size - 1;
  if (data[0] & 1) {
    count = write_archive(&w, data + 1, data + size);
    bytes = w.files;
  }
  if (stl_archive_read(bytes, count, "x", &tree, &message)) {
    check_tree(&tree);
    if (tree.count > 0) check_again(&tree);
    stl_tree_free(&tree);
  } else if (message.text[0] == '\0') {
    fuzz_found("a refusal that says nothing");
  }
  return 0;
}
