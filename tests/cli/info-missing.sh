portolan info nowhere.mpd
