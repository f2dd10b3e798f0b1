/* tokens.h - what units read and write, to find the pairs worth a trial. */
#ifndef STRATA_TOKENS_H
#define STRATA_TOKENS_H

#include "layers/pass/unit.h"

/* Besides attributes, units read whether their ability exists, and its text. */
#define ST_TOKEN_EXISTS UINT32_C(0x8000)
#define ST_TOKEN_TEXT   UINT32_C(0x8001)

/* A symbol's place + 1, or 0 for the whole attribute. */
#define ST_TOKEN(attr, symbol) ((uint32_t)(attr) << 16 | (uint32_t)(symbol))
#define ST_TOKEN_WHOLE(token)  ((token)&UINT32_C(0xFFFF0000))

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

/* -- Who mentions which token -- */

bool st_mention_all(st_mem *mem, st_mentions *m, const uint32_t *at,
                    uint32_t count, uint32_t candidate);

/* By token. They were mentioned by ascending candidates and stay so. */
bool st_mentions_sort(st_mem *mem, st_mentions *m, st_mentions *room);

/* The first one of `token` or after it. */
size_t st_mentions_find(const st_mentions *m, uint32_t token);

/* -- Filters: whether anybody could mention what a token touches -- */

void st_filter_add(st_filter *filter, uint32_t token);

/* False if nobody does. True now and then though nobody does. */
bool st_filter_meets(const st_filter *filter, uint32_t token);

#endif
