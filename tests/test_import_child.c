/* SPDX-License-Identifier: MIT */
/* Importers by others in a process of their own: the same scenes and findings as in this one, and
 * one error for whatever goes wrong there. This program is the one that is started, too. */
#define _XOPEN_SOURCE 700

#include <portolan/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "foreign_samples.h"
#include "harness.h"
#include "support.h"

static const char *self; /* the path of this program */

/* ---- Conversions ----------------------------------------------------------------------------- */

typedef struct heard { /* findings as lines */
    char   text[4096];
    size_t size;
} heard;

static void hear(void *user, const ptl_diag *d)
{
    heard *h = user;

    check_rule(d, false);
    h->size += (size_t)snprintf(h->text + h->size, sizeof h->text - h->size, "%d %d %s %s\n",
                                (int)d->severity, (int)d->status, d->rule, d->message);
    CHECK(h->size < sizeof h->text);
}

/* One picture is beside the files, nothing else. */
static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    static const char png[] = "\x89PNG\r\n\x1A\nand so on";

    (void)user;
    if (strcmp(companion->name, "here.png") != 0 || strcmp(companion->role, "texture") != 0)
        return false;
    out->size = out->capacity = sizeof png;
    out->data                 = out->allocator.resize(out->allocator.user, NULL, 0, sizeof png);
    memcpy(out->data, png, sizeof png);
    return true;
}

typedef struct result {
    ptl_status status;
    ptl_bytes  bytes;
    heard      heard;
    ptl_diag   err;
} result;

static void convert(result *out, const foreign_sample *sample, const char *to,
                    const ptl_foreign *how)
{
    ptl_source     from  = { .data = sample->text, .size = strlen(sample->text) };
    ptl_read_opts  read  = { .name     = sample->name,
                             .files    = { .load = load },
                             .listener = { hear, &out->heard },
                             .foreign  = *how };
    ptl_write_opts write = { .to = to };

    memset(out, 0, sizeof *out);
    out->status =
        ptl_convert(&(ptl_target){ .bytes = &out->bytes }, &from, &read, &write, &out->err);
}

static void need_assimp(void)
{
    if (!ptl_has_feature("assimp"))
        test_skip("libassimp is not there");
}

static void compare(const foreign_sample *sample, const char *to)
{
    result here, there;

    convert(&here, sample, to, &(ptl_foreign){ 0 });
    convert(&there, sample, to, &(ptl_foreign){ .child = self });
    CHECK_TEXT(there.heard.text, here.heard.text);
    CHECK_UINT(there.status, here.status);
    CHECK_BYTES(there.bytes.data, there.bytes.size, here.bytes.data, here.bytes.size);
    CHECK((here.status == PTL_OK) == (strstr(sample->name, "refused") == NULL));
    ptl_bytes_free(&here.bytes);
    ptl_bytes_free(&there.bytes);
}

static void both_ways_are_the_same(void)
{
    need_assimp();
    for (size_t i = 0; i < COUNT(foreign_sound); i++) {
        compare(&foreign_sound[i], "glb");
        compare(&foreign_sound[i], "pfobj");
        compare(&foreign_sound[i], "obj");
    }
}

/* ---- What goes wrong ------------------------------------------------------------------------- */

/* The error, which is heard once, and no output. */
static ptl_diag failure(const foreign_sample *sample, const ptl_foreign *how)
{
    result r;

    convert(&r, sample, "glb", how);
    CHECK(r.status != PTL_OK && r.status == r.err.status);
    CHECK(r.bytes.data == NULL);
    CHECK(strchr(r.heard.text, '\n') == r.heard.text + r.heard.size - 1);
    CHECK(waitpid(-1, NULL, WNOHANG) < 0); /* no process is left */
    return r.err;
}

static void crashes_are_errors(void)
{
    ptl_diag err;

    need_assimp();
    err = failure(&foreign_crash, &(ptl_foreign){ .child = self });
    CHECK_TEXT(err.rule, "import-crash");
    CHECK_UINT(err.status, PTL_E_SYNTAX);
}

static void what_never_ends_is_an_error(void)
{
    ptl_diag err;

    need_assimp();
    err = failure(&foreign_endless, &(ptl_foreign){ .child = self, .seconds = 1 });
    CHECK_TEXT(err.rule, "import-endless");
    CHECK_UINT(err.status, PTL_E_LIMIT);
}

static void memory_is_limited(void)
{
#if defined(__SANITIZE_ADDRESS__)
    test_skip("memory cannot be limited under the address sanitizer");
#endif
    need_assimp();
    CHECK_TEXT(failure(&foreign_large, &(ptl_foreign){ .child = self }).rule, "limit-memory");
}

static void may_be_refused(void)
{
    ptl_foreign refuse = { .refuse = true, .child = self };
    result      own;
    ptl_diag    err = failure(&foreign_sound[0], &refuse);

    CHECK_TEXT(err.rule, "import-refused");
    CHECK_UINT(err.status, PTL_E_UNSUPPORTED);
    convert(&own, &(foreign_sample){ "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" }, "glb",
            &refuse); /* ours are not meant */
    CHECK_UINT(own.status, PTL_OK);
    ptl_bytes_free(&own.bytes);
}

static void write_script(const char *path, const char *script)
{
    FILE *file = fopen(path, "w");

    CHECK(file && fprintf(file, "#!/bin/sh\n%s\n", script) > 0);
    CHECK(fclose(file) == 0 && chmod(path, 0700) == 0);
}

/* For a stranger's file no program is started, whoever names one. */
static void strangers_start_nothing(void)
{
    char          folder[] = "/tmp/portolan-XXXXXX", path[64], mark[64], script[96];
    ptl_source    from = { .data = foreign_sound[0].text, .size = strlen(foreign_sound[0].text) };
    ptl_read_opts opts = { .name = "a.ply", .untrusted = true, .foreign = { .child = path } };
    ptl_bytes     out  = { 0 };
    ptl_diag      err;

    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/child", folder);
    snprintf(mark, sizeof mark, "%s/started", folder);
    snprintf(script, sizeof script, "echo >%s", mark);
    write_script(path, script);
    CHECK_UINT(ptl_convert(&(ptl_target){ .bytes = &out }, &from, &opts,
                           &(ptl_write_opts){ .to = "glb" }, &err),
               PTL_E_UNSUPPORTED);
    CHECK_TEXT(err.rule, "untrusted");
    CHECK(access(mark, F_OK) != 0);
    opts.untrusted = false; /* else the script leaves its mark */
    ptl_convert(&(ptl_target){ .bytes = &out }, &from, &opts, &(ptl_write_opts){ .to = "glb" },
                &err);
    CHECK(remove(mark) == 0 && remove(path) == 0 && rmdir(folder) == 0);
}

static void other_calls_use_it_too(void)
{
    ptl_source    from = { .data = foreign_crash.text, .size = strlen(foreign_crash.text) };
    ptl_read_opts opts = { .name = foreign_crash.name, .foreign = { .child = self } };
    ptl_scene    *scene;
    ptl_doc      *doc;
    ptl_diag      err;

    need_assimp();
    CHECK_UINT(ptl_scene_read(&scene, &from, &opts, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "import-crash");
    CHECK_UINT(ptl_import(&doc, from.data, from.size, "pfobj", &opts, &err), PTL_E_SYNTAX);
    CHECK_TEXT(err.rule, "import-crash");
}

/* ---- Programs that are not what they should be ------------------------------------------------
 */

/* A script in place of the program: what it does, and the rule that tells. HELLO greets. */
#define HELLO "printf '\\001\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000'\n"
#define HEAD(kind, size) "printf '\\00" kind "\\000\\000\\000" size "\\000\\000\\000\\000'\n"

static const struct {
    const char *script, *rule;
} impostors[] = {
    { "exit 0", "import-child" },
    { "cat >/dev/null", "import-endless" },
    { "sleep 60", "import-endless" },
    { "kill -SEGV $$", "import-crash" },
    { "echo something else entirely, long enough for a head; sleep 60", "import-answer" },
    { "cat", "import-answer" }, /* its own request */
    { HELLO "exit 0", "import-crash" },
    { HELLO "kill -ABRT $$", "import-crash" },
    { HELLO HELLO "sleep 60", "import-answer" },
    { HELLO HEAD("4", "\\000\\000\\000\\000") "sleep 60", "import-answer" },
    { HELLO HEAD("4", "\\010\\000\\000\\000") "printf 'PTLSxxxx'; sleep 60", "import-answer" },
    { HELLO HEAD("4", "\\377\\377\\377\\377") "sleep 60", "limit-memory" },
    { HELLO HEAD("2", "\\350\\000\\000\\000") "head -c 232 /dev/zero; sleep 60", "import-answer" },
    { HELLO HEAD("3", "\\004\\001\\000\\000") "yes | head -c 260; sleep 60", "import-answer" },
};

static void impostors_are_found_out(void)
{
    char folder[] = "/tmp/portolan-XXXXXX", path[64];

    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/child", folder);
    for (size_t i = 0; i < COUNT(impostors); i++) {
        ptl_diag err;

        write_script(path, impostors[i].script);
        err = failure(&foreign_sound[0], &(ptl_foreign){ .child = path, .seconds = 1 });
        if (strcmp(err.rule, impostors[i].rule) != 0)
            test_fail(__FILE__, __LINE__, "%s: %s, not %s", impostors[i].script, err.rule,
                      impostors[i].rule);
        remove(path);
    }
    CHECK_TEXT(failure(&foreign_sound[0], &(ptl_foreign){ .child = path }).rule, "import-child");
    rmdir(folder);
}

static void serves_nobody_else(void)
{
    CHECK(!ptl_import_serve());
}

int main(int count, char **words)
{
    static const test_case tests[] = { TEST(both_ways_are_the_same),
                                       TEST(crashes_are_errors),
                                       TEST(what_never_ends_is_an_error),
                                       TEST(memory_is_limited),
                                       TEST(may_be_refused),
                                       TEST(strangers_start_nothing),
                                       TEST(other_calls_use_it_too),
                                       TEST(impostors_are_found_out),
                                       TEST(serves_nobody_else) };

    if (count == 2 && strcmp(words[1], PTL_IMPORT_CHILD) == 0 && ptl_import_serve())
        _exit(0);
    self = words[0];
    return run_tests("import child", tests, COUNT(tests));
}
