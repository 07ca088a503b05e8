// mem_zero, memset and memset32, since 2.7.

#include <algorithm>
#include <cstring>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr char kWhyFills[] =
    "core clears TensorLists and the like with it, inside larger allocations";
constexpr uint64_t kFrame = 512;

// A fill of that kind, with `pattern` where it has one.
using FillFunction = Result (*)(Device& device, SP_Stream stream, void* dst, uint32_t pattern,
                                uint64_t size);

struct FillKind {
  const char* name;
  uint64_t unit;  // sizes are multiples of it
  FillFunction fill;
  uint32_t (*effective)(uint32_t pattern);  // as four bytes of the pattern
};

constexpr FillKind kFillKinds[] = {
    {"mem_zero", 1,
     [](Device& device, SP_Stream stream, void* dst, uint32_t, uint64_t size) {
       return device.Zero(stream, dst, size);
     },
     [](uint32_t) { return 0u; }},
    {"memset", 1,
     [](Device& device, SP_Stream stream, void* dst, uint32_t pattern, uint64_t size) {
       return device.Fill(stream, dst, static_cast<uint8_t>(pattern), size);
     },
     [](uint32_t pattern) { return (pattern & 0xff) * 0x01010101u; }},
    {"memset32", 4,
     [](Device& device, SP_Stream stream, void* dst, uint32_t pattern, uint64_t size) {
       return device.Fill32(stream, dst, pattern, size);
     },
     [](uint32_t pattern) { return pattern; }},
};

void FillAndCheck(Run& run, const FillKind& kind, uint32_t pattern, uint64_t size,
                  uint64_t offset) {
  run.Needs(run.plugin().release().HasFills(), "this TensorFlow has no fills");
  Device& device = run.device();
  const uint64_t begin = kFrame + offset;
  std::vector<uint8_t> expected = run.Pattern(begin + size + kFrame);
  const Memory memory = run.Allocate(expected.size());
  run.Ok(device.Write(memory.data(), expected.data(), expected.size()));
  const Stream stream = run.NewStream();
  run.Ok(kind.fill(device, stream.get(), memory.data() + begin, pattern, size));
  run.Ok(device.Await(stream.get()));
  const uint32_t effective = kind.effective(pattern);
  for (uint64_t i = 0; i < size; ++i) {
    expected[begin + i] = static_cast<uint8_t>(effective >> (8 * (i % 4)));
  }
  run.Expect(device, memory.data(), expected, "the memory with what is around it");
}

}  // namespace

void AddFillCases(CaseList& list) {
  list.Group("fills");
  for (const FillKind& kind : kFillKinds) {
    const std::string name = kind.name;
    for (const uint64_t size : {4, 64, 1000, 4096, 65536, 70000, 1 << 20, 9 << 20}) {
      list.Add(name + "/size/" + std::to_string(size),
               name + " fills that many bytes and no others", kWhyFills,
               [kind, size](Run& run) { FillAndCheck(run, kind, 0xc3a55a3c, size, 0); });
    }
    list.AddEach(
        name + "/offset", std::vector<uint64_t>{4, 8, 252, 4100},
        name + " begins inside an allocation", kWhyFills,
        [kind](Run& run, uint64_t offset) { FillAndCheck(run, kind, 0x12345678, 4000, offset); });
    list.Add(name + "/nothing", name + " of no bytes says OK and changes nothing",
             "empty tensors are filled like others",
             [kind](Run& run) { FillAndCheck(run, kind, 0xff, 0, 0); });
    list.Add(name + "/in_order", name + " takes its turn on the stream",
             "RFC: a stream works in order", [kind](Run& run) {
               run.Needs(run.plugin().release().HasFills(), "this TensorFlow has no fills");
               Device& device = run.device();
               const Stream stream = run.NewStream();
               constexpr uint64_t kSize = 1 << 20;
               const Memory memory = run.Allocate(kSize);
               const auto bytes = run.Pattern(kSize);
               for (int i = 0; i < 10; ++i) {
                 run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), kSize));
                 run.Ok(kind.fill(device, stream.get(), memory.data() + 1024, 0x77777777, 4096));
               }
               run.Ok(device.Await(stream.get()));
               auto expected = bytes;
               std::fill_n(expected.begin() + 1024, 4096,
                           static_cast<uint8_t>(kind.effective(0x77777777)));
               run.Expect(device, memory.data(), expected, "the memory");
             });
    list.Add(name + "/waits_for_gate", name + " does not run before what is in front of it",
             "RFC: a stream works in order", [kind](Run& run) {
               run.Needs(run.plugin().release().HasFills(), "this TensorFlow has no fills");
               Device& device = run.device();
               const Stream stream = run.NewStream();
               const Memory memory = run.Allocate(4096);
               const auto bytes = run.Pattern(4096);
               std::vector<uint8_t> found(4096);
               run.Ok(device.Write(memory.data(), bytes.data(), 4096));
               run.Delay(device, stream.get(), 10);
               run.Ok(device.Read(stream.get(), found.data(), memory.data(), 4096));
               run.Ok(kind.fill(device, stream.get(), memory.data(), 0, 4096));
               run.Ok(device.Await(stream.get()));
               run.ExpectEqual(found, bytes, "what was read in front of it");
             });
  }
  list.AddEach("memset/pattern", std::vector<int>{0, 1, 0x7f, 0x80, 0xff},
               "memset writes that byte", kWhyFills, [](Run& run, int pattern) {
                 FillAndCheck(run, kFillKinds[1], static_cast<uint32_t>(pattern), 777, 0);
               });
  list.AddEach(
      "memset32/pattern",
      std::vector<uint32_t>{0, 1, 0x3f800000, 0x80000000, 0xffffffff, 0x01020304},
      "memset32 writes those four bytes, the lowest first", kWhyFills,
      [](Run& run, uint32_t pattern) { FillAndCheck(run, kFillKinds[2], pattern, 4000, 0); });
}

}  // namespace conformance
