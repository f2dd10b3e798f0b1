/* Text builders with a fixed and with a growing buffer. */
#include "base/text.h"
#include "support.h"

#include <string.h>

TestSuite(text, .timeout = 60);

Test(text, a_fixed_buffer_cuts_and_stays_terminated) {
  for (size_t room = 1; room <= 12; room++) {
    char bytes[16];
    memset(bytes, 'x', sizeof bytes);
    st_text text;
    st_text_init_fixed(&text, bytes, room);
    cr_expect(eq(str, STR(st_text_get(&text)), STR("")));

    st_text_add_str(&text, "ab");
    st_text_add_int(&text, -12);
    st_text_add(&text, "cdefgh", 4);
    st_text_add_str(&text, "");

    char want[16] = "ab-12cdef";
    if (room <= 9) want[room - 1] = '\0';
    cr_expect(eq(str, bytes, want), "room for %zu", room);
    cr_expect(eq(sz, text.length, strlen(want)));
    for (size_t i = room; i < sizeof bytes; i++) {
      cr_expect(eq(int, bytes[i], 'x'), "room for %zu, byte %zu", room, i);
    }
  }
}

Test(text, a_growing_text_holds_all_that_was_added) {
  probe p = {0};
  st_mem mem;
  st_mem_init(&mem, probe_alloc, &p);
  st_text text;
  st_text_init(&text, &mem);
  cr_expect(eq(str, STR(st_text_get(&text)), STR("")));

  for (int i = 0; i < 1000; i++) {
    st_text_add_str(&text, "0123456789");
    cr_assert(eq(sz, strlen(st_text_get(&text)), (size_t)i * 10 + 10));
  }
  cr_expect(eq(str, STR(st_text_get(&text) + 9985), STR("567890123456789")));

  st_text_clear(&text);
  cr_expect(eq(str, STR(st_text_get(&text)), STR("")));
  st_text_fini(&text);
  EXPECT_NO_LEAK(&p);
}

Test(text, without_memory_it_is_marked_and_keeps_what_it_has) {
  probe p = {0};
  st_mem mem;
  st_mem_init(&mem, probe_alloc, &p);
  st_text text;
  st_text_init(&text, &mem);
  st_text_add_str(&text, "kept");
  p.fail_at = p.calls + 1;

  st_text_add_str(&text, "much too long for what there is");

  cr_expect(text.failed);
  cr_expect(eq(str, STR(st_text_get(&text)), STR("kept")));
  st_text_clear(&text);
  cr_expect(not(text.failed));
  st_text_fini(&text);
  EXPECT_NO_LEAK(&p);
}

typedef struct number_case {
  int64_t value;
  const char *text;
} number_case;

static const number_case number_cases[] = {
    {0, "0"},
    {-1, "-1"},
    {9, "9"},
    {10, "10"},
    {INT32_MIN, "-2147483648"},
    {INT64_MAX, "9223372036854775807"},
    {INT64_MIN + 1, "-9223372036854775807"},
    {INT64_MIN, "-9223372036854775808"},
};

Test(text, numbers_are_written_in_full) {
  for (size_t i = 0; i < ST_COUNT_OF(number_cases); i++) {
    const number_case *c = &number_cases[i];
    st_number_text number = st_number_format(c->value);
    cr_expect(eq(str, number.text, STR(c->text)));
  }
  char bytes[32];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  st_text_add_uint(&text, UINT64_MAX);
  cr_expect(eq(str, bytes, STR("18446744073709551615")));
}

Test(text, an_error_is_its_pieces_joined_and_cut) {
  strata_error error;
  memset(&error, 'x', sizeof error);

  strata_status status =
      ST_ERROR(&error, STRATA_ENOENT, 7, "no ", "such", " name");

  cr_expect(eq(int, status, STRATA_ENOENT));
  cr_expect(eq(int, error.status, STRATA_ENOENT));
  cr_expect(eq(sz, error.offset, 7));
  cr_expect(eq(str, error.text, STR("no such name")));
  cr_expect(
      eq(int, ST_ERROR(NULL, STRATA_EINVAL, 0, "told nobody"), STRATA_EINVAL));

  char piece[101];
  memset(piece, 'p', 100);
  piece[100] = '\0';
  cr_expect(eq(int, ST_ERROR(&error, STRATA_EIO, 0, piece, piece, piece),
               STRATA_EIO));
  cr_expect(eq(sz, strlen(error.text), sizeof error.text - 1));
}
