# Coders by others from source packages, for machines that have none of them built: script/sources fetches them,
# nothing of them is kept here. Each that is there becomes a target as pkg-config would give it; one that is not
# is a feature the library lacks, and says so.
set(PTL_CODERS_DIR ${PROJECT_BINARY_DIR}/sources)
set(PTL_CODERS_OF libdeflate libspng zlib expat)
set(PTL_CODERS_AS STATIC)
if(NOT PTL_BUILD_MODULE) # there the page decodes these, or a decoder that it is given
  list(APPEND PTL_CODERS_OF libzstd libjpeg-turbo)
  set(PTL_CPU_FEATURES lib/*/cpu_features.c)
  set(PTL_CODERS_AS OBJECT) # a part of the library, which then needs no other
endif()
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/script/sources ${PTL_CODERS_DIR} ${PTL_CODERS_OF})

function(ptl_coder name folder)
  cmake_parse_arguments(coder "" "" "SOURCES;PATTERNS;FOLDERS;INCLUDES;DEFINITIONS" ${ARGN})
  file(GLOB base LIST_DIRECTORIES true ${PTL_CODERS_DIR}/${folder}-[0-9]*)
  if(NOT IS_DIRECTORY "${base}")
    message(WARNING "the sources of ${folder} are not to be had: the library is built without them")
    return()
  endif()
  list(TRANSFORM coder_SOURCES PREPEND ${base}/)
  list(TRANSFORM coder_PATTERNS PREPEND ${base}/)
  file(GLOB patterned ${coder_PATTERNS})
  list(TRANSFORM coder_FOLDERS PREPEND ${base}/)
  string(TOLOWER coder_${name} target)
  add_library(${target} ${PTL_CODERS_AS} ${coder_SOURCES} ${patterned})
  target_include_directories(${target} SYSTEM PUBLIC ${base} ${coder_FOLDERS} PRIVATE ${coder_INCLUDES})
  target_compile_definitions(${target} PRIVATE ${coder_DEFINITIONS})
  target_compile_options(${target} PRIVATE -w -ffunction-sections) # it is not ours to mend
  set_target_properties(${target} PROPERTIES C_EXTENSIONS ON)
  if(PTL_BUILD_MODULE)
    add_library(PkgConfig::PTL_${name} ALIAS ${target})
  else()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    set(PTL_CODER_OBJECTS ${PTL_CODER_OBJECTS} $<TARGET_OBJECTS:${target}> PARENT_SCOPE)
  endif()
  set(PTL_${name}_FOUND TRUE PARENT_SCOPE)
  set(PTL_${name}_INCLUDE_DIRS ${base} ${coder_FOLDERS} PARENT_SCOPE)
endfunction()

set(sums lib/adler32.c lib/crc32.c) # of libdeflate
set(plain_sums adler32.c crc32.c) # and zlib's
if(PTL_BUILD_MODULE) # it is downloaded, and has one of each: web/sums.c
  set(sums "")
  set(plain_sums "")
endif()
ptl_coder(LIBDEFLATE libdeflate PATTERNS ${PTL_CPU_FEATURES} SOURCES ${sums} lib/deflate_compress.c
  lib/deflate_decompress.c lib/gzip_decompress.c lib/gzip_compress.c lib/utils.c lib/zlib_compress.c lib/zlib_decompress.c)
ptl_coder(ZLIB zlib SOURCES ${plain_sums} inffast.c inflate.c inftrees.c zutil.c deflate.c trees.c compress.c
  DEFINITIONS NO_GZIP)
if(PTL_ZLIB_FOUND) # which nothing but libspng uses
  ptl_coder(SPNG libspng FOLDERS spng SOURCES spng/spng.c INCLUDES ${PTL_ZLIB_INCLUDE_DIRS}
    DEFINITIONS SPNG_STATIC SPNG_DISABLE_OPT)
endif()
if(TARGET coder_spng)
  target_compile_definitions(coder_spng INTERFACE SPNG_STATIC)
  target_link_libraries(coder_spng PRIVATE coder_zlib)
  target_compile_definitions(portolan_objects PRIVATE SPNG_STATIC XML_STATIC)
endif()
set(chance XML_POOR_ENTROPY _WASI_EMULATED_GETPID) # where there is none; Windows needs no word of it
if(WIN32)
  set(chance "")
elseif(NOT PTL_BUILD_MODULE)
  set(chance HAVE_GETRANDOM)
endif()
ptl_coder(EXPAT expat FOLDERS expat/lib SOURCES expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c
  INCLUDES ${PROJECT_BINARY_DIR}/expat DEFINITIONS XML_STATIC ${chance})
if(PTL_BUILD_MODULE AND TARGET coder_expat)
  target_compile_options(coder_expat PRIVATE -Oz) # maps of Tiled are small, but for cells, which are texts
  target_compile_definitions(coder_expat PRIVATE XML_MIN_SIZE) # one tokenizer for both orders of UTF-16, which few write
endif()
set(order 1234)
if(CMAKE_C_BYTE_ORDER STREQUAL BIG_ENDIAN)
  set(order 4321)
endif()
# What its configure script would have found out.
file(WRITE ${PROJECT_BINARY_DIR}/expat/expat_config.h
  "#define BYTEORDER ${order}\n#define XML_CONTEXT_BYTES 1024\n#define XML_DTD 1\n#define XML_GE 1\n#define XML_NS 1\n#define HAVE_STDINT_H 1\n")

if(PTL_BUILD_MODULE)
  return()
endif()
ptl_coder(LIBZSTD libzstd FOLDERS lib PATTERNS lib/common/*.c lib/compress/*.c lib/decompress/*.c
  DEFINITIONS ZSTD_DISABLE_ASM ZSTD_LEGACY_SUPPORT=0 XXH_NAMESPACE=ZSTD_)
foreach(name comapi dapimin dapistd datasrc dcoefct dcolor ddctmgr dhuff dicc dinput dmainct dmarker dmaster dmerge dphuff
    dpostct dsample error idctflt idctfst idctint idctred quant1 quant2 utils memmgr memnobs aricom darith simd_none)
  list(APPEND jpeg_sources j${name}.c)
endforeach()
ptl_coder(LIBJPEG libjpeg-turbo SOURCES ${jpeg_sources} INCLUDES ${PROJECT_BINARY_DIR}/jpeg)
if(TARGET coder_libjpeg)
  target_include_directories(coder_libjpeg SYSTEM PUBLIC ${PROJECT_BINARY_DIR}/jpeg)
  list(APPEND PTL_LIBJPEG_INCLUDE_DIRS ${PROJECT_BINARY_DIR}/jpeg)
endif()
file(WRITE ${PROJECT_BINARY_DIR}/jpeg/jconfig.h
  "#define JPEG_LIB_VERSION 62\n#define LIBJPEG_TURBO_VERSION 2.1.5\n#define LIBJPEG_TURBO_VERSION_NUMBER 2001005\n#define D_ARITH_CODING_SUPPORTED 1\n#define MEM_SRCDST_SUPPORTED 1\n#define BITS_IN_JSAMPLE 8\n")
file(WRITE ${PROJECT_BINARY_DIR}/jpeg/jconfigint.h
  "#define BUILD \"\"\n#define INLINE inline\n#define THREAD_LOCAL __thread\n#define PACKAGE_NAME \"libjpeg-turbo\"\n#define VERSION \"2.1.5\"\n#define SIZEOF_SIZE_T ${CMAKE_SIZEOF_VOID_P}\n#define FALLTHROUGH\n")
file(WRITE ${PROJECT_BINARY_DIR}/jpeg/jversion.h "#define JVERSION \"6b\"\n#define JCOPYRIGHT \"\"\n#define JCOPYRIGHT_SHORT \"\"\n")
