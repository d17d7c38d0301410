/* SPDX-License-Identifier: MIT */
/* What the rest of the sources knows from POSIX, on Windows. A build for Windows includes this in
 * front of every source, so that none of them has to know where it is. Paths are UTF-8 with
 * slashes, as everywhere; here they become UTF-16, and long ones get the spelling that has no
 * limit. Files are bytes, never texts. */
#ifndef PTL_WINDOWS_POSIX_H
#define PTL_WINDOWS_POSIX_H

#define __USE_MINGW_ANSI_STDIO 1
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#undef PATH_MAX
#define PATH_MAX 4096
#ifndef NAME_MAX
#define NAME_MAX 255
#endif

#define tell ptl_posix_tell /* a name that <io.h> takes, and functions of ours have */

/* ---- What a file is -------------------------------------------------------------------------- */

typedef unsigned uid_t, gid_t;
typedef uint64_t sigset_t;

#define dev_t uint64_t
#define ino_t uint64_t /* those of the C library have 16 bits, and hold nothing */

struct ptl_posix_stat {
    dev_t    st_dev;
    ino_t    st_ino;
    unsigned st_mode;
    uid_t    st_uid;
    gid_t    st_gid;
    int64_t  st_size;
};

int ptl_posix_stat(const char *path, struct ptl_posix_stat *out);
int ptl_posix_lstat(const char *path, struct ptl_posix_stat *out);
int ptl_posix_fstat(int file, struct ptl_posix_stat *out);

#undef stat
#undef fstat
#define stat ptl_posix_stat
#define lstat ptl_posix_lstat
#define fstat ptl_posix_fstat

#ifndef S_IFLNK
#define S_IFLNK 0xA000
#endif
#define S_ISLNK(mode) (((mode)&0xF000) == S_IFLNK)
#define S_ISSOCK(mode) ((void)(mode), 0)

/* ---- Files and folders ----------------------------------------------------------------------- */

#define O_CLOEXEC _O_NOINHERIT
#define O_NONBLOCK 0 /* no pipe has a name that a file could have */
#define O_NOCTTY 0
#define O_DIRECTORY 0
#define F_GETFD 1

ssize_t ptl_posix_read(int file, void *to, size_t size);
ssize_t ptl_posix_write(int file, const void *from, size_t size);
int     ptl_posix_open(const char *path, int how, ...);
FILE   *ptl_posix_fopen(const char *path, const char *mode);
int     ptl_posix_unlink(const char *path);
int     ptl_posix_rename(const char *from, const char *to);
int     ptl_posix_link(const char *from, const char *to);
int     ptl_posix_access(const char *path, int how);
int     ptl_posix_mkdir(const char *path, unsigned mode);
int     ptl_posix_rmdir(const char *path);
ssize_t ptl_posix_readlink(const char *path, char *out, size_t size);
char   *ptl_posix_realpath(const char *path, char *out);
char   *ptl_posix_mkdtemp(char *path);
int     ptl_posix_fsync(int file);
int     ptl_posix_fchmod(int file, unsigned mode);
int     ptl_posix_fchown(int file, uid_t owner, gid_t group);
int     ptl_posix_fcntl(int file, int what);

#define read ptl_posix_read
#define write ptl_posix_write
#define open ptl_posix_open
#define fopen ptl_posix_fopen
#define unlink ptl_posix_unlink
#define rename ptl_posix_rename
#define link ptl_posix_link
#define access ptl_posix_access
#define mkdir ptl_posix_mkdir
#define rmdir ptl_posix_rmdir
#define readlink ptl_posix_readlink
#define realpath ptl_posix_realpath
#define mkdtemp ptl_posix_mkdtemp
#define fsync ptl_posix_fsync
#define fchmod ptl_posix_fchmod
#define fchown ptl_posix_fchown
#define fcntl ptl_posix_fcntl

typedef struct ptl_posix_folder ptl_posix_folder;

struct ptl_posix_dirent {
    char d_name[1024];
};

ptl_posix_folder        *ptl_posix_opendir(const char *path);
struct ptl_posix_dirent *ptl_posix_readdir(ptl_posix_folder *folder);
int                      ptl_posix_closedir(ptl_posix_folder *folder);

#define DIR ptl_posix_folder
#define dirent ptl_posix_dirent
#define opendir ptl_posix_opendir
#define readdir ptl_posix_readdir
#define closedir ptl_posix_closedir

/* ---- Memory as a file ------------------------------------------------------------------------ */

FILE *ptl_posix_open_memstream(char **out, size_t *size);
int   ptl_posix_fclose(FILE *file);
char *ptl_posix_strndup(const char *text, size_t size);

#define open_memstream ptl_posix_open_memstream
#define fclose ptl_posix_fclose
#define strndup ptl_posix_strndup

/* ---- The machine ----------------------------------------------------------------------------- */

enum { _SC_NPROCESSORS_ONLN = 1 };

long ptl_posix_sysconf(int what);
int  ptl_posix_getentropy(void *out, size_t size);

#define sysconf ptl_posix_sysconf
#define getentropy ptl_posix_getentropy

#ifndef TIME_UTC
#define TIME_UTC 1
#define timespec_get(out, base) clock_gettime(CLOCK_REALTIME, out)
#endif

struct winsize {
    unsigned short ws_row, ws_col;
};

enum { TIOCGWINSZ = 1 };

int ptl_posix_ioctl(int file, int what, struct winsize *out);

#define ioctl ptl_posix_ioctl

/* ---- What ends a program: the console, instead of signals ------------------------------------ */

#define SIGHUP 1
#define SIGPIPE 13
#define SIGXFSZ 25

struct ptl_posix_sigaction {
    void (*sa_handler)(int number);
    sigset_t sa_mask;
};

int  ptl_posix_sigaction(int number, const struct ptl_posix_sigaction *action,
                         struct ptl_posix_sigaction *before);
void ptl_posix_end(int number);
void ptl_posix_pause(void);
int  ptl_posix_nap(int milliseconds);

#define sigaction ptl_posix_sigaction
#define raise(number) ptl_posix_end(number)
#define pause ptl_posix_pause
#define poll(list, count, milliseconds) ptl_posix_nap(milliseconds)
#define sigemptyset(set) (*(set) = 0)
#define sigaddset(set, number) (*(set) |= (sigset_t)1 << (number))
#undef pthread_sigmask
#define pthread_sigmask(how, set, before) ((void)(set))

/* ---- Other programs: there are none ---------------------------------------------------------- */

#define WIFEXITED(state) ((void)(state), 0)
#define WEXITSTATUS(state) ((void)(state), 0)
#define pipe(ends) (errno = ENOSYS, (ends)[0] = (ends)[1] = -1)
#define fork() (-1)
#define unsetenv(name) _putenv_s(name, "")
#define waitpid(child, state, how) (errno = ECHILD, -1)
#define posix_spawnp(child, name, files, how, words, environment)                                  \
    ((void)(child), (void)(words), ENOSYS)

#endif
