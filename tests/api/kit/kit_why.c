/* kit_why.c - see kit_why.h */
#include "kit_why.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1 << 16 };

/* Two texts, because one message may compare two explanations. Each thread has
 * its own, because threads/two_worlds explains values in several at once. */
static _Thread_local char texts[2][TEXT_MAX];
static _Thread_local int newest;

static char *begin_text(void) {
  newest = 1 - newest;
  texts[newest][0] = '\0';
  return texts[newest];
}

/* What does not fit is left out. */
__attribute__((format(printf, 2, 3))) static void add(char *text,
                                                      const char *format, ...) {
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text + used, TEXT_MAX - used, format, arguments);
  va_end(arguments);
}

const char *kit_why_text(const strata_why *why) {
  char *text = begin_text();
  for (size_t i = 0; i < strata_why_count(why); i++) {
    const strata_why_row *row = strata_why_get(why, i);
    add(text, "%s: %s (%s), %s by %s, timestamp %" PRIu64 ", %s %s: %s%s\n",
        row->layer_name, row->operand, row->formula,
        strata_why_step_text(row->step), row->effect_name, row->timestamp,
        strata_order_reason_text(row->because), row->waited_for,
        row->difference, row->taken_by);
  }
  return text;
}

const char *kit_event_why_text(const strata_event_why *why) {
  char *text = begin_text();
  for (size_t i = 0; i < strata_event_why_count(why); i++) {
    const strata_event_why_row *row = strata_event_why_get(why, i);
    add(text, "%s|%s|", strata_event_why_step_text(row->step), row->name);
    for (size_t f = 0; f < row->field_count; f++) {
      add(text, "%s: %s -> %s|", row->fields[f].name,
          row->fields[f].before_text, row->fields[f].after_text);
    }
    add(text, "%s\n", row->says);
  }
  return text;
}
