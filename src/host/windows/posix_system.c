/* SPDX-License-Identifier: MIT */
/* The machine, the console, and texts that are written like files. */
#define _CRT_RAND_S
#include "host/windows/wide.h"

/* ---- The machine ----------------------------------------------------------------------------- */

long ptl_posix_sysconf(int what)
{
    SYSTEM_INFO is;

    (void)what;
    GetSystemInfo(&is);
    return (long)is.dwNumberOfProcessors;
}

/* By a name that the C library's own rand_s uses, too. */
BOOLEAN NTAPI SystemFunction036(void *out, ULONG size);

int ptl_posix_getentropy(void *out, size_t size)
{
    if (size <= 256 && SystemFunction036(out, (ULONG)size))
        return 0;
    errno = EIO;
    return -1;
}

int ptl_posix_ioctl(int file, int what, struct winsize *out)
{
    CONSOLE_SCREEN_BUFFER_INFO is;

    (void)what;
    if (!GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(file), &is)) {
        errno = ENOTTY;
        return -1;
    }
    out->ws_col = (unsigned short)(is.srWindow.Right - is.srWindow.Left + 1);
    out->ws_row = (unsigned short)(is.srWindow.Bottom - is.srWindow.Top + 1);
    return 0;
}

/* ---- What ends a program --------------------------------------------------------------------- */

static void (*handlers[32])(int number);

/* Called by a thread of the system. */
static BOOL WINAPI on_console(DWORD what)
{
    int number = what == CTRL_C_EVENT ? SIGINT : what == CTRL_BREAK_EVENT ? SIGTERM : SIGHUP;

    if (!handlers[number])
        return FALSE;
    handlers[number](number);
    return TRUE;
}

int ptl_posix_sigaction(int number, const struct ptl_posix_sigaction *action,
                        struct ptl_posix_sigaction *before)
{
    if (before)
        *before = (struct ptl_posix_sigaction){ .sa_handler = handlers[number] };
    if (action) {
        handlers[number] = action->sa_handler;
        SetConsoleCtrlHandler(on_console, TRUE);
    }
    return 0;
}

/* Programs that are ended from the console say so by this number. */
void ptl_posix_end(int number)
{
    (void)number;
    ExitProcess(0xC000013A);
}

void ptl_posix_pause(void)
{
    Sleep(INFINITE);
}

int ptl_posix_nap(int milliseconds)
{
    Sleep((DWORD)milliseconds);
    return 0;
}

/* ---- Memory as a file ------------------------------------------------------------------------ */

typedef struct memory_file { /* a file without a name, whose content is asked for when it is closed
                              */
    struct memory_file *next;
    FILE               *file;
    char              **out;
    size_t             *size;
} memory_file;

static memory_file    *memory_files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static FILE *open_nameless(void)
{
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 16];
    HANDLE  file;
    int     number;

    if (GetTempPathW(MAX_PATH, folder) == 0 || GetTempFileNameW(folder, L"ptl", 0, path) == 0)
        return NULL;
    file = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
                       FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    number = _open_osfhandle((intptr_t)file, _O_BINARY | _O_RDWR);
    if (number < 0)
        CloseHandle(file);
    return number < 0 ? NULL : _fdopen(number, "w+b");
}

FILE *ptl_posix_open_memstream(char **out, size_t *size)
{
    memory_file *made = calloc(1, sizeof *made);

    *out  = NULL;
    *size = 0;
    if (!made)
        return NULL;
    *made = (memory_file){ .file = open_nameless(), .out = out, .size = size };
    if (!made->file) {
        free(made);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    made->next   = memory_files;
    memory_files = made;
    pthread_mutex_unlock(&lock);
    return made->file;
}

static memory_file *take(FILE *file)
{
    memory_file *found, **at = &memory_files;

    pthread_mutex_lock(&lock);
    while (*at && (*at)->file != file)
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&lock);
    return found;
}

static bool give(const memory_file *m)
{
    int64_t size = fflush(m->file) == 0 && !ferror(m->file) ? _ftelli64(m->file) : -1;
    char   *data = size >= 0 ? malloc((size_t)size + 1) : NULL;

    if (!data)
        return false;
    rewind(m->file);
    if (fread(data, 1, (size_t)size, m->file) != (size_t)size) {
        free(data);
        return false;
    }
    data[size] = 0;
    *m->out    = data;
    *m->size   = (size_t)size;
    return true;
}

#undef fclose

int ptl_posix_fclose(FILE *file)
{
    memory_file *m     = take(file);
    bool         given = !m || give(m);
    int          wrong = fclose(file);

    free(m);
    return given ? wrong : EOF;
}

char *ptl_posix_strndup(const char *text, size_t size)
{
    size_t length = strnlen(text, size);
    char  *copy   = malloc(length + 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}
