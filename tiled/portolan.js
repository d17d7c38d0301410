// SPDX-License-Identifier: MIT
// Opens and saves maps of game engines in Tiled: Egoboo meshes, Permafrost terrain and PixelPerfectEngine maps, by running
// portolan. Copy this file into the folder of Tiled's extensions (Edit > Preferences > Plugins shows it). The tool is looked for in PATH,
// or where the environment variable PORTOLAN says. Dungeons are several maps: convert them with the tool, and open their world.

(function () {
    "use strict";

    function tool() {
        return new Process().getEnv("PORTOLAN") || "portolan";
    }

    // Runs the tool; what it has to say when it fails, else an empty text.
    function run(words) {
        var process = new Process();
        var code;

        try {
            code = process.exec(tool(), words, false);
        } catch (error) {
            return "portolan cannot be started: " + error;
        }
        var said = process.readStdErr();

        process.close();
        return code === 0 ? "" : said || "portolan failed with status " + code;
    }

    // A folder of its own for each file, beside it, so that sheets stay where Tiled finds them.
    function workFolder(fileName) {
        return FileInfo.path(fileName) + "/" + FileInfo.completeBaseName(fileName) + ".tiled";
    }

    function mapName(fileName) {
        return workFolder(fileName) + "/" + FileInfo.completeBaseName(fileName) + ".tmx";
    }

    // The file as it was opened: every save is compared with it, and not with the save before.
    function baseName(fileName) {
        return workFolder(fileName) + "/base." + FileInfo.suffix(fileName);
    }

    function keepBase(fileName) {
        if (File.exists(baseName(fileName)))
            File.remove(baseName(fileName));
        File.copy(fileName, baseName(fileName));
    }

    function findBase(map, fileName) {
        var names = [map.fileName ? baseName(map.fileName) : "", baseName(fileName),
                     FileInfo.path(fileName) + "/" + map.property("portolan.source")];

        return names.filter(function (name) { return name && File.exists(name); })[0];
    }

    function read(fileName) {
        var name = mapName(fileName);

        File.makePath(workFolder(fileName));
        keepBase(fileName);
        var wrong = run(["convert", "-q", "--overwrite", "--to", "tmx", fileName, name]);

        if (wrong)
            throw new Error(wrong);
        return tiled.mapFormat("tmx").read(name);
    }

    // The file is replaced only when everything went well.
    function write(map, fileName) {
        var name = mapName(fileName), base = map.property("portolan.source") ? findBase(map, fileName) : "";
        var words = ["convert", "-q", "--overwrite", "--textures", FileInfo.path(fileName), "--to", this.target, name, fileName];

        if (!File.exists(workFolder(fileName)))
            File.makePath(workFolder(fileName));
        var wrong = tiled.mapFormat("tmx").write(map, name);

        if (wrong)
            return wrong;
        return run(base ? words.concat("--base", base) : words.concat("--without-base")) || undefined;
    }

    [
        { format: "mpd", extension: "mpd", name: "Egoboo mesh" },
        { format: "pfmap", extension: "pfmap", name: "Permafrost terrain" },
        { format: "ppe", extension: "map", name: "PixelPerfectEngine map" },
    ].forEach(function (row) {
        tiled.registerMapFormat("portolan-" + row.format, {
            name: row.name,
            extension: row.extension,
            read: read,
            write: function (map, fileName) {
                return write.call({ target: row.format }, map, fileName);
            },
        });
    });
})();
