/*
 * event_limit.c - the limit of events, and finding the period of an endless
 * loop.
 */
#include "play/execution/event_limit.h"

#include "play/execution/event.h"
#include "play/execution/frame.h"

/* The default limits. An event takes some ten steps, and programs do much
 * without an event, so the step limit is a multiple of the event limit and has
 * a minimum. */
#define DEFAULT_MAX_EVENTS (UINT64_C(1) << 20)
#define STEPS_PER_EVENT    16
#define MIN_STEP_LIMIT     (UINT64_C(1) << 20)

void st_event_limit_set(st_execution *exec, uint64_t events) {
  if (events == 0) events = DEFAULT_MAX_EVENTS;
  uint64_t steps = events < UINT64_MAX / STEPS_PER_EVENT
                       ? events * STEPS_PER_EVENT
                       : UINT64_MAX;
  exec->max_events = events;
  exec->max_steps = steps > MIN_STEP_LIMIT ? steps : MIN_STEP_LIMIT;
}

/* The period is looked for among the last PERIOD_WINDOW events, and must occur
 * PERIOD_REPEATS times. */
enum { PERIOD_WINDOW = 256, PERIOD_REPEATS = 3 };

/* The event `back` places before the last one. */
static const st_event *nth_event_back(const st_execution *exec, size_t back) {
  return &exec->events[exec->event_count - 1 - back];
}

static const st_program *program_that_made(const st_execution *exec,
                                           const st_event *event) {
  return event->maker_frame != 0 ? exec->frames[event->maker_frame - 1].program
                                 : NULL;
}

/* The number of events after which the same types by the same programs repeat;
 * 0: they do not repeat. */
static size_t find_period(const st_execution *exec) {
  size_t count =
      exec->event_count < PERIOD_WINDOW ? exec->event_count : PERIOD_WINDOW;
  for (size_t period = 1; period * PERIOD_REPEATS <= count; period++) {
    size_t back = 0;
    for (; back + period < period * PERIOD_REPEATS; back++) {
      const st_event *a = nth_event_back(exec, back);
      const st_event *b = nth_event_back(exec, back + period);
      if (a->type != b->type ||
          program_that_made(exec, a) != program_that_made(exec, b)) {
        break;
      }
    }
    if (back + period == period * PERIOD_REPEATS) return period;
  }
  return 0;
}

static void write_repeated_event(const st_execution *exec,
                                 const st_event *event, st_text *out) {
  strata_watcher_def by =
      st_watcher_def_of_program(exec->rules, program_that_made(exec, event));
  const char *def = st_rules_name(exec->rules, STRATA_NAME_WATCHER_DEF, by);
  st_text_add_str(out, " '");
  st_text_add_str(
      out, st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE, event->type));
  st_text_add_str(out, "'");
  if (!def) return;
  strata_watcher_role role = st_watcher_def_get(exec->rules, by)->role;
  st_text_add_str(out, role == STRATA_ROLE_TRIGGER ? " by trigger '" : " by '");
  st_text_add_str(out, def);
  st_text_add_str(out, "'");
}

strata_status st_event_limit_fail(st_execution *exec) {
  char bytes[160];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  bool events = st_execution_event_total(exec) > exec->max_events;
  uint64_t limit = events ? exec->max_events : exec->max_steps;
  size_t period = find_period(exec);
  for (size_t back = period; back-- > 0;) {
    write_repeated_event(exec, nth_event_back(exec, back), &text);
    if (back > 0) st_text_add_str(&text, ",");
  }
  return ST_ERROR(exec->error, STRATA_ELIMIT, 0, "it takes more than ",
                  st_number_format((int64_t)limit).text,
                  events ? " events" : " steps",
                  period ? "; again and again:" : ": it goes on and on",
                  st_text_get(&text));
}
