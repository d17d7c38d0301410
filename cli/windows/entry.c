/* SPDX-License-Identifier: MIT */
/* Where the tool begins on Windows: its words become UTF-8, and standard files carry bytes. */
#include <fcntl.h>
#include <io.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

int portolan_main(int count, char **words);

/* Whether a word names a file or folder, or a place in a folder that is there. */
static bool is_path(const wchar_t *word)
{
    wchar_t        folder[MAX_PATH * 4];
    const wchar_t *last = wcsrchr(word, L'\\');
    size_t         size = last ? (size_t)(last - word) : 0;

    if (!last || wcspbrk(word, L"<>|?*\"") || size >= sizeof folder / sizeof *folder)
        return false;
    if (GetFileAttributesW(word) != INVALID_FILE_ATTRIBUTES || size == 0 || last[-1] == L':')
        return true;
    wmemcpy(folder, word, size);
    folder[size] = 0;
    return GetFileAttributesW(folder) != INVALID_FILE_ATTRIBUTES;
}

static void turn_slashes(wchar_t *word)
{
    for (; *word; word++)
        if (*word == L'\\')
            *word = L'/';
}

/* The tool knows paths with slashes. Other words keep what they have; "--option=PATH" is both. */
static void spell(wchar_t *word)
{
    wchar_t *value = wcsncmp(word, L"--", 2) == 0 ? wcschr(word, L'=') : NULL;

    value = value ? value + 1 : word;
    if (is_path(value))
        turn_slashes(value);
}

static char *narrow(const wchar_t *word)
{
    int   size = WideCharToMultiByte(CP_UTF8, 0, word, -1, NULL, 0, NULL, NULL);
    char *out  = size > 0 ? malloc((size_t)size) : NULL;

    if (!out || WideCharToMultiByte(CP_UTF8, 0, word, -1, out, size, NULL, NULL) != size)
        exit(3);
    return out;
}

/* Where the program itself is: what belongs to it lies beside it. */
static char *own_path(void)
{
    wchar_t path[MAX_PATH * 4];
    DWORD   size = GetModuleFileNameW(NULL, path, sizeof path / sizeof *path);

    if (size == 0 || size >= sizeof path / sizeof *path)
        return narrow(L"portolan");
    turn_slashes(path);
    return narrow(path);
}

int wmain(int count, wchar_t **wide)
{
    char **words = calloc((size_t)count + 1, sizeof *words);

    if (!words)
        return 3;
    for (int file = 0; file <= 2; file++)
        _setmode(file, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    words[0] = own_path();
    for (int i = 1; i < count; i++) {
        spell(wide[i]);
        words[i] = narrow(wide[i]);
    }
    return portolan_main(count, words);
}
