/* SPDX-License-Identifier: MIT */
/* Rules by place and by name, over the tables of all formats and of all that formats share. */
#include <string.h>

#include "flow/flow.h"

extern const ptl_rule ptl_core_rules[];
extern const ptl_rule ptl_render_rules[];
extern const ptl_rule ptl_import_rules[];
extern const ptl_rule ptl_export_rules[];
extern const ptl_rule ptl_flow_rules[];

static const ptl_rule *const shared[] = {
    ptl_flow_rules, ptl_import_rules, ptl_export_rules, ptl_render_rules, ptl_core_rules, NULL,
};

/* The row of that index, counted on from table to table. */
static const ptl_rule *shared_at(size_t index)
{
    for (size_t i = 0; shared[i]; i++)
        for (const ptl_rule *rule = shared[i]; rule->name[0]; rule++)
            if (index-- == 0)
                return rule;
    return NULL;
}

static const ptl_rule *row_at(const ptl_rule *rules, size_t index)
{
    size_t i = 0;

    while (i < index && rules[i].name[0])
        i++;
    return rules[i].name[0] ? &rules[i] : NULL;
}

const ptl_rule *ptl_rule_at(const char *format, size_t index)
{
    if (!format)
        return shared_at(index);
    for (size_t i = 0; ptl_formats[i]; i++)
        if (strcmp(ptl_formats[i]->info.name, format) == 0)
            return row_at(ptl_formats[i]->rules, index);
    return NULL;
}

/* The better answer of the one so far and a table's row of that name. */
static const ptl_rule *worst(const ptl_rule *so_far, const ptl_rule *rules, const char *name)
{
    for (; rules->name[0]; rules++)
        if (strcmp(rules->name, name) == 0 && (!so_far || rules->severity > so_far->severity))
            so_far = rules;
    return so_far;
}

static void offer(ptl_near *near, const ptl_rule *rules)
{
    for (; rules->name[0]; rules++)
        ptl_near_offer(near, (ptl_str){ rules->name, strlen(rules->name) });
}

bool ptl_rule_near(ptl_near *near)
{
    char name[sizeof((ptl_rule *)0)->name];

    if (near->word.size < sizeof name && !memchr(near->word.data, 0, near->word.size)) {
        memcpy(name, near->word.data, near->word.size);
        name[near->word.size] = 0;
        if (ptl_rule_named(name))
            return true;
    }
    for (size_t i = 0; shared[i]; i++)
        offer(near, shared[i]);
    for (size_t i = 0; ptl_formats[i]; i++)
        offer(near, ptl_formats[i]->rules);
    return false;
}

const ptl_rule *ptl_rule_named(const char *name)
{
    const ptl_rule *found = NULL;

    for (size_t i = 0; name && shared[i]; i++)
        found = worst(found, shared[i], name);
    for (size_t i = 0; name && ptl_formats[i]; i++)
        found = worst(found, ptl_formats[i]->rules, name);
    return found;
}
