#include "coverage/graph_def.h"
#include "base/dtypes.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace plugingen::coverage {
namespace {

using base::WireError;
using base::WireField;
using base::WireReader;

// The field numbers of TensorFlow's messages never change.
namespace saved_model {
constexpr uint32_t kSchemaVersion = 1;
constexpr uint32_t kMetaGraph = 2;
}  // namespace saved_model
namespace meta_graph {
constexpr uint32_t kMetaInfo = 1;
constexpr uint32_t kGraph = 2;
}  // namespace meta_graph
namespace meta_info {
constexpr uint32_t kTensorFlowVersion = 5;
}
namespace graph {
constexpr uint32_t kNode = 1;
constexpr uint32_t kLibrary = 2;
}  // namespace graph
namespace library {
constexpr uint32_t kFunction = 1;
}
namespace function {
constexpr uint32_t kSignature = 1;
constexpr uint32_t kNode = 3;
}  // namespace function
namespace signature {
constexpr uint32_t kName = 1;
}
namespace node {
constexpr uint32_t kOp = 2;
constexpr uint32_t kDevice = 4;
constexpr uint32_t kAttr = 5;
}  // namespace node
namespace attr {
constexpr uint32_t kKey = 1;
constexpr uint32_t kValue = 2;
constexpr uint32_t kType = 6;
}  // namespace attr

// True for the names that TensorFlow allows for ops, functions and attrs.
bool IsName(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("_./>-").find(c) != std::string_view::npos;
  });
}

bool IsVersion(std::string_view text) { return text.size() < 64 && (text.empty() || IsName(text)); }

class ModelReader {
 public:
  ModelReader(std::string_view bytes, WireError& error)
      : bytes_(bytes), error_(error), origin_(bytes.data()) {}

  Model Read() {
    // A SavedModel starts with the number of its format. A GraphDef contains only messages.
    WireReader first(bytes_);
    WireField field;
    bool is_saved_model = false;
    while (first.Next(field)) {
      is_saved_model |= field.number == saved_model::kSchemaVersion && !field.is_bytes;
    }
    if (Failed(first)) return {};
    if (is_saved_model) {
      ReadSavedModel();
    } else {
      ReadGraph(bytes_);
    }
    if (error_.message.empty() && nodes_ == 0) error_ = {"it has no graph", 0};
    if (!error_.message.empty()) return {};
    std::erase_if(model_.uses, [&](const auto& use) { return functions_.contains(use.first.op); });
    model_.functions = functions_.size();
    return std::move(model_);
  }

 private:
  bool Failed(const WireReader& reader) {
    if (error_.message.empty()) error_ = reader.error();
    return !error_.message.empty();
  }

  // Reads a message and passes its fields to `take`. Returns false after an error.
  template <class Take>
  bool ReadMessage(std::string_view message, Take take) {
    WireReader reader(message, origin_);
    WireField field;
    while (error_.message.empty() && reader.Next(field)) take(reader, field);
    return !Failed(reader);
  }

  void ReadSavedModel() {
    ReadMessage(bytes_, [&](WireReader&, const WireField& field) {
      if (field.number == saved_model::kMetaGraph && field.is_bytes) ReadMetaGraph(field.bytes);
    });
  }

  void ReadMetaGraph(std::string_view message) {
    ReadMessage(message, [&](WireReader&, const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == meta_graph::kGraph) ReadGraph(field.bytes);
      if (field.number == meta_graph::kMetaInfo) ReadMetaInfo(field.bytes);
    });
  }

  void ReadMetaInfo(std::string_view message) {
    ReadMessage(message, [&](WireReader& reader, const WireField& field) {
      if (field.number != meta_info::kTensorFlowVersion || !field.is_bytes) return;
      if (!IsVersion(field.bytes)) error_ = reader.ErrorAt(field, "this is not a version");
      model_.tensorflow = field.bytes;
    });
  }

  void ReadGraph(std::string_view message) {
    ReadMessage(message, [&](WireReader&, const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == graph::kNode) ReadNode(field.bytes);
      if (field.number == graph::kLibrary) ReadLibrary(field.bytes);
    });
  }

  void ReadLibrary(std::string_view message) {
    ReadMessage(message, [&](WireReader&, const WireField& field) {
      if (field.number == library::kFunction && field.is_bytes) ReadFunction(field.bytes);
    });
  }

  void ReadFunction(std::string_view message) {
    ReadMessage(message, [&](WireReader&, const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == function::kSignature) ReadSignature(field.bytes);
      if (field.number == function::kNode) ReadNode(field.bytes);
    });
  }

  void ReadSignature(std::string_view message) {
    ReadMessage(message, [&](WireReader&, const WireField& field) {
      if (field.number == signature::kName && field.is_bytes) functions_.emplace(field.bytes);
    });
  }

  void ReadNode(std::string_view message) {
    OpUse use;
    const bool good = ReadMessage(message, [&](WireReader& reader, const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == node::kOp) {
        if (!IsName(field.bytes)) error_ = reader.ErrorAt(field, "this is not the name of an op");
        use.op = field.bytes;
      } else if (field.number == node::kDevice) {
        use.on_cpu = field.bytes.find("CPU:") != std::string_view::npos ||
                     field.bytes.find("cpu:") != std::string_view::npos;
      } else if (field.number == node::kAttr) {
        ReadAttr(field.bytes, use);
      }
    });
    if (!good) return;
    if (use.op.empty()) {
      error_ = {"a node has no op", static_cast<size_t>(message.data() - origin_)};
      return;
    }
    ++nodes_;
    ++model_.uses[std::move(use)];
  }

  // Skips attrs that are no dtype, because constants can be large.
  void ReadAttr(std::string_view message, OpUse& use) {
    std::string_view key;
    uint64_t type = 0;
    ReadMessage(message, [&](WireReader& reader, const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == attr::kKey) {
        if (!IsName(field.bytes)) error_ = reader.ErrorAt(field, "this is not the name of an attr");
        key = field.bytes;
      } else if (field.number == attr::kValue) {
        type = ReadTypeValue(field.bytes);
      }
    });
    const base::Dtype* dtype = base::FindDtype(type);
    if (!key.empty() && dtype != nullptr) use.types[std::string(key)] = dtype->name;
  }

  uint64_t ReadTypeValue(std::string_view message) {
    uint64_t type = 0;
    ReadMessage(message, [&](WireReader&, const WireField& field) {
      if (field.number == attr::kType && !field.is_bytes) type = field.value;
    });
    return type;
  }

  std::string_view bytes_;
  WireError& error_;
  const char* origin_;
  Model model_;
  std::set<std::string, std::less<>> functions_;
  uint64_t nodes_ = 0;
};

}  // namespace

Model ReadModel(std::string_view bytes, WireError& error) {
  return ModelReader(bytes, error).Read();
}

}  // namespace plugingen::coverage
