/*
 * pack_archive.c - zip archives, by libzip.
 *
 * An archive is not trusted: a name may lead anywhere, a declared size may be
 * wrong, and a few hundred bytes may unpack to gigabytes. Names and declared
 * sizes are checked first. Then each entry is unpacked into a block of its
 * declared size, which it must fill exactly; libzip compares it with its
 * checksum.
 */
#include "lua/files/pack_archive.h"

#include "lua/files/pack_tree.h"

#include <stdlib.h>
#include <strata.h>
#include <strata/pack_files.h>
#include <string.h>

#if defined(STRATA_HAS_ZIP)
#include <zip.h>

/* Folders are entries too. */
enum { ARCHIVE_ENTRIES_MAX = 2 * STL_TREE_FILES_MAX };

/* Ordinary text shrinks to a tenth. Less than a MiB does no harm. */
enum { RATIO_MAX = 200, RATIO_FROM = 1024 * 1024 };

typedef struct archive_reading {
  zip_t *zip;
  const char *where;
  stl_tree *tree;
  stl_message *message;
} archive_reading;

static bool refuse_entry(const archive_reading *r, const char *name,
                         const char *what) {
  return stl_message_set(r->message, "%.300s: entry '%.200s' %s", r->where,
                         name, what);
}

/* -- Entries -------------------------------------------------------------- */

static const char *entry_kind_fault(const archive_reading *r, zip_uint64_t n) {
  enum {
    KIND = 0170000,
    FILE_KIND = 0100000,
    FOLDER = 0040000,
    LINK = 0120000
  };
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(r->zip, n, 0, &system, &attributes)) {
    return "has attributes that cannot be read; pack it again";
  }
  if (system != ZIP_OPSYS_UNIX && system != ZIP_OPSYS_OS_X) return NULL;
  const zip_uint32_t kind = attributes >> 16 & KIND;
  if (kind == LINK) return "is a link; pack the file that it leads to";
  return kind == 0 || kind == FILE_KIND || kind == FOLDER
             ? NULL
             : "is a device or the like; a pack has files and folders only";
}

static const char *entry_size_fault(const zip_stat_t *about) {
  const zip_uint64_t wanted = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                              ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((about->valid & wanted) != wanted) {
    return "does not say how it is packed; pack it again";
  }
  if (about->encryption_method != ZIP_EM_NONE) {
    return "is encrypted; pack it without a password";
  }
  if (about->comp_method != ZIP_CM_STORE &&
      about->comp_method != ZIP_CM_DEFLATE) {
    return "is packed in a way that not every program reads; store or deflate "
           "it";
  }
  if (about->size > STL_TREE_FILE_MAX) return "is larger than 16 MiB";
  if (about->size > RATIO_FROM && about->size / RATIO_MAX > about->comp_size) {
    return "unpacks to more than 200 times its size, as bombs do; store it";
  }
  return NULL;
}

/* The whole entry, or NULL and it is said. `name` is for messages. */
static unsigned char *unpack_entry(const archive_reading *r, zip_uint64_t n,
                                   const char *name, size_t size) {
  zip_file_t *file = zip_fopen_index(r->zip, n, 0);
  if (file == NULL) {
    (void)refuse_entry(r, name, "cannot be unpacked; pack it again");
    return NULL;
  }
  /* One byte more: an entry that says less than it has is noticed, and the
   * checksum is looked at where a read meets the end. */
  unsigned char *bytes = malloc(size + 1);
  const zip_int64_t got = bytes != NULL ? zip_fread(file, bytes, size + 1) : -1;
  char past = 0;
  const bool is_whole = got == (zip_int64_t)size && !zip_fread(file, &past, 1);
  if (zip_fclose(file) == 0 && is_whole) return bytes;
  free(bytes);
  (void)refuse_entry(
      r, name, "is damaged: its size or checksum is another; pack it again");
  return NULL;
}

/* The name without the slash that ends a folder's. */
static bool read_entry(const archive_reading *r, zip_uint64_t n) {
  zip_stat_t about;
  char name[STL_TREE_NAME_MAX + 1];
  const char *raw = zip_get_name(r->zip, n, ZIP_FL_ENC_RAW);
  if (raw == NULL || zip_stat_index(r->zip, n, 0, &about) != 0) {
    return stl_message_set(r->message,
                           "%.300s: entry %llu has no name; pack it again",
                           r->where, (unsigned long long)n);
  }
  size_t size = strlen(raw);
  const bool is_folder = size > 1 && raw[size - 1] == '/';
  if (is_folder) size--;
  const char *fault = stl_tree_name_fault(raw, size);
  if (fault == NULL) fault = entry_kind_fault(r, n);
  if (fault == NULL) fault = entry_size_fault(&about);
  if (fault != NULL) return refuse_entry(r, raw, fault);
  memcpy(name, raw, size);
  name[size] = '\0';
  if (is_folder) {
    return about.size == 0 ||
           refuse_entry(r, raw, "is a folder with bytes; pack it again");
  }
  if (!stl_tree_name_is_content(name)) return true;
  /* All declared sizes together are looked at here, before anything is
   * unpacked. */
  return stl_tree_add(r->tree, r->where,
                      (stl_file){.name = name, .size = (size_t)about.size},
                      r->message);
}

/* -- The folder around ---------------------------------------------------- */

/* Length of the one folder in which all files are, with its slash; 0 if the
 * manifest lies outside, or files lie in several. */
static size_t folder_around(const stl_tree *tree) {
  const char *first = tree->count > 0 ? tree->files[0].name : "";
  const size_t size = strcspn(first, "/");
  if (first[size] == '\0') return 0;
  for (size_t i = 1; i < tree->count; i++) {
    if (strncmp(tree->files[i].name, first, size + 1) != 0) return 0;
  }
  return size + 1;
}

static void take_folder_off(stl_tree *tree) {
  const size_t size = stl_tree_find(tree, "pack.lua") ? 0 : folder_around(tree);
  for (size_t i = 0; i < tree->count && size > 0; i++) {
    char *name = tree->files[i].name;
    memmove(name, name + size, strlen(name + size) + 1);
  }
}

/* -- Reading -------------------------------------------------------------- */

/* Names and sizes of all entries; bytes are unpacked only if these are fine. */
static bool read_entry_names(const archive_reading *r) {
  const zip_int64_t count = zip_get_num_entries(r->zip, 0);
  if (count > ARCHIVE_ENTRIES_MAX) {
    return stl_message_set(r->message,
                           "%.300s: more than %d entries; split the pack",
                           r->where, ARCHIVE_ENTRIES_MAX);
  }
  for (zip_int64_t n = 0; n < count; n++) {
    if (!read_entry(r, (zip_uint64_t)n)) return false;
  }
  return stl_tree_check(r->tree, r->where, r->message);
}

/* The tree is still in the order of the archive. */
static bool read_entry_bytes(const archive_reading *r) {
  zip_uint64_t n = 0;
  for (size_t i = 0; i < r->tree->count; n++) {
    stl_file *file = &r->tree->files[i];
    const char *raw = zip_get_name(r->zip, n, ZIP_FL_ENC_RAW);
    if (strcmp(raw, file->name) != 0) continue; /* a folder, or no content */
    file->bytes = unpack_entry(r, n, raw, file->size);
    if (file->bytes == NULL) return false;
    i++;
  }
  return true;
}

static bool read_open(zip_t *zip, const char *where, stl_tree *out,
                      stl_message *message) {
  stl_tree tree = {0};
  const archive_reading r = {zip, where, &tree, message};
  if (!read_entry_names(&r) || !read_entry_bytes(&r)) {
    stl_tree_free(&tree);
    return false;
  }
  stl_tree_sort(&tree);
  take_folder_off(&tree);
  *out = tree;
  return true;
}

static size_t read_little_endian(const unsigned char *from, size_t bytes) {
  size_t number = 0;
  for (size_t i = 0; i < bytes; i++) {
    number |= (size_t)from[i] << (8 * i);
  }
  return number;
}

enum { END_SIZE = 22, AT_COMMENT = 20, DESCRIPTOR_SIZE = 16 };

/* Where the archive's end begins: a "PK\5\6" whose comment ends with the
 * bytes. It must be the last "PK\5\6" too, as other programs take that one
 * without a look at its comment; `size` if there is none, or more than one, and
 * `is_loose` tells if one of another kind is there. */
static size_t find_zip_end(const unsigned char *bytes, size_t size,
                           bool *is_loose) {
  size_t found = size;
  *is_loose = false;
  for (size_t i = size < END_SIZE ? 0 : size - END_SIZE + 1; i > 0; i--) {
    const unsigned char *at = bytes + i - 1;
    if (memcmp(at, "PK\5\6", 4) != 0) continue;
    *is_loose = true;
    const size_t comment = read_little_endian(at + AT_COMMENT, 2);
    const bool fits = i - 1 + END_SIZE + comment == size;
    if (fits == (found != size)) return size; /* the last, or a second */
    if (!fits) continue;
    found = i - 1;
  }
  return found;
}

/* Where the next entry, or the directory, may begin. */
typedef struct archive_walk {
  size_t next;
  bool has_descriptor; /* 12 or 16 bytes may lie before it */
} archive_walk;

static bool may_begin_at(const archive_walk *w, size_t at) {
  if (at == w->next) return true;
  return w->has_descriptor && (at == w->next + DESCRIPTOR_SIZE - 4 ||
                               at == w->next + DESCRIPTOR_SIZE);
}

/* Go on behind an entry, by its row in the directory: a header of 30, its name,
 * what follows it, and the content. False if the header does not lie where the
 * entry before it ends. The flags stand in a row at 8, the length of the
 * content at 20, the place of the header at 42; the lengths in a header are at
 * 26 and 28. */
static bool pass_entry(archive_walk *w, const unsigned char *bytes, size_t end,
                       const unsigned char *row) {
  enum { HEADER_SIZE = 30, HAS_DESCRIPTOR = 8 };
  const size_t at = read_little_endian(row + 42, 4);
  if (!may_begin_at(w, at) || at > end || end - at < HEADER_SIZE) return false;
  w->next = at + HEADER_SIZE + read_little_endian(bytes + at + 26, 2) +
            read_little_endian(bytes + at + 28, 2) +
            read_little_endian(row + 20, 4);
  w->has_descriptor = (read_little_endian(row + 8, 2) & HAS_DESCRIPTOR) != 0;
  return true;
}

/* libzip gives names as C does, which end at a NUL; one inside of a name would
 * hide what other programs see. It reads an archive behind other bytes, too, so
 * that one file would be two packs for two programs. So the directory is walked
 * for the lengths of names, and for bytes that belong to no entry: the end says
 * at 10 how many rows it has, at 12 how long it is, and at 16 where; in a row
 * the length of the name stands at 28, those of what follows it at 30 and 32,
 * the name at 46. */
static const char *directory_fault(const unsigned char *bytes, size_t size) {
  enum { AT_NAME = 46, LOCATOR_SIZE = 20 };
  bool is_loose = false;
  const size_t end = find_zip_end(bytes, size, &is_loose);
  if (end >= LOCATOR_SIZE &&
      memcmp(bytes + end - LOCATOR_SIZE, "PK\6\7", 4) == 0) {
    return "is of the kind for more than 4 GiB; pack it without zip64";
  }
  if (end == size) {
    return is_loose ? "has bytes behind its end, or two ends; pack it again"
                    : NULL; /* libzip tells why it is none */
  }
  const size_t begin = read_little_endian(bytes + end + 16, 4);
  size_t at = begin;
  size_t rows = 0;
  archive_walk walk = {0};
  bool is_whole = read_little_endian(bytes + end + 12, 4) == end - begin;
  while (at < end && end - at >= AT_NAME &&
         memcmp(bytes + at, "PK\1\2", 4) == 0) {
    const size_t length = read_little_endian(bytes + at + 28, 2);
    const size_t rest = end - at - AT_NAME;
    if (length > rest) break;
    if (memchr(bytes + at + AT_NAME, 0, length) != NULL) {
      return "has an entry with a zero byte in its name; rename it";
    }
    is_whole = is_whole && pass_entry(&walk, bytes, end, bytes + at);
    rows++;
    at += AT_NAME + length + read_little_endian(bytes + at + 30, 2) +
          read_little_endian(bytes + at + 32, 2);
  }
  is_whole = is_whole && at == end && may_begin_at(&walk, begin) &&
             rows == read_little_endian(bytes + end + 10, 2);
  if (!is_whole) {
    return "has bytes that belong to no entry, before it or between; pack it "
           "again";
  }
  return NULL;
}

/* An archive in which a name is there twice is opened all the same: where the
 * tree is checked it can be said which. */
static zip_t *open_bytes(const void *bytes, size_t size, zip_error_t *error) {
  static const int flags[] = {ZIP_RDONLY | ZIP_CHECKCONS, ZIP_RDONLY};
  zip_t *zip = NULL;
  for (size_t i = 0; i < 2 && zip == NULL; i++) {
    if (i > 0 && zip_error_code_zip(error) != ZIP_ER_EXISTS) break;
    zip_source_t *source = zip_source_buffer_create(bytes, size, 0, error);
    if (source == NULL) break;
    zip = zip_open_from_source(source, flags[i], error);
    if (zip == NULL) zip_source_free(source);
  }
  return zip;
}

bool stl_archive_read(const void *bytes, size_t size, const char *where,
                      stl_tree *out, stl_message *message) {
  const char *fault = directory_fault(bytes, size);
  if (fault != NULL) return stl_message_set(message, "%.300s %s", where, fault);
  zip_error_t error;
  zip_error_init(&error);
  zip_t *zip = open_bytes(bytes, size, &error);
  bool is_fine = false;
  if (zip == NULL) {
    (void)stl_message_set(message,
                          "%.300s: no zip archive, or a damaged one (%.100s)",
                          where, zip_error_strerror(&error));
  } else {
    is_fine = read_open(zip, where, out, message);
    zip_discard(zip);
  }
  zip_error_fini(&error);
  return is_fine;
}

/* -- Writing -------------------------------------------------------------- */

/* 1980-01-01, the first day that a zip can say; -rw-r--r--. */
enum { NO_TIME = 0, FIRST_DAY = 0x21 };
static const zip_uint32_t plain_file_mode = (zip_uint32_t)0100644 << 16;

static bool add_archive_entry(zip_t *zip, const stl_file *file) {
  zip_source_t *source = zip_source_buffer(zip, file->bytes, file->size, 0);
  if (source == NULL) return false;
  const zip_int64_t n = zip_file_add(zip, file->name, source, ZIP_FL_ENC_UTF_8);
  if (n < 0) {
    zip_source_free(source);
    return false;
  }
  const zip_uint64_t at = (zip_uint64_t)n;
  return zip_set_file_compression(zip, at, ZIP_CM_STORE, 0) == 0 &&
         zip_file_set_dostime(zip, at, NO_TIME, FIRST_DAY, 0) == 0 &&
         zip_file_set_external_attributes(zip, at, 0, ZIP_OPSYS_UNIX,
                                          plain_file_mode) == 0;
}

/* The bytes that a closed archive left in its source. */
static unsigned char *take_archive_bytes(zip_source_t *source, size_t *size) {
  zip_stat_t about;
  if (zip_source_stat(source, &about) != 0 ||
      (about.valid & ZIP_STAT_SIZE) == 0 || zip_source_open(source) != 0) {
    return NULL;
  }
  unsigned char *bytes = malloc((size_t)about.size + 1);
  const bool is_read =
      bytes != NULL &&
      zip_source_read(source, bytes, about.size) == (zip_int64_t)about.size;
  (void)zip_source_close(source);
  *size = (size_t)about.size;
  if (is_read) return bytes;
  free(bytes);
  return NULL;
}

bool stl_archive_write(const stl_tree *tree, const char *where,
                       unsigned char **out, size_t *size,
                       stl_message *message) {
  zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, NULL);
  zip_t *zip =
      source != NULL
          ? zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, NULL)
          : NULL;
  if (zip == NULL) {
    zip_source_free(source);
    return stl_message_set(message, "%.300s: not enough memory", where);
  }
  zip_source_keep(source);
  bool is_fine = true;
  for (size_t i = 0; i < tree->count && is_fine; i++) {
    is_fine = add_archive_entry(zip, &tree->files[i]);
  }
  if (!is_fine || zip_close(zip) != 0) {
    zip_discard(zip);
    zip_source_free(source);
    return stl_message_set(
        message, "%.300s: cannot be packed: not enough memory", where);
  }
  *out = take_archive_bytes(source, size);
  zip_source_free(source);
  return *out != NULL ||
         stl_message_set(message, "%.300s: not enough memory", where);
}

#else

/* Built with STRATA_ZIP off: packs are folders. */
static bool is_off(const char *where, stl_message *message) {
  return stl_message_set(
      message,
      "%.300s: this build knows no archives (STRATA_ZIP was off); "
      "unpack it into a folder",
      where);
}

bool stl_archive_read(const void *bytes, size_t size, const char *where,
                      stl_tree *out, stl_message *message) {
  (void)bytes;
  (void)size;
  (void)out;
  return is_off(where, message);
}

bool stl_archive_write(const stl_tree *tree, const char *where,
                       unsigned char **out, size_t *size,
                       stl_message *message) {
  (void)tree;
  (void)out;
  (void)size;
  return is_off(where, message);
}

#endif
