// The names of the plugin that cached.cc stands for.

#ifndef PLUGGABLE_PLUGIN_NAMES_H_
#define PLUGGABLE_PLUGIN_NAMES_H_

namespace pluggable::names {

inline constexpr char kPlugin[] = "cached";
inline constexpr char kVerbose[] = "CACHED_VERBOSE";

}  // namespace pluggable::names

#endif  // PLUGGABLE_PLUGIN_NAMES_H_
