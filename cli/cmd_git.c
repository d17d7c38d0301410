/* SPDX-License-Identifier: MIT */
/* portolan git: makes git understand files, and is what git then calls.
 *
 *     git text FILE                           textconv: a text for git log -p and git show
 *     git diff PATH OLD HEX MODE NEW HEX MODE  external diff, as git calls it
 *     git merge BASE OURS THEIRS PATH          merge driver: the result takes the place of ours
 *     git picture OLD NEW                      difftool: a picture of both, shown by the desktop */
#include "commands.h"

#include <limits.h>
#include <portolan/compare.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "desktop.h"
#include "files.h"
#include "git_plain.h"
#include "run_git.h"
#include "sides.h"

/* ---- What git is told ------------------------------------------------------------------------ */

/* Keys of the configuration, and the words that follow the name of the tool. */
static const struct key {
    const char *name, *words;
} keys[] = {
    { "diff.portolan.textconv", "git text --" },
    { "diff.portolan.command", "git diff --" },
    { "merge.portolan.name", NULL },
    { "merge.portolan.driver", "git merge -- %O %A %B %P" },
    { "difftool.portolan.cmd", "git picture -- \"$LOCAL\" \"$REMOTE\"" },
};

static const char *scope_of(const cli_args *args)
{
    return cli_flag(args, "global") ? "--global" : "--local";
}

/* The tool as a shell has to be told of it: git hands these words to one. */
static bool own_name(char *out, size_t size)
{
    char    path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    size_t  used   = 0;

    if (length <= 0 && !realpath(cli_self, path))
        return false;
    if (length > 0)
        path[length] = 0;
    out[used++] = '\'';
    for (const char *c = path; *c && used + 6 < size; c++) {
        const char *piece = *c == '\'' ? "'\\''" : (char[]){ *c, 0 };

        memcpy(out + used, piece, strlen(piece));
        used += strlen(piece);
    }
    out[used++] = '\'';
    out[used]   = 0;
    return true;
}

/* The file of attributes: that of the work tree, or of the user. */
static bool attributes_path(const cli_args *args, char *out, size_t size)
{
    char        folder[PATH_MAX];
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");

    if (!cli_flag(args, "global")) {
        if (run_git((const char *[]){ "rev-parse", "--show-toplevel", NULL }, folder, sizeof folder,
                    true) != 0)
            return false;
        return (size_t)snprintf(out, size, "%s/.gitattributes", folder) < size;
    }
    if (run_git((const char *[]){ "config", "--global", "--path", "core.attributesFile", NULL },
                out, size, true) == 0 &&
        *out)
        return true;
    if (config && *config)
        return (size_t)snprintf(out, size, "%s/git/attributes", config) < size;
    return home && (size_t)snprintf(out, size, "%s/.config/git/attributes", home) < size;
}

static void make_folders(const char *path)
{
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(folder, 0777);
        *slash = '/';
    }
}

static int fail(const char *why)
{
    fprintf(stderr, "portolan: %s\n", why);
    return EXIT_CANNOT;
}

static int install(const cli_args *args)
{
    char tool[PATH_MAX + 8], path[PATH_MAX], value[PATH_MAX + 64];

    if (!own_name(tool, sizeof tool) || !attributes_path(args, path, sizeof path))
        return fail("this is no work tree of git, or there is no git");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (keys[i].words)
            snprintf(value, sizeof value, "%s %s", tool, keys[i].words);
        else
            snprintf(value, sizeof value, "maps and models, by cells and fields");
        if (run_git((const char *[]){ "config", scope_of(args), keys[i].name, value, NULL }, NULL,
                    0, true) != 0)
            return fail("git does not take the configuration");
    }
    if (cli_flag(args, "global"))
        make_folders(path);
    return attributes_put(path) ? EXIT_FINE : fail("the file of attributes cannot be written");
}

/* Key by key: a user may have set others in the same sections. */
static int uninstall(const cli_args *args)
{
    char path[PATH_MAX];

    if (!attributes_path(args, path, sizeof path))
        return fail("this is no work tree of git, or there is no git");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        run_git((const char *[]){ "config", scope_of(args), "--unset-all", keys[i].name, NULL },
                NULL, 0, false);
    return attributes_drop(path) ? EXIT_FINE : fail("the file of attributes cannot be written");
}

/* One thing that is set, or not. */
static void print_state(bool json, const char *name, const char *value)
{
    bool       last = strcmp(name, "attributes") == 0;
    shown_path room;

    if (!json) {
        printf("%-24s%s\n", name,
               value  ? show_path(&room, value)
               : last ? "not written"
                      : "not set");
        return;
    }
    printf("  \"%s\": ", name);
    if (value)
        print_json_string(stdout, value);
    else
        fputs("null", stdout);
    puts(last ? "" : ",");
}

/* Ends with 0 where all is set, 1 where something is missing. */
static int status(const cli_args *args)
{
    char path[PATH_MAX], value[PATH_MAX];
    bool json = cli_flag(args, "json"), have;
    int  code = EXIT_FINE;

    if (!attributes_path(args, path, sizeof path))
        return fail("this is no work tree of git, or there is no git");
    if (json)
        puts("{");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bool set = run_git((const char *[]){ "config", scope_of(args), keys[i].name, NULL }, value,
                           sizeof value, false) == 0;

        print_state(json, keys[i].name, set ? value : NULL);
        code = set ? code : EXIT_FINDINGS;
    }
    have = attributes_have(path);
    print_state(json, "attributes", have ? path : NULL);
    if (json)
        puts("}");
    return have ? code : EXIT_FINDINGS;
}

/* ---- What git calls -------------------------------------------------------------------------- */

static void print_page(const ptl_bytes *page)
{
    fwrite(page->data, 1, page->size, stdout);
}

/* A text whose lines git compares: the document as JSON, or the file where it is none: git would
 * give up without any. */
static int text(const cli_args *args)
{
    ptl_bytes  out  = { 0 };
    ptl_source from = { .path = args->operands[1] };
    ptl_diag   wrong;

    if (ptl_convert(&(ptl_target){ .bytes = &out }, &from, NULL, &(ptl_write_opts){ .to = "json" },
                    &wrong) == PTL_OK) {
        print_page(&out);
    } else {
        if (wrong.status != PTL_E_FORMAT)
            printf("this cannot be read: %s [%s]\n", wrong.message, wrong.rule);
        print_plainly(from.path);
    }
    ptl_bytes_free(&out);
    return EXIT_FINE;
}

/* A file that came or went: what it is. */
static void print_info(const char *path, char mark)
{
    ptl_doc  *doc  = NULL;
    ptl_bytes page = { 0 };

    if (ptl_read_file(&doc, path, NULL, NULL) == PTL_OK &&
        ptl_info(&page, doc, PTL_PAGE_TEXT, NULL) == PTL_OK)
        for (size_t at = 0, end; at < page.size; at = end) {
            const uint8_t *stop = memchr(page.data + at, '\n', page.size - at);

            end = stop ? (size_t)(stop - page.data) + 1 : page.size;
            printf("%c %.*s", mark, (int)(end - at), (const char *)page.data + at);
        }
    ptl_bytes_free(&page);
    ptl_doc_free(doc);
}

/* git difftool goes by the variable of external diffs, before which a driver comes: so the helper
 * it wanted is called from here, whatever tool that then starts. */
static void help_difftool(const cli_args *args)
{
    const char *wanted    = getenv("GIT_EXTERNAL_DIFF");
    const char *words[11] = { "git", "difftool--helper" };

    if (!wanted || !strstr(wanted, "difftool--helper") || args->operand_count < 8)
        return;
    for (size_t i = 1; i < 8; i++)
        words[i + 1] = args->operands[i];
    execvp("git", (char *const *)words);
}

/* Which of two files it is that cannot be read. */
static const char *whose_fault(const char *const *word, const ptl_diag *wrong)
{
    ptl_doc *doc = NULL;
    bool     old;

    if (strncmp(wrong->rule, "compare-", 8) == 0)
        return "";
    old = ptl_read_file(&doc, word[2], NULL, NULL) != PTL_OK;
    ptl_doc_free(doc);
    return old ? "before: " : "now: ";
}

/* What changed in a map. */
static void print_changes(const char *const *word)
{
    ptl_compared found;
    ptl_diag     wrong;

    if (ptl_diff(&found, &(ptl_source){ .path = word[2] }, &(ptl_source){ .path = word[5] }, NULL,
                 &wrong) == PTL_OK) {
        (git_wants_colors() ? sides_print_colored : print_page)(&found.page);
        ptl_bytes_free(&found.page);
    } else {
        printf("this cannot be compared: %s%s [%s]\n", whose_fault(word, &wrong), wrong.message,
               wrong.rule);
    }
}

/* PATH OLD HEX MODE NEW HEX MODE, and a new name with what git says of it where that is another; of
 * a path with a conflict there is nothing else. git takes any exit code but 0 for a failure of its
 * own. */
static int external_diff(const cli_args *args)
{
    const char *const *word = args->operands;
    shown_path         room;

    help_difftool(args);
    if (args->operand_count >= 8 && is_foreign(word[2]) && is_foreign(word[5])) {
        diff_plainly(word + 1, args->operand_count - 1);
        return EXIT_FINE;
    }
    printf("portolan diff %s\n", show_path(&room, word[1]));
    if (args->operand_count >= 10)
        printf("%s %s\n", strstr(word[9], "\ncopy to ") ? "copied to" : "renamed to",
               show_path(&room, word[8]));
    if (args->operand_count < 8) {
        puts("unmerged");
    } else if (is_absent(word[2])) {
        puts("added");
        print_info(word[5], '+');
    } else if (is_absent(word[5])) {
        puts("removed");
        print_info(word[2], '-');
    } else {
        if (strcmp(word[4], word[7]) != 0)
            printf("mode %s -> %s\n", word[4], word[7]);
        print_changes(word);
    }
    return EXIT_FINE;
}

/* BASE OURS THEIRS PATH. git keeps what is in ours, and takes 1 for a conflict. */
static int driver(const cli_args *args)
{
    const char *const *word  = args->operands;
    ptl_write_opts     over  = { .overwrite = true };
    report             heard = { 0 };
    ptl_merge_opts     opts  = { .read = { .listener = report_listener(&heard) } };
    ptl_merged         merged;
    ptl_diag           wrong;
    ptl_status         done;
    int                code;

    if (is_foreign(word[2]) && is_foreign(word[3]))
        return merge_plainly(word + 1);
    done = ptl_merge(&merged, &(ptl_source){ .path = word[1] }, &(ptl_source){ .path = word[2] },
                     &(ptl_source){ .path = word[3] }, &opts, &wrong);
    code = merged.count > 0 ? EXIT_FINDINGS : EXIT_FINE;
    if (done == PTL_OK)
        done = ptl_put_file(word[2], merged.file.data, merged.file.size, &over, &wrong);
    if (done != PTL_OK && heard.of[PTL_ERROR] == 0)
        report_add(&heard, &wrong);
    report_print(&heard, &(pen){ .to = stderr }, args->operand_count > 4 ? word[4] : word[2],
                 PTL_WARNING);
    report_free(&heard);
    ptl_merged_free(&merged);
    return done == PTL_OK ? code : EXIT_CANNOT;
}

/* ---- Pictures ---------------------------------------------------------------------------------
 */

/* Leaves a picture in a file of its own, because the program that shows it may live on. */
static int show_picture(const ptl_bytes *picture)
{
    const char    *temporary = getenv("TMPDIR"), *why;
    ptl_write_opts over      = { .overwrite = true };
    char           folder[PATH_MAX], path[PATH_MAX + 16];
    shown_path     room;

    snprintf(folder, sizeof folder, "%s/portolan-XXXXXX",
             temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return fail("there is no folder for temporary files");
    snprintf(path, sizeof path, "%s/changes.png", folder);
    if (ptl_put_file(path, picture->data, picture->size, &over, NULL) != PTL_OK)
        return fail("the picture cannot be written");
    printf("%s\n", show_path(&room, path));
    why = desktop_open(path);
    return why ? fail(why) : EXIT_FINE;
}

/* What is gone is in a folder that git made for it. */
static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* OLD NEW: textures are beside the new one, which may be the file in the work tree. What has no
 * picture is told in words. */
static int difftool(const cli_args *args)
{
    const char *const *word = args->operands;
    ptl_source         old = { .path = word[1] }, new = { .path = word[2] };
    ptl_folder         beside = { .doc_path = word[2] };
    ptl_files          files  = { .load = ptl_folder_load, .user = &beside };
    ptl_compare_look   how    = { .files = { files, files } };
    ptl_bytes          picture;
    ptl_diag           wrong;
    int                code;

    if (is_absent(word[1]) || is_absent(word[2]) ||
        ptl_diff_picture(&picture, &old, &new, &how, &wrong) != PTL_OK) {
        const char *path    = is_absent(word[2]) ? last_name(word[1]) : word[2];
        const char *words[] = { "diff", path, word[1], "", "", word[2], "", "" };

        unsetenv("GIT_EXTERNAL_DIFF");
        return external_diff(&(cli_args){ .operands = words, .operand_count = 8 });
    }
    code = show_picture(&picture);
    ptl_bytes_free(&picture);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------- */

static const struct action {
    const char *name;
    size_t      operands; /* at least, with the name */
    int (*run)(const cli_args *args);
} actions[] = {
    { "install", 1, install },  { "uninstall", 1, uninstall }, { "status", 1, status },
    { "text", 2, text },        { "diff", 2, external_diff },  { "merge", 4, driver },
    { "picture", 3, difftool },
};

static int run_command(const cli_args *args)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (args->operand_count == 0 || strcmp(args->operands[0], actions[i].name) != 0)
            continue;
        if (args->operand_count < actions[i].operands)
            return cli_usage(args, "git %s needs more words", actions[i].name);
        if (i < 3 && args->operand_count > 1)
            return cli_usage(args, "git %s takes no further words", actions[i].name);
        if (i >= 3 && cli_flag(args, "global"))
            return cli_usage(args, "--global is for install, uninstall and status");
        if (i != 2 && cli_flag(args, "json"))
            return cli_usage(args, "--json is for status");
        return actions[i].run(args);
    }
    return cli_usage(args, "git needs one of: install, uninstall, status");
}

static const cli_option options[] = {
    { 0, "global", NULL, NULL, "for all repositories of this user, not for this one" },
    { 0, "json", NULL, NULL, "status as a JSON object; null is what is not set" },
    { 0 },
};

const cli_command cli_git = {
    .name     = "git",
    .operands = "install|uninstall|status",
    .summary  = "make git compare and merge these files by cells and fields",
    .about =
        "Sets a diff driver and a merge driver in the configuration of this repository, and adds\n"
        "lines to .gitattributes, which is a file to commit. Then 'git diff' prints what changed\n"
        "as 'portolan diff' does, 'git log -p' and 'git show' compare texts, and merges, rebases\n"
        "and stashes go by cells; 'git difftool -t portolan' shows pictures with what changed\n"
        "marked. 'uninstall' takes out exactly that.",
    .examples = "portolan git install\n"
                "portolan git install --global\n"
                "portolan git status",
    .options  = options,
    .run      = run_command,
};
