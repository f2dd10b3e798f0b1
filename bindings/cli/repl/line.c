/*
 * line.c - lines of input.
 *
 * On a terminal libedit edits lines and keeps the history in a file; from a
 * pipe they are read as they come. libedit's own interface (histedit.h) is used
 * instead of its imitation of readline, as it lets the program wait for keys
 * itself, and so notice Ctrl-C however fast it comes.
 */
#include "cli/repl/line.h"

#include "cli/common/paths.h"
#include "cli/common/safe_text.h"
#include "cli/common/terminal.h"
#include "cli/common/vm_host.h"
#include "cli/repl/complete.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY_MAX = 1000 };

struct stc_line {
  lua_State *L;
  EditLine *editor; /* NULL: plain reading */
  History *history; /* with an editor */
  stc_path file;    /* of the history; empty if it is not kept */
  char prompt[16];
  bool terminal;
  unsigned width; /* of the window, as told to the editor */
  char *buffer;   /* of plain reading */
  size_t capacity;
};

static char *prompt_of(EditLine *editor) {
  stc_line *line = NULL;
  static char none[] = "";
  if (el_get(editor, EL_CLIENTDATA, &line) != 0 || line == NULL) return none;
  return line->prompt;
}

static void open_history(stc_line *line) {
  HistEvent event;
  line->history = history_init();
  if (line->history == NULL) return;
  (void)history(line->history, &event, H_SETSIZE, HISTORY_MAX);
  (void)history(line->history, &event, H_SETUNIQUE, 1);
  if (!stc_path_history(&line->file)) line->file.at[0] = '\0';
  if (line->file.at[0] != '\0') {
    (void)history(line->history, &event, H_LOAD, line->file.at);
  }
  (void)el_set(line->editor, EL_HIST, history, line->history);
}

/* Tell the editor a new size of the window before it handles the next key, as
 * it draws a line by where its rows end. The terminal has broken the line into
 * other rows already: find the first of them by the new width, and draw all
 * again from there. */
static void follow_window(EditLine *editor) {
  stc_line *line = NULL;
  const unsigned width = stc_terminal_width();
  if (el_get(editor, EL_CLIENTDATA, &line) != 0 || line->width == width) return;
  line->width = width;
  if (width == 0) return;
  const LineInfoW *at = el_wline(editor);
  const size_t before =
      strlen(line->prompt) + (size_t)(at->cursor - at->buffer);
  el_resize(editor);
  (void)fputc('\r', stdout);
  if (before >= width) (void)fprintf(stdout, "\033[%zuA", before / width);
  (void)fputs("\033[J", stdout);
  (void)el_set(editor, EL_REFRESH);
}

/* One character from the terminal, as libedit wants it: 1, 0 at the end. */
static int read_terminal_key(EditLine *editor, wchar_t *out) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (;;) {
    char byte = 0;
    if (!stc_host_wait_for_input(STDIN_FILENO)) {
      errno = EINTR;
      return -1;
    }
    const ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count <= 0) return (int)count;
    follow_window(editor);
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): this program has one thread */
    const size_t used = mbrtowc(out, &byte, 1, &state);
    if (used == (size_t)-1) *out = L'?';
    if (used != (size_t)-2) return 1;
  }
}

static bool is_indent(const char *text, const char *end) {
  while (text < end && (*text == ' ' || *text == '\t')) {
    text++;
  }
  return text == end;
}

/* The tab key. At the beginning of a line it indents, as in pasted text. */
static unsigned char complete_at_cursor(EditLine *editor, int key) {
  (void)key;
  stc_line *line = NULL;
  stc_completion found;
  const LineInfo *at = el_line(editor);
  if (el_get(editor, EL_CLIENTDATA, &line) != 0) return CC_ERROR;
  if (is_indent(at->buffer, at->cursor)) {
    return el_insertstr(editor, "  ") == 0 ? CC_REFRESH : CC_ERROR;
  }
  stc_complete(line->L, at->buffer, (size_t)(at->cursor - at->buffer), &found);
  if (found.choices.size > 0) {
    stc_print(stdout, "\n%s\n", found.choices.at);
    return CC_REDISPLAY;
  }
  if (found.insert[0] == '\0') return CC_ERROR;
  return el_insertstr(editor, found.insert) == 0 ? CC_REFRESH : CC_ERROR;
}

static void open_editor(stc_line *line) {
  line->editor = el_init("strata", stdin, stdout, stderr);
  if (line->editor == NULL) return;
  (void)el_set(line->editor, EL_CLIENTDATA, line);
  line->width = stc_terminal_width();
  (void)el_set(line->editor, EL_PROMPT, prompt_of);
  (void)el_set(line->editor, EL_EDITOR, "emacs");
  (void)el_set(line->editor, EL_SIGNAL, 0);
  (void)el_wset(line->editor, EL_GETCFN, read_terminal_key);
  (void)el_set(line->editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
  /* el_set would copy the two texts and never free them. */
  (void)el_wset(line->editor, EL_ADDFN, L"strata-complete", L"Complete a name",
                complete_at_cursor);
  (void)el_set(line->editor, EL_BIND, "^I", "strata-complete", NULL);
  open_history(line);
  (void)el_source(line->editor, NULL);
}

stc_line *stc_line_new(lua_State *L) {
  stc_line *line = calloc(1, sizeof *line);
  if (line == NULL) return NULL;
  line->L = L;
  line->terminal = isatty(STDIN_FILENO) != 0;
  const char *kind = stc_environment("TERM");
  if (line->terminal && isatty(STDOUT_FILENO) != 0 && kind != NULL &&
      strcmp(kind, "dumb") != 0) {
    open_editor(line);
  }
  return line;
}

void stc_line_free(stc_line *line) {
  if (line == NULL) return;
  if (line->history != NULL) history_end(line->history);
  if (line->editor != NULL) el_end(line->editor);
  free(line->buffer);
  free(line);
}

bool stc_line_is_terminal(const stc_line *line) {
  return line->terminal;
}

bool stc_line_has_more(const stc_line *line) {
  enum { WAIT_MS = 40 };
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  return line->terminal && poll(&input, 1, WAIT_MS) > 0;
}

/* Lines are saved as they are entered: a session that is killed keeps them. */
static void save_history_line(stc_line *line, const char *text) {
  HistEvent event;
  if (line->history == NULL || text[strspn(text, " \t\n")] == '\0') return;
  (void)history(line->history, &event, H_ENTER, text);
  if (line->file.at[0] != '\0') {
    (void)history(line->history, &event, H_SAVE, line->file.at);
  }
}

static stc_input read_edited(stc_line *line, const char **text, size_t *size) {
  int count = 0;
  errno = 0;
  const char *got = el_gets(line->editor, &count);
  if (got == NULL || count <= 0) {
    if (errno != EINTR) return STC_INPUT_END;
    stc_print(stdout, "^C\n");
    el_reset(line->editor);
    return STC_INPUT_CANCEL;
  }
  save_history_line(line, got);
  *text = got;
  *size = (size_t)count;
  return STC_INPUT_LINE;
}

static stc_input read_plain(stc_line *line, const char **text, size_t *size) {
  if (line->terminal) stc_print(stdout, "%s", line->prompt);
  (void)fflush(stdout);
  /* Only of a terminal: a pipe's next line may be in stdin's buffer already. */
  if (line->terminal && !stc_host_wait_for_input(STDIN_FILENO)) {
    stc_print(stdout, "\n");
    return STC_INPUT_CANCEL;
  }
  errno = 0;
  const ssize_t count = getline(&line->buffer, &line->capacity, stdin);
  if (count < 0) {
    if (errno != EINTR) return STC_INPUT_END;
    clearerr(stdin);
    return STC_INPUT_CANCEL;
  }
  *text = line->buffer;
  *size = (size_t)count;
  return STC_INPUT_LINE;
}

static bool is_line_end(char byte) {
  return byte == '\n' || byte == '\r';
}

stc_input stc_line_read(stc_line *line, const char *prompt, const char **text,
                        size_t *size) {
  (void)snprintf(line->prompt, sizeof line->prompt, "%s", prompt);
  const stc_input got = line->editor != NULL ? read_edited(line, text, size)
                                             : read_plain(line, text, size);
  if (got != STC_INPUT_LINE) return got;
  while (*size > 0 && is_line_end((*text)[*size - 1])) {
    *size -= 1;
  }
  return got;
}
