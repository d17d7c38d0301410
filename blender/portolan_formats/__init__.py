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


def modules():
    from . import export_operator
    return (export_operator,)


def register():
    import bpy
    for module in modules():
        for each in module.CLASSES:
            bpy.utils.register_class(each)
    bpy.types.TOPBAR_MT_file_export.append(modules()[0].menu)


def unregister():
    import bpy
    bpy.types.TOPBAR_MT_file_export.remove(modules()[0].menu)
    for module in reversed(modules()):
        for each in reversed(module.CLASSES):
            bpy.utils.unregister_class(each)
