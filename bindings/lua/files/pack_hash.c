/*
 * pack_hash.c - SHA-256 over the files of a pack.
 *
 * The engine's own hashes guard against accidents; anybody can make two texts
 * with equal ones. A player who reads "the same pack" must be able to rely on
 * it even against the author of the pack, so this hash is cryptographic. It
 * comes from libmd: small, without dependencies, and part of the C library of
 * the BSDs.
 *
 * Hashed are: a line that names the format; then for each file, in the order of
 * the bytes of its name: the name and a NUL, the size as 8 bytes, lowest first,
 * and the bytes. Times, modes and folders without files do not count, and no
 * line ending is changed.
 */
#include <sha2.h>
#include <stdint.h>
#include <strata.h>
#include <strata/pack_files.h>
#include <string.h>

static void hash_number(SHA2_CTX *sum, uint64_t number) {
  uint8_t bytes[8];
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] = (uint8_t)(number >> (8 * i));
  }
  SHA256Update(sum, bytes, sizeof bytes);
}

stl_hash_text stl_pack_hash(const stl_tree *tree) {
  static const char head[] = "strata pack 1\n";
  SHA2_CTX sum;
  SHA256Init(&sum);
  SHA256Update(&sum, (const uint8_t *)head, sizeof head - 1);
  for (size_t i = 0; i < tree->count; i++) {
    const stl_file *file = &tree->files[i];
    SHA256Update(&sum, (const uint8_t *)file->name, strlen(file->name) + 1);
    hash_number(&sum, file->size);
    if (file->size > 0) SHA256Update(&sum, file->bytes, file->size);
  }
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, &sum);
  stl_hash_text out = {{0}};
  for (size_t i = 0; i < sizeof digest; i++) {
    out.text[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    out.text[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  return out;
}

static void set_pack_hash_error(strata_error *error, const char *text) {
  if (error == NULL) return;
  *error = (strata_error){.status = STRATA_EIO};
  size_t size = strlen(text);
  if (size >= sizeof error->text) size = sizeof error->text - 1;
  memcpy(error->text, text, size);
}

strata_status strata_pack_hash(const char *path, char out[65],
                               strata_error *error) {
  stl_tree tree;
  stl_message message;
  if (path == NULL || out == NULL) return STRATA_EINVAL;
  stl_files *files = stl_files_new();
  if (files == NULL) return STRATA_ENOMEM;
  const bool is_read = stl_files_content(files, path, &tree, &message);
  if (is_read) {
    const stl_hash_text hash = stl_pack_hash(&tree);
    memcpy(out, hash.text, sizeof hash.text);
    stl_tree_free(&tree);
  } else {
    set_pack_hash_error(error, message.text);
  }
  stl_files_free(files);
  return is_read ? STRATA_OK : STRATA_EIO;
}
