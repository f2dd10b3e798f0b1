/*
 * test_report.h - the results of tests as TAP, JUnit's XML, or lines of JSON.
 */
#ifndef STRATA_CLI_SUITE_TEST_REPORT_H
#define STRATA_CLI_SUITE_TEST_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

typedef enum stc_report_form {
  STC_REPORT_TAP,
  STC_REPORT_JUNIT,
  STC_REPORT_JSON
} stc_report_form;

/* A test that has run. Texts may hold anything. */
typedef struct stc_test_result {
  const char *name;
  const char *file;    /* where it stands */
  long long line;      /* 0: not known */
  const char *message; /* what failed, in one line; NULL: it passed */
  const char *details; /* lines of YAML */
} stc_test_result;

/* JUnit has counts before the tests, so its texts wait in memory. */
typedef struct stc_report {
  stc_report_form form;
  FILE *file; /* stdout, or its own */
  bool is_own;
  size_t count, failed;
  struct timespec since; /* the newest test, or the beginning */
  double seconds;
  FILE *suites,
      *cases; /* of JUnit: complete suites, and the tests of the current one */
  char *suites_text, *cases_text;
  size_t suites_size, cases_size;
  const char *suite; /* its name */
  size_t suite_count, suite_failed;
  double suite_seconds;
  char *note; /* a note behind the suite's tests, or NULL */
} stc_report;

/* The form of a name; false if there is none of it. */
bool stc_report_form_find(const char *name, stc_report_form *out);

/* Begin a report into a file, or stdout if `path` is NULL. False, and the
 * reason is printed, if it cannot be written. */
bool stc_report_open(stc_report *r, stc_report_form form, const char *path);

/* Announce the number of tests. */
void stc_report_plan(stc_report *r, size_t tests);

/* The next tests are of this pack or script; the name must outlive them. */
void stc_report_suite(stc_report *r, const char *name);

/* Report a test that has just run; its time is that since the report before. */
void stc_report_case(stc_report *r, const stc_test_result *c);

/* Add lines about the suite as a whole; of JSON one line. */
void stc_report_note(stc_report *r, const char *text);

/* End the report; it says if the tests were stopped by Ctrl-C. False, and the
 * reason is printed, if it could not be written. */
bool stc_report_close(stc_report *r, bool is_stopped);

#endif
