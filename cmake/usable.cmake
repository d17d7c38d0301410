# Whether what pkg-config found can be used by this compiler: one for another C library (musl-gcc) or another
# machine finds neither the headers nor the libraries that are meant for this one.
include(CheckCSourceCompiles)
include(CheckIncludeFile)

set(PTL_PROBE_LIBDEFLATE "#include <libdeflate.h>\nint main(void) { return libdeflate_alloc_decompressor() == 0; }")
set(PTL_PROBE_LIBZSTD "#include <zstd.h>\nint main(void) { return ZSTD_versionNumber() == 0; }")
set(PTL_PROBE_EXPAT "#include <expat.h>\nint main(void) { return XML_ExpatVersion() == 0; }")
set(PTL_PROBE_LIBJPEG "#include <stdio.h>\n#include <jpeglib.h>\nint main(void) { return jpeg_std_error(0) == 0; }")
# Of these the headers are enough: they are loaded when first needed.
set(PTL_PROBE_SPNG "#include <spng.h>\nint main(void) { return 0; }")
set(PTL_PROBE_ASSIMP "#include <assimp/cimport.h>\nint main(void) { return 0; }")
set(PTL_PROBE_PANGOCAIRO "#include <cairo-pdf.h>\n#include <pango/pangocairo.h>\nint main(void) { return 0; }")

# Takes back PTL_<name>_FOUND where it cannot.
macro(ptl_usable name)
  if(PTL_${name}_FOUND)
    set(CMAKE_REQUIRED_INCLUDES ${PTL_${name}_INCLUDE_DIRS})
    set(CMAKE_REQUIRED_LINK_OPTIONS ${PTL_${name}_LDFLAGS_OTHER})
    set(CMAKE_REQUIRED_QUIET ON)
    if(TARGET PkgConfig::PTL_${name} AND NOT "${name}" STREQUAL SPNG)
      set(CMAKE_REQUIRED_LIBRARIES PkgConfig::PTL_${name})
    endif()
    check_c_source_compiles("${PTL_PROBE_${name}}" PTL_USABLE_${name})
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_QUIET)
    if(NOT PTL_USABLE_${name})
      message(STATUS "${name} is installed, but not for this compiler: built without it")
      set(PTL_${name}_FOUND FALSE)
    endif()
  endif()
endmacro()

# The headers of the kernel for a source that gives up rights (seccomp, Landlock). musl-gcc knows only those of
# musl; the system's own stand behind them then, for this source alone.
function(ptl_kernel_headers source)
  check_include_file(linux/seccomp.h PTL_FOUND_KERNEL_HEADERS)
  if(PTL_FOUND_KERNEL_HEADERS)
    return()
  endif()
  find_path(PTL_KERNEL_LINUX linux/seccomp.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
  file(GLOB machine /usr/include/${CMAKE_SYSTEM_PROCESSOR}-linux-*)
  find_path(PTL_KERNEL_ASM asm/unistd.h PATHS ${machine} /usr/include NO_CMAKE_FIND_ROOT_PATH)
  if(PTL_KERNEL_LINUX AND PTL_KERNEL_ASM)
    set_source_files_properties(${source} PROPERTIES
      COMPILE_OPTIONS "-idirafter;${PTL_KERNEL_LINUX};-idirafter;${PTL_KERNEL_ASM}")
  else()
    message(STATUS "no headers of the kernel: importers by others are confined by limits alone")
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS PTL_NO_KERNEL_HEADERS)
  endif()
endfunction()
