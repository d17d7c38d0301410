# Any Linux of this processor: musl, and no shared library at all; nothing is loaded late either.
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(PTL_CROSS ON)
set(PTL_CODERS_BY_US ON)
