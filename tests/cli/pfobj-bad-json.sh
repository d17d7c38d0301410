# what could not be read back is refused already in JSON
portolan convert "$SAMPLES/permafrost/models/chest.pfobj" a.json
sed 's/"version": "1.0"/"version": "1.#"/' a.json > b.json
sed 's/"version": "1.0"/"version": ""/' a.json > c.json
portolan convert b.json b.pfobj
portolan convert c.json c.pfobj
ls
