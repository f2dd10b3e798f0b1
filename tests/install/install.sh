#!/bin/sh
# install.sh SOURCE BUILD CMAKE CC LUA VERSION: installs a build, moves the
# prefix, and uses it as a stranger would: C11 and C++11 hosts by find_package
# and by pkg-config, the program from another folder, the module in plain Lua.
set -eu
source=$1 build=$2 cmake=$3 cc=$4 lua=$5 version=$6
work=$build/tests/install.work
rm -rf "$work"
mkdir -p "$work/empty"
unset STRATA_DATADIR LUA_PATH LUA_CPATH LUA_PATH_5_4 LUA_CPATH_5_4 || true

say() { printf '%s\n' "- $*"; }
die() { printf '%s\n' "install: $*" >&2; exit 1; }

say "install, then move: nothing may depend on the first place"
"$cmake" --install "$build" --prefix "$work/first" --strip >/dev/null
mv "$work/first" "$work/prefix"
prefix=$work/prefix
config=$(find "$prefix" -name strata-config.cmake)
[ -n "$config" ] || die "no strata-config.cmake"
libdir=$(dirname "$(dirname "$(dirname "$config")")")
libdir=$(cd "$libdir" && pwd)

say "no path of the source or the build in what was installed"
# Static libraries keep debug information, which names sources by design.
if grep -rlF --exclude='*.a' -e "$source" "$prefix"; then
  die "the files above name $source"
fi

say "hosts by find_package"
# One of them is the program of the guide's page, as it was installed.
mkdir "$work/hosts"
cp "$source"/tests/install/CMakeLists.txt "$source"/tests/install/*.c* "$work/hosts"
page=$prefix/share/doc/strata/guide/hosts.md
sed -n '/^```c$/,/^```$/p' "$page" | sed '/^```/d' >"$work/hosts/round.c"
"$cmake" -S "$work/hosts" -B "$work/cmake" -G Ninja \
  -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Debug >"$work/log" 2>&1 &&
  "$cmake" --build "$work/cmake" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/cmake/c11"
"$work/cmake/cxx11"
"$work/cmake/binding"
cmp "$source/LICENSE" "$prefix/share/doc/strata/LICENSE"

answers() { sed -n 's/^\$ .\/round //p' "$page"; }

say "the game of an installed pack, and on in another process"
cd "$prefix/share/strata"
"$work/cmake/round" >"$work/round.said"
# shellcheck disable=SC2046 # the keys that the page answers with are words
"$work/cmake/round" $(answers) >>"$work/round.said"
rm round.save
cd "$work"
sed -n '/^```text$/,$p' "$page" | sed -n '/^```\|^\$/d; /^- /q; /./p' >"$work/round.told"
cmp "$work/round.told" "$work/round.said"

say "hosts by pkg-config"
PKG_CONFIG_PATH=$libdir/pkgconfig
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion strata)" = "$version" ] || die "pkg-config tells another version"
# shellcheck disable=SC2046 # flags are words
"$cc" -std=c11 -Wall -Werror "$source/tests/install/main.c" -o "$work/c11" \
  $(pkg-config --cflags --libs strata) -Wl,-rpath,"$libdir"
# shellcheck disable=SC2046
c++ -std=c++11 -Wall -Werror "$source/tests/install/main.cpp" -o "$work/cxx11" \
  $(pkg-config --cflags --libs strata-lua) -Wl,-rpath,"$libdir"
"$work/c11"
"$work/cxx11"
# shellcheck disable=SC2046
"$cc" -std=c11 -Wall -Werror "$work/hosts/round.c" -o "$work/round" \
  $(pkg-config --cflags --libs strata-lua) -Wl,-rpath,"$libdir"
# shellcheck disable=SC2046
(cd "$prefix/share/strata" && "$work/round" && "$work/round" $(answers) && rm round.save) |
  cmp "$work/round.told" -

say "as a part of another build, shared and without Lua"
"$cmake" -S "$source/tests/install/subproject" -B "$work/part" -G Ninja \
  -DSTRATA_FOLDER="$source" -DCMAKE_C_COMPILER_LAUNCHER="$(command -v ccache)" \
  -DBUILD_SHARED_LIBS=ON -DSTRATA_LUA=OFF >"$work/log" 2>&1 &&
  "$cmake" --build "$work/part" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/part/game"
[ ! -e "$work/part/_deps/strata-build/bindings" ] || die "it builds the binding too"

say "each header alone, as C11 and as C++11"
for header in "$prefix"/include/strata/*.h; do
  name=strata/$(basename "$header")
  printf '#include <%s>\nint main(void) { return 0; }\n' "$name" >"$work/alone.c"
  cp "$work/alone.c" "$work/alone.cpp"
  "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" \
    -fsyntax-only "$work/alone.c" || die "$name is not C11 by itself"
  c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" \
    -fsyntax-only "$work/alone.cpp" || die "$name is not C++11 by itself"
done

say "an effect is no entity, nor is any other handle"
cp "$source/tests/install/handles.c" "$work/handles.cpp"
for wrong in 0 1 2 3 4 5 6; do
  for language in "$cc -std=c11 $source/tests/install/handles.c" "c++ -std=c++11 $work/handles.cpp"; do
    # shellcheck disable=SC2086 # a command and its words
    if $language -DWRONG=$wrong -Wno-unused -I"$prefix/include" -fsyntax-only 2>"$work/log"; then
      [ $wrong -eq 0 ] || die "compiles, and should not: $language -DWRONG=$wrong"
    else
      [ $wrong -ne 0 ] || { cat "$work/log"; die "does not compile: $language"; }
    fi
  done
done

say "the program, from an empty folder"
cd "$work/empty"
told=$("$prefix/bin/strata" --version </dev/null)
case $told in
*"$version"*) ;;
*) die "strata --version says: $told" ;;
esac
"$prefix/bin/strata" run "$prefix/share/strata/cards/tour/play.lua" \
  </dev/null >"$work/tour" 2>&1 || { cat "$work/tour"; die "the tour fails"; }
[ -s "$work/tour" ] || die "the tour says nothing"

say "scenarios: the words are in the program, the cards in what was installed"
for pack in classic arena; do
  "$prefix/bin/strata" test "$prefix/share/strata/cards/$pack" \
    </dev/null >"$work/scenarios" 2>&1 || { cat "$work/scenarios"; die "$pack fails"; }
done

say "help is in the program"
"$prefix/bin/strata" help whenever </dev/null >"$work/help" 2>&1 || { cat "$work/help"; die "no help"; }
grep -q "Example:" "$work/help" || die "help without an example"

say "the module, in plain Lua"
LUA_CPATH="$libdir/lua/5.4/?.so" "$lua" "$source/tests/install/module.lua"
