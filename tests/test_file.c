/* SPDX-License-Identifier: MIT */
/* Paths: reading, atomic writing, and companions that may not lie outside of their folder. */
#define _XOPEN_SOURCE 700

#include <limits.h>
#include <portolan/mpd.h>
#include <portolan/pfmap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "harness.h"
#include "mpd_samples.h"
#include "support.h"

static char folder[] = "/tmp/portolan-test-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[2][512];
    static int  turn;

    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void put_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void reads_and_writes_paths(void)
{
    ptl_doc   *doc;
    ptl_diag   err;
    test_bytes back;

    put_file(in_folder("a.mpd"), mpd_two_fans, sizeof mpd_two_fans);
    CHECK_UINT(ptl_read_file(&doc, in_folder("a.mpd"), NULL, &err), PTL_OK);
    CHECK_UINT(ptl_write_file(in_folder("b.mpd"), doc, NULL, &err), PTL_OK);
    back = test_load(in_folder("b.mpd"));
    CHECK_BYTES(back.data, back.size, mpd_two_fans, sizeof mpd_two_fans);
    free(back.data);
    CHECK_UINT(ptl_write_file(in_folder("b.json"), doc, &(ptl_write_opts){ .to = "json" }, &err),
               PTL_OK);
    ptl_doc_free(doc);
    CHECK_UINT(ptl_read_file(&doc, in_folder("b.json"), NULL, &err), PTL_OK);
    CHECK_UINT(ptl_write_file(in_folder("c.mpd"), doc, NULL, &err), PTL_OK);
    back = test_load(in_folder("c.mpd"));
    CHECK_BYTES(back.data, back.size, mpd_two_fans, sizeof mpd_two_fans);
    free(back.data);
    ptl_doc_free(doc);
}

static void never_overwrites_unasked(void)
{
    ptl_doc *doc = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_diag err;

    put_file(in_folder("taken"), "x", 1);
    CHECK_UINT(ptl_write_file(in_folder("taken"), doc, NULL, &err), PTL_E_IO);
    CHECK_TEXT(err.rule, "file");
    CHECK_UINT(
        ptl_write_file(in_folder("taken"), doc, &(ptl_write_opts){ .overwrite = true }, &err),
        PTL_OK);
    ptl_doc_free(doc);
}

/* A file that waits for its name needs no longer one. */
static void names_may_be_as_long_as_the_system_allows(void)
{
    ptl_doc       *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_write_opts over = { .overwrite = true };
    char           name[NAME_MAX + 2], command[300];
    ptl_diag       err;

    memset(name, 'n', sizeof name);
    name[NAME_MAX + 1] = 0;
    CHECK_UINT(ptl_write_file(in_folder(name), doc, NULL, &err), PTL_E_IO);
    name[NAME_MAX] = 0;
    CHECK_UINT(ptl_write_file(in_folder(name), doc, NULL, &err), PTL_OK);
    CHECK_UINT(ptl_write_file(in_folder(name), doc, &over, &err), PTL_OK);
    CHECK(unlink(in_folder(name)) == 0);
    snprintf(command, sizeof command, "test -z \"$(ls %s | grep part)\"", folder);
    CHECK(system(command) == 0);
    ptl_doc_free(doc);
}

static void replaces_with_the_same_rights(void)
{
    ptl_doc       *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_write_opts over = { .overwrite = true };
    const char    *path = in_folder("kept.mpd");
    struct stat    is;
    ptl_diag       err;

    for (mode_t mode = 0600; mode <= 0666; mode += 022) {
        put_file(path, "x", 1);
        CHECK(chmod(path, mode) == 0);
        CHECK_UINT(ptl_write_file(path, doc, &over, &err), PTL_OK);
        CHECK(stat(path, &is) == 0 && is.st_size == sizeof mpd_two_fans);
        CHECK_UINT(is.st_mode & 07777, mode);
        CHECK(unlink(path) == 0);
    }
    ptl_doc_free(doc);
}

#ifdef __linux__
static void replaces_with_the_same_attributes(void)
{
    ptl_doc    *doc   = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    const char *path  = in_folder("colored.mpd");
    char        it[8] = "";
    ptl_diag    err;

    put_file(path, "x", 1);
    if (setxattr(path, "user.color", "blue", 4, 0) == 0) { /* not every file system has them */
        CHECK_UINT(ptl_write_file(path, doc, &(ptl_write_opts){ .overwrite = true }, &err), PTL_OK);
        CHECK(getxattr(path, "user.color", it, sizeof it) == 4);
        CHECK_TEXT(it, "blue");
    }
    ptl_doc_free(doc);
}
#endif

static void leaves_nothing_behind_after_a_failure(void)
{
    ptl_doc *doc = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    ptl_diag err;
    char     command[300];

    ptl_mpd_of(doc)->numvert = 3; /* no longer fits */
    CHECK(ptl_write_file(in_folder("bad.mpd"), doc, NULL, &err) != PTL_OK);
    snprintf(command, sizeof command, "test -z \"$(ls %s | grep bad)\"", folder);
    CHECK(system(command) == 0);
    CHECK_UINT(ptl_write_file(in_folder("no/such/folder.mpd"), doc, NULL, &err), PTL_E_IO);
    ptl_doc_free(doc);
}

/* Takes the place of the output while it is written. */
static bool get_in_the_way(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    (void)companion;
    (void)out;
    put_file(user, "mine", 4);
    return false;
}

static bool is_there(const char *name)
{
    return access(in_folder(name), F_OK) == 0;
}

static void files_beside_go_with_the_main_one(void)
{
    ptl_doc       *doc = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    char           path[2][256];
    ptl_write_opts blocked = { .to = "gltf", .files = { .load = get_in_the_way, .user = path[0] } };
    ptl_write_opts over    = { .to = "gltf", .overwrite = true };
    ptl_diag       err;
    test_bytes     kept;

    snprintf(path[0], sizeof path[0], "%s/way.gltf", folder);
    snprintf(path[1], sizeof path[1], "%s/dir.gltf", folder);
    CHECK_UINT(ptl_write_file(path[0], doc, &blocked, &err), PTL_E_IO);
    CHECK(!is_there("way.bin"));
    kept = test_load(path[0]);
    CHECK_BYTES(kept.data, kept.size, "mine", 4);
    free(kept.data);
    CHECK(mkdir(path[1], 0777) == 0); /* nothing takes the place of a folder */
    CHECK_UINT(ptl_write_file(path[1], doc, &over, &err), PTL_E_IO);
    CHECK(!is_there("dir.bin"));
    CHECK(rmdir(path[1]) == 0);
    CHECK_UINT(ptl_write_file(path[1], doc, &over, &err), PTL_OK);
    CHECK(is_there("dir.bin"));
    snprintf(path[0], sizeof path[0], "ls %s | grep -q part$", folder);
    CHECK(system(path[0]) != 0);
    ptl_doc_free(doc);
}

typedef struct heard { /* of files */
    int  parts, held, written;
    bool apart; /* a part was told of, or names were given, without being held */
    char last[256];
} heard;

static void hear_of_file(void *user, ptl_file_event event, const char *path)
{
    heard *h = user;

    h->held += (event == PTL_FILE_HOLD) - (event == PTL_FILE_FREE);
    h->parts += (event == PTL_FILE_PART) - (event == PTL_FILE_GONE);
    h->apart |= (event == PTL_FILE_PART || event == PTL_FILE_WRITTEN) && h->held != 1;
    if (event != PTL_FILE_WRITTEN)
        return;
    h->written++;
    h->apart |= access(path, F_OK) != 0;
    snprintf(h->last, sizeof h->last, "%s", path);
}

static void tells_of_its_files(void)
{
    ptl_doc       *doc  = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    heard          h    = { 0 };
    ptl_write_opts opts = { .to = "gltf", .watch = { hear_of_file, &h } };
    const char    *path = in_folder("told.gltf");
    ptl_diag       err;

    CHECK_UINT(ptl_write_file(path, doc, &opts, &err), PTL_OK);
    CHECK(h.parts == 0 && h.held == 0 && h.written == 2 && !h.apart);
    CHECK_TEXT(h.last, path);
    CHECK_UINT(ptl_write_file(path, doc, &opts, &err), PTL_E_IO);
    ptl_mpd_of(doc)->numvert = 3; /* no longer fits */
    CHECK(ptl_write_file(in_folder("untold.gltf"), doc, &opts, &err) != PTL_OK);
    CHECK(h.parts == 0 && h.held == 0 && h.written == 2 && !h.apart);
    ptl_doc_free(doc);
}

static bool refuses_bin(void *user, const char *path)
{
    ++*(int *)user;
    return strstr(path, ".bin") == NULL;
}

static void asks_before_it_puts(void)
{
    ptl_doc       *doc   = must_read(mpd_two_fans, sizeof mpd_two_fans, NULL);
    int            asked = 0;
    ptl_write_opts opts  = { .to = "gltf", .watch = { .may_put = refuses_bin, .user = &asked } };
    ptl_diag       err;

    CHECK_UINT(ptl_write_file(in_folder("asked.gltf"), doc, &opts, &err), PTL_E_IO);
    CHECK(asked > 0 && !is_there("asked.gltf") && !is_there("asked.bin"));
    opts.stem = "../asked"; /* nothing beside the output leads elsewhere */
    CHECK_UINT(ptl_write_file(in_folder("asked.gltf"), doc, &opts, &err), PTL_E_IO);
    opts = (ptl_write_opts){ .to = "gltf", .stem = ".asked" };
    CHECK_UINT(ptl_write_file(in_folder("asked.gltf"), doc, &opts, &err), PTL_E_IO);
    ptl_doc_free(doc);
}

/* What a conversion reads is not replaced by what goes beside its output. */
static void spares_what_it_reads(void)
{
    char       from[256], to[256];
    test_bytes back;
    ptl_diag   err;

    snprintf(from, sizeof from, "%s/spared.bin", folder);
    snprintf(to, sizeof to, "%s/spared.gltf", folder);
    put_file(from, mpd_two_fans, sizeof mpd_two_fans);
    CHECK_UINT(ptl_convert(&(ptl_target){ .path = to }, &(ptl_source){ .path = from }, NULL,
                           &(ptl_write_opts){ .overwrite = true }, &err),
               PTL_E_IO);
    back = test_load(from);
    CHECK_BYTES(back.data, back.size, mpd_two_fans, sizeof mpd_two_fans);
    free(back.data);
}

static void puts_bytes(void)
{
    heard          h    = { 0 };
    ptl_write_opts opts = { .watch = { hear_of_file, &h } };
    const char    *path = in_folder("bytes");
    ptl_diag       err;
    test_bytes     back;

    CHECK_UINT(ptl_put_file(path, "some", 4, &opts, &err), PTL_OK);
    CHECK_UINT(ptl_put_file(path, "other", 5, NULL, &err), PTL_E_IO);
    CHECK_TEXT(err.rule, "file");
    back = test_load(path);
    CHECK_BYTES(back.data, back.size, "some", 4);
    free(back.data);
    opts.overwrite = true;
    CHECK_UINT(ptl_put_file(path, NULL, 0, &opts, NULL), PTL_OK);
    CHECK_UINT(ptl_put_file(path, NULL, 1, &opts, &err), PTL_E_ARG);
    CHECK_UINT(ptl_put_file(NULL, "", 0, &opts, &err), PTL_E_ARG);
    CHECK(h.parts == 0 && h.written == 2 && !h.apart);
}

static void says_why_it_cannot_read(void)
{
    ptl_doc *doc;
    ptl_diag err;

    CHECK_UINT(ptl_read_file(&doc, in_folder("missing"), NULL, &err), PTL_E_IO);
    CHECK_UINT(ptl_read_file(&doc, folder, NULL, &err), PTL_E_IO);
    put_file(in_folder("empty.mpd"), "", 0);
    CHECK_UINT(ptl_read_file(&doc, in_folder("empty.mpd"), NULL, &err), PTL_E_FORMAT);
    put_file(in_folder("long.mpd"), mpd_two_fans, sizeof mpd_two_fans);
    CHECK_UINT(ptl_read_file(&doc, in_folder("long.mpd"),
                             &(ptl_read_opts){ .limits = { .input = 100 } }, &err),
               PTL_E_LIMIT);
}

static void finds_companions_only_inside(void)
{
    ptl_companion tile = { .name = "tile0" }, spark = { .name = "basicdat/particle" };
    char          found[4096], outside[300];
    const char   *folders[] = { NULL, NULL };

    mkdir(in_folder("level"), 0777);
    mkdir(in_folder("more"), 0777);
    mkdir(in_folder("more/basicdat"), 0777);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("level/level.mpd"), NULL, &tile));
    put_file(in_folder("tile0.bmp"), "x", 1);
    snprintf(outside, sizeof outside, "%s/tile0.bmp", folder);
    CHECK(symlink(outside, in_folder("level/tile0.bmp")) == 0);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("level/level.mpd"), NULL, &tile));
    put_file(in_folder("level/TILE0.PNG"), "x", 1);
    CHECK(ptl_find_companion(found, sizeof found, in_folder("level/level.mpd"), NULL, &tile));
    CHECK(strstr(found, "/level/TILE0.PNG") != NULL);
    put_file(in_folder("more/basicdat/particle.bmp"), "x", 1);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("level/level.mpd"), NULL, &spark));
    folders[0] = in_folder("more");
    CHECK(ptl_find_companion(found, sizeof found, in_folder("level/level.mpd"), folders, &spark));
    CHECK(strstr(found, "/more/basicdat/particle.bmp") != NULL);
}

static void finds_exact_names_and_nothing_above(void)
{
    ptl_companion grass = { .name = "grass.jpg", .exact = true };
    ptl_companion above = { .name = "../secret.jpg", .exact = true };
    char          found[4096];

    mkdir(in_folder("map"), 0777);
    put_file(in_folder("map/grass.jpg.png"), "x", 1);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("map/a.pfmap"), NULL, &grass));
    put_file(in_folder("map/Grass.jpg"), "x", 1);
    CHECK(ptl_find_companion(found, sizeof found, in_folder("map/a.pfmap"), NULL, &grass));
    CHECK(strstr(found, "/map/Grass.jpg") != NULL);
    put_file(in_folder("secret.jpg"), "x", 1);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("map/a.pfmap"), NULL, &above));
}

/* The engine's layout: a folder of maps, and beside it one of textures, which is looked into after
 * all others, and not left. */
static void finds_the_folder_of_the_engine(void)
{
    ptl_companion sand  = { .name = "sand.png", .exact = true, .folder = "map_textures" };
    ptl_companion plain = { .name = "sand.png", .exact = true };
    ptl_companion above = { .name = "../secret.jpg", .exact = true, .folder = "map_textures" };
    char          found[4096];

    mkdir(in_folder("assets2"), 0777);
    mkdir(in_folder("assets2/maps"), 0777);
    mkdir(in_folder("assets2/map_textures"), 0777);
    put_file(in_folder("assets2/map_textures/sand.png"), "x", 1);
    put_file(in_folder("assets2/secret.jpg"), "x", 1);
    CHECK(ptl_find_companion(found, sizeof found, in_folder("assets2/maps/a.pfmap"), NULL, &sand));
    CHECK(strstr(found, "/map_textures/sand.png") != NULL);
    CHECK(
        !ptl_find_companion(found, sizeof found, in_folder("assets2/maps/a.pfmap"), NULL, &plain));
    CHECK(
        !ptl_find_companion(found, sizeof found, in_folder("assets2/maps/a.pfmap"), NULL, &above));
    CHECK(symlink("../secret.jpg", in_folder("assets2/map_textures/link.jpg")) == 0);
    memcpy(above.name, "link.jpg", 9);
    CHECK(
        !ptl_find_companion(found, sizeof found, in_folder("assets2/maps/a.pfmap"), NULL, &above));
    put_file(in_folder("assets2/maps/sand.png"), "x", 1);
    CHECK(ptl_find_companion(found, sizeof found, in_folder("assets2/maps/a.pfmap"), NULL, &sand));
    CHECK(strstr(found, "/maps/sand.png") != NULL);
}

/* Models have folders of their own in the folder of models; a part of their path is enough. */
static void finds_what_lies_deeper_beside(void)
{
    ptl_companion deer    = { .name   = "assets/models/deer/deer.pfobj",
                              .exact  = true,
                              .folder = "models" };
    ptl_companion above   = { .name = "models/../secret.jpg", .exact = true, .folder = "models" };
    ptl_companion link    = { .name = "models/deer/link.jpg", .exact = true, .folder = "models" };
    const char   *deep[2] = { NULL, NULL };
    char          found[1024], scene[256], root[256];

    mkdir(in_folder("assets3"), 0777);
    mkdir(in_folder("assets3/maps"), 0777);
    mkdir(in_folder("assets3/models"), 0777);
    mkdir(in_folder("assets3/models/deer"), 0777);
    put_file(in_folder("assets3/models/deer/deer.pfobj"), "x", 1);
    put_file(in_folder("assets3/secret.jpg"), "x", 1);
    snprintf(scene, sizeof scene, "%s/assets3/maps/a.pfscene", folder);
    CHECK(ptl_find_companion(found, sizeof found, scene, NULL, &deer));
    CHECK(strstr(found, "/models/deer/deer.pfobj") != NULL);
    CHECK(!ptl_find_companion(found, sizeof found, scene, NULL, &above));
    CHECK(symlink("../../secret.jpg", in_folder("assets3/models/deer/link.jpg")) == 0);
    CHECK(!ptl_find_companion(found, sizeof found, scene, NULL, &link));
    snprintf(root, sizeof root, "%s/assets3", folder); /* a folder that is given */
    deep[0] = root;
    CHECK(ptl_find_companion(found, sizeof found, "elsewhere.pfscene", deep, &deer));
}

/* A path may begin above the folder that is looked in. */
static void finds_by_the_tail_of_a_path(void)
{
    ptl_companion sheet = { .name = "game/assets/tiles/sheet.png", .exact = true };
    ptl_companion climb = { .name = "game/../tiles/sheet.png", .exact = true };
    char          found[4096];

    mkdir(in_folder("assets"), 0777);
    mkdir(in_folder("assets/tiles"), 0777);
    put_file(in_folder("assets/tiles/sheet.png"), "x", 1);
    CHECK(ptl_find_companion(found, sizeof found, in_folder("assets/a.xmf"), NULL, &sheet));
    CHECK(strstr(found, "/assets/tiles/sheet.png") != NULL);
    mkdir(in_folder("elsewhere"), 0777);
    mkdir(in_folder("tiles"), 0777);
    put_file(in_folder("tiles/sheet.png"), "x", 1);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("elsewhere/a.xmf"), NULL, &climb));
}

/* Companions are plain values, and a name too long for a file is not cut to that of another. */
static void names_of_companions_are_whole(void)
{
    char          path[600], found[4096], texture[301];
    ptl_doc      *doc;
    ptl_companion one, copy;

    memset(texture, 'a', 300);
    texture[300] = 0;
    CHECK(ptl_pfmap_new(&doc, 1, 1, NULL, NULL) == PTL_OK);
    CHECK(ptl_pfmap_add_material(doc, "grass", "grass.png", NULL) == PTL_OK);
    CHECK(ptl_pfmap_add_material(doc, "long", texture, NULL) == PTL_OK);
    CHECK(ptl_doc_companion(&one, doc, 0));
    copy = one;
    CHECK(ptl_doc_companion(&one, doc, 1));
    CHECK_TEXT(copy.name, "grass.png");
    CHECK_TEXT(one.name, "");
    mkdir(in_folder("names"), 0777);
    snprintf(path, sizeof path, "%s/names/%.255s", folder, texture);
    put_file(path, "x", 1);
    put_file(in_folder("names/.png"), "x", 1);
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("names/a.pfmap"), NULL, &one));
    one.exact = false;
    CHECK(!ptl_find_companion(found, sizeof found, in_folder("names/a.pfmap"), NULL, &one));
    ptl_doc_free(doc);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(reads_and_writes_paths),
        TEST(never_overwrites_unasked),
        TEST(names_may_be_as_long_as_the_system_allows),
        TEST(replaces_with_the_same_rights),
#ifdef __linux__
        TEST(replaces_with_the_same_attributes),
#endif
        TEST(leaves_nothing_behind_after_a_failure),
        TEST(files_beside_go_with_the_main_one),
        TEST(tells_of_its_files),
        TEST(asks_before_it_puts),
        TEST(spares_what_it_reads),
        TEST(puts_bytes),
        TEST(says_why_it_cannot_read),
        TEST(finds_companions_only_inside),
        TEST(finds_exact_names_and_nothing_above),
        TEST(finds_the_folder_of_the_engine),
        TEST(finds_what_lies_deeper_beside),
        TEST(finds_by_the_tail_of_a_path),
        TEST(names_of_companions_are_whole),
    };
    char command[300];
    int  failed;

    if (!mkdtemp(folder))
        return 1;
    failed = run_tests("file", tests, COUNT(tests));
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? failed : 1;
}
