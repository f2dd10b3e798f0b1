/* explanation_text.h - an explanation as text, in columns, and as JSON. */
#ifndef STRATA_PLAY_ACTION_EXPLANATION_TEXT_H
#define STRATA_PLAY_ACTION_EXPLANATION_TEXT_H

#include "play/action/event_explanation.h"

/* Write all rows as text and as JSON. `row` of action `action` is the row of
 * the log that was asked about. */
strata_status st_explanation_text_write(strata_event_why *why,
                                        st_execution *exec, uint64_t row,
                                        uint64_t action);

#endif
