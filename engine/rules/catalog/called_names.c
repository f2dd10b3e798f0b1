/*
 * called_names.c - which definition a word calls.
 *
 * Names of definitions are sorted by their bytes, so those of one prefix are a
 * range. Of each prefix one name is looked up, and the search goes on behind
 * the range.
 */
#include "rules/catalog/called_names.h"

#include <string.h>

/* The longest name that a title can stand for. */
enum { LONGEST_NAME = 255 };

/* A title in lower case, with '_' for each run of other characters than letters
 * and digits, none at the ends, and without apostrophes; packs name their files
 * and definitions so. False if it is too long, or nothing is left. */
static bool write_plain_name(const char *title, char *out) {
  size_t size = 0;
  for (; *title != '\0'; title++) {
    char c = *title;
    if (c == '\'' || strncmp(title, "\xe2\x80\x99", 3) == 0) {
      title += c == '\'' ? 0 : 2;
      continue;
    }
    if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
    bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!plain && (size == 0 || out[size - 1] == '_')) continue;
    if (size == LONGEST_NAME) return false;
    out[size++] = '_';
    if (plain) out[size - 1] = c;
  }
  if (size > 0 && out[size - 1] == '_') size--;
  out[size] = '\0';
  return size > 0;
}

/* The index of the first name that is not before `text`. */
static size_t lower_bound(const st_names *names, const char *text) {
  size_t low = 0;
  size_t high = names->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (strcmp(names->items[middle].text, text) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Write `prefix` up to its colon, which `last` takes the place of, and `rest`.
 * False if there is no room. */
static bool join_prefix(const char *prefix, size_t size, char last,
                        const char *rest, char *out) {
  size_t more = strlen(rest);
  if (size + 1 + more > (size_t)2 * LONGEST_NAME) return false;
  memcpy(out, prefix, size);
  out[size] = last;
  memcpy(out + size + 1, rest, more + 1);
  return true;
}

static strata_definition find_behind_prefixes(const strata_rules *rules,
                                              const char *name,
                                              strata_definition *second) {
  const st_names *names = &rules->names[STRATA_NAME_DEFINITION];
  strata_definition found = 0;
  size_t at = 0;
  while (at < names->count) {
    const char *text = names->items[at].text;
    const char *colon = strchr(text, ':');
    char full[2 * LONGEST_NAME + 2];
    size_t size = colon ? (size_t)(colon - text) : 0;
    if (!colon || !join_prefix(text, size, ':', name, full)) {
      at++;
      continue;
    }
    strata_definition one =
        st_rules_find_name(rules, STRATA_NAME_DEFINITION, full);
    if (one != 0 && found != 0) {
      *second = one;
      return 0;
    }
    if (one != 0) found = one;
    (void)join_prefix(text, size, ':' + 1, "", full);
    at = lower_bound(names, full);
  }
  return found;
}

strata_definition st_definition_called(const strata_rules *rules,
                                       const char *word,
                                       strata_definition *second) {
  char name[LONGEST_NAME + 1];
  *second = 0;
  if (!word) return 0;
  strata_definition found =
      st_rules_find_name(rules, STRATA_NAME_DEFINITION, word);
  if (found != 0 || !write_plain_name(word, name)) return found;
  found = st_rules_find_name(rules, STRATA_NAME_DEFINITION, name);
  return found != 0 ? found : find_behind_prefixes(rules, name, second);
}

strata_symbol st_symbol_calling(const strata_rules *rules, const char *word) {
  strata_definition second;
  strata_definition wanted = st_definition_called(rules, word, &second);
  if (wanted == 0) return 0;
  const char *name = st_rules_name(rules, STRATA_NAME_DEFINITION, wanted);
  const char *colon = strchr(name, ':');
  const char *own = colon ? colon + 1 : name;
  /* a definition of the name without a prefix is the same card, as packs link
   * them, if no other prefix has that name */
  bool sole = find_behind_prefixes(rules, own, &second) == wanted;
  const st_names *symbols = &rules->names[STRATA_NAME_SYMBOL];
  for (size_t i = 0; i < symbols->count; i++) {
    char plain[LONGEST_NAME + 1];
    const char *text = symbols->items[i].text;
    if (!write_plain_name(text, plain) || strcmp(plain, own) != 0) continue;
    if (sole || st_definition_called(rules, text, &second) == wanted) {
      return (strata_symbol)i + 1;
    }
  }
  return 0;
}
