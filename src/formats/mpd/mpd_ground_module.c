/* SPDX-License-Identifier: MIT */
/* The other files of a module, beside a mesh that was made of ground: its menu, what spawns, light
 * and water, the map of the game, and pictures. Engines look for colons, so that texts have none.
 */
#include <string.h>

#include "formats/attach.h"
#include "formats/mpd/mpd_ground.h"

/* ---- Texts ----------------------------------------------------------------------------------- */

enum { NAME_SIZE = 60, NOTE_SIZE = 120, SUMMARY = 8, PLAYERS = 4, PACK = 9 };

/* Letters, digits and a few signs; blanks are underscores, which the menu shows as blanks. */
static void put_name(ptl_buf *out, ptl_str text)
{
    size_t size = text.size < NAME_SIZE ? text.size : NAME_SIZE;

    for (size_t i = 0; i < size; i++) {
        char c = text.data[i], low = (char)(c | 0x20);
        bool plain = (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || strchr("'-.,!", c);

        ptl_put_char(out, plain && c ? c : '_');
    }
    if (size == 0)
        ptl_put_char(out, '_');
}

static ptl_span make_menu(mpd_maker *m)
{
    ptl_buf out = ptl_buf_of(m->job, NULL);

    ptl_put_text(&out, "// What the menu says of this module\nName, with underscores: ");
    put_name(&out, m->ground->title);
    ptl_put_format(&out,
                   "\nModule that must be played before: NONE\nQuest that must be done: [NONE]\n"
                   "Characters that are brought along: %d\nCharacters may be taken home: T\n"
                   "Fewest players: 1\nMost players: %d\nRespawning: T\nNot used: F\n"
                   "Rank: *\n\n// Eight lines about it\n",
                   PLAYERS, PLAYERS);
    for (int i = 0; i < SUMMARY; i++) {
        ptl_put_char(&out, ':');
        put_name(&out, i == 0 ? m->from->name : (ptl_str){ "", 0 });
        ptl_put_char(&out, '\n');
    }
    ptl_put_text(&out, "\n:[TYPE] SIDEQUEST\n");
    return ptl_attach_text(m->job, &out);
}

/* ---- Spawns ---------------------------------------------------------------------------------- */

/* Where players begin: the best place there is, the first of its kind. */
static bool find_start(const ptl_ground_level *level, uint32_t *x, uint32_t *y)
{
    static const uint8_t wanted[] = { PTL_GROUND_ENTRANCE, PTL_GROUND_STAIRS_UP,
                                      PTL_GROUND_STAIRS_DOWN, PTL_GROUND_EXIT, PTL_GROUND_FLOOR };

    for (size_t k = 0; k < sizeof wanted; k++)
        for (size_t i = 0; i < (size_t)level->rows * level->columns; i++)
            if (level->cells[i].kind == wanted[k]) {
                *x = (uint32_t)(i % level->columns);
                *y = (uint32_t)(i / level->columns);
                return true;
            }
    return false;
}

/* A player and what it brings along, in its hands and bags. */
static void put_player(ptl_buf *out, int player, uint32_t x, uint32_t y)
{
    static const char hands[PACK + 1] = "NLRIIIIII";

    ptl_put_format(out, "Player %d: NONE %d %lu.%d %lu.%d 1.0 N 0 0 0 0 0 T F G\n", player,
                   player * PACK, (unsigned long)x, 3 + player % 2 * 4, (unsigned long)y,
                   3 + player / 2 * 4);
    for (int i = 1; i < PACK; i++)
        ptl_put_format(out, "  Pack: NONE %d 0.0 0.0 0.0 %c 0 0 0 0 0 F F N\n", player * PACK + i,
                       hands[i]);
}

static void put_note(ptl_buf *out, const ptl_ground_note *note)
{
    ptl_put_format(out, "// at %lu, %lu ", (unsigned long)note->column, (unsigned long)note->row);
    for (size_t part = 0; part < 2; part++) {
        ptl_str text = part == 0 ? note->id : note->text;

        for (size_t i = 0; i < text.size && i < NOTE_SIZE; i++) {
            char c = text.data[i];

            ptl_put_char(out, (unsigned char)c < ' ' || c == 0x7F ? ' ' : c == ':' ? ';' : c);
        }
        ptl_put_char(out, part == 0 ? ' ' : '\n');
    }
}

static ptl_span make_spawns(mpd_maker *m)
{
    ptl_buf  out = ptl_buf_of(m->job, NULL);
    uint32_t x = 0, y = 0;
    bool     start = find_start(m->from, &x, &y);

    ptl_put_text(&out,
                 "// Who is there when the module begins\n// name, slot, x y z in fans, facing, "
                 "money, skin, passage, content, level, status, ghost, team\n");
    for (int i = 0; i < PLAYERS && start; i++)
        put_player(&out, i, x, y);
    if (m->from->notes.count > 0)
        ptl_put_text(&out, "\n// Notes of the map\n");
    for (size_t i = 0; i < m->from->notes.count && ptl_ok(m->job); i++)
        put_note(&out, &m->from->notes.data[i]);
    ptl_ledger_invented(m->job, (ptl_ledger_line){ start ? PLAYERS : 0, y, x },
                        "# {player spawns|players spawn} here");
    ptl_ledger_approximated(m->job, ptl_ledger_count(m->from->notes.count),
                            "# {note is a comment|notes are comments} in spawn.txt");
    return ptl_attach_text(m->job, &out);
}

/* ---- Light and water ------------------------------------------------------------------------- */

static ptl_span make_weather(mpd_maker *m)
{
    static const char after[] =
        "Gloss of the water begins at: 128\nGloss of the water: 128\nTorches go out below: 45\n"
        "Striders walk at: 25\nWater glows: F\nWater is wet: T\nUpper picture as an overlay: F\n"
        "Lower picture as a backdrop: F\nOverlay, x: 0.0\nOverlay, y: 0.0\nBackdrop, x: 0.0\n"
        "Backdrop, y: 0.0\nOverlay repeats: 1\nBackdrop repeats: 1\n\n"
        "Height: 25\nOpacity: 150\nFrames of a wave: 4\nBrightness: 15\nAmbient light: 15\n"
        "Height of the waves: 3.0\nDrift, u: 0.0002\nDrift, v: 0.0001\n\n"
        "Height: 20\nOpacity: 150\nFrames of a wave: 6\nBrightness: 15\nAmbient light: 15\n"
        "Height of the waves: 3.0\nDrift, u: 0.0\nDrift, v: 0.0\n\n"
        "Light, x: 1.00\nLight, y: 1.00\nLight, z: 0.50\nAmbient light: 0.60\n\n"
        "Slopes pull down by: 1.00\nFriction of slippery ground: 0.97\nFriction of air: 0.91\n"
        "Friction of water: 0.88\nFriction of ground: 0.91\nGravity: -1.00\n"
        "Animation, update mask: 7\nAnimation, frame mask: 3\nHarm of a damage tile: 256\n"
        "Kind of harm: POKE\n\nWeather: NONE\nWeather only over water: F\nWeather rate: 0\n\n"
        "Explore: T\nFar edge, for the outdoors: F\nCamera sways at the rate of: 0\n"
        "Camera sways by: 0\n";
    ptl_buf out = ptl_buf_of(m->job, NULL);

    ptl_put_format(&out,
                   "$FILE_VERSION 2\n// Light, water and air, a value after each colon\n"
                   "Made at random: F\nLayers of water: %d\n",
                   m->watery > 0 ? 1 : 0);
    ptl_put_text(&out, after);
    return ptl_attach_text(m->job, &out);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

enum { PLAN_PIXELS = 4 }; /* of a fan, as the editor of the game draws it */

static ptl_span make_plan(mpd_maker *m)
{
    uint32_t width = m->mesh->sizex * PLAN_PIXELS, height = m->mesh->sizey * PLAN_PIXELS;
    uint8_t *pixels = ptl_arena_take(m->job, (uint64_t)width * height);
    uint32_t palette[PTL_SHEET_IMAGES];

    for (unsigned i = 0; i < PTL_SHEET_IMAGES; i++)
        palette[i] = ptl_sheet_color((uint8_t)i);
    for (size_t i = 0; i < (size_t)width * height && pixels; i++) {
        size_t x = i % width / PLAN_PIXELS, y = i / width / PLAN_PIXELS;

        pixels[i] = (uint8_t)ptl_mpd_word_tile(m->mesh->words.data[y * m->mesh->sizex + x]);
    }
    return ptl_sheet_put_bmp(m->job, pixels, width, height, palette, PTL_SHEET_IMAGES);
}

enum { BLANK_SIDE = 4, WATER_SIDE = 64 };

/* Sheets that no fan uses must be there, and may be as small as in modules of the game. */
static ptl_span make_blank(mpd_maker *m)
{
    static const uint8_t  pixels[BLANK_SIDE * BLANK_SIDE];
    static const uint32_t black[] = { 0 };

    return ptl_sheet_put_bmp(m->job, pixels, BLANK_SIDE, BLANK_SIDE, black, 1);
}

/* ---- All of it ------------------------------------------------------------------------------- */

void ptl_mpd_attach_module(mpd_maker *m, ptl_attachments *attached)
{
    static const char sheets[][12] = { "tile1.bmp", "tile2.bmp", "tile3.bmp" };
    static const char waters[][16] = { "watertop.bmp", "waterlow.bmp" };

    ptl_attach_called(m->job, attached, "menu.txt", make_menu(m));
    ptl_attach_called(m->job, attached, "spawn.txt", make_spawns(m));
    ptl_attach_called(m->job, attached, "wawalite.txt", make_weather(m));
    ptl_attach_called(m->job, attached, "plan.bmp", make_plan(m));
    for (size_t i = 0; i < 3; i++)
        ptl_attach_called(m->job, attached, sheets[i], make_blank(m));
    for (size_t i = 0; i < 2; i++)
        ptl_attach_called(m->job, attached, waters[i],
                          ptl_sheet_bmp_of(m->job, PTL_SHEET_WATER, WATER_SIDE));
}
