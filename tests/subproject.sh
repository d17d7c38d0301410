#!/usr/bin/env bash
# The library inside of another project, by add_subdirectory and by FetchContent: the targets an installed package
# has, nothing else, and a project around it that is as it was: flags, standard, build type, names in the cache.
set -euo pipefail
cmake=$1 compiler=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1"; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; fail "fails: $*"; }; }

cat >"$scratch/around.cmake" <<'CMAKE'
cmake_minimum_required(VERSION 3.21)
project(around C)
set(CMAKE_C_STANDARD 90) # an old project: the headers ask for what they need by themselves
add_executable(own_before own.c)
CMAKE
cat >"$scratch/use.cmake" <<'CMAKE'
add_executable(own_after own.c)
foreach(kind portolan static shared)
  add_executable(use_${kind} consumer.c)
  target_link_libraries(use_${kind} PRIVATE portolan::${kind})
endforeach()
foreach(target portolan_cli samples_make bench ptl_harness portolan_pages)
  if(TARGET ${target})
    message(FATAL_ERROR "${target} was not asked for")
  endif()
endforeach()
foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES LINK_OPTIONS TESTS)
  get_directory_property(value ${property})
  if(value)
    message(FATAL_ERROR "the folder around has ${property} ${value}")
  endif()
endforeach()
if(CMAKE_BUILD_TYPE OR NOT CMAKE_C_STANDARD EQUAL 90 OR DEFINED CMAKE_C_VISIBILITY_PRESET)
  message(FATAL_ERROR "a variable of the project around has changed")
endif()
CMAKE
declare -A ways=(
  [add_subdirectory]="add_subdirectory(\"$SOURCE\" portolan)"
  [FetchContent]="include(FetchContent)
FetchContent_Declare(portolan SOURCE_DIR \"$SOURCE\")
FetchContent_MakeAvailable(portolan)"
)

# What CMake itself puts there for any project with a version, and for pkg-config.
by_cmake='CMAKE_PROJECT_VERSION|prefix_result$|FETCHCONTENT_|FIND_PACKAGE_MESSAGE_DETAILS_'
ours='PTL_|portolan_|pkgcfg_lib_PTL_|__pkg_config_checked_PTL_|__pkg_config_arguments_PTL_'

names() { # folder: of the variables in its cache
  sed -n 's/^\([A-Za-z_][^:]*\):[A-Z]*=.*/\1/p' "$1/CMakeCache.txt" | sort
}
configure() { # folder, further arguments
  quietly "$cmake" -G Ninja -S "$1" -B "$1/build" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "${@:2}"
}
project() { # folder, lines between the beginning and the end
  mkdir -p "$1"
  cp "$SOURCE/tests/consumer.c" "$1"
  echo 'int main(void) { return 0; }' >"$1/own.c"
  { cat "$scratch/around.cmake"; echo "${2:-}"; [ $# -lt 2 ] || cat "$scratch/use.cmake"; } >"$1/CMakeLists.txt"
}

# The names a project has in its cache that looks for pkg-config, threads and other content by itself.
project "$scratch/alone"
printf 'find_package(PkgConfig)\nfind_package(Threads)\n' >>"$scratch/alone/CMakeLists.txt"
configure "$scratch/alone"
names "$scratch/alone/build" >"$scratch/names"

for way in "${!ways[@]}"; do
  folder=$scratch/$way
  project "$folder" "${ways[$way]}"
  configure "$folder"
  names "$folder/build" | comm -13 "$scratch/names" - >"$scratch/added"
  grep -q '^PTL_BUILD_TOOL$' "$scratch/added" || fail "$way: the names in the cache were not found"
  if grep -vE "^($by_cmake|$ours)" "$scratch/added"; then fail "$way: names in the cache that are not ours"; fi
  quietly "$cmake" --build "$folder/build" -j 2
  for kind in portolan static shared; do
    [ "$("$folder/build/use_$kind")" = "mpd: 64 vertices" ] || fail "$way: use_$kind prints something else"
  done
  python3 - "$folder/build/compile_commands.json" <<'PY' || fail "$way: other flags than before"
import json, sys
own = [c["command"] for c in json.load(open(sys.argv[1])) if c["file"].endswith("/own.c")]
before, after = (next(c for c in own if name in c) for name in ("own_before", "own_after"))
sys.exit(before.replace("own_before", "own_after") != after or "-std=gnu90" not in after)
PY
  DESTDIR=$folder/installed quietly "$cmake" --install "$folder/build"
  [ ! -e "$folder/installed" ] || fail "$way: installs what was not asked for"
  echo "$way: ok"
done

# What is left out can be asked for.
project "$scratch/more" "set(PTL_BUILD_TOOL ON)
set(PTL_INSTALL ON)
add_subdirectory(\"$SOURCE\" portolan)"
sed -i '/^foreach(target portolan_cli/,/^endforeach/d' "$scratch/more/CMakeLists.txt"
configure "$scratch/more"
quietly ninja -C "$scratch/more/build" -n portolan_cli portolan_pages
grep -q 'portolan-targets' "$scratch/more/build/portolan/cmake_install.cmake" || fail "no installation where it was asked for"
