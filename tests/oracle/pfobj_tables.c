/* SPDX-License-Identifier: MIT */
/* Prints what the library derives from a model, for comparison with another decoder: for every
 * frame its number and the box around the skinned vertices, and the places of the vertices asked
 * for.
 *
 * usage: pfobj_tables FILE [VERTEX]... */
#include <portolan/pfobj.h>
#include <stdio.h>
#include <stdlib.h>

static void put_frame(const ptl_pfobj *model, const ptl_pfobj_skin *skin, size_t set, size_t frame)
{
    ptl_pfobj_box box = ptl_pfobj_bounds(model, skin);

    printf("frame %zu %zu %.9f %.9f %.9f %.9f %.9f %.9f\n", set, frame, box.x[0], box.x[1],
           box.y[0], box.y[1], box.z[0], box.z[1]);
}

int main(int count, char **words)
{
    ptl_doc         *doc;
    const ptl_pfobj *model;
    ptl_pfobj_skin   skin = { 0 };

    if (count < 2 || ptl_read_file(&doc, words[1], NULL, NULL) != PTL_OK)
        return 1;
    model = ptl_pfobj_of(doc);
    for (size_t s = 0; s < model->sets.count; s++)
        for (size_t f = 0; f < model->sets.data[s].frames.count; f++) {
            if (ptl_pfobj_pose(&skin, doc, s, f, NULL) != PTL_OK)
                return 1;
            put_frame(model, &skin, s, f);
            for (int i = 2; i < count; i++) {
                size_t         vertex = strtoul(words[i], NULL, 10);
                ptl_pfobj_vec3 at     = ptl_pfobj_skinned(model, &skin, vertex);

                printf("vertex %zu %zu %zu %.9f %.9f %.9f\n", s, f, vertex, at.x, at.y, at.z);
            }
        }
    ptl_pfobj_skin_free(&skin);
    ptl_doc_free(doc);
    return 0;
}
