/* SPDX-License-Identifier: MIT */
/* What desktops want to know of our formats, from the table of formats; and files shown by them. */
#ifndef PTL_CLI_DESKTOP_H
#define PTL_CLI_DESKTOP_H

/* Media types with extensions and magic, for shared-mime-info. */
void print_mime(void);

/* The entry of a thumbnailer for every format that can be drawn. */
void print_thumbnailer(void);

/* Opens a file with the program that the desktop has for it; NULL, or what went wrong. */
const char *desktop_open(const char *path);

#endif
