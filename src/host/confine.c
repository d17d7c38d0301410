/* SPDX-License-Identifier: MIT */
/* Giving up rights: limits everywhere, Landlock and seccomp where Linux has them. None of it needs
 * a privilege, so that it works in containers, too; whether the kernel knows it is found out by
 * asking. */
#define _GNU_SOURCE

#include "host/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__) && !defined(PTL_NO_KERNEL_HEADERS)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The address sanitizer takes address space by the terabyte. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* ---- Limits ---------------------------------------------------------------------------------- */

static bool set_limit(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit now, want = { soft, hard };

    if (getrlimit(what, &now) != 0)
        return false;
    if (now.rlim_max != RLIM_INFINITY && want.rlim_max > now.rlim_max)
        want.rlim_max = now.rlim_max; /* it can only be lowered */
    if (want.rlim_cur > want.rlim_max)
        want.rlim_cur = want.rlim_max;
    return setrlimit(what, &want) == 0 && getrlimit(what, &now) == 0 &&
           now.rlim_cur == want.rlim_cur; /* emulators say yes to all, and do some */
}

typedef struct footprint {
    uint64_t all, own; /* bytes of address space, and those of them that are written to */
} footprint;

/* What the process is already, with its libraries; a guess where there is no /proc. */
static footprint measure(void)
{
    unsigned long long all, own, page = (unsigned long long)sysconf(_SC_PAGESIZE);
    footprint          f    = { 256u << 20, 64u << 20 };
    FILE              *file = fopen("/proc/self/statm", "re");

    if (file && fscanf(file, "%llu %*u %*u %*u %*u %llu", &all, &own) == 2)
        f = (footprint){ all * page, own * page };
    if (file)
        fclose(file);
    return f;
}

static rlim_t sum(uint64_t a, uint64_t b)
{
    uint64_t all = a + b;

    return all < a || all > (rlim_t)-1 / 2 ? RLIM_INFINITY : (rlim_t)all;
}

/* Memory that is written to counts for one limit, all that is mapped for the other; the latter is
 * wider, because allocators map more than they use. */
static bool limit_memory(size_t memory, footprint now)
{
    rlim_t own   = sum(now.own, memory);
    rlim_t whole = sum(now.all, (uint64_t)memory + memory / 4 + (64u << 20));
    bool   data  = true;

    if (SANITIZED)
        return true;
#ifdef RLIMIT_DATA
    data = set_limit(RLIMIT_DATA, own, own);
#endif
    return set_limit(RLIMIT_AS, whole, whole) && data;
}

static bool limit_all(const ptl_confinement *to, footprint now)
{
    bool good = limit_memory(to->memory, now);

    good = set_limit(RLIMIT_CPU, to->seconds, (rlim_t)to->seconds + 1) && good;
    good = set_limit(RLIMIT_FSIZE, 0, 0) && good;
    good = set_limit(RLIMIT_CORE, 0, 0) && good;
#ifdef RLIMIT_NPROC
    good = set_limit(RLIMIT_NPROC, 0, 0) && good;
#endif
    return set_limit(RLIMIT_NOFILE, 0, 0) && good;
}

#if defined(__linux__) && !defined(PTL_NO_KERNEL_HEADERS)

/* ---- Landlock -------------------------------------------------------------------------------- */

/* Numbers and layout are those of the kernel, and the same on every machine; headers may be older
 * than the system. */
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, ASK_VERSION = 1 };

typedef struct ruleset {
    uint64_t files, network, scopes;
} ruleset;

/* What each version of Landlock can take away: bits of the kinds of access to files. */
static const uint64_t rights[] = { 0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff };

static bool forbid_files(void)
{
    long   version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    size_t known =
        version < (long)COUNT(rights) ? (size_t)(version > 0 ? version : 0) : COUNT(rights) - 1;
    ruleset all  = { .files = rights[known], .network = version >= 4 ? 3 : 0, .scopes = 3 };
    size_t  size = version >= 6 ? sizeof all : version >= 4 ? 16 : 8;
    long    rules;
    bool    good;

    if (version < 1 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    rules = syscall(CREATE_RULESET, &all, size, 0);
    if (rules < 0)
        return false;
    good = syscall(RESTRICT_SELF, rules, 0) == 0;
    close((int)rules);
    return good;
}

/* ---- seccomp --------------------------------------------------------------------------------- */

/* Machines whose calls were looked at; on others there is no list. (On s390x the arguments of mmap
 * are in memory, where a filter cannot see them.) All of these are little-endian. */
#if defined(__x86_64__) && !defined(__ILP32__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define MACHINE AUDIT_ARCH_I386
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifdef MACHINE

typedef enum verdict {
    ALLOW,
    REFUSE,   /* it is told that it may not: asked for by libraries that can do without */
    NO_CODE,  /* allowed, unless memory is to be run as code          */
    ONLY_SELF /* allowed, if this process is the first argument       */
} verdict;

typedef struct call {
    int     number;
    verdict is;
} call;

static const call calls[] = {
    { __NR_read, ALLOW },
    { __NR_write, ALLOW },
    { __NR_brk, ALLOW },
    { __NR_munmap, ALLOW },
    { __NR_mremap, ALLOW },
    { __NR_madvise, ALLOW },
#ifdef __NR_mmap2
    { __NR_mmap2, NO_CODE }, /* where the older call has its arguments in memory */
#else
    { __NR_mmap, NO_CODE },
#endif
    { __NR_mprotect, NO_CODE },
    { __NR_futex, ALLOW },
    { __NR_sched_yield, ALLOW },
    { __NR_getrandom, ALLOW },
    { __NR_clock_gettime, ALLOW },
    { __NR_gettimeofday, ALLOW },
#ifdef __NR_clock_gettime64
    { __NR_clock_gettime64, ALLOW },
    { __NR_futex_time64, ALLOW },
#endif
#ifdef __NR_time
    { __NR_time, ALLOW },
#endif
    { __NR_exit, ALLOW },
    { __NR_exit_group, ALLOW },
    { __NR_rt_sigreturn, ALLOW }, /* these are what abort does */
    { __NR_rt_sigprocmask, ALLOW },
    { __NR_rt_sigaction, ALLOW },
    { __NR_getpid, ALLOW },
    { __NR_gettid, ALLOW },
    { __NR_tgkill, ONLY_SELF },
    { __NR_openat, REFUSE },
    { __NR_readlinkat, REFUSE },
    { __NR_faccessat, REFUSE },
    { __NR_ioctl, REFUSE },
    { __NR_fstat, REFUSE },
    { __NR_statx, REFUSE },
    { __NR_lseek, REFUSE },
    { __NR_close, REFUSE },
    { __NR_sysinfo, REFUSE },
    { __NR_uname, REFUSE },
    { __NR_sched_getaffinity, REFUSE },
    { __NR_prlimit64, REFUSE },
    { __NR_sigaltstack, ALLOW },
#ifdef __NR_newfstatat
    { __NR_newfstatat, REFUSE },
#endif
#ifdef __NR_fstatat64
    { __NR_fstatat64, REFUSE },
    { __NR_fstat64, REFUSE },
#endif
#ifdef __NR_open /* newer machines have only the calls above */
    { __NR_open, REFUSE },
    { __NR_access, REFUSE },
    { __NR_readlink, REFUSE },
    { __NR_stat, REFUSE },
    { __NR_lstat, REFUSE },
#endif
};

enum { MOST = 8 + 5 * COUNT(calls) };

typedef struct filter {
    struct sock_filter step[MOST];
    unsigned short     count;
} filter;

static void add(filter *f, unsigned code, uint32_t value, unsigned yes, unsigned no)
{
    f->step[f->count++] = (struct sock_filter){ (uint16_t)code, (uint8_t)yes, (uint8_t)no, value };
}

static void answer(filter *f, uint32_t what)
{
    add(f, BPF_RET | BPF_K, what, 0, 0);
}

/* The lower half is enough: neither protections nor process numbers are longer. */
static void load_argument(filter *f, unsigned number)
{
    add(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offsetof(struct seccomp_data, args) + 8u * number),
        0, 0);
}

static void add_call(filter *f, const call *c)
{
    bool looks = c->is == NO_CODE || c->is == ONLY_SELF;

    add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)c->number, 0, looks ? 4 : 1);
    if (c->is == NO_CODE) {
        load_argument(f, 2);
        add(f, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1);
        answer(f, SECCOMP_RET_KILL_PROCESS);
    } else if (c->is == ONLY_SELF) {
        load_argument(f, 0);
        add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 1, 0);
        answer(f, SECCOMP_RET_KILL_PROCESS);
    }
    answer(f, c->is == REFUSE ? SECCOMP_RET_ERRNO | EACCES : SECCOMP_RET_ALLOW);
}

static bool forbid_calls(void)
{
    filter            f = { .count = 0 };
    struct sock_fprog program;

    add(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch), 0, 0);
    add(&f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    answer(&f, SECCOMP_RET_KILL_PROCESS);
    add(&f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
    for (size_t i = 0; i < COUNT(calls); i++)
        add_call(&f, &calls[i]);
    answer(&f, SECCOMP_RET_KILL_PROCESS);
    program = (struct sock_fprog){ .len = f.count, .filter = f.step };
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static bool forbid_calls(void)
{
    return false;
}

#endif

/* ---- The whole ------------------------------------------------------------------------------- */

static bool close_from(unsigned first)
{
#ifdef SYS_close_range
    return syscall(SYS_close_range, first, ~0u, 0) == 0;
#else
    (void)first;
    return false;
#endif
}

static void end_with_parent(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_DUMPABLE, 0);
}

#else

static bool close_from(unsigned first)
{
    (void)first;
    return false;
}

static void end_with_parent(void) {}

static bool forbid_files(void)
{
    return false;
}

static bool forbid_calls(void)
{
    return false;
}

#endif

void ptl_confine_alone(void)
{
    long most = sysconf(_SC_OPEN_MAX);

    if (!close_from(3))
        for (int file = 3; file < (most < 0 || most > 65536 ? 65536 : most); file++)
            close(file);
    end_with_parent();
}

/* In this order: what is measured is a file, and Landlock has a descriptor for a moment. */
unsigned ptl_confine(const ptl_confinement *to)
{
    footprint now  = measure();
    unsigned  held = 0;

    held |= forbid_files() ? PTL_CONFINED_FILES : 0;
    held |= limit_all(to, now) ? PTL_CONFINED_LIMITS : 0;
    return held | (forbid_calls() ? PTL_CONFINED_CALLS : 0);
}
