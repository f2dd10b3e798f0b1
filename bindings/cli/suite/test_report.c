/*
 * test_report.c - the results of tests as TAP, JUnit's XML, or lines of JSON.
 *
 * TAP and JSON are written test by test, so that progress is seen. An XML
 * element of JUnit begins with counts of its content: its tests are written to
 * memory, and copied behind the element's start. Only JUnit has times, as all
 * other output of the program is the same in each run.
 */
#include "cli/suite/test_report.h"

#include "cli/common/safe_text.h"

#include <stdlib.h>
#include <string.h>

bool stc_report_form_find(const char *name, stc_report_form *out) {
  static const struct {
    const char *name;
    stc_report_form form;
  } forms[] = {{"tap", STC_REPORT_TAP},
               {"junit", STC_REPORT_JUNIT},
               {"json", STC_REPORT_JSON}};
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if (strcmp(forms[i].name, name) != 0) continue;
    *out = forms[i].form;
    return true;
  }
  return false;
}

static double seconds_since(struct timespec *since) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  const double seconds = (double)(now.tv_sec - since->tv_sec) +
                         (double)(now.tv_nsec - since->tv_nsec) / 1e9;
  *since = now;
  return seconds;
}

/* -- TAP ------------------------------------------------------------------ */

/* Escape what TAP reads in a name: "# SKIP" would be a directive. */
static void write_name(FILE *file, const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  for (const char *at = text.at; *at != '\0'; at++) {
    if (*at == '#') (void)fputc('\\', file);
    (void)fputc(*at, file);
  }
}

static void write_indented(FILE *file, const char *prefix, const char *line) {
  while (*line != '\0') {
    const size_t size = strcspn(line, "\n");
    stc_print(file, "%s", prefix);
    stc_write_line(file, line, size);
    line += size + (line[size] == '\n' ? 1 : 0);
  }
}

static void write_tap(const stc_report *r, const stc_test_result *c) {
  const bool is_ok = c->message == NULL;
  stc_print(r->file, "%s %zu - ", is_ok ? "ok" : "not ok", r->count);
  write_name(r->file, c->name);
  stc_print(r->file, "\n");
  if (is_ok) return;
  stc_print(r->file, "  ---\n");
  write_indented(r->file, "  ", c->details);
  stc_print(r->file, "  ...\n");
}

/* -- JUnit ---------------------------------------------------------------- */

static void write_attribute(FILE *file, const char *name, const char *text) {
  stc_print(file, " %s=\"", name);
  stc_write_escaped(file, text, strlen(text), STC_ESCAPE_XML);
  stc_print(file, "\"");
}

static void write_junit(const stc_report *r, const stc_test_result *c,
                        double seconds) {
  FILE *file = r->cases;
  stc_print(file, "    <testcase");
  write_attribute(file, "classname", c->file);
  write_attribute(file, "name", c->name);
  write_attribute(file, "file", c->file);
  if (c->line > 0) stc_print(file, " line=\"%lld\"", c->line);
  stc_print(file, " time=\"%.6f\"", seconds);
  if (c->message == NULL) {
    stc_print(file, "/>\n");
    return;
  }
  stc_print(file, ">\n      <failure");
  write_attribute(file, "message", c->message);
  stc_print(file, ">");
  stc_write_escaped(file, c->details, strlen(c->details), STC_ESCAPE_XML);
  stc_print(file, "</failure>\n    </testcase>\n");
}

static void write_counts(FILE *file, size_t count, size_t failed,
                         double seconds) {
  stc_print(file,
            " tests=\"%zu\" failures=\"%zu\" errors=\"0\" time=\"%.6f\">\n",
            count, failed, seconds);
}

/* Copy what a memory file holds to another file, and close it. */
static void take_text(FILE **from, char **text, const size_t *size,
                      FILE *into) {
  if (*from == NULL) return;
  (void)fclose(*from);
  if (into != NULL) (void)fwrite(*text, 1, *size, into);
  free(*text);
  *from = NULL;
  *text = NULL;
}

static void end_suite(stc_report *r) {
  if (r->suite != NULL && r->form == STC_REPORT_JUNIT) {
    stc_print(r->suites, "  <testsuite");
    write_attribute(r->suites, "name", r->suite);
    write_counts(r->suites, r->suite_count, r->suite_failed, r->suite_seconds);
    take_text(&r->cases, &r->cases_text, &r->cases_size, r->suites);
    if (r->note != NULL) {
      stc_print(r->suites, "    <system-out>");
      stc_write_escaped(r->suites, r->note, strlen(r->note), STC_ESCAPE_XML);
      stc_print(r->suites, "</system-out>\n");
    }
    stc_print(r->suites, "  </testsuite>\n");
    r->cases = open_memstream(&r->cases_text, &r->cases_size);
  }
  free(r->note);
  r->note = NULL;
  r->suite = NULL;
}

static void end_junit(stc_report *r) {
  stc_print(r->file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  stc_print(r->file, "<testsuites");
  write_counts(r->file, r->count, r->failed, r->seconds);
  take_text(&r->suites, &r->suites_text, &r->suites_size, r->file);
  stc_print(r->file, "</testsuites>\n");
}

/* -- JSON ----------------------------------------------------------------- */

static void write_field(FILE *file, const char *name, const char *text) {
  stc_print(file, "\"%s\": \"", name);
  stc_write_escaped(file, text, strlen(text), STC_ESCAPE_JSON);
  stc_print(file, "\"");
}

static void write_json(const stc_report *r, const stc_test_result *c) {
  const bool is_ok = c->message == NULL;
  stc_print(r->file, "{");
  write_field(r->file, "test", c->name);
  stc_print(r->file, ", ");
  write_field(r->file, "file", c->file);
  if (c->line > 0) stc_print(r->file, ", \"line\": %lld", c->line);
  stc_print(r->file, ", \"ok\": %s", is_ok ? "true" : "false");
  if (!is_ok) {
    stc_print(r->file, ", ");
    write_field(r->file, "message", c->message);
    stc_print(r->file, ", ");
    write_field(r->file, "details", c->details);
  }
  stc_print(r->file, "}\n");
}

/* -- All of it ------------------------------------------------------------ */

bool stc_report_open(stc_report *r, stc_report_form form, const char *path) {
  *r = (stc_report){.form = form, .file = stdout, .is_own = path != NULL};
  if (r->is_own) r->file = fopen(path, "wb");
  if (r->file == NULL) {
    stc_print(stderr, "strata test: cannot write '%s'\n", path);
    return false;
  }
  if (form == STC_REPORT_JUNIT) {
    r->suites = open_memstream(&r->suites_text, &r->suites_size);
    r->cases = open_memstream(&r->cases_text, &r->cases_size);
    if (r->suites == NULL || r->cases == NULL) {
      stc_print(stderr, "strata test: not enough memory\n");
      (void)stc_report_close(r, true);
      return false;
    }
  }
  (void)seconds_since(&r->since);
  return true;
}

void stc_report_plan(stc_report *r, size_t tests) {
  if (r->form != STC_REPORT_TAP) return;
  stc_print(r->file, "TAP version 13\n1..%zu\n", tests);
}

void stc_report_suite(stc_report *r, const char *name) {
  end_suite(r);
  r->suite = name;
  r->suite_count = 0;
  r->suite_failed = 0;
  r->suite_seconds = 0;
}

void stc_report_case(stc_report *r, const stc_test_result *c) {
  const double seconds = seconds_since(&r->since);
  const size_t failed = c->message != NULL ? 1 : 0;
  r->count++;
  r->failed += failed;
  r->seconds += seconds;
  r->suite_count++;
  r->suite_failed += failed;
  r->suite_seconds += seconds;
  switch (r->form) {
  case STC_REPORT_TAP:
    write_tap(r, c);
    break;
  case STC_REPORT_JUNIT:
    write_junit(r, c, seconds);
    break;
  case STC_REPORT_JSON:
    write_json(r, c);
    break;
  }
  (void)fflush(r->file);
}

void stc_report_note(stc_report *r, const char *text) {
  switch (r->form) {
  case STC_REPORT_TAP:
    write_indented(r->file, "# ", text);
    break;
  case STC_REPORT_JUNIT:
    free(r->note);
    r->note = strdup(text);
    break;
  case STC_REPORT_JSON:
    stc_write_line(r->file, text, strlen(text));
    break;
  }
}

static void print_test_sum(const stc_report *r, FILE *file) {
  stc_print(file, "# %zu passed, %zu failed\n", r->count - r->failed,
            r->failed);
}

bool stc_report_close(stc_report *r, bool is_stopped) {
  const bool is_whole =
      r->form != STC_REPORT_JUNIT || (r->suites != NULL && r->cases != NULL);
  if (is_whole) end_suite(r);
  if (is_whole && r->form == STC_REPORT_JUNIT) end_junit(r);
  take_text(&r->suites, &r->suites_text, &r->suites_size, NULL);
  take_text(&r->cases, &r->cases_text, &r->cases_size, NULL);
  if (r->form == STC_REPORT_TAP && is_stopped) {
    stc_print(r->file, "Bail out!\n");
  }
  if (!is_stopped && r->form == STC_REPORT_TAP) print_test_sum(r, r->file);
  if (!r->is_own) return fflush(stdout) == 0;
  if (!is_stopped) print_test_sum(r, stdout);
  const bool is_written = ferror(r->file) == 0;
  if (fclose(r->file) == 0 && is_written) return true;
  stc_print(stderr, "strata test: the report could not be written\n");
  return false;
}
