# 32 bits on a 64-bit machine, without the multilib package, which would push out other cross
# compilers: the kernel's headers are taken from where the 64-bit ones are.
set(CMAKE_C_COMPILER gcc)
execute_process(
  COMMAND sh -c "dirname \"$(dpkg -L linux-libc-dev | grep -m1 'linux-gnu/asm$')\""
  OUTPUT_VARIABLE PTL_KERNEL_HEADERS OUTPUT_STRIP_TRAILING_WHITESPACE)
set(CMAKE_C_FLAGS_INIT "-m32 -idirafter ${PTL_KERNEL_HEADERS}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-m32")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-m32")
set(PTL_CROSS ON)
