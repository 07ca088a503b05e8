// What graph optimizers ask about the graph, and the log.

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <vector>

#include "host_objects.h"

namespace conformance {
namespace {

int TotalSize(const std::vector<std::string>& names) {
  size_t size = 0;
  for (const std::string& name : names) size += name.size();
  return static_cast<int>(size);
}

// The names one after the other in the storage, without a 0 behind them.
void Fill(const std::vector<std::string>& names, char** values, size_t* lengths, int num_values,
          void* storage, size_t storage_size, TF_Status* status) {
  if (static_cast<size_t>(num_values) != names.size() ||
      storage_size < static_cast<size_t>(TotalSize(names))) {
    status->Set(TF_INVALID_ARGUMENT, "another number of names, or of bytes, than there are");
    return;
  }
  status->Set(TF_OK, "");
  auto* place = static_cast<char*>(storage);
  for (size_t i = 0; i < names.size(); ++i) {
    values[i] = place;
    lengths[i] = names[i].size();
    place = std::copy(names[i].begin(), names[i].end(), place);
  }
}

void Count(const std::vector<std::string>& names, int* num_values, int* storage_size,
           TF_Status* status) {
  status->Set(TF_OK, "");
  *num_values = static_cast<int>(names.size());
  *storage_size = TotalSize(names);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void TF_GetNodesToPreserveListSize(const TF_GrapplerItem* item, int* num_values, int* storage_size,
                                   TF_Status* status) {
  Count(item->nodes_to_preserve, num_values, storage_size, status);
}
void TF_GetNodesToPreserveList(const TF_GrapplerItem* item, char** values, size_t* lengths,
                               int num_values, void* storage, size_t storage_size,
                               TF_Status* status) {
  Fill(item->nodes_to_preserve, values, lengths, num_values, storage, storage_size, status);
}
void TF_GetFetchNodesListSize(const TF_GrapplerItem* item, int* num_values, int* storage_size,
                              TF_Status* status) {
  Count(item->fetch_nodes, num_values, storage_size, status);
}
void TF_GetFetchNodesList(const TF_GrapplerItem* item, char** values, size_t* lengths,
                          int num_values, void* storage, size_t storage_size, TF_Status* status) {
  Fill(item->fetch_nodes, values, lengths, num_values, storage, storage_size, status);
}

void TF_Log(int /*level*/, const char* format, ...) {
  va_list args;
  va_start(args, format);
  std::vfprintf(stderr, format, args);
  std::fputc('\n', stderr);
  va_end(args);
}
void TF_VLog(int /*level*/, const char* /*format*/, ...) {}
void TF_DVLog(int /*level*/, const char* /*format*/, ...) {}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
