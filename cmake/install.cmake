# What `cmake --install` gives: headers, both libraries, pkg-config file, CMake package, the command
# line tool with its man pages and completions, media types and a thumbnailer for desktops.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY include/portolan DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS portolan_static portolan_shared EXPORT portolan-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

string(REPLACE ";" " " PTL_REQUIRES "${PTL_PACKAGES}")
if(CMAKE_DL_LIBS)
  set(PTL_LOADER "-l${CMAKE_DL_LIBS}")
endif()
# Folders inside of the prefix move with it; the prefix itself is known only when it is installed there.
foreach(folder INCLUDEDIR LIBDIR)
  set(PTL_PC_${folder} "${CMAKE_INSTALL_${folder}}")
  if(NOT IS_ABSOLUTE "${PTL_PC_${folder}}")
    string(PREPEND PTL_PC_${folder} "\${prefix}/")
  endif()
endforeach()
set(PTL_PC_PREFIX "@CMAKE_INSTALL_PREFIX@")
configure_file(cmake/portolan.pc.in ${PROJECT_BINARY_DIR}/portolan.pc.at @ONLY)
configure_file(${PROJECT_BINARY_DIR}/portolan.pc.at ${PROJECT_BINARY_DIR}/portolan.pc @ONLY) # for use before that
install(CODE "configure_file(\"${PROJECT_BINARY_DIR}/portolan.pc.at\" \"${PROJECT_BINARY_DIR}/portolan.pc\" @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/portolan.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(PTL_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/portolan)
install(EXPORT portolan-targets NAMESPACE portolan:: DESTINATION ${PTL_PACKAGE_DIR})
configure_package_config_file(cmake/portolan-config.cmake.in
  ${PROJECT_BINARY_DIR}/portolan-config.cmake INSTALL_DESTINATION ${PTL_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/portolan-config-version.cmake
  COMPATIBILITY ${PTL_COMPATIBILITY})
install(FILES ${PROJECT_BINARY_DIR}/portolan-config.cmake
  ${PROJECT_BINARY_DIR}/portolan-config-version.cmake DESTINATION ${PTL_PACKAGE_DIR})

if(NOT PTL_BUILD_TOOL)
  return()
endif()
install(TARGETS portolan_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The tool finds the add-on for Blender by its own place: `../share/portolan/blender`.
install(DIRECTORY blender/portolan_formats DESTINATION ${CMAKE_INSTALL_DATADIR}/portolan/blender
  FILES_MATCHING PATTERN "*.py" PATTERN "*.toml" PATTERN "__pycache__" EXCLUDE)

# Man pages, completions and what desktops want come out of the tool itself, so it has to run here: by itself, in an
# emulator, or one of this machine in its place (PTL_NATIVE_TOOL).
set(PTL_NATIVE_TOOL "" CACHE FILEPATH "a portolan of this machine, where the one that is built does not run here")
set(PTL_PAGER portolan_cli)
if(PTL_NATIVE_TOOL)
  set(PTL_PAGER ${PTL_NATIVE_TOOL})
elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "PTL_NATIVE_TOOL is not given: man pages and completions are left out")
  return()
endif()
set(PTL_PAGES "")
macro(ptl_page file)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/pages/${file}
    COMMAND ${PTL_PAGER} ${ARGN} > ${PROJECT_BINARY_DIR}/pages/${file}
    DEPENDS portolan_cli VERBATIM)
  list(APPEND PTL_PAGES ${PROJECT_BINARY_DIR}/pages/${file})
endmacro()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/pages)
ptl_page(portolan.1 help --man)
foreach(verb info check convert render view new diff apply merge git formats help)
  ptl_page(portolan-${verb}.1 help --man ${verb})
endforeach()
foreach(format ${PTL_FORMATS})
  ptl_page(portolan-${format}.5 help --man ${format})
endforeach()
ptl_page(portolan.bash help --completions bash)
ptl_page(_portolan help --completions zsh)
ptl_page(portolan.fish help --completions fish)
ptl_page(portolan.xml formats --mime)
ptl_page(portolan.thumbnailer formats --thumbnailer)
add_custom_target(portolan_pages ALL DEPENDS ${PTL_PAGES})

install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
  FILES_MATCHING PATTERN "*.1")
install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man5
  FILES_MATCHING PATTERN "*.5")
install(FILES ${PROJECT_BINARY_DIR}/pages/portolan.bash RENAME portolan
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/pages/_portolan
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_BINARY_DIR}/pages/portolan.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${PROJECT_BINARY_DIR}/pages/portolan.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${PROJECT_SOURCE_DIR}/build/web/viewer.html # when script/web has built it: what `view` needs
  DESTINATION ${CMAKE_INSTALL_DATADIR}/portolan OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/pages/portolan.thumbnailer
  DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
