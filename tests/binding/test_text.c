/* Whether a text of Lua that comes line by line is still open. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <strata/text.h>
#include <string.h>

TestSuite(text, .timeout = 10);

/* Lines that are parted by a newline. */
static stl_text_scan scan_lines(const char *text) {
  stl_text_scan scan = {0};
  for (;;) {
    const size_t size = strcspn(text, "\n");
    stl_text_scan_line(&scan, text, size);
    if (text[size] == '\0') return scan;
    text += size + 1;
  }
}

typedef struct open_case {
  const char *text;
  bool is_open;
} open_case;

static void expect_all(const open_case *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const stl_text_scan scan = scan_lines(cases[i].text);
    cr_expect(eq(int, stl_text_scan_is_open(&scan), cases[i].is_open), "%s",
              cases[i].text);
  }
}

Test(text, a_bracket_is_open_until_its_own_one_closes_it) {
  static const open_case cases[] = {
      {"", false},           {"x = {", true},          {"x = {\n}", false},
      {"f(a[1]", true},      {"f(a[1])", false},       {"x = {{\n}", true},
      {")", false},          {")\n(", true},           {"x = \"{\"", false},
      {"x = 1 -- {", false}, {"x = '[[' -- ]]", false}};
  expect_all(cases, sizeof cases / sizeof *cases);
}

Test(text, a_long_bracket_is_closed_by_its_own_level_in_any_line) {
  static const open_case cases[] = {
      {"x = [[", true},           {"x = [[\n]]", false},
      {"x = [==[\n]] ]=]", true}, {"x = [==[\n]] ]=] ]==]", false},
      {"--[[ {\n(", true},        {"--[[ {\n(\n]]", false},
      {"x = [[\n]\n]", true},     {"--[ [[", false},
      {"x = [=a", true}};
  expect_all(cases, sizeof cases / sizeof *cases);
}

Test(text, a_text_in_quotes_goes_on_only_behind_an_escape) {
  static const open_case cases[] = {
      {"x = 'a", false},         {"x = 'a\\", true},
      {"x = 'a\\\n{'", false},   {"x = 'a\\\n{", false},
      {"x = 'a\\z  ", true},     {"x = 'a\\z\n\n  b'", false},
      {"x = 'a\\z\n\n", true},   {"x = '\\'", false},
      {"x = '\\' {", false},     {"x = '\\'' {", true},
      {"x = \"'\" .. {", true},  {"x = '", false},
      {"x = 'a\\\n  ", false},   {"x = 'a\\n", false},
      {"x = 'a\\z \\\n", false}, {"x = 'a\\z \\\nb\\", true},
      {"x = 'a\\z b", false}};
  expect_all(cases, sizeof cases / sizeof *cases);
}

/* The answer about a line depends on nothing but what is open before it. */
Test(text, what_is_open_is_all_that_is_kept) {
  const stl_text_scan whole = scan_lines("a = {\nb = [=[\n]]");
  const stl_text_scan again = {.depth = 1, .level = 1, .open = '['};
  cr_expect(eq(sz, whole.depth, again.depth));
  cr_expect(eq(sz, whole.level, again.level));
  cr_expect(eq(chr, whole.open, again.open));
}
