/* SPDX-License-Identifier: MIT */
/* Themes of the Gridmonger editor: what of them counts, and what is wrong with some. */
#include <portolan/grmm.h>
#include <portolan/plan.h>
#include <stdio.h>
#include <string.h>

#include "core/color.h"
#include "grmm_samples.h"
#include "harness.h"
#include "support.h"

/* In the editor's syntax, with names it has and values of ours. */
static const char sample[] = "# a comment\n"
                             "ui {\n"
                             "  window { border { color = \"#010203ff\" } }\n"
                             "  dialog { corner-radius = 6, shadow { enabled = yes } }\n"
                             "}\n"
                             "level {\n"
                             "  general {\n"
                             "    background = \"#102030ff\" // behind all\n"
                             "    line-width = hairline\n"
                             "    foreground { normal { normal = \"#a1a2a3ff\" }\n"
                             "                 light { normal = \"#b1b2b340\" } }\n"
                             "  }\n"
                             "  background-hatch { enabled = yes, color = \"#ffffff20\",\n"
                             "                     width = 1, spacing-factor = 3 }\n"
                             "  grid { background { style = none, grid = \"#c1c2c3ff\" } }\n"
                             "  outline { style = square, fill-style = solid,\n"
                             "            color = \"#d1d2d3ff\", width-factor = 0.25 }\n"
                             "  floor {\n"
                             "    background = [\n"
                             "      \"#404040ff\"\n"
                             "      \"#ff000080\", \"#00ff0080\" ]\n"
                             "  }\n"
                             "  note { index-background: [ \"#e1e2e3ff\" ] }\n"
                             "}\n";

static ptl_status make(ptl_plan **plan, const char *text, size_t size, ptl_diag *err)
{
    ptl_doc    *doc   = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_setting theme = { "theme", text, size };
    ptl_status  status =
        ptl_plan_make(plan, doc, &(ptl_write_opts){ .settings = &theme, .setting_count = 1 }, err);

    ptl_doc_free(doc);
    return status;
}

/* ---- Images ---------------------------------------------------------------------------------- */

/* 2 x 1 pixels of 24 bits, both #8090a0: a bitmap. */
static const uint8_t bitmap[] = { 'B', 'M', 62,   0,    0,    0,    0,    0,    0, 0, 54, 0, 0,
                                  0,   40,  0,    0,    0,    2,    0,    0,    0, 1, 0,  0, 0,
                                  1,   0,   24,   0,    0,    0,    0,    0,    8, 0, 0,  0, 0,
                                  0,   0,   0,    0,    0,    0,    0,    0,    0, 0, 0,  0, 0,
                                  0,   0,   0xA0, 0x90, 0x80, 0xA0, 0x90, 0x80, 0, 0 };

typedef struct shelf {
    const char *name, *folder; /* of the file that is there */
    const void *data;
    size_t      size, asked;
} shelf;

static bool load(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    shelf *s = user;

    s->asked++;
    if (strcmp(companion->name, s->name) != 0 ||
        strcmp(companion->folder ? companion->folder : "", s->folder) != 0)
        return false;
    out->size = out->capacity = s->size;
    out->data                 = out->allocator.resize(out->allocator.user, NULL, 0, s->size);
    CHECK(out->data != NULL);
    memcpy(out->data, s->data, s->size);
    return true;
}

typedef struct heard_notes {
    size_t   count;
    ptl_diag last;
} heard_notes;

static void hear_note(void *user, const ptl_diag *diag)
{
    heard_notes *heard = user;

    if (strcmp(diag->rule, "theme-image") == 0) {
        heard->count++;
        heard->last = *diag;
    }
}

static ptl_plan *plan_with(shelf *s, const char *image, const char *level, heard_notes *heard)
{
    ptl_doc       *doc = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_plan      *plan;
    ptl_diag       err;
    char           text[400];
    ptl_setting    theme = { "theme", text, 0 };
    ptl_write_opts opts  = { .settings      = &theme,
                             .setting_count = 1,
                             .files         = { .load = load, .user = s },
                             .listener      = { .hear = hear_note, .user = heard } };

    theme.size = (size_t)snprintf(text, sizeof text,
                                  "ui { window { background { color = \"#203040ff\", image = "
                                  "\"%s\" } } }\nlevel { general { background = \"%s\" } }\n",
                                  image, level);
    *heard     = (heard_notes){ 0 };
    s->asked   = 0;
    if (ptl_plan_make(&plan, doc, &opts, &err) != PTL_OK)
        test_fail(__FILE__, __LINE__, "%s", err.message);
    ptl_doc_free(doc);
    return plan;
}

/* A color of the plan by the role it has; 0 where there is none. */
static uint32_t color(const ptl_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->palette.count; i++) {
        const ptl_plan_color *c = &plan->palette.data[i];

        if (strcmp(c->name, name) == 0)
            return (uint32_t)c->r << 24 | (uint32_t)c->g << 16 | (uint32_t)c->b << 8 | c->a;
    }
    return 0;
}

static void their_names_become_roles(void)
{
    ptl_plan *plan;

    CHECK(make(&plan, sample, sizeof sample - 1, NULL) == PTL_OK);
    CHECK_UINT(color(plan, "paper"), 0x102030FF);
    CHECK_UINT(color(plan, "ink"), 0xA1A2A3FF);
    CHECK_UINT(color(plan, "wall"), 0xA1A2A3FF);
    CHECK_UINT(color(plan, "faint"), 0xB1B2B340);
    CHECK_UINT(color(plan, "hatch"), 0xFFFFFF20);
    CHECK_UINT(color(plan, "rock-grid"), 0); /* of style none */
    CHECK_UINT(color(plan, "outline"), 0xD1D2D3FF);
    CHECK_UINT(color(plan, "floor-0"), 0x404040FF);
    CHECK_UINT(color(plan, "floor-2"), 0x20A020FF); /* laid over the first */
    CHECK_UINT(color(plan, "disc-0"), 0xE1E2E3FF);
    ptl_plan_free(plan);
}

static void hatched_outlines_are_hatching(void)
{
    static const char text[] = "level { outline { style = rounded-edges, fill-style = hatched\n"
                               "color = \"#353232ff\" }, floor { background = [] } }";
    ptl_plan         *plan;

    CHECK(make(&plan, text, sizeof text - 1, NULL) == PTL_OK);
    CHECK_UINT(color(plan, "hatch"), 0x353232FF);
    CHECK_UINT(color(plan, "outline"), 0);
    ptl_plan_free(plan);
}

/* Texts of notes under the name of today and of before; pages of transparent levels. */
static void pages_and_texts_are_found(void)
{
    static const struct {
        const char *text;
        uint32_t    paper, notes;
    } cases[] = {
        { "ui { window { background { color = \"#203040ff\" } } }\n"
          "level { general { background = \"#11223300\" } }\n"
          "pane { current-note { text = \"#f0f1f2ff\" } }",
          0x203040FF, 0xF0F1F2FF },
        { "ui { window { background { color = \"#00000000\", image = paper.jpg } } }\n"
          "level { general { background = \"#d0c0a000\" } }\n"
          "pane { notes { text = \"#101112ff\" } }",
          0xD0C0A0FF, 0x101112FF },
        { "level { general { background = \"#ffffff80\" } }\n"
          "ui { window { background { color = \"#000000ff\" } } }\n"
          "pane { notes { text = \"#000000ff\" } }",
          0x808080FF, 0x000000FF },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        ptl_plan *plan;

        CHECK(make(&plan, cases[i].text, strlen(cases[i].text), NULL) == PTL_OK);
        CHECK_UINT(color(plan, "paper"), cases[i].paper);
        CHECK_UINT(color(plan, "text"), cases[i].notes);
        ptl_plan_free(plan);
    }
}

/* Where both have colors, texts stand on the window, and levels keep theirs. */
static void levels_lie_in_windows(void)
{
    static const char text[] = "ui { window { background { color = \"#7a6750ff\" } } }\n"
                               "level { general { background = \"#d7d2ccff\" }\n"
                               "floor { background = [ \"#00000080\" ] } }\n"
                               "pane { notes { text = \"#fff6e1ff\" } }";
    ptl_plan         *plan;

    CHECK(make(&plan, text, sizeof text - 1, NULL) == PTL_OK);
    CHECK_UINT(color(plan, "paper"), 0x7A6750FF);
    CHECK_UINT(color(plan, "rock"), 0xD7D2CCFF);
    CHECK_UINT(color(plan, "text"), 0xFFF6E1FF);
    CHECK_UINT(color(plan, "floor-0"), 0x6B6966FF); /* over the level */
    ptl_plan_free(plan);
}

static void older_files_have_other_names(void)
{
    static const char text[] = "ui { window { background { colour = \"#203040ff\" } } }\n"
                               "level { general { background = \"#20304000\"\n"
                               "foreground { normal = \"#f1f2f3ff\", light = \"#f1f2f340\" }\n"
                               "trail = \"#01020304\" }\n"
                               "outline { style = square-edges, colour = \"#0a0b0cff\" }\n"
                               "note { marker = \"#fefdfcff\" }\n"
                               "floor { background = [ \"#101010ff\" ] } }";
    ptl_plan         *plan;

    CHECK(make(&plan, text, sizeof text - 1, NULL) == PTL_OK);
    CHECK_UINT(color(plan, "paper"), 0x203040FF);
    CHECK_UINT(color(plan, "ink"), 0xF1F2F3FF);
    CHECK_UINT(color(plan, "wall"), 0xF1F2F3FF);
    CHECK_UINT(color(plan, "faint"), 0xF1F2F340);
    CHECK_UINT(color(plan, "trail"), 0x01020304);
    CHECK_UINT(color(plan, "outline"), 0x0A0B0CFF);
    CHECK_UINT(color(plan, "note"), 0xFEFDFCFF);
    ptl_plan_free(plan);
}

/* Bands and cells around the dungeon end where coordinates stand. */
static void outlines_stay_on_the_rock(void)
{
    static const char *const styles[] = { "cell", "square-edges", "rounded-edges" };

    for (size_t i = 0; i < COUNT(styles); i++) {
        char                  text[200];
        ptl_plan             *plan;
        const ptl_plan_layer *layer;
        const ptl_plan_page  *page;
        bool                  drawn = false;
        int                   size  = snprintf(text, sizeof text,
                                               "level { outline { style = %s, color = \"#333333ff\","
                                                                  " width-factor = 1 } }",
                                               styles[i]);

        CHECK(make(&plan, text, (size_t)size, NULL) == PTL_OK);
        page  = &plan->pages.data[0];
        layer = &plan->layers.data[page->layer];
        CHECK_TEXT(layer->name, "background");
        for (size_t k = layer->item; k < layer->item + layer->count; k++) {
            const ptl_plan_path *path = &plan->items.data[k].as.path;
            const char *name = path->fill != PTL_PLAN_NONE ? plan->palette.data[path->fill].name
                                                           : plan->palette.data[path->stroke].name;
            float       far  = path->stroke != PTL_PLAN_NONE ? path->width / 2 : 0;

            if (strcmp(name, "outline") != 0)
                continue;
            drawn = true;
            CHECK((path->fill != PTL_PLAN_NONE) == (i == 0));
            CHECK(path->round == (i == 2) || i == 0);
            CHECK(plan->points.data[2 * path->point] - far >= page->map.x - 0.01f);
            CHECK(plan->points.data[2 * path->point + 1] - far >= page->map.y - 0.01f);
        }
        CHECK(drawn);
        ptl_plan_free(plan);
    }
}

/* Something sets a label off: floors, the page or walls. */
static void check_label(const ptl_plan *plan, unsigned number)
{
    static const char *const halos[] = { "halo", "paper", "wall" };
    char                     name[]  = "label-0";
    double                   best    = 0;

    name[6] = (char)('0' + number);
    for (size_t i = 0; i < COUNT(halos); i++) {
        double contrast = ptl_color_contrast(color(plan, name), color(plan, halos[i]));

        best = contrast > best ? contrast : best;
    }
    CHECK(best >= 3);
}

/* ---- Contrast ---------------------------------------------------------------------------------
 */

static void check_page(const ptl_plan *plan)
{
    static const struct {
        const char *role, *on;
        double      least;
    } needs[] = { { "text", "paper", 4.5 },       { "title", "paper", 4.5 },
                  { "coordinate", "paper", 4.5 }, { "page-note", "paper", 4.5 },
                  { "page-comment", "paper", 3 }, { "ink", "floor-0", 3 },
                  { "note", "floor-0", 3 },       { "comment", "floor-0", 3 },
                  { "number", "disc-0", 3 },      { "number", "disc-3", 3 } };

    for (size_t i = 0; i < COUNT(needs); i++) {
        uint32_t on = color(plan, needs[i].on);

        CHECK_UINT(on & 0xFF, 0xFF);
        CHECK(ptl_color_contrast(color(plan, needs[i].role), on) >= needs[i].least);
    }
    for (unsigned i = 0; i < 4; i++)
        check_label(plan, i);
}

/* Whatever a theme says: its page can be read. Faint texts on pages and floors of every shade. */
static void their_pages_can_be_read(void)
{
    for (unsigned shade = 0; shade < 256; shade += 15) {
        char      text[900];
        ptl_plan *plan;
        int       size = snprintf(
                  text, sizeof text,
                  "level { general { background = \"#%02x%02x%02xff\", coordinates { normal = "
                        "\"#10101060\" }\n foreground { normal { normal = \"#ffffff40\" } } }\n"
                        "floor { background = [ \"#fdfdfd30\" ] }\n"
                        "note { comment = \"#e04010b0\", index = \"#808080d9\", marker { normal = "
                        "\"#08080870\" }, index-background = [ \"#707070ff\" \"#808080ff\" \"#909090ff\" "
                        "\"#ffffffff\" ] }\n"
                        "label { text = [ \"#5d513cff\" \"#fdfdfdff\" \"#808080ff\" \"#101010ff\" ] }\n"
                        "level-drop-down { button { label = \"#05050590\" } } }\n"
                        "pane { current-note { text = \"#80808099\" } }",
                  shade, shade, 255 - shade);

        CHECK(make(&plan, text, (size_t)size, NULL) == PTL_OK);
        check_page(plan);
        ptl_plan_free(plan);
    }
}

/* A level with a column for each color of floors, and signs of each kind in them. */
static ptl_doc *colored_level(void)
{
    static const uint8_t floors[] = { PTL_GRMM_STAIRS_DOWN, PTL_GRMM_STAIRS_UP, PTL_GRMM_DOOR,
                                      PTL_GRMM_BLANK, PTL_GRMM_BLANK };
    ptl_doc             *doc;

    CHECK(ptl_grmm_new(&doc, "Floors", "2026-01-01 00:00:00", 4, NULL, NULL) == PTL_OK);
    CHECK(ptl_grmm_add_level(NULL, doc, "Floors", "", 0, COUNT(floors), 10, NULL) == PTL_OK);
    for (uint32_t c = 0; c < 10; c++) {
        ptl_grmm_note key = { .row = 3, .column = (uint16_t)c, .kind = PTL_GRMM_ICON, .icon = 15 };
        ptl_grmm_note id  = { .row = 4, .column = (uint16_t)c, .kind = PTL_GRMM_CUSTOM_ID };

        for (uint32_t r = 0; r < COUNT(floors); r++) {
            CHECK(ptl_grmm_set(doc, 0, PTL_GRMM_FLOOR, r, c, floors[r], NULL) == PTL_OK);
            CHECK(ptl_grmm_set(doc, 0, PTL_GRMM_COLOR, r, c, (uint8_t)c, NULL) == PTL_OK);
        }
        id.id = (ptl_str){ "K7", 2 };
        CHECK(ptl_grmm_add_note(doc, 0, &key, NULL) == PTL_OK);
        CHECK(ptl_grmm_add_note(doc, 0, &id, NULL) == PTL_OK);
        CHECK(ptl_grmm_add_link(doc, (ptl_grmm_place){ 0, 0, (uint16_t)c },
                                (ptl_grmm_place){ 0, 1, (uint16_t)c }, NULL) == PTL_OK);
    }
    return doc;
}

/* A color that something in a column has: it is told from the floor there, if it is none itself. */
static void check_sign(const ptl_plan *plan, uint32_t index, float x)
{
    const ptl_plan_page *page      = &plan->pages.data[0];
    unsigned             column    = (unsigned)((x - page->cells.x) / page->cells.width);
    char                 name[]    = "floor-0";
    const char          *sign_name = index == PTL_PLAN_NONE ? "" : plan->palette.data[index].name;

    if (index == PTL_PLAN_NONE || strncmp(sign_name, "floor", 5) == 0)
        return;
    CHECK(column < 10);
    name[6] = (char)('0' + column);
    if (ptl_color_contrast(color(plan, sign_name), color(plan, name)) < 3)
        test_fail(__FILE__, __LINE__, "%s on %s has a contrast of %.2f", sign_name, name,
                  ptl_color_contrast(color(plan, sign_name), color(plan, name)));
}

/* How many signs were looked at. */
static size_t check_signs(const ptl_plan *plan, const char *layer_name)
{
    size_t seen = 0;

    for (size_t i = 0; i < plan->layers.count; i++) {
        const ptl_plan_layer *layer = &plan->layers.data[i];

        if (strcmp(layer->name, layer_name) != 0)
            continue;
        for (size_t k = layer->item; k < layer->item + layer->count; k++, seen++) {
            const ptl_plan_item *item = &plan->items.data[k];

            if (item->kind == PTL_PLAN_TEXT) {
                check_sign(plan, item->as.text.color, item->as.text.x);
            } else if (item->kind == PTL_PLAN_PATH) {
                float x = plan->points.data[2 * item->as.path.point];
                float right =
                    layer_name[0] == 'n' ? -0.5f : 0.01f; /* corners of notes begin there */

                check_sign(plan, item->as.path.fill, x + right);
                check_sign(plan, item->as.path.stroke, x + right);
            }
        }
    }
    return seen;
}

static uint32_t dice(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* A file with all that counts, of colors by chance: most are opaque, as in theirs. */
static size_t random_theme(char *out, size_t room, uint32_t seed)
{
    static const char *const words[] = {
        "ui{window{background{color=\"*\",image=\"\"}}}level{general{background=\"*\",line-width="
        "thin,",
        "link-marker=\"*\",trail{normal=\"*\"}foreground{normal{normal=\"*\"}light{normal=\"*\"}}",
        "coordinates{normal=\"*\"}region-border{normal=\"*\",empty=\"*\"}}",
        "background-hatch{enabled=yes,color=\"*\"}grid{background{grid=\"*\"}floor{grid=\"*\"}}",
        "outline{style=cell,color=\"*\"}floor{background=[\"*\" \"*\" \"*\" \"*\" \"*\" \"*\" "
        "\"*\" ",
        "\"*\" \"*\" \"*\"]}note{marker{normal=\"*\"}comment=\"*\",index=\"*\",index-background=[",
        "\"*\" \"*\" \"*\" \"*\"]}label{text=[\"*\" \"*\" \"*\" \"*\"]}",
        "level-drop-down{button{label=\"*\"}}}pane{current-note{text=\"*\"}}",
    };
    size_t size = 0;

    for (size_t i = 0; i < COUNT(words); i++)
        for (const char *c = words[i]; *c; c++) {
            uint32_t rgb = dice(&seed) & 0xFFFFFF, alpha = dice(&seed) & 511;

            if (*c == '*')
                size += (size_t)snprintf(out + size, room - size, "#%06x%02x", (unsigned)rgb,
                                         (unsigned)(alpha > 255 ? 255 : alpha));
            else
                out[size++] = *c;
        }
    CHECK(size < room);
    return size;
}

/* The promise of contrast, for themes by chance: on the page, and of signs on floors of all colors.
 */
static void signs_are_told_from_all_floors(void)
{
    static const char *const layers[] = { "symbols", "notes", "links" };
    ptl_doc                 *doc      = colored_level();

    for (uint32_t seed = 0; seed < 200; seed++) {
        char        text[2000];
        ptl_setting theme = { "theme", text, random_theme(text, sizeof text, seed * 7919) };
        ptl_plan   *plan;
        ptl_diag    err;

        if (ptl_plan_make(&plan, doc, &(ptl_write_opts){ .settings = &theme, .setting_count = 1 },
                          &err) != PTL_OK)
            test_fail(__FILE__, __LINE__, "%s", err.message);
        check_page(plan);
        for (size_t i = 0; i < COUNT(layers); i++)
            CHECK(check_signs(plan, layers[i]) >= 20);
        ptl_plan_free(plan);
    }
    ptl_doc_free(doc);
}

/* A folder with one theme. */
static bool load_moss(void *user, const ptl_companion *companion, ptl_bytes *out)
{
    static const char text[] = "level { general { background = \"#102010ff\" } }";

    (void)user;
    if (strcmp(companion->name, "Moss.gmtheme") != 0 || !companion->exact)
        return false;
    out->data = out->allocator.resize(out->allocator.user, NULL, 0, sizeof text - 1);
    out->size = sizeof text - 1;
    if (out->data)
        memcpy(out->data, text, out->size);
    return out->data;
}

static ptl_status draw_named(ptl_plan **plan, const char *name, const char *theme, ptl_diag *err)
{
    ptl_doc       *doc     = must_read(grmm_room, sizeof grmm_room, NULL);
    ptl_setting    setting = { "theme", theme, theme ? strlen(theme) : 0 };
    ptl_write_opts opts    = { .settings      = &setting,
                               .setting_count = theme != NULL,
                               .files         = { .load = load_moss } };
    ptl_status     status;

    ptl_grmm_of(doc)->state.display.theme = (ptl_str){ name, strlen(name) };
    status                                = ptl_plan_make(plan, doc, &opts, err);
    ptl_doc_free(doc);
    return status;
}

static void maps_name_their_themes(void)
{
    ptl_plan *plan;
    ptl_diag  err;

    CHECK(draw_named(&plan, "Moss", "map", NULL) == PTL_OK);
    CHECK_UINT(color(plan, "paper"), 0x102010FF);
    ptl_plan_free(plan);
    CHECK(draw_named(&plan, "Fern", "map", &err) == PTL_E_IO);
    CHECK_TEXT(err.message, "the theme \"Fern\" that the map names was not found beside it or in a "
                            "folder of themes");
    CHECK(draw_named(&plan, "../Moss", "map", &err) == PTL_E_IO);
    CHECK(draw_named(&plan, "", "map", &err) == PTL_E_IO);
}

/* Maps of the world, which have themes of their own in the editor, are not drawn as dungeons. */
static void worlds_have_a_theme_of_their_own(void)
{
    uint32_t  paper[3];
    ptl_plan *plan;

    for (int i = 0; i < 3; i++) {
        CHECK(draw_named(&plan, i == 0 ? "Default" : "[W] Isles", i == 2 ? "world" : NULL, NULL) ==
              PTL_OK);
        paper[i] = color(plan, "floor-5");
        ptl_plan_free(plan);
    }
    CHECK(paper[0] != paper[1]);
    CHECK_UINT(paper[1], paper[2]);
}

static void faults_have_a_place(void)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        { "level {\n general { background = \"gray\" } }",
          "theme, line 2, column 26: this is not a color" },
        { "level {\n general { background = \"#fff", "theme, line 2, column 25: the quotation" },
        { "level {\n general {", "theme, line 2, column 11: a group has no end" },
        { "level { = }", "theme, line 1, column 9: a name was expected" },
        { "level { a = }", "theme, line 1, column 13: a value was expected" },
        { "level { a = [ {", "theme, line 1, column 15: a list of values" },
        { "a{a{a{a{a{a{a{a{a{", "theme, line 1, column 17: groups are nested too deeply" },
        { "ui { dialog { label = \"#fff\" } }", "the theme has no colors of levels" },
        { "}{", "theme, line 1, column 1: a name was expected" },
        { "level { x = \"\x1b\" } \x01", "theme, line 1, column 20: a value was expected" },
        { "nightly", "there is no theme \"nightly\"" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        ptl_plan *plan;
        ptl_diag  err;

        CHECK(make(&plan, bad[i].text, strlen(bad[i].text), &err) != PTL_OK);
        if (strncmp(err.message, bad[i].says, strlen(bad[i].says)) != 0)
            CHECK_TEXT(err.message, bad[i].says);
    }
}

/* Cut at every length, and with every byte changed: a plan or a clean error. */
static void damage_does_no_harm(void)
{
    static const uint8_t with[] = { 0, '{', '}', '[', ']', '"', '=', '\n', '#', 0xFF };

    for (size_t at = 0; at < sizeof sample; at++)
        for (size_t k = 0; k <= sizeof with; k++) {
            char       text[sizeof sample];
            ptl_plan  *plan;
            ptl_status status;

            memcpy(text, sample, sizeof sample);
            if (k < sizeof with)
                text[at] = (char)with[k];
            status = make(&plan, text, k < sizeof with ? sizeof sample - 1 : at, NULL);
            CHECK(status == PTL_OK || status == PTL_E_SYNTAX || status == PTL_E_ARG);
            ptl_plan_free(plan);
        }
}

static const ptl_plan_layer *paper_of(const ptl_plan *plan)
{
    for (size_t i = 0; i < plan->layers.count; i++)
        if (strcmp(plan->layers.data[i].name, "paper") == 0)
            return &plan->layers.data[i];
    return NULL;
}

static void images_are_drawn_behind_pages(void)
{
    static const char *const folders[] = { "", "Images" };

    for (size_t i = 0; i < COUNT(folders); i++) {
        shelf                   s = { "old.bmp", folders[i], bitmap, sizeof bitmap, 0 };
        heard_notes             heard;
        ptl_plan               *plan  = plan_with(&s, "old.bmp", "#00000000", &heard);
        const ptl_plan_page    *page  = &plan->pages.data[0];
        const ptl_plan_layer   *layer = paper_of(plan);
        const ptl_plan_picture *picture;

        CHECK(layer != NULL);
        CHECK(layer == &plan->layers.data[page->layer]); /* below all others */
        CHECK_UINT(layer->count, 1);
        picture = &plan->items.data[layer->item].as.picture;
        CHECK_UINT(plan->items.data[layer->item].kind, PTL_PLAN_PICTURE);
        CHECK(picture->box.width >= page->width && picture->box.height >= page->height);
        CHECK(picture->box.width == 2 * picture->box.height); /* as the image is */
        CHECK(layer->clip.width == page->width && layer->clip.height == page->height);
        CHECK_TEXT(plan->images.data[picture->image].media_type, "image/png");
        CHECK_UINT(color(plan, "paper"), 0x8090A0FF);
        CHECK_UINT(plan->images.count, 1);
        CHECK_UINT(heard.count, 0);
        ptl_plan_free(plan);
    }
}

static void images_are_drawn_where_they_are_seen(void)
{
    shelf       s = { "old.bmp", "", bitmap, sizeof bitmap, 0 };
    heard_notes heard;
    ptl_plan   *plan = plan_with(&s, "old.bmp", "#102030ff", &heard);

    CHECK(!paper_of(plan)); /* levels hide it */
    CHECK_UINT(s.asked, 0);
    ptl_plan_free(plan);
    plan = plan_with(&s, "old.bmp", "#00000080", &heard);
    CHECK_UINT(paper_of(plan)->count, 2); /* and a veil */
    CHECK_UINT(color(plan, "veil"), 0x00000080);
    CHECK((color(plan, "paper") >> 24) > 0x38 && (color(plan, "paper") >> 24) < 0x48);
    ptl_plan_free(plan);
    plan = plan_with(&s, "", "#00000000", &heard);
    CHECK(!paper_of(plan));
    CHECK_UINT(heard.count, 0); /* it names none */
    ptl_plan_free(plan);
}

/* What cannot be drawn leaves the color, and a note says why. */
static void images_that_cannot_be_drawn_are_noted(void)
{
    static const struct {
        const char *name, *why;
        size_t      size; /* of the file */
        bool        asked;
    } bad[] = {
        { "../old.bmp", "not a path", sizeof bitmap, false },
        { "a/old.bmp", "not a path", sizeof bitmap, false },
        { "c:old.bmp", "not a path", sizeof bitmap, false },
        { ".old.bmp", "not a path", sizeof bitmap, false },
        { "new.bmp", "not found", sizeof bitmap, true },
        { "old.bmp", "", 40, true },
        { "old.bmp", "", 3, true },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        shelf       s = { "old.bmp", "", bitmap, bad[i].size, 0 };
        heard_notes heard;
        ptl_plan   *plan = plan_with(&s, bad[i].name, "#00000000", &heard);

        CHECK(!paper_of(plan));
        CHECK_UINT(color(plan, "paper"), 0x203040FF);
        CHECK_UINT(heard.count, 1);
        CHECK_UINT(heard.last.severity, PTL_NOTE);
        CHECK(strstr(heard.last.message, bad[i].why) != NULL);
        CHECK((s.asked > 0) == bad[i].asked);
        ptl_plan_free(plan);
    }
}

/* A header that claims more pixels than textures may have costs nothing. */
static void huge_images_are_refused(void)
{
    uint8_t     huge[sizeof bitmap];
    shelf       s = { "old.bmp", "", huge, sizeof huge, 0 };
    heard_notes heard;
    ptl_plan   *plan;

    memcpy(huge, bitmap, sizeof huge);
    huge[20] = huge[24] = 0x7F; /* millions of pixels each way */
    plan                = plan_with(&s, "old.bmp", "#00000000", &heard);
    CHECK(!paper_of(plan));
    CHECK_UINT(heard.count, 1);
    ptl_plan_free(plan);
}

int main(void)
{
    static const test_case tests[] = {
        TEST(their_names_become_roles),
        TEST(hatched_outlines_are_hatching),
        TEST(pages_and_texts_are_found),
        TEST(their_pages_can_be_read),
        TEST(signs_are_told_from_all_floors),
        TEST(levels_lie_in_windows),
        TEST(older_files_have_other_names),
        TEST(outlines_stay_on_the_rock),
        TEST(maps_name_their_themes),
        TEST(worlds_have_a_theme_of_their_own),
        TEST(faults_have_a_place),
        TEST(damage_does_no_harm),
        TEST(images_are_drawn_behind_pages),
        TEST(images_are_drawn_where_they_are_seen),
        TEST(images_that_cannot_be_drawn_are_noted),
        TEST(huge_images_are_refused),
    };

    return run_tests("grmm_theme", tests, COUNT(tests));
}
