// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The user's settings for rewrites, in environment variables:
//
//   <PLUGIN>_GRAPH_DUMP=FOLDER    graphs, before and after, as NNN_before.pb and so on
//   <PLUGIN>_GRAPH_OFF=NAME,NAME  leaves out these rewrites, or =all
//   <PLUGIN>_GRAPH_SUMMARY=1      a line of the log for each graph

#ifndef PLUGGABLE_GRAPH_SETTINGS_H_
#define PLUGGABLE_GRAPH_SETTINGS_H_

#include <string>
#include <vector>

#include "graph/rewrite.h"

namespace pluggable::graph {

struct Settings {
  std::string dump_folder;  // empty: no dumps
  bool summary = false;

  static Settings FromEnvironment();
};

// The rewrites that are not switched off. The first call logs names that are not a rewrite's.
std::vector<Rewrite> WithoutThoseSwitchedOff(std::vector<Rewrite> rewrites);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_SETTINGS_H_
