// Long random sequences of work, compared with a model of the memory.

#include <algorithm>
#include <memory>
#include <string>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr uint64_t kSize = 200000;
constexpr int kSteps = 300;

// Device memory and its expected contents. All work is on one stream, so the model is right after
// every step.
class Modelled {
 public:
  explicit Modelled(Run& run) : run_(run), device_(run.device()) {
    for (uint8_t i = 0; i < 2; ++i) {
      memory_[i] = run.Allocate(kSize);
      model_[i] = run.Pattern(kSize, i);
      run.Ok(device_.Write(memory_[i].data(), model_[i].data(), kSize));
    }
  }

  // Enqueues one random command on the stream.
  void Step(SP_Stream stream) {
    const uint64_t to = run_.Draw(2);
    const uint64_t size = DrawSize();
    const uint64_t at = run_.Draw(kSize - size);
    uint8_t* const dst = memory_[to].data() + at;
    auto* const model = model_[to].data() + at;
    switch (run_.Draw(run_.plugin().release().HasFills() ? 6 : 3)) {
      case 0: {  // from the host
        sources_.push_back(std::make_unique<std::vector<uint8_t>>(run_.Pattern(size, ++salt_)));
        std::copy(sources_.back()->begin(), sources_.back()->end(), model);
        return run_.Ok(device_.Write(stream, dst, sources_.back()->data(), size));
      }
      case 1: {  // to the host
        reads_.push_back({std::vector<uint8_t>(size), {model, model + size}});
        return run_.Ok(device_.Read(stream, reads_.back().found.data(), dst, size));
      }
      case 2: {  // to the other one
        std::copy_n(model_[1 - to].data() + at, size, model);
        return run_.Ok(device_.Copy(stream, dst, memory_[1 - to].data() + at, size));
      }
      case 3: {
        std::fill_n(model, size, uint8_t{0});
        return run_.Ok(device_.Zero(stream, dst, size));
      }
      case 4: {
        std::fill_n(model, size, ++salt_);
        return run_.Ok(device_.Fill(stream, dst, salt_, size));
      }
      default: {
        const uint64_t whole = size / 4 * 4;
        for (uint64_t i = 0; i < whole; ++i)
          model[i] = static_cast<uint8_t>(0x0a0b0c0du >> (8 * (i % 4)));
        return run_.Ok(device_.Fill32(stream, dst, 0x0a0b0c0d, whole));
      }
    }
  }

  // All work has ended.
  void Check() {
    for (uint64_t i = 0; i < 2; ++i) {
      run_.Expect(device_, memory_[i].data(), model_[i], "allocation " + std::to_string(i));
    }
    for (size_t i = 0; i < reads_.size(); ++i) {
      run_.ExpectEqual(reads_[i].found, reads_[i].expected, "read " + std::to_string(i));
    }
  }

 private:
  struct ReadBack {
    std::vector<uint8_t> found;
    std::vector<uint8_t> expected;
  };

  uint64_t DrawSize() {
    switch (run_.Draw(4)) {
      case 0:
        return 1 + run_.Draw(16);
      case 1:
        return 1 + run_.Draw(1000);
      case 2:
        return 1 + run_.Draw(70000);
      default:
        return 1 + run_.Draw(kSize - 1);
    }
  }

  Run& run_;
  Device& device_;
  Memory memory_[2];
  std::vector<uint8_t> model_[2];
  std::vector<std::unique_ptr<std::vector<uint8_t>>> sources_;
  std::vector<ReadBack> reads_;
  uint8_t salt_ = 10;
};

void Seed(Run& run, int salt) {
  run.random().seed(run.settings().seed * 1000 + static_cast<uint64_t>(salt));
}

}  // namespace

void AddModelCases(CaseList& list) {
  list.Group("model");
  const std::vector<int> seeds = {1, 2, 3, 4, 5, 6, 7, 8};
  list.AddEach("one_stream", seeds, "drawn copies and fills on one stream leave what a model says",
               "RFC: a stream works in order", [](Run& run, int salt) {
                 Seed(run, salt);
                 Modelled memory(run);
                 const Stream stream = run.NewStream();
                 for (int i = 0; i < kSteps; ++i) memory.Step(stream.get());
                 run.Ok(run.device().Await(stream.get()));
                 memory.Check();
               });
  list.AddEach("streams_by_dependency", seeds,
               "drawn work on four streams, each after the one before, leaves what a model says",
               "core orders its streams by create_stream_dependency", [](Run& run, int salt) {
                 Seed(run, salt);
                 Modelled memory(run);
                 std::vector<Stream> streams;
                 for (int i = 0; i < 4; ++i) streams.push_back(run.NewStream());
                 size_t now = 0;
                 for (int i = 0; i < kSteps; ++i) {
                   const auto next = static_cast<size_t>(run.Draw(streams.size()));
                   if (next != now) {
                     run.Ok(run.device().DependOn(streams[next].get(), streams[now].get()));
                   }
                   now = next;
                   memory.Step(streams[now].get());
                 }
                 run.Ok(run.device().AwaitAll());
                 memory.Check();
               });
  list.AddEach("streams_by_event", seeds,
               "drawn work on four streams that wait for events leaves what a model says",
               "core orders its streams by events", [](Run& run, int salt) {
                 Seed(run, salt);
                 Modelled memory(run);
                 Device& device = run.device();
                 std::vector<Stream> streams;
                 std::vector<Event> pool;
                 for (int i = 0; i < 4; ++i) streams.push_back(run.NewStream());
                 for (int i = 0; i < 3; ++i) pool.push_back(run.NewEvent());
                 size_t now = 0;
                 for (int i = 0; i < kSteps; ++i) {
                   const auto next = static_cast<size_t>(run.Draw(streams.size()));
                   if (next != now) {
                     const Event& event = pool[run.Draw(pool.size())];
                     run.Ok(device.Record(streams[now].get(), event.get()));
                     run.Ok(device.WaitFor(streams[next].get(), event.get()));
                   }
                   now = next;
                   memory.Step(streams[now].get());
                 }
                 run.Ok(device.AwaitAll());
                 memory.Check();
               });
}

}  // namespace conformance
