/* SPDX-License-Identifier: MIT */
/* Prints the embedded map of one layer of a container as a map file. */
#include <portolan/xmf.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    ptl_read_opts  opts   = { .format = "xmf" };
    size_t         index  = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    ptl_xmf_layers layers = { 0 };
    ptl_doc       *doc, *map;
    ptl_bytes      bytes;

    if (argc != 3 || ptl_read_file(&doc, argv[1], &opts, NULL) != PTL_OK)
        return 1;
    if (ptl_xmf_derive(&layers, doc, NULL) == PTL_OK && index < layers.count &&
        layers.data[index].map == PTL_XMF_EMBEDDED &&
        ptl_part_read(&map, doc, index, NULL, NULL) == PTL_OK) {
        if (ptl_write(&bytes, map, NULL, NULL) == PTL_OK)
            fwrite(bytes.data, 1, bytes.size, stdout);
        ptl_bytes_free(&bytes);
        ptl_doc_free(map);
    }
    ptl_xmf_layers_free(&layers);
    ptl_doc_free(doc);
    return 0;
}
