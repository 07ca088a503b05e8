# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# pluggable_glob(MODE VARIABLE FOLDER PATTERN...) lists the files below FOLDER that match, relative to it. MODE is GLOB or
# GLOB_RECURSE. file() alone would read brackets in the folder's own path as a part of the pattern.
function(pluggable_glob mode variable folder)
  string(REGEX REPLACE "([[*?])" "[\\1]" escaped "${folder}")
  list(TRANSFORM ARGN PREPEND "${escaped}/" OUTPUT_VARIABLE patterns)
  file(${mode} files CONFIGURE_DEPENDS RELATIVE "${folder}" ${patterns})
  set(${variable} ${files} PARENT_SCOPE)
endfunction()
