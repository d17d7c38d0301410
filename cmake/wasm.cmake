# WebAssembly for browsers and node: clang with wasi-libc, memory in, memory out.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_FLAGS_INIT "-ffunction-sections -fdata-sections")
# Which browsers since 2021 and node since 16 know: numbers become others in fewer bytes.
add_compile_options(-msign-ext -mnontrapping-fptoint)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(PTL_CROSS ON)
