#include "modules.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "driver/opencl/api.h"
#include "driver/opencl/device.h"
#include "faults.h"

namespace fake_cuda {

namespace {

using pluggable::DeviceKernelArg;

std::string Read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

constexpr char kEntry[] = "\n.visible .entry ";

// The sources that have a kernel, by its name.
using Sources = std::multimap<std::string, const Source*>;

Sources ReadSources() {
  Sources sources;
  const char* const folder = std::getenv("FAKE_CUDA_PROGRAMS");
  if (folder == nullptr) return sources;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".ptx") continue;
    auto* const source = new Source;  // modules refer to it until the process ends
    source->ptx = Read(entry.path());
    source->text = Read(std::filesystem::path(entry.path()).replace_extension(".cl"));
    source->program.name = entry.path().stem().string();
    source->program.texts = {source->text.c_str()};
    for (size_t at = source->ptx.find(kEntry); at != std::string::npos;
         at = source->ptx.find(kEntry, at + 1)) {
      const size_t name = at + sizeof(kEntry) - 1;
      sources.emplace(source->ptx.substr(name, source->ptx.find('(', name) - name), source);
    }
  }
  return sources;
}

// The kernel whose text begins there, to its last line.
std::string_view KernelAt(std::string_view ptx, size_t at) {
  return ptx.substr(at, ptx.find("\n}", at) - at);
}

// What the PTX was made of: it has kernels of the source's, and what stands in front of these
// there. Null if it was not made by the build.
const Source* SourceOf(std::string_view ptx) {
  static const auto* const sources = new Sources(ReadSources());
  const size_t first = ptx.find(kEntry);
  if (first == std::string_view::npos) return nullptr;
  const size_t name = first + sizeof(kEntry) - 1;
  const auto [begin, end] =
      sources->equal_range(std::string(ptx.substr(name, ptx.find('(', name) - name)));
  for (auto found = begin; found != end; ++found) {
    const std::string& whole = found->second->ptx;
    bool is_it = ptx.compare(0, whole.find(kEntry), whole, 0, whole.find(kEntry)) == 0;
    for (size_t at = first; is_it && at != std::string_view::npos; at = ptx.find(kEntry, at + 1)) {
      is_it = whole.find(KernelAt(ptx, at)) != std::string::npos;
    }
    if (is_it) return found->second;
  }
  return nullptr;
}

// The sizes of a kernel's parameters, as its PTX declares them.
std::vector<size_t> ParameterSizes(const std::string& ptx, const std::string& name) {
  std::vector<size_t> sizes;
  const size_t begin = ptx.find(".entry " + name + "(");
  if (begin == std::string::npos) return sizes;
  std::istringstream lines(ptx.substr(begin, ptx.find("\n)", begin) - begin));
  for (std::string line; std::getline(lines, line);) {
    if (line.find(".param") == std::string::npos) continue;
    const size_t bracket = line.find('[');
    if (bracket != std::string::npos) {
      sizes.push_back(std::stoul(line.substr(bracket + 1)));
      continue;
    }
    const size_t type = line.find_first_of("ufbs", line.find(".param ") + 7);  // u32, f64...
    sizes.push_back(std::stoul(line.substr(type + 1)) / 8);
  }
  return sizes;
}

// How a GPU reads elements of a type of the dialect, in a program such as "gather-uint32".
size_t AlignmentOf(const std::string& type, const std::string& program) {
  static const auto* const alignments = new std::map<std::string, size_t>{
      {"char", 1},    {"uchar", 1},    {"Truth", 1},  {"bool", 1},       {"int8", 1},
      {"uint8", 1},   {"short", 2},    {"ushort", 2}, {"int16", 2},      {"uint16", 2},
      {"half", 2},    {"int", 4},      {"uint", 4},   {"float", 4},      {"int32", 4},
      {"long", 8},    {"ulong", 8},    {"double", 8}, {"int64", 8},      {"uint64", 8},
      {"ulong2", 16}, {"bfloat16", 2}, {"uint32", 4}, {"complex128", 16}};
  const std::string own = program.substr(program.rfind('-') + 1);
  std::string name = type;
  if (type == "T") name = own;
  if (type == "A" || type == "C") {
    name = own == "half" || own == "bfloat16" ? "float" : own;
    if (type == "A" && alignments->at(name) < 4) name = "uint";
  }
  const auto found = alignments->find(name);
  if (found == alignments->end()) Misuse("cuModuleGetFunction", ("type " + type).c_str());
  return found->second;
}

// Sets what is known of the arguments as the OpenCL driver takes them: a pointer is two parameters,
// a buffer and an offset.
void SetArguments(cl_kernel kernel, const std::vector<size_t>& sizes, Function* function) {
  static const auto get_info = reinterpret_cast<decltype(&::clGetKernelArgInfo)>(
      dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clGetKernelArgInfo"));
  for (cl_uint i = 0; i < sizes.size(); ++i) {
    cl_kernel_arg_address_qualifier qualifier = 0;
    get_info(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(qualifier), &qualifier, nullptr);
    const bool is_pointer = qualifier == CL_KERNEL_ARG_ADDRESS_GLOBAL;
    function->args.push_back({is_pointer, sizes[i]});
    function->alignments.push_back(0);
    if (!is_pointer) continue;
    char type[64] = {};
    get_info(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof(type) - 1, type, nullptr);
    const std::string name = type;
    function->alignments.back() =
        AlignmentOf(name.substr(0, name.find('*')), function->module->source->program.name);
    ++i;
  }
  function->kernel.args = function->args.data();
  function->kernel.num_args = function->args.size();
}

}  // namespace

Result Function::Arguments(void** parameters, std::vector<char*>* pointers,
                           std::vector<void*>* found) const {
  pointers->resize(args.size());
  size_t next = 0;
  for (size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_pointer) {
      found->push_back(parameters[next++]);
      continue;
    }
    char*& pointer = (*pointers)[i];
    pointer =
        *static_cast<char**>(parameters[next]) + *static_cast<uint64_t*>(parameters[next + 1]);
    if (reinterpret_cast<uintptr_t>(pointer) % alignments[i] != 0) return kMisalignedAddress;
    found->push_back(&pointer);
    next += 2;
  }
  return kSuccess;
}

std::unique_ptr<Module> LoadModule(Context* context, const char* ptx) {
  const Source* const source = SourceOf(ptx);
  if (source == nullptr) return nullptr;
  auto loaded = std::make_unique<Module>();
  loaded->context = context;
  loaded->source = source;
  loaded->ptx = ptx;
  return loaded;
}

Function* FindFunction(Module* module, int ordinal, const char* name) {
  const std::lock_guard<std::mutex> lock(module->mutex);
  if (module->ptx.find(kEntry + std::string(name) + "(") == std::string::npos) return nullptr;
  const auto [found, is_new] = module->functions.try_emplace(name);
  if (is_new) {
    found->second = std::make_unique<Function>();
    Function* const made = found->second.get();
    made->module = module;
    made->kernel = {&module->source->program, found->first.c_str(), nullptr, 0};
    const auto built = pluggable::opencl::Device::Get(ordinal).programs().Find(made->kernel);
    if (!built->status.ok()) {
      module->functions.erase(found);
      return nullptr;
    }
    SetArguments(built->handle, ParameterSizes(module->ptx, name), made);
  }
  return found->second.get();
}

}  // namespace fake_cuda
