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
    """Each has classes; some have a register() of their own, and entries for menus."""
    from . import export_operator, import_operator, looks, tool_operators
    return looks, import_operator, export_operator, tool_operators


def menus():
    import bpy
    _, import_operator, export_operator, tool_operators = modules()
    return ((bpy.types.TOPBAR_MT_file_import, import_operator.menu),
            (bpy.types.TOPBAR_MT_file_import, tool_operators.import_menu),
            (bpy.types.TOPBAR_MT_file_export, export_operator.menu),
            (bpy.types.TOPBAR_MT_file_export, tool_operators.export_menu))


def register():
    import bpy
    for module in modules():
        for each in module.CLASSES:
            bpy.utils.register_class(each)
        getattr(module, "register", lambda: None)()
    for menu, entry in menus():
        menu.append(entry)


def unregister():
    import bpy
    for menu, entry in menus():
        menu.remove(entry)
    for module in reversed(modules()):
        getattr(module, "unregister", lambda: None)()
        for each in reversed(module.CLASSES):
            bpy.utils.unregister_class(each)
