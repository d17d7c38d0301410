/* SPDX-License-Identifier: MIT */
/* Themes: the built-in ones, the files people write, and what is wrong with some. */
#include <math.h>
#include <string.h>

#include "core/color.h"
#include "fixture.h"
#include "harness.h"
#include "hubs/theme.h"

static ptl_str str(const char *text)
{
    return (ptl_str){ text, strlen(text) };
}

static void read_text(fixture *f, ptl_theme *theme, const char *text)
{
    fixture_begin(f, NULL, 0);
    ptl_theme_read(&f->job, theme, (ptl_span){ (const uint8_t *)text, strlen(text) });
}

/* A line of a built-in theme that says nothing known would end it silently: read as files they
 * must be fine, and each must differ from the others. */
static void built_in_themes_are_whole(void)
{
    ptl_theme themes[16];
    size_t    count = 0;

    for (; ptl_theme_name(count); count++) {
        ptl_theme *t = &themes[count];

        memset(t, 0, sizeof *t);
        CHECK(ptl_theme_named(t, str(ptl_theme_name(count))));
        CHECK((t->color[PTL_ROLE_PAPER] & 0xFF) == 0xFF);
        CHECK((t->color[PTL_ROLE_LABEL + 3] & 0xFF) == 0xFF);
        CHECK((t->color[PTL_ROLE_FLOOR] & 0xFF) == 0xFF);
        CHECK(t->wall_width > 0 && t->line_width > 0 && t->grid_width > 0);
        for (size_t i = 0; i < count; i++)
            CHECK(memcmp(themes[i].color, t->color, sizeof t->color) != 0);
    }
    CHECK(count >= 5);
    CHECK_TEXT(ptl_theme_name(0), "paper");
    CHECK(themes[count - 1].title_face == PTL_FACE_MONO); /* the last word of the last one */
    CHECK(!ptl_theme_named(&themes[0], str("Paper")));
    CHECK(!ptl_theme_named(&themes[0], str("")));
}

static void files_change_what_they_say(void)
{
    fixture   f;
    ptl_theme theme, dark;

    memset(&dark, 0, sizeof dark);
    ptl_theme_named(&dark, str("dark"));
    read_text(&f, &theme,
              "# mine\r\n\r\n  inherit = dark\r\n wall=#123456\n"
              "floor-9 = #0000\n"
              "hatch-size\t=\t0.5\nhatching = dots\ntitle-face = serif\ntext-face = mono");
    CHECK_TEXT(f.job.error.message, "theme, line 5, column 11: \"#0000\" is not #rgb, #rrggbb, "
                                    "#rrggbbaa, black, white or transparent");
    fixture_end(&f);
    read_text(&f, &theme,
              "# mine\r\n\r\n  inherit = dark\r\n wall=#123456\n"
              "hatch-size\t=\t0.5\nhatching = dots\ntitle-face = serif\ntext-face = mono");
    CHECK(ptl_ok(&f.job));
    CHECK_UINT(theme.color[PTL_ROLE_WALL], 0x123456FF);
    CHECK_UINT(theme.color[PTL_ROLE_INK], dark.color[PTL_ROLE_INK]);
    CHECK(theme.hatch_size == 0.5f);
    CHECK(theme.hatching == PTL_HATCH_DOTS);
    CHECK(theme.title_face == PTL_FACE_SERIF && theme.text_face == PTL_FACE_MONO);
    fixture_end(&f);
}

static void an_empty_file_is_the_usual_theme(void)
{
    fixture   f;
    ptl_theme theme, usual;

    memset(&usual, 0, sizeof usual);
    memset(&theme, 0, sizeof theme);
    ptl_theme_named(&usual, str("paper"));
    read_text(&f, &theme, "");
    CHECK(ptl_ok(&f.job));
    CHECK(memcmp(&theme, &usual, sizeof theme) == 0);
    fixture_end(&f);
}

static void faults_have_a_place(void)
{
    static const struct {
        const char *text, *says;
    } bad[] = {
        { "\n  papre = #fff\n", "theme, line 2, column 3: there is nothing called \"papre\"" },
        { "paper", "theme, line 1, column 1: \"paper\" is not \"name = value\"" },
        { "paper = beige", "theme, line 1, column 9: \"beige\" is not #rgb" },
        { "wall-width = 9", "theme, line 1, column 14: \"9\" is not a number from 0.01 to 0.4" },
        { "wall-width = nan", "theme, line 1, column 14: \"nan\" is not a number" },
        { "hatching = loud", "theme, line 1, column 12: \"loud\" is not none, strokes" },
        { "text-face = comic", "theme, line 1, column 13: \"comic\" is not sans" },
        { "inherit = mine", "theme, line 1, column 11: \"mine\" is not the name of a built-in" },
        { "ink = #000\ninherit = dark", "theme, line 2, column 11: \"dark\" is not said once" },
        { "inherit = dark\ninherit = dark", "theme, line 2, column 11: \"dark\" is not said once" },
        { "=", "theme, line 1, column 1: there is nothing called \"\"" },
        { "\x1b = 1", "theme, line 1, column 1: there is nothing called \"\\x1b\"" },
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        fixture   f;
        ptl_theme theme;

        read_text(&f, &theme, bad[i].text);
        CHECK_FAILED(&f, PTL_E_SYNTAX, "theme");
        if (strncmp(f.job.error.message, bad[i].says, strlen(bad[i].says)) != 0)
            CHECK_TEXT(f.job.error.message, bad[i].says);
        fixture_end(&f);
    }
}

static void size_is_bounded(void)
{
    static char long_text[(64 << 10) + 1];
    fixture     f;
    ptl_theme   theme;

    memset(long_text, '\n', sizeof long_text);
    fixture_begin(&f, NULL, 0);
    ptl_theme_read(&f.job, &theme, (ptl_span){ (uint8_t *)long_text, sizeof long_text - 1 });
    CHECK(ptl_ok(&f.job));
    ptl_theme_read(&f.job, &theme, (ptl_span){ (uint8_t *)long_text, sizeof long_text });
    CHECK_FAILED(&f, PTL_E_LIMIT, "theme");
    fixture_end(&f);
}

/* Cut anywhere, and with every byte changed: an error or a theme, never harm. */
static void damage_does_no_harm(void)
{
    static const char sample[] = "inherit = dark\nwall = #123456\nhatch-size = 0.5\n";

    for (size_t at = 0; at < sizeof sample; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            char      text[sizeof sample];
            fixture   f;
            ptl_theme theme;

            memcpy(text, sample, sizeof sample);
            text[at] = (char)byte;
            fixture_begin(&f, NULL, 0);
            ptl_theme_read(&f.job, &theme,
                           (ptl_span){ (uint8_t *)text, byte == 0 ? at : sizeof sample - 1 });
            CHECK(theme.wall_width >= 0.01f && theme.wall_width <= 0.4f);
            fixture_end(&f);
        }
}

static void floors_are_laid_over_the_first(void)
{
    fixture   f;
    ptl_theme theme;
    ptl_plan  plan = { 0 };
    ptl_pen   pen;
    uint32_t  color[PTL_ROLES];

    read_text(&f, &theme, "floor-0 = #f2f2ee\nfloor-1 = #6f000096\nrock = transparent\n");
    pen = ptl_pen_of(&f.job, &plan);
    ptl_theme_palette(&pen, &theme, color);
    CHECK_UINT(color[PTL_ROLE_ROCK], PTL_PLAN_NONE);
    CHECK_TEXT(plan.palette.data[color[PTL_ROLE_FLOOR + 1]].name, "floor-1");
    CHECK_UINT(plan.palette.data[color[PTL_ROLE_FLOOR + 1]].r, 0xA5);
    CHECK_UINT(plan.palette.data[color[PTL_ROLE_FLOOR + 1]].a, 0xFF);
    fixture_end(&f);
}

/* ---- Contrast -------------------------------------------------------------------------------- */

/* As WCAG 2 has it, with the powers of the C library: not the code that is tested. */
static double light(uint32_t rgba)
{
    static const double shares[] = { 0.2126, 0.7152, 0.0722 };
    double              sum      = 0;

    for (int i = 0; i < 3; i++) {
        double v = (rgba >> (24 - 8 * i) & 0xFF) / 255.0;

        sum += shares[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum + 0.05;
}

static double contrast(uint32_t rgba, uint32_t below)
{
    double a = light(ptl_color_over(rgba, below)), b = light(below);

    return a > b ? a / b : b / a;
}

static void contrast_is_counted_as_by_others(void)
{
    static const uint32_t colors[] = { 0x000000FF, 0xFFFFFFFF, 0x767676FF, 0x12345680, 0xABCDEF10 };

    for (size_t i = 0; i < COUNT(colors); i++)
        for (size_t k = 0; k < COUNT(colors); k++) {
            uint32_t below = colors[k] | 0xFF;

            CHECK(fabs(ptl_color_contrast(colors[i], below) - contrast(colors[i], below)) < 1e-6);
        }
    CHECK(fabs(contrast(0x000000FF, 0xFFFFFFFF) - 21) < 1e-9);
}

/* Every color becomes legible on every other, and stays as it is where it was. */
static void legible_is_always_possible(void)
{
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t k = 0; k < 16; k++) {
            uint32_t a = i * 0x11111100u | (i * 37 & 0xFF), below = k * 0x11111100u | 0xFF;
            uint32_t got = ptl_color_legible(a, below, 4.5);

            CHECK(contrast(got, below) >= 4.5);
            if (contrast(a, below) >= 4.5)
                CHECK_UINT(got, a);
        }
}

static void check_colors(const char *theme, const ptl_plan *plan, uint32_t color, uint32_t on,
                         double least)
{
    const ptl_plan_color *a = &plan->palette.data[color], *b = &plan->palette.data[on];
    double got = contrast((uint32_t)a->r << 24 | (uint32_t)a->g << 16 | (uint32_t)a->b << 8 | a->a,
                          (uint32_t)b->r << 24 | (uint32_t)b->g << 16 | (uint32_t)b->b << 8 | b->a);

    if (got < least)
        test_fail(__FILE__, __LINE__, "%s: %s on %s has a contrast of %.2f", theme, a->name,
                  b->name, got);
}

static void check_pair(const char *theme, const ptl_plan *plan, const uint32_t *color,
                       ptl_role role, ptl_role on, double least)
{
    check_colors(theme, plan, color[role], color[on], least);
}

static void built_in_themes_are_legible(void)
{
    static const ptl_role texts[]   = { PTL_ROLE_TITLE, PTL_ROLE_TEXT, PTL_ROLE_COORDINATE };
    static const ptl_role symbols[] = { PTL_ROLE_INK,  PTL_ROLE_WALL,    PTL_ROLE_NOTE,
                                        PTL_ROLE_LINK, PTL_ROLE_COMMENT, PTL_ROLE_REGION };

    for (size_t t = 0; ptl_theme_name(t); t++) {
        const char *name = ptl_theme_name(t);
        fixture     f;
        ptl_theme   theme = { .wall_width = 0 };
        ptl_plan    plan  = { 0 };
        ptl_pen     pen;
        uint32_t    color[PTL_ROLES];

        fixture_begin(&f, NULL, 0);
        pen = ptl_pen_of(&f.job, &plan);
        CHECK(ptl_theme_named(&theme, str(name)));
        ptl_theme_palette(&pen, &theme, color);
        for (size_t i = 0; i < COUNT(texts); i++)
            check_pair(name, &plan, color, texts[i], PTL_ROLE_PAPER, 4.5);
        for (size_t i = 0; i < COUNT(symbols); i++)
            check_pair(name, &plan, color, symbols[i], PTL_ROLE_FLOOR, 3);
        for (size_t i = 0; i < COUNT(symbols) - 1; i++) /* borders lie between floors */
            for (unsigned k = 0; k < 10; k++)
                check_colors(name, &plan, ptl_theme_sign(&pen, &theme, symbols[i], k),
                             color[PTL_ROLE_FLOOR + k], 3);
        check_pair(name, &plan, color, PTL_ROLE_PAGE_NOTE, PTL_ROLE_PAPER, 4.5);
        check_pair(name, &plan, color, PTL_ROLE_PAGE_COMMENT, PTL_ROLE_PAPER, 3);
        for (ptl_role i = 0; i < 4; i++)
            check_pair(name, &plan, color, PTL_ROLE_NUMBER, PTL_ROLE_DISC + i, 3);
        fixture_end(&f);
    }
}

int main(void)
{
    static const test_case tests[] = {
        TEST(built_in_themes_are_whole),
        TEST(files_change_what_they_say),
        TEST(an_empty_file_is_the_usual_theme),
        TEST(faults_have_a_place),
        TEST(size_is_bounded),
        TEST(damage_does_no_harm),
        TEST(floors_are_laid_over_the_first),
        TEST(contrast_is_counted_as_by_others),
        TEST(legible_is_always_possible),
        TEST(built_in_themes_are_legible),
    };

    return run_tests("theme", tests, COUNT(tests));
}
