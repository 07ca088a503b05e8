// What most files of emitted projects include, whatever their spec: launch_compiler.sh precompiles it. A header that has its text
// from the spec (plugin/names.h, plugin/features/) must not be among what these include.

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tensorflow/c/experimental/stream_executor/stream_executor.h>
#include <tensorflow/c/kernels.h>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#ifdef GTEST_HAS_PTHREAD
#include <gtest/gtest.h>
#endif
