/* The control of the benches: a command run by posix_spawn with one pipe and nothing else.
 * usage: control ROUNDS COMMAND — prints for each round the microseconds to its first byte, to its
 * end, and the bytes that it printed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static char buffer[1 << 16];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    char *command[] = {"bash", "-c", arguments[2], NULL};
    for (int round = 0; round < atoi(arguments[1]); round++) {
        int ends[2];
        pid_t pid;
        posix_spawn_file_actions_t actions;
        double begun = now(), first = 0;
        long long sum = 0;
        ssize_t length;
        if (pipe2(ends, O_CLOEXEC)) return 1;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        if (posix_spawn(&pid, "/bin/bash", &actions, NULL, command, environ)) return 1;
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        while ((length = read(ends[0], buffer, sizeof buffer)) > 0) {
            if (first == 0) first = now();
            sum += length;
        }
        close(ends[0]);
        waitpid(pid, NULL, 0);
        printf("%.1f %.1f %lld\n", first - begun, now() - begun, sum);
    }
    return 0;
}
