# SPDX-License-Identifier: MIT
"""Portolan formats: models and maps of the Permafrost Engine and others as ordinary import and export.

Scripts may put the folder above this one into sys.path, import portolan_formats and call register()."""
bl_info = {
    "name": "Portolan formats",
    "author": "The Portolan authors",
    "version": (0, 1, 0),
    "blender": (2, 93, 0),
    "location": "File > Import, File > Export",
    "description": "Permafrost models (.pfobj); maps of four engines through the portolan tool",
    "category": "Import-Export",
}
