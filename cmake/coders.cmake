# Coders by others from source packages, for machines that have none of them built: script/sources fetches them,
# nothing of them is kept here. Each that is there becomes a target as pkg-config would give it; one that is not
# is a feature the library lacks, and says so.
set(PTL_CODERS_DIR ${PROJECT_BINARY_DIR}/sources)
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/script/sources ${PTL_CODERS_DIR} libdeflate libspng zlib expat)

function(ptl_coder name folder)
  cmake_parse_arguments(coder "" "" "SOURCES;FOLDERS;INCLUDES;DEFINITIONS" ${ARGN})
  file(GLOB base ${PTL_CODERS_DIR}/${folder}-[0-9]*)
  if(NOT IS_DIRECTORY "${base}")
    message(WARNING "the sources of ${folder} are not to be had: the library is built without them")
    return()
  endif()
  list(TRANSFORM coder_SOURCES PREPEND ${base}/)
  list(TRANSFORM coder_FOLDERS PREPEND ${base}/)
  string(TOLOWER coder_${name} target)
  add_library(${target} STATIC ${coder_SOURCES})
  target_include_directories(${target} SYSTEM PUBLIC ${base} ${coder_FOLDERS} PRIVATE ${coder_INCLUDES})
  target_compile_definitions(${target} PRIVATE ${coder_DEFINITIONS})
  target_compile_options(${target} PRIVATE -w -ffunction-sections) # it is not ours to mend
  set_target_properties(${target} PROPERTIES C_EXTENSIONS ON)
  add_library(PkgConfig::PTL_${name} ALIAS ${target})
  set(PTL_${name}_FOUND TRUE PARENT_SCOPE)
  set(PTL_${name}_INCLUDE_DIRS ${base} ${coder_FOLDERS} PARENT_SCOPE)
endfunction()

ptl_coder(LIBDEFLATE libdeflate SOURCES lib/adler32.c lib/crc32.c lib/deflate_compress.c lib/deflate_decompress.c
  lib/gzip_decompress.c lib/gzip_compress.c lib/utils.c lib/zlib_compress.c lib/zlib_decompress.c)
ptl_coder(ZLIB zlib SOURCES adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c deflate.c trees.c)
if(PTL_ZLIB_FOUND) # which nothing but libspng uses
  ptl_coder(SPNG libspng FOLDERS spng SOURCES spng/spng.c INCLUDES ${PTL_ZLIB_INCLUDE_DIRS}
    DEFINITIONS SPNG_STATIC SPNG_DISABLE_OPT)
endif()
if(TARGET coder_spng)
  target_compile_definitions(coder_spng INTERFACE SPNG_STATIC)
  target_link_libraries(coder_spng PRIVATE coder_zlib)
endif()
ptl_coder(EXPAT expat FOLDERS expat/lib SOURCES expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c INCLUDES ${PROJECT_BINARY_DIR}/expat
  DEFINITIONS XML_STATIC XML_POOR_ENTROPY _WASI_EMULATED_GETPID)
# What its configure script would have found out.
file(WRITE ${PROJECT_BINARY_DIR}/expat/expat_config.h
  "#define BYTEORDER 1234\n#define XML_CONTEXT_BYTES 1024\n#define XML_DTD 1\n#define XML_GE 1\n#define XML_NS 1\n#define HAVE_STDINT_H 1\n")
