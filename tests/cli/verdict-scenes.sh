# The sample scene, changed in one place.
cp -r "$SAMPLES/permafrost/." .
verdict() { # what it is about, sed script
  echo "== $1"
  sed "$2" island.pfscene >changed.pfscene
  portolan check --profile engine changed.pfscene | tail -n 1
}
cp island.pfmap changed.pfmap
verdict "nothing" ''
verdict "no word of an animation" '/animated bool/s/animated/moving/'
verdict "no animation to begin with" '/idle_clip string/s/idle_clip/first_clip/'
verdict "an animation that the model does not have" '/idle_clip/s/Wave/Run/'
verdict "an animation of a model that has none" 's,flag/flag,chest/chest,'
verdict "a class of a script for all of it" '/animated bool/s/.*/   class string Buoy/'
verdict "a model that is not there" 's,chest/chest,coffer/coffer,'
verdict "a model in no folder" 's,assets/models/chest/,,'
verdict "a bool that is none" '/collision bool/s/1/2/'
verdict "a word for a number" '/faction_id int/s/[01]$/none/'
verdict "two numbers for three" '/position vec3/s/ [^ ]*$//'
verdict "an attribute twice" '/faction_id/s/.*/   selectable bool 0/'
rm changed.pfmap
verdict "no map" ''
