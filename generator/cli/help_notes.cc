#include "cli/help_notes.h"

#include <algorithm>

namespace plugingen::cli {
namespace {

constexpr std::string_view kMake = "Make a project";
constexpr std::string_view kLive = "Maintain it";
constexpr std::string_view kCheck = "Check a spec, a model, a plugin";
constexpr std::string_view kLookUp = "Look things up";
constexpr std::string_view kOther = "Help";

}  // namespace

std::span<const HelpNotes> AllHelpNotes() {
  static const std::vector<HelpNotes> notes = {
      {"init",
       kMake,
       {kDone, kRefused, kUsage, kCannotWrite},
       {"plugingen init", "plugingen init my_npu --backend opencl --set training"}},
      {"new",
       kMake,
       {kDone, kSpecErrors, kRefused, kUsage, kCannotWrite},
       {"plugingen new my_npu.yaml", "plugingen new my_npu --set cnn --op Tan"}},
      {"add",
       kMake,
       {kDone, kSpecErrors, kConflicts, kRefused, kUsage, kCannotWrite},
       {"plugingen add Tan Cholesky --types float,double", "plugingen add training --regenerate"}},
      {"regenerate",
       kLive,
       {kDone, kSpecErrors, kOutOfDate, kConflicts, kRefused, kUsage, kCannotWrite},
       {"plugingen regenerate", "plugingen regenerate my_npu --tensorflow '>=2.15, <2.23'"}},
      {"status",
       kLive,
       {kDone, kSpecErrors, kRefused, kUsage, kCannotWrite},
       {"plugingen status my_npu"}},
      {"eject",
       kLive,
       {kDone, kSpecErrors, kRefused, kUsage, kCannotWrite},
       {"plugingen eject library/kernels/relu.cc", "plugingen eject matrix_product"}},
      {"undo", kLive, {kDone, kRefused, kUsage, kCannotWrite}, {"plugingen undo --dry-run"}},
      {"build",
       kLive,
       {kDone, kFailed, kUsage, kCannotWrite},
       {"plugingen build", "plugingen build my_npu -- -DCMAKE_BUILD_TYPE=Debug"}},
      {"test",
       kLive,
       {kDone, kFailed, kUsage, kCannotWrite},
       {"plugingen test", "plugingen test my_npu -- -R runtime"}},
      {"validate",
       kCheck,
       {kDone, kSpecErrors, kUsage, kCannotWrite},
       {"plugingen validate my_npu.yaml"}},
      {"coverage",
       kCheck,
       {kDone, kSpecErrors, kMissing, kUsage, kCannotWrite},
       {"plugingen coverage my_model --spec my_npu.yaml"}},
      {"conformance",
       kCheck,
       {kDone, kNotConforming, kUsage, kCannotWrite},
       {"plugingen conformance build/libmy_npu.so --jobs 4",
        "plugingen conformance libother.so --filter 'streams/*' --seed 7"}},
      {"explain", kCheck, {kDone, kUsage, kCannotWrite}, {"plugingen explain E0203"}},
      {"ops",
       kLookUp,
       {kDone, kUsage, kCannotWrite},
       {"plugingen ops MatMul", "plugingen ops 'Conv*' --reference-only", "plugingen ops --sets"}},
      {"api",
       kLookUp,
       {kDone, kUsage, kCannotWrite},
       {"plugingen api list SP_StreamExecutor", "plugingen api diff 2.15 2.21 --project my_npu"}},
      {"schema",
       kLookUp,
       {kDone, kRefused, kUsage, kCannotWrite},
       {"plugingen schema >spec.schema.json"}},
      {"formulas",
       kLookUp,
       {kDone, kUsage, kCannotWrite},
       {"plugingen formulas opencl --types float,int32 >formulas.cl"}},
      {"help", kOther, {kDone, kUsage, kCannotWrite}, {"plugingen help new"}},
      {"version", kOther, {kDone, kUsage, kCannotWrite}, {}},
      {"completion",
       kOther,
       {kDone, kUsage, kCannotWrite},
       {"source <(plugingen completion bash)"}},
  };
  return notes;
}

const HelpNotes* FindHelpNotes(std::string_view command) {
  const std::span<const HelpNotes> all = AllHelpNotes();
  const auto found = std::find_if(all.begin(), all.end(), [command](const HelpNotes& notes) {
    return notes.command == command;
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace plugingen::cli
