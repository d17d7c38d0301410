/* SPDX-License-Identifier: MIT */
/* What desktops want to know of our formats, from the table of formats. */
#ifndef PTL_CLI_DESKTOP_H
#define PTL_CLI_DESKTOP_H

/* Media types with extensions and magic, for shared-mime-info. */
void print_mime(void);

/* The entry of a thumbnailer for every format that can be drawn. */
void print_thumbnailer(void);

#endif
