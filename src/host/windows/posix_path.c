/* SPDX-License-Identifier: MIT */
/* Paths and files: UTF-8 outside, UTF-16 to the system. */
#include "host/windows/wide.h"

#include <share.h>
#include <stdarg.h>
#include <wchar.h>

/* ---- Names ----------------------------------------------------------------------------------- */

int ptl_wide_fault(void)
{
    static const struct {
        DWORD system;
        int   error;
    } known[] = {
        { ERROR_FILE_NOT_FOUND, ENOENT },      { ERROR_PATH_NOT_FOUND, ENOENT },
        { ERROR_INVALID_NAME, ENOENT },        { ERROR_BAD_PATHNAME, ENOENT },
        { ERROR_ACCESS_DENIED, EACCES },       { ERROR_SHARING_VIOLATION, EBUSY },
        { ERROR_ALREADY_EXISTS, EEXIST },      { ERROR_FILE_EXISTS, EEXIST },
        { ERROR_DIR_NOT_EMPTY, ENOTEMPTY },    { ERROR_DISK_FULL, ENOSPC },
        { ERROR_NOT_ENOUGH_MEMORY, ENOMEM },   { ERROR_DIRECTORY, ENOTDIR },
        { ERROR_NOT_SAME_DEVICE, EXDEV },      { ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
        { ERROR_TOO_MANY_OPEN_FILES, EMFILE }, { ERROR_WRITE_PROTECT, EROFS },
    };
    DWORD now = GetLastError();

    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].system == now)
            errno = known[i].error;
    return -1;
}

static bool is_slash(wchar_t c)
{
    return c == L'/' || c == L'\\';
}

/* The system would take these for something else than a file below the folder in front: streams
 * beside a file, patterns, and what else it does not allow in names. A drive may stand in front,
 * with a slash behind it: without, what it means depends on who asks. */
static bool has_strange(const wchar_t *path)
{
    const wchar_t *from = path[0] && path[1] == L':' && is_slash(path[2]) ? path + 2 : path;

    for (; *from; from++)
        if (*from < 32 || wcschr(L"<>:\"|?*", *from))
            return true;
    return false;
}

/* A dot or a blank at the end of a name is left out by the system, so that it means another file;
 * "." and ".." are meant. */
static bool has_loose_end(const wchar_t *path)
{
    const wchar_t *part = path;

    for (const wchar_t *at = path;; at++) {
        if (!is_slash(*at) && *at)
            continue;
        if (at > part && (at[-1] == L'.' || at[-1] == L' ') &&
            wcsncmp(part, L"..", (size_t)(at - part)) != 0)
            return true;
        if (!*at)
            return false;
        part = at + 1;
    }
}

/* Devices have names in every folder, with any extension. */
static bool is_device(const wchar_t *path)
{
    static const wchar_t *const names[] = { L"CON", L"PRN", L"AUX", L"NUL", L"CONIN$", L"CONOUT$" };
    const wchar_t              *name    = path;
    size_t                      size;

    for (const wchar_t *at = path; *at; at++)
        if (is_slash(*at))
            name = at + 1;
    size = wcscspn(name, L".");
    if (size == 4 && (_wcsnicmp(name, L"COM", 3) == 0 || _wcsnicmp(name, L"LPT", 3) == 0))
        return name[3] >= L'0' && name[3] <= L'9';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (size == wcslen(names[i]) && _wcsnicmp(name, names[i], size) == 0)
            return true;
    return false;
}

/* Whole paths that are long get a spelling without a limit. */
static bool lengthen(ptl_wide *out)
{
    static const wchar_t mark[] = L"\\\\?\\";
    wchar_t              whole[PTL_WIDE_MOST];
    DWORD                length;

    if (wcslen(out->path) < 200)
        return true;
    length = GetFullPathNameW(out->path, PTL_WIDE_MOST, whole, NULL);
    if (length == 0 || length + 5 >= PTL_WIDE_MOST)
        return false;
    if (length < 248 || wcsncmp(whole, L"\\\\", 2) == 0) /* shares have another spelling still */
        return true;
    wcscpy(out->path, mark);
    wcscat(out->path, whole);
    return true;
}

bool ptl_wide_path(ptl_wide *out, const char *path)
{
    int got =
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out->path, PTL_WIDE_MOST);

    if (got <= 0) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
        return false;
    }
    if (!*path || has_strange(out->path) || has_loose_end(out->path) || is_device(out->path)) {
        errno = ENOENT;
        return false;
    }
    if (!lengthen(out)) {
        errno = ENAMETOOLONG;
        return false;
    }
    return true;
}

bool ptl_wide_narrow(char *out, size_t size, const wchar_t *path)
{
    if (wcsncmp(path, L"\\\\?\\", 4) == 0)
        path += 4;
    if (WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, path, -1, out, (int)size, NULL, NULL) <=
        0)
        return false;
    for (; *out; out++)
        if (*out == '\\')
            *out = '/';
    return true;
}

/* ---- What a file is -------------------------------------------------------------------------- */

static unsigned kind_of(DWORD attributes)
{
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? _S_IFDIR | 0777u : _S_IFREG | 0666u;
}

static int about(HANDLE file, struct ptl_posix_stat *out)
{
    BY_HANDLE_FILE_INFORMATION is;

    *out = (struct ptl_posix_stat){ .st_mode = _S_IFCHR | 0666 };
    if (GetFileType(file) == FILE_TYPE_PIPE)
        out->st_mode = _S_IFIFO | 0666;
    if (GetFileType(file) != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(file, &is))
        return ptl_wide_fault();
    out->st_mode = kind_of(is.dwFileAttributes);
    out->st_size = (int64_t)((uint64_t)is.nFileSizeHigh << 32 | is.nFileSizeLow);
    out->st_dev  = is.dwVolumeSerialNumber;
    out->st_ino  = (uint64_t)is.nFileIndexHigh << 32 | is.nFileIndexLow;
    return 0;
}

static HANDLE look_at(const ptl_wide *wide, DWORD how)
{
    return CreateFileW(wide->path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | how, NULL);
}

int ptl_posix_stat(const char *path, struct ptl_posix_stat *out)
{
    ptl_wide wide;
    HANDLE   file;
    int      wrong;

    if (!ptl_wide_path(&wide, path))
        return -1;
    file = look_at(&wide, 0);
    if (file == INVALID_HANDLE_VALUE)
        return ptl_wide_fault();
    wrong = about(file, out);
    CloseHandle(file);
    return wrong;
}

/* Whether a path is a link: what stands for another file or folder, whatever made it. */
static bool is_link(const ptl_wide *wide)
{
    WIN32_FIND_DATAW found;
    DWORD            attributes = GetFileAttributesW(wide->path);
    HANDLE           search;

    if (attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return false;
    search = FindFirstFileW(wide->path, &found);
    if (search == INVALID_HANDLE_VALUE)
        return false;
    FindClose(search);
    return found.dwReserved0 == IO_REPARSE_TAG_SYMLINK ||
           found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT;
}

int ptl_posix_lstat(const char *path, struct ptl_posix_stat *out)
{
    ptl_wide wide;

    if (!ptl_wide_path(&wide, path))
        return -1;
    if (!is_link(&wide))
        return ptl_posix_stat(path, out);
    *out = (struct ptl_posix_stat){ .st_mode = S_IFLNK | 0777 };
    return 0;
}

int ptl_posix_fstat(int file, struct ptl_posix_stat *out)
{
    HANDLE handle = (HANDLE)_get_osfhandle(file);

    if (handle != INVALID_HANDLE_VALUE)
        return about(handle, out);
    errno = EBADF;
    return -1;
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* The path behind all links, which exists. */
static bool final_path(char *out, size_t size, const ptl_wide *wide)
{
    wchar_t room[PTL_WIDE_MOST];
    HANDLE  file = look_at(wide, 0);
    DWORD   length;

    if (file == INVALID_HANDLE_VALUE) {
        ptl_wide_fault();
        return false;
    }
    length = GetFinalPathNameByHandleW(file, room, PTL_WIDE_MOST, FILE_NAME_NORMALIZED);
    CloseHandle(file);
    errno = ENAMETOOLONG;
    return length > 0 && length < PTL_WIDE_MOST && ptl_wide_narrow(out, size, room);
}

char *ptl_posix_realpath(const char *path, char *out)
{
    ptl_wide wide;
    char    *room = out ? out : malloc(PATH_MAX);

    if (room && ptl_wide_path(&wide, path) && final_path(room, PATH_MAX, &wide))
        return room;
    if (!out)
        free(room);
    return NULL;
}

/* All the way at once: where it ends there is no other link. */
ssize_t ptl_posix_readlink(const char *path, char *out, size_t size)
{
    ptl_wide wide;
    char     room[PATH_MAX];

    if (!ptl_wide_path(&wide, path))
        return -1;
    if (!is_link(&wide)) {
        errno = EINVAL;
        return -1;
    }
    if (!final_path(room, sizeof room, &wide) || strlen(room) >= size)
        return -1;
    memcpy(out, room, strlen(room));
    return (ssize_t)strlen(room);
}

/* ---- Opening and naming ---------------------------------------------------------------------- */

/* The one device that the sources name. */
static bool path_to_open(ptl_wide *out, const char *path)
{
    if (strcmp(path, "/dev/null") != 0)
        return ptl_wide_path(out, path);
    wcscpy(out->path, L"NUL");
    return true;
}

/* A folder can be opened to look at what it is, as elsewhere. */
static int open_folder(const ptl_wide *wide)
{
    DWORD  attributes = GetFileAttributesW(wide->path);
    HANDLE file;

    if (attributes == INVALID_FILE_ATTRIBUTES || !(attributes & FILE_ATTRIBUTE_DIRECTORY))
        return -1;
    file = look_at(wide, 0);
    return file == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)file, _O_RDONLY);
}

int ptl_posix_open(const char *path, int how, ...)
{
    ptl_wide wide;
    int      file;

    if (!path_to_open(&wide, path))
        return -1;
    file = _wsopen(wide.path, how | _O_BINARY, _SH_DENYNO, _S_IREAD | _S_IWRITE);
    if (file < 0 && errno == EACCES && !(how & (_O_WRONLY | _O_RDWR)))
        file = open_folder(&wide);
    return file;
}

FILE *ptl_posix_fopen(const char *path, const char *mode)
{
    ptl_wide wide;
    wchar_t  how[8] = L"";

    if (!path_to_open(&wide, path))
        return NULL;
    for (size_t used = 0; *mode && used < 4; mode++)
        if (strchr("rwa+", *mode)) {
            how[used++] = (wchar_t)*mode;
            how[used]   = 0;
        }
    return _wfsopen(wide.path, wcscat(how, L"b"), _SH_DENYNO);
}

int ptl_posix_unlink(const char *path)
{
    ptl_wide wide;

    if (!ptl_wide_path(&wide, path))
        return -1;
    return DeleteFileW(wide.path) ? 0 : ptl_wide_fault();
}

/* At once: whoever looks sees the old file or the new one. */
int ptl_posix_rename(const char *from, const char *to)
{
    ptl_wide a, b;

    if (!ptl_wide_path(&a, from) || !ptl_wide_path(&b, to))
        return -1;
    return MoveFileExW(a.path, b.path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)
               ? 0
               : ptl_wide_fault();
}

int ptl_posix_link(const char *from, const char *to)
{
    ptl_wide a, b;

    if (!ptl_wide_path(&a, from) || !ptl_wide_path(&b, to))
        return -1;
    return CreateHardLinkW(b.path, a.path, NULL) ? 0 : ptl_wide_fault();
}

int ptl_posix_access(const char *path, int how)
{
    ptl_wide wide;
    DWORD    attributes;

    if (!ptl_wide_path(&wide, path))
        return -1;
    attributes = GetFileAttributesW(wide.path);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return ptl_wide_fault();
    if (!(how & W_OK) || !(attributes & FILE_ATTRIBUTE_READONLY))
        return 0;
    errno = EACCES;
    return -1;
}

int ptl_posix_mkdir(const char *path, unsigned mode)
{
    ptl_wide wide;

    (void)mode;
    if (!ptl_wide_path(&wide, path))
        return -1;
    return CreateDirectoryW(wide.path, NULL) ? 0 : ptl_wide_fault();
}

int ptl_posix_rmdir(const char *path)
{
    ptl_wide wide;

    if (!ptl_wide_path(&wide, path))
        return -1;
    return RemoveDirectoryW(wide.path) ? 0 : ptl_wide_fault();
}

/* "/tmp/name-XXXXXX": the folder is the one of the user here, and the end is made by chance. */
char *ptl_posix_mkdtemp(char *path)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    size_t            length    = strlen(path);
    unsigned char     chance[6];

    for (int i = 0; i < 100 && length >= 6; i++) {
        if (ptl_posix_getentropy(chance, sizeof chance) != 0)
            return NULL;
        for (size_t k = 0; k < 6; k++)
            path[length - 6 + k] = letters[chance[k] & 31];
        if (ptl_posix_mkdir(path, 0700) == 0)
            return path;
        if (errno != EEXIST)
            return NULL;
    }
    return NULL;
}

/* ---- Open files ------------------------------------------------------------------------------ */

enum { AT_ONCE = 1 << 30 }; /* sizes have 32 bits there */

ssize_t ptl_posix_read(int file, void *to, size_t size)
{
    return _read(file, to, size < AT_ONCE ? (unsigned)size : AT_ONCE);
}

ssize_t ptl_posix_write(int file, const void *from, size_t size)
{
    return _write(file, from, size < AT_ONCE ? (unsigned)size : AT_ONCE);
}

int ptl_posix_fsync(int file)
{
    return _commit(file);
}

/* Rights are lists here, which a new file inherits from its folder. */
int ptl_posix_fchmod(int file, unsigned mode)
{
    (void)file;
    (void)mode;
    return 0;
}

int ptl_posix_fchown(int file, uid_t owner, gid_t group)
{
    (void)file;
    (void)owner;
    (void)group;
    return 0;
}

int ptl_posix_fcntl(int file, int what)
{
    (void)what;
    return _get_osfhandle(file) == -1 || _get_osfhandle(file) == -2 ? (errno = EBADF, -1) : 0;
}

/* ---- Folders --------------------------------------------------------------------------------- */

struct ptl_posix_folder {
    HANDLE                  search;
    WIN32_FIND_DATAW        found;
    bool                    waits; /* one was found already */
    struct ptl_posix_dirent entry;
};

ptl_posix_folder *ptl_posix_opendir(const char *path)
{
    ptl_posix_folder *folder = calloc(1, sizeof *folder);
    ptl_wide          wide;

    if (folder && ptl_wide_path(&wide, path) && wcslen(wide.path) + 3 < PTL_WIDE_MOST) {
        wcscat(wide.path, L"\\*");
        folder->search = FindFirstFileW(wide.path, &folder->found);
        folder->waits  = folder->search != INVALID_HANDLE_VALUE;
        if (folder->waits)
            return folder;
        ptl_wide_fault();
    }
    free(folder);
    return NULL;
}

struct ptl_posix_dirent *ptl_posix_readdir(ptl_posix_folder *folder)
{
    do {
        if (!folder->waits && !FindNextFileW(folder->search, &folder->found))
            return NULL;
        folder->waits = false;
    } while (!ptl_wide_narrow(folder->entry.d_name, sizeof folder->entry.d_name,
                              folder->found.cFileName)); /* what is no text cannot be named */
    return &folder->entry;
}

int ptl_posix_closedir(ptl_posix_folder *folder)
{
    FindClose(folder->search);
    free(folder);
    return 0;
}
