/* SPDX-License-Identifier: MIT */
/* Egoboo spawns (spawn.txt): reading, writing, checks and the format's row.
 *
 *      // comments, blank lines, #dependency lines
 *      Door:  NONE    55    41 54 0  E          0      0     2        0        0      F       F
 * Null name   called  slot  x  y  z  direction  money  skin  passage  content  level  status  ghost
 * team What we know beyond this: docs/formats/spawn.md */
#include "formats/spawn/spawn_private.h"

#define ENTRY(member) .offset = offsetof(ptl_spawn, member)
#define ROWS(fields) fields, sizeof(fields) / sizeof *(fields)

static const ptl_name facing_names[] = {
    { 'N', "N" }, { 'E', "E" }, { 'S', "S" }, { 'W', "W" }, { '?', "?" },
    { 'L', "L" }, { 'R', "R" }, { 'I', "I" }, { 0, "" },
};

static const ptl_field spawn_fields[] = {
    { "before", "comments and blank lines in front of its name", PTL_KIND_TEXT, ENTRY(before),
      .optional = true, .standing = PTL_MANNER },
    { "name", "kind of object, up to the colon", PTL_KIND_TEXT, ENTRY(name), .standing = PTL_KEY },
    { "spelled", "the values as the text has them, as long as they say the same", PTL_KIND_TEXT,
      ENTRY(spelled), .optional = true, .standing = PTL_ECHO },
    { "called", "its own name with underscores; NONE: as the object is called", PTL_KIND_TEXT,
      ENTRY(called) },
    { "slot", "of its profile", PTL_KIND_I32, ENTRY(slot) },
    { "x", "fans to the east", PTL_KIND_F64, ENTRY(x), .standing = PTL_KEY },
    { "y", "fans to the south", PTL_KIND_F64, ENTRY(y), .standing = PTL_KEY },
    { "z", "fans up", PTL_KIND_F64, ENTRY(z) },
    { "facing", "direction, ? for any; L, R and I: in a hand or the inventory of the one before",
      PTL_KIND_U8, ENTRY(facing), .names = facing_names },
    { "money", "more than the object has", PTL_KIND_I32, ENTRY(money) },
    { "skin", "0 to 3, 4 for any (also spelled ?)", PTL_KIND_I32, ENTRY(skin) },
    { "passage", "number of the passage it refers to", PTL_KIND_I32, ENTRY(passage) },
    { "content", "what is inside", PTL_KIND_I32, ENTRY(content) },
    { "level", "of experience", PTL_KIND_I32, ENTRY(level) },
    { "status", "it has a status bar", PTL_KIND_BOOL, ENTRY(status) },
    { "ghost", "it is a ghost", PTL_KIND_BOOL, ENTRY(ghost) },
    { "team", "a word, of which the first letter counts", PTL_KIND_TEXT, ENTRY(team) },
};
static const ptl_record spawn_record = { "a spawn", sizeof(ptl_spawn), ROWS(spawn_fields),
                                         .placed = true, .at = offsetof(ptl_spawn, at) };

static const ptl_field list_fields[] = {
    { "list", "in the order of the text", PTL_KIND_RECORD, PTL_LIST,
      .offset = offsetof(ptl_spawns, data), .record = &spawn_record },
    { "end", "the text after the last spawn", PTL_KIND_TEXT, .offset = offsetof(ptl_spawns, end),
      .optional = true, .standing = PTL_MANNER },
};
static const ptl_record list_record = { "spawns of an Egoboo module", sizeof(ptl_spawns),
                                        ROWS(list_fields) };

/* ---- Reading and writing -------------------------------------------------------------------- */

static_assert(sizeof(ptl_spawns) == sizeof(ego_list), "spawns are a list of entries");

static int spawn_probe(ptl_span head, uint64_t size)
{
    (void)size;
    return ptl_ego_probe(head, &ptl_ego_spawns);
}

static void spawn_read(ptl_job *job, ptl_span source, void *native)
{
    ptl_ego_read(job, ptl_ego_source(job, source), &ptl_ego_spawns, native);
}

static void spawn_settle(ptl_job *job, const void *native)
{
    ptl_ego_settle(job, &ptl_ego_spawns, native);
}

static void spawn_write(ptl_job *job, ptl_buf *out, const void *native)
{
    (void)job;
    ptl_ego_write(out, &ptl_ego_spawns, native);
}

/* ---- Checks --------------------------------------------------------------------------------- */

static void spawn_check(ptl_job *job, const void *native, const char *profile)
{
    (void)profile;
    ptl_ego_check_spawns(job, native);
}

/* ---- The row -------------------------------------------------------------------------------- */

ptl_spawns *ptl_spawn_of(const ptl_doc *doc)
{
    return ptl_doc_open(doc, &ptl_format_spawn);
}

const ptl_spawns *ptl_spawn_view(const ptl_doc *doc)
{
    return ptl_doc_look(doc, &ptl_format_spawn);
}

static const ptl_setting_info spawn_settings[] = {
    { "size", "WxH", NULL, "fans of the level that a new list is for (16x16)", PTL_WHEN_MAKING },
    { 0 },
};

const ptl_format ptl_format_spawn = {
    .info         = { .name       = "spawn",
                      .title      = "Egoboo spawns",
                      .extensions = "spawn.txt",
                      .media_type = "text/x-egoboo-spawns",
                      .settings   = spawn_settings },
    .record       = &list_record,
    .rules        = ptl_spawn_rules,
    .text         = true,
    .probe        = spawn_probe,
    .make         = ptl_spawn_make,
    .read         = spawn_read,
    .settle       = spawn_settle,
    .write        = spawn_write,
    .check        = spawn_check,
    .facts_record = &ptl_spawn_facts_record,
    .facts        = ptl_spawn_facts,
};
