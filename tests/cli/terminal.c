/*
 * terminal.c - types into a program that believes to sit in a terminal.
 *
 * usage: terminal STEPS PROGRAM [ARGUMENT...]
 *
 * STEPS is a file with one step a line; # begins a comment.
 *   type TEXT   wait until it reads single keys, then press these; \r is the
 *               return key, \t tab, \x03 Ctrl-C
 *   press TEXT  press them at once
 *   see TEXT    wait until the program has written this, behind what the step
 *               before saw; cursor movements are left out, and colours are
 *               <bold>, <red> and <plain>
 *   exit N      wait for its end with this status
 * Nothing sleeps: a step waits for what it wants to see, ten seconds at most.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { SCREEN_MAX = 1 << 18, LINE_MAX_SIZE = 1024, PATIENCE_MS = 10000 };

typedef struct terminal {
  int master;
  pid_t child;
  size_t size, seen; /* of `screen`: written, and looked at */
  bool in_escape;    /* inside of ESC [ ... letter */
  char escape[16];   /* what stands there so far */
  size_t escape_size;
  char screen[SCREEN_MAX];
} terminal;

static long now_ms(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

static void start(terminal *t, char **argv) {
  const struct winsize size = {.ws_row = 40, .ws_col = 100};
  t->master = posix_openpt(O_RDWR | O_NOCTTY);
  if (t->master < 0 || grantpt(t->master) != 0 || unlockpt(t->master) != 0) {
    perror("terminal: posix_openpt");
    exit(1);
  }
  (void)ioctl(t->master, TIOCSWINSZ, &size);
  t->child = fork();
  if (t->child != 0) return;
  (void)setsid();
  const int slave = open(ptsname(t->master), O_RDWR);
  (void)ioctl(slave, TIOCSCTTY, 0);
  (void)dup2(slave, STDIN_FILENO);
  (void)dup2(slave, STDOUT_FILENO);
  (void)dup2(slave, STDERR_FILENO);
  (void)close(t->master);
  (void)execv(argv[0], argv);
  perror(argv[0]);
  _exit(127);
}

static void put(terminal *t, const char *text) {
  const size_t size = strlen(text);
  if (t->size + size >= SCREEN_MAX) return;
  memcpy(t->screen + t->size, text, size + 1);
  t->size += size;
}

/* An escape has ended: colours are told, all else is left out. */
static void end_escape(terminal *t) {
  static const char *const colors[][2] = {
      {"[1m", "<bold>"}, {"[31m", "<red>"}, {"[0m", "<plain>"}};
  t->in_escape = false;
  t->escape[t->escape_size] = '\0';
  for (size_t i = 0; i < sizeof colors / sizeof colors[0]; i++) {
    if (strcmp(t->escape, colors[i][0]) == 0) put(t, colors[i][1]);
  }
}

/* Keep printable bytes and newlines. */
static void keep(terminal *t, char byte) {
  const bool is_letter =
      (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
  if (t->in_escape) {
    if (t->escape_size + 1 < sizeof t->escape) {
      t->escape[t->escape_size++] = byte;
    }
    if (is_letter) end_escape(t);
  } else if (byte == '\033') {
    t->in_escape = true;
    t->escape_size = 0;
  } else if (byte == '\n' || (unsigned char)byte >= ' ') {
    const char text[2] = {byte, '\0'};
    put(t, text);
  }
}

/* Read what there is, waiting up to `wait_ms`; false once nothing can come. */
static bool receive(terminal *t, int wait_ms) {
  char bytes[4096];
  struct pollfd want = {.fd = t->master, .events = POLLIN};
  if (poll(&want, 1, wait_ms) <= 0) return true;
  const ssize_t count = read(t->master, bytes, sizeof bytes);
  if (count <= 0) return false;
  for (ssize_t i = 0; i < count; i++) {
    keep(t, bytes[i]);
  }
  return true;
}

static bool see(terminal *t, const char *text) {
  const long end = now_ms() + PATIENCE_MS;
  bool is_open = true;
  for (;;) {
    const char *at = strstr(t->screen + t->seen, text);
    if (at != NULL) {
      t->seen = (size_t)(at - t->screen) + strlen(text);
      return true;
    }
    if (!is_open || now_ms() > end) return false;
    is_open = receive(t, 50);
  }
}

static bool ends_with(terminal *t, int wanted) {
  const long end = now_ms() + PATIENCE_MS;
  int status = 0;
  while (waitpid(t->child, &status, WNOHANG) == 0) {
    if (now_ms() > end) return false;
    if (!receive(t, 20)) (void)usleep(1000);
  }
  t->child = 0;
  return WIFEXITED(status) && WEXITSTATUS(status) == wanted;
}

/* Replace escapes in place; returns the size. */
static size_t unescape(char *text) {
  size_t size = 0;
  for (const char *at = text; *at != '\0';) {
    unsigned code = 0;
    int length = 0;
    if (at[0] == '\\' && at[1] == 'r') {
      text[size++] = '\r';
      at += 2;
    } else if (at[0] == '\\' && at[1] == 't') {
      text[size++] = '\t';
      at += 2;
    } else if (sscanf(at, "\\x%2x%n", &code, &length) == 1) {
      text[size++] = (char)code;
      at += length;
    } else {
      text[size++] = *at++;
    }
  }
  return size;
}

/* A line editor switches off that the kernel collects lines. */
static bool reads_keys(terminal *t) {
  const long end = now_ms() + PATIENCE_MS;
  struct termios mode;
  while (now_ms() < end) {
    if (tcgetattr(t->master, &mode) != 0) return false;
    if ((mode.c_lflag & ICANON) == 0) return true;
    if (!receive(t, 1)) return false;
  }
  return false;
}

static bool press(const terminal *t, char *text) {
  const size_t size = unescape(text);
  return write(t->master, text, size) == (ssize_t)size;
}

/* True if the step did what it should. */
static bool do_step(terminal *t, char *step) {
  if (step[0] == '#' || step[0] == '\0') return true;
  if (strncmp(step, "press ", 6) == 0) return press(t, step + 6);
  if (strncmp(step, "type ", 5) == 0) {
    return reads_keys(t) && press(t, step + 5);
  }
  if (strncmp(step, "see ", 4) == 0) return see(t, step + 4);
  if (strncmp(step, "exit ", 5) == 0) return ends_with(t, atoi(step + 5));
  return false;
}

static bool play(terminal *t, FILE *steps, const char *name) {
  char line[LINE_MAX_SIZE];
  char shown[LINE_MAX_SIZE];
  for (int number = 1; fgets(line, sizeof line, steps) != NULL; number++) {
    line[strcspn(line, "\n")] = '\0';
    (void)snprintf(shown, sizeof shown, "%s", line);
    if (!do_step(t, line)) {
      (void)fprintf(stderr, "%s:%d: failed: %s\nthe terminal shows:\n%s\n",
                    name, number, shown, t->screen);
      return false;
    }
  }
  return true;
}

int main(int argc, char **argv) {
  static terminal t;
  if (argc < 3) {
    (void)fprintf(stderr, "usage: terminal STEPS PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  FILE *steps = fopen(argv[1], "r");
  if (steps == NULL) {
    perror(argv[1]);
    return 2;
  }
  start(&t, argv + 2);
  const bool is_ok = play(&t, steps, argv[1]);
  (void)fclose(steps);
  if (t.child > 0) (void)kill(t.child, SIGKILL);
  return is_ok ? 0 : 1;
}
