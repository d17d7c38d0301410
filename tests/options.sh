#!/usr/bin/env bash
# Every option of every command changes something: what is printed, what is written, or whether it is refused. The list of options is
# the tool's own (help --json), so that a new one without a row here fails, and so does a row without an option.
set -u
python=$(command -v /usr/bin/python3 || true)
[ -n "$python" ] || { echo "python3 is not installed"; exit 77; }
[ "${WHOLE:-}" ] || { echo "this build lacks libraries that some options need"; exit 77; }
"$python" - "$PORTOLAN" "$SOURCE" <<'PY'
import atexit, collections, json, os, shutil, struct, subprocess, sys, tempfile, zlib

tool, source = sys.argv[1:]
samples, golden = f"{source}/samples", f"{source}/tests/golden"
gmm, mpd, flag = f"{samples}/gridmonger/lighthouse.gmm", f"{golden}/mpd/roundtrip/two-fans.mpd", f"{samples}/permafrost/models/flag.pfobj"
heights = f"{samples}/../tests/pictures/island-heights.png"
level, island, chest = f"{samples}/egoboo/gamedat/level.mpd", f"{samples}/permafrost/island.pfmap", f"{samples}/permafrost/models/chest.pfobj"
ground, garden, harbour = f"{samples}/ppe/ground.map", f"{samples}/ppe/garden.xmf", f"{golden}/xmf/roundtrip/harbour.xmf"
tail, sections = f"{golden}/mpd/roundtrip/long-tail.mpd", f"{golden}/ppe/roundtrip/new-all-sections.map"
stale = f"{golden}/mpd/accept/stale-twist.mpd"
room = f"{golden}/grmm/roundtrip/long-runs.gmm"
small = ["--size", "32"]
two, patched, three = ["old.gmm", "after.gmm"], ["patch.json", "old.gmm"], ["old.gmm", "after.gmm", "other.gmm"]

# commands, option, whose setting it is, words without it, words it adds. OUT is where convert and render write to.
rows = [
    ("info check convert render", "help", "", [mpd, "OUT.png"], ["--help"]),
    ("formats help", "help", "", [], ["--help"]),
    ("info check convert render", "from", "", [mpd, "OUT.png", *small], ["--from", "pfobj"]),
    ("info check", "textures", "", ["alone.pfobj"], ["--textures", f"{samples}/permafrost/models"]),
    ("convert", "textures", "", ["alone.pfobj", "OUT.glb"], ["--textures", f"{samples}/permafrost/models"]),
    ("render", "textures", "", ["alone.pfobj", "OUT.png", *small], ["--textures", f"{samples}/permafrost/models"]),
    ("info check convert", "quiet", "", [tail, "OUT.obj"], ["-q"]),
    ("render", "quiet", "", [tail, "OUT.png", *small], ["--quiet"]),
    ("info check convert render", "strict", "", [tail, "OUT.png", *small], ["--strict"]),
    ("info check convert render", "lenient", "", ["type-64.mpd", "OUT.png", *small], ["--lenient"]),
    ("info check", "memory", "", ["large.json"], ["--memory", "1"]),
    ("convert render", "memory", "", [gmm, "OUT.png"], ["--memory", "1"]),
    ("info check", "max-input", "", [gmm], ["--max-input", "1K"]),
    ("convert render", "max-input", "", [gmm, "OUT.svg"], ["--max-input", "1K"]),
    ("info check", "max-depth", "", ["large.json"], ["--max-depth", "1"]),
    ("convert render", "max-depth", "", ["large.json", "OUT.svg"], ["--max-depth", "1"]),
    ("info check", "max-expansion", "", ["wide.map"], ["--max-expansion", "1"]),
    ("convert render", "max-expansion", "", ["wide.map", "OUT.png", "--thumbnail", "32"], ["--max-expansion", "1"]),
    ("info", "untrusted", "", [chest], ["--untrusted"]),
    ("check", "untrusted", "", ["alone.pfobj"], ["--untrusted"]),
    ("convert", "untrusted", "", [chest, "OUT.glb"], ["--untrusted"]),
    ("render", "untrusted", "", [chest, "OUT.png", *small], ["--untrusted"]),
    ("convert render", "time-limit", "", [mpd, "OUT.png", *small], ["--time-limit", "0"]),  # as for jobs
    ("convert render", "audience", "grmm", [gmm, "OUT.svg"], ["--audience", "player"]),
    ("convert render", "reveal", "grmm", [gmm, "OUT.svg"], ["--reveal", "trail"]),
    ("convert render", "no-trim", "grmm", [gmm, "OUT.svg"], ["--no-trim"]),
    ("info check", "recursive", "", ["folder"], ["-r"]),
    ("convert render", "recursive", "", ["folder", "out", "--to", "svg"], ["-r"]),
    ("info check convert render", "jobs", "", [mpd, "OUT.png", *small], ["-j", "0"]),  # how many is a matter of time alone
    ("info check", "salvage", "grmm", ["cut.gmm"], ["--salvage"]),
    ("convert render", "salvage", "grmm", ["cut.gmm", "OUT.svg"], ["--salvage"]),
    # Counts where a file fits both dialects (tests/test_grmm.c), of which there is none here.
    ("info check", "dialect", "grmm", [f"{golden}/grmm/roundtrip/v1.gmm"], ["--dialect", "other"]),
    ("convert", "dialect", "grmm", [f"{golden}/grmm/roundtrip/v1.gmm", "OUT.gmm"], ["--dialect", "document"]),
    ("render", "dialect", "grmm", [f"{golden}/grmm/roundtrip/v1.gmm", "OUT.svg"], ["--dialect", "other"]),
    ("info", "fans", "mpd", [mpd], ["--fans", "fans.txt"]),
    ("check", "fans", "mpd", [level], ["--fans", "fans.txt"]),
    ("convert render", "fans", "mpd", [level, "OUT.svg"], ["--fans", "fans.txt"]),
    ("info check", "max-cells", "ppe", [ground], ["--max-cells", "10"]),
    ("convert render", "max-cells", "ppe", [ground, "OUT.png", "--tileset", f"{samples}/ppe/garden.tga", "--tile", "16x16"], ["--max-cells", "10"]),
    ("info", "embedded-layout", "xmf", ["old.xmf"], ["--embedded-layout", "new"]),
    ("check", "embedded-layout", "xmf", ["old.xmf", "--profile", "engine"], ["--embedded-layout", "new"]),
    ("convert render", "embedded-layout", "xmf", ["old.xmf", "OUT.png"], ["--embedded-layout", "CHOICES"]),
    ("info", "json", "", [mpd], ["--json"]),
    ("info", "notes", "", [gmm], ["--notes"]),
    ("check", "json", "", [mpd], ["--json"]),
    ("check", "format", "", [mpd], ["--format", "json"]),
    ("check", "explain", "", [], ["--explain", "truncated"]),
    ("check", "project", "", [tail], ["--project", "wishes.json"]),
    ("check", "no-project", "", ["wishing/tail.mpd"], ["--no-project"]),
    ("check", "skip-foreign", "", ["page.tsx"], ["--skip-foreign"]),
    ("check", "fail-on", "", [tail], ["--fail-on", "error"]),
    ("check", "only", "", [tail], ["--only", "file-missing"]),
    ("check", "ignore", "", [tail], ["--ignore", "trailing-bytes"]),
    ("check", "profile", "", [f"{golden}/grmm/roundtrip/document.gmm"], ["--profile", "engine"]),
    ("check", "all", "", ["many.pfmap"], ["--all"]),
    ("check", "fix", "", [tail], ["--fix"]),
    ("convert render", "output", "", [gmm], ["-o", "OUT.svg"]),
    ("new", "output", "", ["grmm", "--created", "2026-01-02 03:04:05"], ["-o", "new.gmm"]),
    ("check", "output", "", ["tail.mpd", "--fix", "--overwrite"], ["-o", "OUT.mpd"]),
    ("check", "overwrite", "", ["tail.mpd", "--fix"], ["--overwrite"]),
    ("convert render", "to", "", [gmm, "OUT.svg"], ["--to", "pdf"]),
    ("convert render", "overwrite", "", [gmm, "there.svg"], ["--overwrite"]),
    ("convert render", "name", "", ["folder/a.gmm", "folder", "--to", "svg"], ["--name", "{stem}.{ext}"]),
    ("convert render", "list", "", [gmm, "OUT.svg"], ["--list"]),
    ("convert render", "losses", "", [mpd, "OUT.png", *small], ["--losses", "lost.json"]),
    ("convert", "target-version", "grmm", [gmm, "OUT.gmm"], ["--target-version", "1"]),
    ("convert", "target-version", "mpd", [mpd, "OUT.mpd"], ["--target-version", "A"]),
    ("convert", "target-version", "pfmap", [island, "OUT.pfmap"], ["--target-version", "1.0"]),
    ("convert", "append", "grmm", [gmm, "OUT.gmm"], ["--append", room]),
    ("convert", "rename", "grmm", [gmm, "OUT.gmm"], ["--rename", "1=Lantern"]),
    ("convert", "relocate", "grmm", [gmm, "OUT.gmm"], ["--relocate", "1=Wreck"]),
    ("convert", "levels", "grmm", [gmm, "OUT.gmm"], ["--levels", "2"]),
    ("convert", "simplify", "grmm", [gmm, "OUT.gmm", "--target-version", "2"], ["--simplify"]),
    ("convert render", "themes", "", [gmm, "OUT.svg", "--theme", "map"], ["--themes", "themes"]),
    ("convert render", "theme", "grmm", [gmm, "OUT.svg"], ["--theme", "dark"]),
    ("convert", "arrange", "grmm", [gmm, "OUT.glb"], ["--arrange", "side"]),
    ("render", "arrange", "grmm", [gmm, "OUT.png", "--view", "iso", *small], ["--arrange", "side"]),
    ("convert", "wall-height", "grmm", [gmm, "OUT.glb"], ["--wall-height", "2"]),
    ("render", "wall-height", "grmm", [gmm, "OUT.png", "--view", "iso", *small], ["--wall-height", "2"]),
    ("convert", "no-pins", "grmm", [gmm, "OUT.glb"], ["--no-pins"]),
    ("render", "no-pins", "grmm", [gmm, "OUT.png", "--view", "iso", *small], ["--no-pins"]),
    ("convert", "flat", "grmm", [gmm, "OUT.glb"], ["--flat"]),
    ("render", "flat", "grmm", [gmm, "OUT.png", "--view", "iso", *small], ["--flat"]),
    ("convert", "unsealed", "grmm", [room, "OUT.glb"], ["--unsealed"]),
    ("render", "unsealed", "grmm", [room, "OUT.png", "--view", "iso", *small], ["--unsealed"]),
    ("convert", "effects", "mpd", [level, "OUT.glb"], ["--effects", "impass,damage"]),
    ("render", "effects", "mpd", [level, "OUT.png", "--view", "iso", *small], ["--effects", "all"]),
    ("convert", "plan-bmp", "mpd", [level, "OUT.mpd"], ["--plan-bmp"]),
    ("convert", "no-markers", "mpd", [level, "OUT.glb"], ["--no-markers"]),
    ("render", "no-markers", "mpd", [level, "OUT.png", "--view", "iso", *small], ["--no-markers"]),
    ("render", "effects", "mpd", [level, "OUT.svg", "--layers", "-ground"], ["--effects", "wall"]),
    ("convert", "retwist", "mpd", [stale, "OUT.mpd"], ["--retwist"]),
    ("convert", "lay-out", "mpd", [mpd, "OUT.mpd"], ["--lay-out"]),
    ("convert", "take-light", "mpd", ["painted.gltf", "OUT.mpd"], ["--take-light"]),
    ("convert", "dialect", "pfobj", [chest, "OUT.pfobj"], ["--dialect", "document"]),
    ("convert", "lod", "pfobj", [flag, "OUT.pfobj"], ["--lod", "0.5"]),
    ("convert", "mirror", "pfobj", [chest, "OUT.pfobj"], ["--mirror", "x"]),
    ("render", "mirror", "pfobj", [chest, "OUT.png", "--angle", "30", *small], ["--mirror", "x"]),
    ("convert", "fps", "pfobj, pfscene, exports", [flag, "OUT.glb"], ["--fps", "12"]),
    ("render", "fps", "pfobj, pfscene, exports", [flag, "OUT.apng", *small], ["--fps", "12"]),
    ("convert", "blend-layout", "pfmap", [island, "OUT.pfmap"], ["--blend-layout", "CHOICES"]),
    ("convert", "layout", "pfmap", [f"{golden}/pfmap/roundtrip/odd-text.pfmap", "OUT.pfmap"], ["--layout", "official"]),
    ("convert", "bake", "pfmap, pfscene", [island, "OUT.glb"], ["--bake", "2"]),
    ("convert", "skirt", "pfmap, pfscene", [island, "OUT.glb"], ["--skirt"]),
    ("convert", "crop", "pfmap, pfscene, exports", [island, "OUT.glb"], ["--crop", "4,4,20,20"]),
    ("render", "crop", "pfmap, pfscene, exports", [island, "OUT.png", "--view", "iso", *small], ["--crop", "4,4,20,20"]),
    ("convert", "resize", "pfmap", [island, "OUT.pfmap"], ["--resize", "3x1"]),
    ("convert", "paste", "pfmap", [island, "OUT.pfmap"], ["--paste", f"{golden}/pfmap/roundtrip/one-chunk.pfmap"]),
    ("convert", "swap-material", "pfmap", [island, "OUT.pfmap"], ["--swap-material", "Grass=Sand"]),
    ("render", "bake", "pfmap, pfscene", [island, "OUT.png", *small], ["--bake", "2"]),
    ("render", "skirt", "pfmap, pfscene", [island, "OUT.png", "--view", "iso", *small], ["--skirt"]),
    ("convert", "layout", "ppe", [f"{golden}/ppe/roundtrip/old-cells.map", "OUT.map"], ["--layout", "new"]),
    ("convert", "attributes", "ppe", [f"{golden}/ppe/roundtrip/old-cells.map", "OUT.map", "--layout", "new"], ["--attributes", "CHOICES"]),
    ("convert", "loss", "ppe", [sections, "OUT.map", "--layout", "old"], ["--loss", "allow"]),
    ("convert", "coder", "ppe", [sections, "OUT.map"], ["--coder", "zlib"]),
    ("convert", "effort", "ppe", [ground, "OUT.map", "--coder", "zstd"], ["--effort", "19"]),
    ("convert", "rle-unit", "ppe", [sections, "OUT.map", "--coder", "rle"], ["--rle-unit", "byte"]),
    ("convert render", "tileset", "ppe", [ground, "OUT.png", "--tile", "16x16"], ["--tileset", f"{samples}/ppe/garden.tga"]),
    ("convert render", "tile", "ppe", [ground, "OUT.png", "--tileset", f"{samples}/ppe/garden.tga"], ["--tile", "16x16"]),
    ("convert render", "light", "ppe, xmf", [garden, "OUT.png"], ["--light"]),
    ("convert", "scale", "pfobj, ppe, xmf, tmx, exports", [garden, "OUT.png"], ["--scale", "2"]),
    ("render", "scale", "ppe, xmf, tmx, exports", [garden, "OUT.png"], ["--scale", "2"]),
    ("convert", "double-sided", "pfobj", ["two.gltf", "OUT.pfobj"], ["--double-sided"]),
    ("convert", "first-clip", "pfobj", ["two.gltf", "OUT.pfobj"], ["--first-clip", "Again"]),
    ("convert", "language", "tmx", [f"{golden}/tmx/roundtrip/harbor.tmx", "OUT.tmx"], ["--language", "json"]),
    ("convert", "coding", "tmx", [f"{golden}/tmx/roundtrip/harbor.tmx", "OUT.tmx"], ["--coding", "zlib"]),
    ("convert render", "objects", "xmf", [garden, "OUT.svg"], ["--objects"]),
    ("convert", "form", "ppe", [ground, "OUT.map"], ["--form", "csv"]),
    ("convert", "layers", "pfmap", [island, "OUT.tmx"], ["--layers", "all"]),
    ("convert", "sets", "tmx", [island, "OUT.tmx"], ["--sets", "embedded"]),
    ("convert", "project", "tmx", [island, "OUT.tmx"], ["--project"]),
    ("convert", "self-contained", "tmx", [island, "OUT.tmx"], ["--self-contained"]),
    ("convert", "base", "tmx", ["leaving/island.tmx", "OUT.pfmap"], ["--base", island]),
    ("convert", "force-base", "tmx", ["leaving/island.tmx", "OUT.pfmap", "--base", f"{golden}/pfmap/roundtrip/one-chunk.pfmap"], ["--force-base"]),
    ("convert", "without-base", "tmx", ["leaving/island.tmx", "OUT.pfmap"], ["--without-base"]),
    ("convert", "packing", "xmf", [harbour, "OUT.xmf"], ["--packing", "zlib"]),
    ("convert", "layer", "xmf", [garden, "OUT.map"], ["--layer", "16"]),
    ("convert", "map", "pfscene", ["alone.pfscene", "OUT.glb", "--textures", f"{samples}/permafrost/models"], ["--map", island]),
    ("render", "map", "pfscene", ["alone.pfscene", "OUT.png", *small, "--textures", f"{samples}/permafrost/models"], ["--map", island]),
    ("convert", "map", "xmf", [harbour, "OUT.xmf"], ["--map", f"{golden}/ppe/roundtrip/old-cells.map"]),
    ("convert", "optimize", "exports", [flag, "OUT.glb"], ["--optimize"]),
    ("convert", "weld", "exports", [flag, "OUT.glb"], ["--weld"]),
    ("convert render", "view", "exports", [gmm, "OUT.png", *small], ["--view", "top"]),
    ("convert render", "angle", "exports", [chest, "OUT.png", *small], ["--angle", "10,10"]),
    ("convert render", "size", "exports", [chest, "OUT.png"], ["--size", "20x30"]),
    ("convert render", "exposure", "exports", [chest, "OUT.png", *small], ["--exposure", "3"]),
    ("render", "exposure", "exports", [level, "OUT.svg", "--layers", "ground"], ["--exposure", "3"]),
    ("convert render", "samples", "exports", [chest, "OUT.png", *small], ["--samples", "1"]),
    ("convert render", "thumbnail", "exports", [chest, "OUT.png"], ["--thumbnail", "20"]),
    ("convert render", "threads", "exports", [chest, "OUT.png", *small], ["--threads", "0"]),  # as for jobs
    ("convert render", "clip", "exports", [flag, "OUT.png", *small], ["--clip", "nobody"]),
    ("convert render", "frame", "exports", [flag, "OUT.png", *small], ["--frame", "7"]),
    ("convert render", "turn", "exports", [chest, "OUT.apng", *small, "--frames", "3"], ["--turn"]),
    ("convert render", "frames", "exports", [chest, "OUT.apng", *small, "--turn"], ["--frames", "3"]),
    ("convert render", "level", "grmm, exports", [gmm, "OUT.svg"], ["--level", "2"]),
    ("convert", "cell-pixels", "exports", [gmm, "OUT.uvtt", "--level", "1"], ["--cell-pixels", "20"]),
    ("convert", "grid", "exports", [gmm, "OUT.uvtt", "--level", "1"], ["--grid"]),
    ("convert", "lights", "exports", [gmm, "OUT.uvtt", "--level", "1"], ["--lights"]),
    ("convert", "no-image", "exports", [gmm, "OUT.uvtt", "--level", "1"], ["--no-image"]),
    ("convert render", "pages", "exports", [gmm, "OUT.svg"], ["--pages", "each"]),
    ("convert render", "layers", "exports", [gmm, "OUT.svg"], ["--layers", "-grid"]),
    ("convert render", "crop", "pfmap, pfscene, exports", [gmm, "OUT.svg", "--level", "1"], ["--crop", "1,1,4,4"]),
    ("convert render", "paper", "exports", [gmm, "OUT.svg", "--level", "1"], ["--paper", "A5"]),
    ("convert render", "cell", "exports", [gmm, "OUT.svg", "--level", "1", "--paper", "A4"], ["--cell", "9mm"]),
    ("convert render", "margin", "exports", [gmm, "OUT.svg", "--level", "1", "--paper", "A4"], ["--margin", "2cm"]),
    ("convert", "cell", "mpd", [gmm, "OUT.mpd"], ["--cell", "2"]),
    ("convert", "module", "mpd", [gmm, "OUT.mpd"], ["--module"]),
    ("convert", "cell", "pfmap", [gmm, "OUT.pfmap"], ["--cell", "2"]),
    ("convert", "cell", "ppe, xmf", [gmm, "OUT.map"], ["--cell", "3"]),
    ("convert", "meaning", "ppe, xmf", [ground, "OUT.gmm"], ["--meaning", f"{golden}/../cli/carry-meaning.txt"]),
    ("info", "meaning-template", "", [ground], ["--meaning-template"]),
    ("convert render", "overlap", "exports", [gmm, "OUT.svg", "--level", "1", "--paper", "A4", "--cell", "1in"], ["--overlap", "10mm"]),
    ("convert render", "background", "exports", [gmm, "OUT.svg"], ["--background", "#123456"]),
    ("convert render", "per-tile", "exports", [island, "OUT.png", "--to", "heightmap"], ["--per-tile", "1"]),
    ("new", "memory", "", ["pfmap", "new.pfmap", "--heightmap", heights], ["--memory", "64K"]),
    ("new", "max-input", "", ["pfmap", "new.pfmap", "--heightmap", heights], ["--max-input", "1K"]),
    ("new", "help", "", ["mpd", "new.mpd"], ["--help"]),
    ("new", "overwrite", "", ["grmm", "there.svg", "--created", "2026-01-02 03:04:05"], ["--overwrite"]),
    ("new", "quiet", "", ["grmm", "new.glb", "--created", "2026-01-02 03:04:05"], ["-q"]),
    ("new", "size", "grmm", ["grmm", "new.gmm", "--created", "2026-01-02 03:04:05"], ["--size", "3x4"]),
    ("new", "title", "grmm", ["grmm", "new.gmm", "--created", "2026-01-02 03:04:05"], ["--title", "Crypt"]),
    ("new", "created", "grmm", ["grmm", "new.gmm"], ["--created", "2026-01-02 03:04:05"]),
    ("new", "size", "mpd", ["mpd", "new.mpd"], ["--size", "4"]),
    ("new", "size", "passage, spawn", ["passage", "passage.txt"], ["--size", "4"]),
    ("new", "size", "pfscene", ["pfscene", "new.pfscene"], ["--size", "2x3"]),
    ("new", "size", "pfobj", ["pfobj", "new.pfobj"], ["--size", "1x3"]),
    ("new", "heightmap", "pfmap", ["pfmap", "new.pfmap"], ["--heightmap", heights]),
    ("new", "heightmap", "mpd", ["mpd", "new.mpd"], ["--heightmap", heights]),
    ("new", "relief", "mpd", ["mpd", "new.mpd", "--heightmap", heights], ["--relief", "99"]),
    ("new", "tile-rules", "mpd", ["mpd", "new.mpd", "--heightmap", heights], ["--tile-rules", "rules.txt"]),
    ("convert", "tile-rules", "mpd", ["hill.obj", "OUT.mpd"], ["--tile-rules", "rules.txt"]),
    ("convert", "tile-rules", "mpd", [heights, "OUT.mpd"], ["--tile-rules", "rules.txt"]),
    ("convert", "relief", "mpd", [heights, "OUT.mpd"], ["--relief", "99"]),
    ("convert", "height-step", "pfmap", [heights, "OUT.pfmap"], ["--height-step", "9000"]),
    ("convert", "max-level", "pfmap", [heights, "OUT.pfmap"], ["--max-level", "4"]),
    ("new", "height-step", "pfmap", ["pfmap", "new.pfmap", "--heightmap", heights], ["--height-step", "9000"]),
    ("new", "max-level", "pfmap", ["pfmap", "new.pfmap", "--heightmap", heights], ["--max-level", "4"]),
    ("new", "size", "pfmap", ["pfmap", "new.pfmap"], ["--size", "1x2"]),
    ("new", "size", "ppe, tmx", ["ppe", "new.map"], ["--size", "4x8"]),
    ("new", "tile", "tmx", ["tmx", "new.tmx"], ["--tile", "8x4"]),
    ("new", "size", "xmf", ["xmf", "new.xmf"], ["--size", "4x8"]),
    ("new", "tile", "xmf", ["xmf", "new.xmf"], ["--tile", "8"]),
    ("new", "tiles-from", "xmf", ["xmf", "new.xmf"], ["--tiles-from", f"{samples}/ppe/garden.tga"]),
    ("new", "map-from", "xmf", ["xmf", "new.xmf"], ["--map-from", ground]),
    ("new", "title", "xmf", ["xmf", "new.xmf"], ["--title", "Garden"]),
    ("diff", "help", "", two, ["--help"]),
    ("diff", "format", "", two, ["--format", "CHOICES"]),
    ("diff", "json", "", two, ["--json"]),
    ("diff", "stat", "", two, ["--stat"]),
    ("diff", "all", "", [f"{samples}/gridmonger/lighthouse-v1.gmm", gmm], ["--all"]),
    ("apply", "help", "", patched, ["--help"]),
    ("merge", "help", "", three, ["--help"]),
    ("merge", "prefer", "", three, ["--prefer", "CHOICES"]),
    ("merge", "conflicts", "", three, ["--conflicts", "list.json"]),
    ("diff", "picture", "", two, ["--picture", "written"]),
    ("diff", "look", "", two + ["--picture", "written"], ["--look", "CHOICES"]),
    ("diff", "scale", "", two + ["--picture", "written"], ["--scale", "0.5"]),
    ("diff", "textures", "", ["alone.pfobj"] * 2 + ["--picture", "written"], ["--textures", f"{samples}/permafrost/models"]),
    ("merge", "picture", "", three, ["--picture", "written"]),
    ("merge", "look", "", three + ["--picture", "written"], ["--look", "CHOICES"]),
    ("merge", "scale", "", three + ["--picture", "written"], ["--scale", "0.5"]),
    ("merge", "textures", "", ["alone.pfobj"] * 3 + ["--picture", "written"], ["--textures", f"{samples}/permafrost/models"]),
    ("diff", "output", "", two, ["-o", "written"]),
    ("diff", "overwrite", "", two + ["-o", "there.svg"], ["--overwrite"]),
    ("diff", "from", "", two, ["--from", "pfobj"]),
    ("diff", "quiet", "", two, ["-q"]),
    ("diff", "strict", "", ["tail.mpd"] * 2, ["--strict"]),
    ("diff", "lenient", "", ["type-64.mpd"] * 2, ["--lenient"]),
    ("diff", "untrusted", "", ["wide.map"] * 2, ["--untrusted"]),
    ("diff", "memory", "", ["large.json"] * 2, ["--memory", "1"]),
    ("diff", "max-input", "", ["large.json"] * 2, ["--max-input", "1K"]),
    ("diff", "max-depth", "", ["large.json"] * 2, ["--max-depth", "1"]),
    ("diff", "max-expansion", "", ["wide.map"] * 2, ["--max-expansion", "1"]),
    ("apply", "output", "", patched, ["-o", "written"]),
    ("apply", "overwrite", "", patched + ["-o", "there.svg"], ["--overwrite"]),
    ("apply", "from", "", patched, ["--from", "pfobj"]),
    ("apply", "quiet", "", ["patch.json", "by.gmm"], ["-q"]),
    ("apply", "strict", "", ["patch.json"] + ["tail.mpd"] * 1, ["--strict"]),
    ("apply", "lenient", "", ["patch.json"] + ["type-64.mpd"] * 1, ["--lenient"]),
    ("apply", "untrusted", "", ["patch.json"] + ["wide.map"] * 1, ["--untrusted"]),
    ("apply", "memory", "", ["patch.json"] + ["large.json"] * 1, ["--memory", "1"]),
    ("apply", "max-input", "", ["patch.json"] + ["large.json"] * 1, ["--max-input", "1K"]),
    ("apply", "max-depth", "", ["patch.json"] + ["large.json"] * 1, ["--max-depth", "1"]),
    ("apply", "max-expansion", "", ["patch.json"] + ["wide.map"] * 1, ["--max-expansion", "1"]),
    ("merge", "output", "", three, ["-o", "written"]),
    ("merge", "overwrite", "", three + ["-o", "there.svg"], ["--overwrite"]),
    ("merge", "from", "", three, ["--from", "pfobj"]),
    ("merge", "quiet", "", three, ["-q"]),
    ("merge", "strict", "", ["tail.mpd"] * 3, ["--strict"]),
    ("merge", "lenient", "", ["type-64.mpd"] * 3, ["--lenient"]),
    ("merge", "untrusted", "", ["wide.map"] * 3, ["--untrusted"]),
    ("merge", "memory", "", ["large.json"] * 3, ["--memory", "1"]),
    ("merge", "max-input", "", ["large.json"] * 3, ["--max-input", "1K"]),
    ("merge", "max-depth", "", ["large.json"] * 3, ["--max-depth", "1"]),
    ("merge", "max-expansion", "", ["wide.map"] * 3, ["--max-expansion", "1"]),
    ("git", "help", "", ["status"], ["--help"]),
    ("git", "global", "", ["status"], ["--global"]),
    ("git", "json", "", ["install"], ["--json"]),
    ("formats", "json", "", [], ["--json"]),
    ("formats", "schema", "", [], ["--schema", "mpd"]),
    ("formats", "fields", "", [], ["--fields", "mpd"]),
    ("formats", "facts", "", ["--fields", "mpd"], ["--facts"]),
    ("formats", "rules", "", [], ["--rules", "mpd"]),
    ("formats", "mime", "", [], ["--mime"]),
    ("formats", "thumbnailer", "", [], ["--thumbnailer"]),
    ("help", "man", "", ["info"], ["--man"]),
    ("help", "json", "", ["info"], ["--json"]),
    ("help", "limits", "", [], ["--limits"]),
    ("help", "completions", "", [], ["--completions", "bash"]),
]

# `view` reads like the others, and writes a page.
page = ["-o", "page.html"]
rows += [("view", *row) for row in [
    ("help", "", [gmm], ["--help"]),
    ("from", "", [mpd, *page], ["--from", "pfobj"]),
    ("textures", "", ["alone.pfobj", *page], ["--textures", f"{samples}/permafrost/models"]),
    ("quiet", "", [mpd], ["-q"]),
    ("strict", "", [tail, *page], ["--strict"]),
    ("lenient", "", ["type-64.mpd", *page], ["--lenient"]),
    ("memory", "", ["large.json", *page], ["--memory", "1"]),
    ("max-input", "", [gmm, *page], ["--max-input", "1K"]),
    ("max-depth", "", ["large.json", *page], ["--max-depth", "1"]),
    ("max-expansion", "", ["wide.map", *page], ["--max-expansion", "1"]),
    ("untrusted", "", [chest, *page], ["--untrusted"]),
    ("recursive", "", ["folder", *page], ["-r"]),
    ("salvage", "grmm", ["cut.gmm", *page], ["--salvage"]),
    ("dialect", "grmm", [f"{golden}/grmm/roundtrip/v1.gmm", *page], ["--dialect", "other"]),
    ("fans", "mpd", [level, *page], ["--fans", "fans.txt"]),
    ("max-cells", "ppe", [ground, *page], ["--max-cells", "10"]),
    ("embedded-layout", "xmf", ["old.xmf", *page], ["--embedded-layout", "CHOICES"]),
    ("output", "", [mpd], ["-o", "page.html"]),
    ("open", "", [mpd, *page], ["--open"]),
    ("overwrite", "", [mpd, "-o", "there.svg"], ["--overwrite"]),
]]

# More cells than are always allowed, packed: about 250 for each byte.
wide = struct.pack("<III", 0x400, 2049, 2048) + zlib.compress(bytes(4 * 2049 * 2048), 9)

def prepare(folder):
    shutil.copy(chest, f"{folder}/alone.pfobj")
    shutil.copy(f"{samples}/permafrost/island.pfscene", f"{folder}/alone.pfscene")
    shutil.copy(tail, f"{folder}/tail.mpd")
    shutil.copy(f"{golden}/mpd/reject/type-64.mpd", folder)
    os.mkdir(f"{folder}/themes")
    open(f"{folder}/themes/Default.gmtheme", "w").write('level { general { background = "#102010ff" } }')
    os.mkdir(f"{folder}/folder")
    shutil.copy(gmm, f"{folder}/folder/a.gmm")
    open(f"{folder}/there.svg", "w").write("there")
    open(f"{folder}/rules.txt", "w").write("above -1 tile 9")
    open(f"{folder}/page.tsx", "w").write("export const x = <div/>;\n")
    open(f"{folder}/hill.obj", "w").write("v 0 0 0\nv 4 0 0\nv 4 1 4\nv 0 1 4\nf 1 4 3 2\n")
    wishes = '{ "portolan": "project", "ignore": ["trailing-bytes"] }'
    open(f"{folder}/wishes.json", "w").write(wishes)
    os.mkdir(f"{folder}/wishing")
    open(f"{folder}/wishing/.portolan.json", "w").write(wishes)
    shutil.copy(tail, f"{folder}/wishing/tail.mpd")
    open(f"{folder}/cut.gmm", "wb").write(open(gmm, "rb").read()[:1500])
    open(f"{folder}/fans.txt", "w").write("Number of Fan Types: 1\n 0 Floor\n Vertices: 4\n Ref: 0 U: 0 V: 0\n Ref: 3 U: 1 V: 0\n"
        " Ref: 15 U: 1 V: 1\n Ref: 12 U: 0 V: 1\n Commands: 1\n Command Size: 4\n Vrt: 0\n Vrt: 1\n Vrt: 2\n Vrt: 3\n")
    open(f"{folder}/old.xmf", "w").write('Layer:Tile "a" 0 8 8 1 1 {\nRenderingMode "Copy"\nEmbed:MapData [AQEEAA==]\n}\n')
    os.makedirs(f"{folder}/leaving", exist_ok=True)
    subprocess.run([tool, "convert", "-q", "--overwrite", island, f"{folder}/leaving/island.tmx"], check=True)
    shutil.copy(island, f"{folder}/many.pfmap")
    shutil.copy(gmm, f"{folder}/old.gmm")
    for name, data in changed.items():
        open(f"{folder}/{name}", "wb").write(data)
    subprocess.run([tool, "convert", "-q", mpd, f"{folder}/large.json"], check=True)
    subprocess.run([tool, "convert", "-q", mpd, f"{folder}/painted.gltf"], check=True)
    gltf = json.load(open(f"{folder}/painted.gltf"))
    colors = gltf["bufferViews"][gltf["accessors"][gltf["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"]]["bufferView"]]
    with open(f"{folder}/painted.bin", "r+b") as file:
        file.seek(colors["byteOffset"])
        file.write(b"\x90" * 8)
    open(f"{folder}/large.json", "a").write(" " * (3 << 20))
    open(f"{folder}/wide.map", "wb").write(wide)
    subprocess.run([tool, "convert", "-q", flag, f"{folder}/two.gltf"], check=True)
    scene = json.load(open(f"{folder}/two.gltf"))
    scene["animations"].append(dict(scene["animations"][0], name="Again"))
    for material in scene["materials"]:
        material["doubleSided"] = True
    json.dump(scene, open(f"{folder}/two.gltf", "w"))
    open(f"{folder}/viewer.html", "w").write("<p>a viewer</p><!--DATA-->")

# Maps that two people made of one, and a patch.
changed = {}
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([tool, "convert", "-q", gmm, f"{folder}/map.json"], check=True)
    for name in "after", "other":
        document = json.load(open(f"{folder}/map.json"))
        document["title"] = name
        if name == "other":
            document["author"] = "somebody else"
        json.dump(document, open(f"{folder}/{name}.json", "w"))
        subprocess.run([tool, "convert", "-q", f"{folder}/{name}.json", f"{folder}/{name}.gmm"], check=True)
        changed[f"{name}.gmm"] = open(f"{folder}/{name}.gmm", "rb").read()
    document["title"] = json.load(open(f"{folder}/map.json"))["title"]
    json.dump(document, open(f"{folder}/by.json", "w"))
    subprocess.run([tool, "convert", "-q", f"{folder}/by.json", f"{folder}/by.gmm"], check=True)
    changed["by.gmm"] = open(f"{folder}/by.gmm", "rb").read()
    changed["patch.json"] = subprocess.run([tool, "diff", "--format", "patch", gmm, f"{folder}/after.gmm"], capture_output=True).stdout

# What every run begins with is made once. Each gets links to it: outputs are new files that get their names when they are whole, so that
# what was linked is never written into; that is looked at when all is done.
template = tempfile.mkdtemp()
atexit.register(shutil.rmtree, template)
prepare(template)

def content(folder):
    return sorted((os.path.relpath(os.path.join(d, n), folder), os.path.join(d, n)) for d, _, names in os.walk(folder) for n in names)

def read(path):
    with open(path, "rb") as file:
        return file.read()

begun = {name: (os.stat(path).st_ino, read(path)) for name, path in content(template)}

def is_as_begun(name, path):
    return os.stat(path).st_ino == begun[name][0] or read(path) == begun[name][1]

def run_in(folder, command, words):
    words = [w for w in words if command in ("convert", "render", "view") or not (w.startswith("OUT") and "-o" not in words)]
    if command in ("info", "check", "view"):
        words = [w for w in words if w not in small]
    ran = subprocess.run([tool, command, *words], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL,
                         env={"NO_COLOR": "1", "PORTOLAN_VIEWER": "viewer.html", "TMPDIR": folder, "PATH": "", "HOME": folder})
    files = [(name, None if name in begun and is_as_begun(name, path) else read(path)) for name, path in content(folder)]
    return ran.returncode, ran.stdout, ran.stderr, files

known = {}
def outcome(command, words):
    key = (command, *words)
    if key not in known:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(template, folder, copy_function=os.link, dirs_exist_ok=True)
            known[key] = run_in(folder, command, words)
    return known[key]

failures, seen = [], set()
grammar = json.loads(subprocess.run([tool, "help", "--json"], capture_output=True, check=True).stdout)
options = {(c["name"], o["name"], o["of"] or ""): o for c in grammar["commands"] for o in c["options"]}
for commands, name, of, words, given in rows:
    for command in commands.split():
        key = (command, name, of)
        seen.add(key)
        if key not in options:
            failures.append(f"{command} has no --{name} ({of}) any more")
            continue
        plain = outcome(command, words)
        values = options[key]["choices"] if "CHOICES" in given else [None]
        if all(outcome(command, words + [v if w == "CHOICES" else w for w in given]) == plain for v in values):
            failures.append(f"{command} {' '.join(given)} changes nothing: exit {plain[0]}, {plain[2][:200]}")
for key in sorted(options.keys() - seen):
    failures.append(f"{key[0]} --{key[1]} ({key[2]}) has no row here")

failures += [f"{name} was written into" for name, path in content(template) if read(path) != begun[name][1]]

# Help lists every option that is not of a single format.
for command in grammar["commands"]:
    page = subprocess.run([tool, "help", command["name"]], capture_output=True, text=True, check=True).stdout
    failures += [f"help {command['name']} does not list --{o['name']}" for o in command["options"]
                 if not o["of"] and f"--{o['name']} " not in page and f"--{o['name']}\n" not in page]

# One name has one meaning: render lists each once.
counts = collections.Counter(o["name"] for c in grammar["commands"] if c["name"] == "render" for o in c["options"])
failures += [f"render lists --{name} {count} times" for name, count in counts.items() if count > 1]
print(f"{len(seen)} options")
print("\n".join(failures))
sys.exit(bool(failures))
PY
