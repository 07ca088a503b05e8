// Copies of six kinds, in many sizes, at any address.

#include <algorithm>
#include <array>
#include <string>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

const std::vector<uint64_t>& CopySizes() {
  static const auto* const sizes =
      new std::vector<uint64_t>{1, 3, 64, 1000, 4096, 65535, 65537, 1 << 20, (8 << 20) + 7};
  return *sizes;
}

enum class Kind { kWrite, kRead, kCopy };

// Makes a copy of that kind, with or without a stream, and returns its destination.
struct CopyKind {
  const char* name;
  Kind kind;
  bool on_stream;
};
constexpr CopyKind kCopyKinds[] = {
    {"memcpy_htod", Kind::kWrite, true},      {"memcpy_dtoh", Kind::kRead, true},
    {"memcpy_dtod", Kind::kCopy, true},       {"sync_memcpy_htod", Kind::kWrite, false},
    {"sync_memcpy_dtoh", Kind::kRead, false}, {"sync_memcpy_dtod", Kind::kCopy, false},
};

// A copy with bytes around both its ends, which must stay as they are. The memory it reads from is
// filled, and what it has written is read, with copies of the other sort (with a stream or
// without).
class Framed {
 public:
  Framed(Run& run, const CopyKind& kind, uint64_t size, uint64_t offset)
      : run_(run),
        device_(run.device()),
        kind_(kind),
        size_(size),
        begin_(kFrame + offset),
        total_(begin_ + size + kFrame),
        source_(run.Pattern(total_, 1)),
        target_(run.Pattern(total_, 2)) {}

  void MakeAndCheck() {
    const Memory from = run_.Allocate(total_);
    const Memory to = run_.Allocate(total_);
    Fill(from, source_);
    Fill(to, target_);
    std::vector<uint8_t> expected = target_;
    std::copy_n(source_.begin() + static_cast<std::ptrdiff_t>(begin_), size_,
                expected.begin() + static_cast<std::ptrdiff_t>(begin_));
    std::vector<uint8_t> host = target_;
    const Stream stream = run_.NewStream();
    const SP_Stream handle = stream.get();
    switch (kind_.kind) {
      case Kind::kWrite:
        run_.Ok(kind_.on_stream
                    ? device_.Write(handle, to.data() + begin_, source_.data() + begin_, size_)
                    : device_.Write(to.data() + begin_, source_.data() + begin_, size_));
        break;
      case Kind::kRead:
        run_.Ok(kind_.on_stream
                    ? device_.Read(handle, host.data() + begin_, from.data() + begin_, size_)
                    : device_.Read(host.data() + begin_, from.data() + begin_, size_));
        break;
      case Kind::kCopy:
        run_.Ok(kind_.on_stream
                    ? device_.Copy(handle, to.data() + begin_, from.data() + begin_, size_)
                    : device_.Copy(to.data() + begin_, from.data() + begin_, size_));
        break;
    }
    if (kind_.on_stream) run_.Ok(device_.Await(handle));
    run_.ExpectEqual(kind_.kind == Kind::kRead ? host : Contents(to), expected,
                     "the target with what is around it");
    run_.ExpectEqual(Contents(from), source_, "the source");
  }

 private:
  static constexpr uint64_t kFrame = 512;

  void Fill(const Memory& memory, const std::vector<uint8_t>& bytes) {
    const Stream stream = run_.NewStream();
    run_.Ok(kind_.on_stream ? device_.Write(memory.data(), bytes.data(), total_)
                            : device_.Write(stream.get(), memory.data(), bytes.data(), total_));
    run_.Ok(device_.Await(stream.get()));
  }
  std::vector<uint8_t> Contents(const Memory& memory) {
    std::vector<uint8_t> bytes(total_);
    const Stream stream = run_.NewStream();
    run_.Ok(kind_.on_stream ? device_.Read(bytes.data(), memory.data(), total_)
                            : device_.Read(stream.get(), bytes.data(), memory.data(), total_));
    run_.Ok(device_.Await(stream.get()));
    return bytes;
  }

  Run& run_;
  Device& device_;
  const CopyKind kind_;
  const uint64_t size_;
  const uint64_t begin_;
  const uint64_t total_;
  const std::vector<uint8_t> source_;
  const std::vector<uint8_t> target_;
};

void AddKinds(CaseList& list) {
  for (const CopyKind& kind : kCopyKinds) {
    const std::string name = kind.name;
    list.AddEach(name + "/size", CopySizes(), name + " copies that many bytes and no others",
                 "tensors lie side by side in one allocation",
                 [kind](Run& run, uint64_t size) { Framed(run, kind, size, 0).MakeAndCheck(); });
    list.AddEach(
        name + "/offset", std::vector<uint64_t>{1, 2, 7, 255, 4097}, name + " begins at any byte",
        "slices of tensors begin anywhere",
        [kind](Run& run, uint64_t offset) { Framed(run, kind, 1000, offset).MakeAndCheck(); });
    list.Add(name + "/nothing", name + " of no bytes says OK and changes nothing",
             "empty tensors are copied like others", [kind](Run& run) {
               run.Allocate(64);
               Framed(run, kind, 0, 0).MakeAndCheck();
             });
  }
}

void AddHostSide(CaseList& list) {
  list.Add("sync/is_done", "a synchronous copy to the host is done when it returns",
           "core reads the buffer then", [](Run& run) {
             Device& device = run.device();
             const Memory memory = run.Allocate(4 << 20);
             for (uint8_t i = 0; i < 5; ++i) {
               const auto bytes = run.Pattern(4 << 20, i);
               std::vector<uint8_t> found(bytes.size());
               run.Ok(device.Write(memory.data(), bytes.data(), bytes.size()));
               run.Ok(device.Read(found.data(), memory.data(), found.size()));
               run.ExpectEqual(found, bytes, "what was read");
             }
           });
  list.Add("sync/source_is_free", "the source of a synchronous copy may change when it returns",
           "core frees the host tensor then", [](Run& run) {
             Device& device = run.device();
             const Memory memory = run.Allocate(1 << 20);
             auto bytes = run.Pattern(1 << 20);
             const auto expected = bytes;
             run.Ok(device.Write(memory.data(), bytes.data(), bytes.size()));
             std::fill(bytes.begin(), bytes.end(), uint8_t{0});
             run.Expect(device, memory.data(), expected, "the memory");
           });
  list.Add("source_is_free_at_event",
           "the source of a copy may change when an event behind it is "
           "complete",
           "core's EventMgr lets go of the host tensor then", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory memory = run.Allocate(1 << 20);
             const Event event = run.NewEvent();
             auto bytes = run.Pattern(1 << 20);
             const auto expected = bytes;
             run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), bytes.size()));
             run.Ok(device.Record(stream.get(), event.get()));
             run.Ok(device.BlockOn(event.get()));
             std::fill(bytes.begin(), bytes.end(), uint8_t{0});
             run.Expect(device, memory.data(), expected, "the memory");
           });
  list.AddEach("host_address", std::vector<uint64_t>{1, 3, 5, 63},
               "host memory of copies may begin at any byte", "NumPy arrays and slices do",
               [](Run& run, uint64_t offset) {
                 Device& device = run.device();
                 const Stream stream = run.NewStream();
                 const Memory memory = run.Allocate(70000);
                 const auto bytes = run.Pattern(70000 + offset);
                 std::vector<uint8_t> found(70000 + offset);
                 run.Ok(device.Write(stream.get(), memory.data(), bytes.data() + offset, 70000));
                 run.Ok(device.Read(stream.get(), found.data() + offset, memory.data(), 70000));
                 run.Ok(device.Await(stream.get()));
                 run.Check(
                     std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(offset), bytes.end(),
                                found.begin() + static_cast<std::ptrdiff_t>(offset)),
                     "other bytes came back");
               });
  list.Add("read_only_source", "the source of a copy is only read",
           "constants are mapped read-only", [](Run& run) {
             static constexpr std::array<uint8_t, 4096> kConstant = {1, 2, 3};
             Device& device = run.device();
             const Memory memory = run.Allocate(kConstant.size());
             run.Ok(device.Write(memory.data(), kConstant.data(), kConstant.size()));
             run.Expect(device, memory.data(), {kConstant.begin(), kConstant.end()}, "the memory");
           });
}

void AddOnDevice(CaseList& list) {
  list.Add("within_one_allocation", "a copy goes from one part of an allocation to another",
           "core's BFC allocator puts both tensors into one", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory memory = run.Allocate(1 << 20);
             auto expected = run.Pattern(1 << 20);
             run.Ok(device.Write(memory.data(), expected.data(), expected.size()));
             run.Ok(device.Copy(stream.get(), memory.data() + (1 << 19), memory.data(), 100000));
             run.Ok(device.Await(stream.get()));
             std::copy_n(expected.begin(), 100000, expected.begin() + (1 << 19));
             run.Expect(device, memory.data(), expected, "the allocation");
           });
  list.Add("ping_pong", "bytes go to and fro between two allocations a hundred times",
           "RFC: a stream works in order", [](Run& run) {
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Memory a = run.Allocate(100000), b = run.Allocate(100000);
             const auto bytes = run.Pattern(100000);
             run.Ok(device.Write(stream.get(), a.data(), bytes.data(), bytes.size()));
             for (int i = 0; i < 100; ++i) {
               run.Ok(device.Copy(stream.get(), i % 2 == 0 ? b.data() : a.data(),
                                  i % 2 == 0 ? a.data() : b.data(), bytes.size()));
             }
             run.Ok(device.Await(stream.get()));
             run.Expect(device, a.data(), bytes, "the first");
             run.Expect(device, b.data(), bytes, "the second");
           });
  list.Add("both_ways_at_once", "copies to and from the device go on at once on two streams",
           "core has a stream for each way", [](Run& run) {
             Device& device = run.device();
             const Stream up = run.NewStream(), down = run.NewStream();
             constexpr uint64_t kSize = 2 << 20;
             const Memory in = run.Allocate(kSize), out = run.Allocate(kSize);
             const auto written = run.Pattern(kSize, 1), held = run.Pattern(kSize, 2);
             std::vector<uint8_t> found(kSize);
             run.Ok(device.Write(out.data(), held.data(), kSize));
             for (int i = 0; i < 10; ++i) {
               run.Ok(device.Write(up.get(), in.data(), written.data(), kSize));
               run.Ok(device.Read(down.get(), found.data(), out.data(), kSize));
             }
             run.Ok(device.Await(down.get()));
             run.Ok(device.Await(up.get()));
             run.ExpectEqual(found, held, "what was read");
             run.Expect(device, in.data(), written, "what was written");
           });
}

void AddConstants(CaseList& list) {
  for (const uint64_t size : {uint64_t{4}, uint64_t{4000}, uint64_t{2} << 20}) {
    list.Add(
        "constant/" + std::to_string(size),
        "a copy to the device comes after what the device's other streams have by then",
        "core copies a function's constants without waiting for the compute stream; the memory "
        "may be that of a tensor which the host has dropped and pending work still writes",
        [size](Run& run) {
          Device& device = run.device();
          const Stream compute = run.NewStream(), up = run.NewStream();
          const Memory memory = run.Allocate(size);
          const auto constant = run.Pattern(size);
          run.Delay(device, compute.get(), 50);
          run.Ok(device.Fill(compute.get(), memory.data(), 7, size));
          run.Ok(device.Write(up.get(), memory.data(), constant.data(), size));
          run.Ok(device.Await(up.get()));
          run.Ok(device.Await(compute.get()));
          run.Expect(device, memory.data(), constant, "the constant");
        });
  }
}

}  // namespace

void AddCopyCases(CaseList& list) {
  list.Group("copies");
  AddKinds(list);
  AddHostSide(list);
  AddOnDevice(list);
  AddConstants(list);
}

}  // namespace conformance
