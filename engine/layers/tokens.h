/* tokens.h - what units read and write, to find the pairs worth a trial. */
#ifndef STRATA_TOKENS_H
#define STRATA_TOKENS_H

#include "layers/unit.h"

/* Besides attributes, units read whether their ability exists, and its text. */
#define ST_TOKEN_EXISTS UINT32_C(0x8000)
#define ST_TOKEN_TEXT   UINT32_C(0x8001)

/* A symbol's place + 1, or 0 for the whole attribute. */
#define ST_TOKEN(attr, symbol) ((uint32_t)(attr) << 16 | (uint32_t)(symbol))

typedef struct st_tokens {
  const st_pass *pass;
  strata_layer layer;
  st_numbers *found; /* tokens are put behind what it holds */
} st_tokens;

/* What a unit's existence, text, set and operands hang on in the layer. */
bool st_tokens_read(st_tokens *t, const st_unit *unit,
                    const st_clause_code *code);

/* What its parts in the layer change. */
bool st_tokens_write(st_tokens *t, const st_clause_code *code);

/* Who mentions which token; sorted, so that ranges can be looked up. */
typedef struct st_mention {
  uint32_t token, candidate;
} st_mention;

typedef struct st_mentions {
  st_mention *at;
  size_t count, capacity;
} st_mentions;

bool st_mention_all(st_mem *mem, st_mentions *m, const uint32_t *at,
                    uint32_t count, uint32_t candidate);
void st_mentions_sort(st_mentions *m);

/* The first one of `token` or after it. */
size_t st_mentions_find(const st_mentions *m, uint32_t token);

#endif
