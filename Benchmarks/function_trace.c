/* SPDX-License-Identifier: MIT
 * Finds out which functions of a program are called, by it and by the processes that it forks.
 *
 *     function_trace FUNCTIONS FOUND COMMAND [ARGUMENT…]
 *
 * FUNCTIONS has the address of each function in a line, in hexadecimal numbers; the program lies at a fixed address. The
 * addresses of those that are called go to FOUND, in the order of their first calls, behind how many forks the process is from the
 * command: 2 or more, where it is the child of a worker. These are looked at anew, so what such a child calls is there, even if its
 * parent has called it before. A breakpoint stands at the beginning of each function until it is called: so the command takes little
 * longer than by itself. For x86_64 and aarch64. */
#include <elf.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
/** The code of a breakpoint. */
typedef unsigned char breakpoint;
static const breakpoint BREAKPOINT = 0xcc;
/** The register with the place in the code, and how far behind a breakpoint it is. */
#define PLACE(registers) ((registers).rip)
enum { BEHIND = 1 };
#elif defined(__aarch64__)
typedef uint32_t breakpoint;
static const breakpoint BREAKPOINT = 0xd4200000;
#define PLACE(registers) ((registers).pc)
enum { BEHIND = 0 };
#else
#error "which code is a breakpoint on this processor?"
#endif

/** A function, and the beginning of its code. */
struct function {
    unsigned long address;
    breakpoint code;
    /** Whether the command or a worker has called it, and whether a child of a worker has. */
    unsigned char is_found[2];
};

/** A process that has begun, and how many forks it is from the command. */
struct process {
    pid_t id;
    int depth;
};

static struct process processes[1024];
static size_t process_count;

static struct function *functions;
static size_t count;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int compare(const void *left, const void *right) {
    unsigned long one = ((const struct function *)left)->address, other = ((const struct function *)right)->address;
    return (one > other) - (one < other);
}

static void read_functions(const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) fail(path);
    size_t capacity = 0;
    unsigned long address = 0;
    while (fscanf(file, "%lx", &address) == 1) {
        if (count == capacity) {
            capacity = capacity == 0 ? 1024 : 2 * capacity;
            functions = realloc(functions, capacity * sizeof *functions);
            if (functions == NULL) fail("realloc");
        }
        functions[count++] = (struct function){.address = address};
    }
    fclose(file);
    qsort(functions, count, sizeof *functions, compare);
}

/** Puts a breakpoint at each function of a process that has not begun yet: of the command, whose code is read before, or of a child of
 *  a worker. */
static void set_breakpoints(pid_t process, int is_first) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    int memory = open(path, O_RDWR);
    if (memory == -1) fail(path);
    for (size_t index = 0; index < count; index += 1) {
        struct function *function = &functions[index];
        /* Of two with one address, the second would keep the breakpoint as its code. */
        if (index > 0 && function[-1].address == function->address) continue;
        ssize_t size = sizeof BREAKPOINT;
        if (is_first && pread(memory, &function->code, (size_t)size, (off_t)function->address) != size) fail("pread");
        if (pwrite(memory, &BREAKPOINT, (size_t)size, (off_t)function->address) != size) fail("pwrite");
    }
    close(memory);
}

/** How many forks a process is from the command; one that is new gets its breakpoints. */
static int depth_of(pid_t id) {
    for (size_t index = 0; index < process_count; index += 1)
        if (processes[index].id == id) return processes[index].depth;
    char path[64], line[256];
    int parent = 0, depth = 0;
    snprintf(path, sizeof path, "/proc/%d/status", id);
    FILE *file = fopen(path, "r");
    if (file == NULL) fail(path);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "PPid: %d", &parent) == 1) break;
    fclose(file);
    for (size_t index = 0; index < process_count; index += 1)
        if (processes[index].id == parent) depth = processes[index].depth + 1;
    if (process_count < sizeof processes / sizeof *processes) processes[process_count++] = (struct process){id, depth};
    if (depth >= 2) set_breakpoints(id, 0);
    return depth;
}

/** Takes the breakpoint out at which a process stands, if it stands at one. */
static void pass(pid_t process, FILE *found) {
    struct user_regs_struct registers;
    struct iovec all = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, process, (void *)NT_PRSTATUS, &all) == -1) return;
    struct function key = {.address = PLACE(registers) - BEHIND};
    struct function *function = bsearch(&key, functions, count, sizeof *functions, compare);
    if (function == NULL) return;
    while (function > functions && function[-1].address == function->address) function -= 1;
    unsigned long word = ptrace(PTRACE_PEEKTEXT, process, function->address, NULL);
    /* Both processors have the first byte in the lowest bits. */
    ptrace(PTRACE_POKETEXT, process, function->address, (word & ~(unsigned long)(breakpoint)-1) | function->code);
    PLACE(registers) -= BEHIND;
    ptrace(PTRACE_SETREGSET, process, (void *)NT_PRSTATUS, &all);
    int depth = depth_of(process);
    if (!function->is_found[depth >= 2]) fprintf(found, "%d %lx\n", depth, function->address);
    function->is_found[depth >= 2] = 1;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: function_trace FUNCTIONS FOUND COMMAND [ARGUMENT…]\n");
        return 2;
    }
    read_functions(argv[1]);
    FILE *found = fopen(argv[2], "w");
    if (found == NULL) fail(argv[2]);
    pid_t root = fork();
    if (root == -1) fail("fork");
    if (root == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(argv[3], argv + 3);
        fail(argv[3]);
    }
    int status = 0;
    waitpid(root, &status, 0);
    ptrace(PTRACE_SETOPTIONS, root, NULL,
           PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL);
    set_breakpoints(root, 1);
    processes[process_count++] = (struct process){root, 0};
    ptrace(PTRACE_CONT, root, NULL, 0);
    pid_t process = 0;
    while ((process = waitpid(-1, &status, __WALL)) > 0) {
        if (!WIFSTOPPED(status)) {
            if (process == root) break;
            continue;
        }
        int signal = WSTOPSIG(status);
        depth_of(process);
        /* A fork is reported by a trap as well, with a number above the signal's; and each child begins with a stop. */
        if (signal == SIGTRAP && status >> 16 == 0) pass(process, found);
        ptrace(PTRACE_CONT, process, NULL, signal == SIGTRAP || signal == SIGSTOP ? 0 : signal);
    }
    fclose(found);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
