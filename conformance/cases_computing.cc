// Kernels of ops whose results the suite can check: values, shapes, forwarding, order, errors,
// threads.

#include <algorithm>
#include <atomic>
#include <chrono>

#include "case.h"
#include "core_allocator.h"
#include "kernel_bench.h"

namespace conformance {
namespace {

// One kernel and a computation for it.
struct Trial {
  Run& run;
  Device& device;
  const OpModel& model;
  const Scenario& scenario;
  const KernelDef& def;
  const std::string what;  // "AddV2 of float, shape vector"
};

uint64_t BytesOf(const Scenario& scenario) {
  uint64_t bytes = scenario.expected.values.size() * SizeOf(scenario.expected.type);
  for (const Input& input : scenario.inputs) {
    for (const Numbers& numbers : input.tensors) {
      bytes += numbers.values.size() * SizeOf(numbers.type) + 1024;
    }
  }
  return bytes;
}

// Enough for some copies of all, and for temporaries.
uint64_t RegionFor(const Scenario& scenario) { return (1 << 20) + 4 * BytesOf(scenario); }

// Tests every kernel that fits, type by type; the case is unsupported if there is none.
void WithKernels(Run& run, const OpModel& model, Size size,
                 const std::function<void(const Trial&)>& f) {
  Device& device = run.device();
  ValueSource source(run.settings().seed);
  bool found = false;
  for (const TF_DataType type : NumberTypes()) {
    const std::optional<Scenario> scenario = model.make(type, size, source);
    if (!scenario) continue;
    const KernelDef* const def = FindKernel(run.plugin(), model.op, scenario->attrs);
    if (def == nullptr) continue;
    found = true;
    f({run, device, model, *scenario, *def,
       model.op + " of " + TypeName(type) + ", " + SizeName(size)});
  }
  run.Needs(found, "the plugin has no kernel of the op that could take this");
}

void RequireCreated(const Trial& trial, const Kernel& kernel) {
  trial.run.Needs(kernel.status().code != TF_UNIMPLEMENTED,
                  "the kernel says that it is not implemented: ", kernel.status().message);
  trial.run.Require(kernel.status().ok(), trial.what, ": ",
                    ResultOf("creation", kernel.status()).Text());
}

void Values(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  RequireCreated(trial, kernel);
  RegionAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  computation.HoldInputs();  // so that the output is fresh memory
  kernel.Compute(&computation.context());
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
  const std::string damage = allocator.Damage();
  trial.run.Require(damage.empty(), trial.what, ": ", damage);
}

void KeepsInputs(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  RegionAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  computation.HoldInputs();
  kernel.Compute(&computation.context());
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
  computation.ExpectInputsUnchanged();
}

void Forwards(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  RegionAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  kernel.Compute(&computation.context());
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
  trial.run.Check(computation.Forwarded(), trial.what, ": it has other memory");
}

void Copies(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  RegionAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  computation.HoldInputs();
  kernel.Compute(&computation.context());
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
  trial.run.Check(!computation.Forwarded(), trial.what, ": it lies in the memory of the input");
}

void TakesItsTurn(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  QuietAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  computation.ClearInputs();
  trial.run.Delay(trial.device, stream.get(), 5);
  computation.WriteInputsOnStream();
  kernel.Compute(&computation.context());
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
}

// TensorFlow gives the memory of an input to the next tensor when Compute has returned.
void InputsAreFreed(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  RegionAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  std::vector<std::pair<void*, size_t>> places;
  for (size_t i = 0; i < computation.context().inputs.size(); ++i) {
    const TensorValue& input = computation.context().inputs[i];
    if (input.buffer == nullptr || computation.context().input_on_host[i]) continue;
    places.emplace_back(input.buffer->data, input.buffer->size);
  }
  trial.run.Delay(trial.device, stream.get(), 5);
  kernel.Compute(&computation.context());
  const bool forwarded = computation.Forwarded();
  computation.FreeInputs();
  for (const auto& [data, size] : places) {
    if (!forwarded && trial.run.plugin().release().HasFills()) {
      trial.run.Ok(trial.device.Fill(stream.get(), data, 0x11, size));
    }
  }
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
}

// BFC holds its lock while it calls the plugin's allocate, which waits for work if memory is short.
// The work must not need the lock.
void EndsUnderLock(const Trial& trial) {
  trial.run.Needs(trial.run.plugin().platform()->use_bfc_allocator != 0,
                  "the plugin does not ask for BFC");
  const Kernel kernel(trial.def, trial.scenario.attrs);
  const Stream stream = trial.run.NewStream();
  const int64_t tensors = trial.run.plugin().host().tensors;
  const uint64_t size = RegionFor(trial.scenario);
  CoreAllocator allocator(trial.device, size);
  Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                          stream.get());
  Memory freed = trial.run.Allocate(trial.device, size);
  const std::vector<Memory> taken = trial.run.TakeMemory(trial.device, 0);
  trial.run.Delay(trial.device, stream.get(), 5);
  kernel.Compute(&computation.context());
  freed.Free();
  const auto later = allocator.Allocate(size, /*on_host=*/false);
  trial.run.Ok(trial.device.Await(stream.get()));
  computation.ExpectOutput(trial.what);
  // Tensors that the work owned must be deleted before the allocator.
  const std::atomic<int64_t>& now = trial.run.plugin().host().tensors;
  trial.run.Require(Eventually([&] { return now <= tensors; }), trial.what, ": ", now - tensors,
                    " tensors are kept when all work is done");
}

void Again(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  const Stream stream = trial.run.NewStream();
  RegionAllocator allocator(trial.run, trial.device, 30 * RegionFor(trial.scenario));
  for (int i = 0; i < 25; ++i) {
    Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                            stream.get());
    kernel.Compute(&computation.context());
    trial.run.Ok(trial.device.Await(stream.get()));
    computation.ExpectOutput(trial.what + ", time " + std::to_string(i));
  }
}

void ByThreads(const Trial& trial) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  const Stream stream = trial.run.NewStream();
  RegionAllocator allocator(trial.run, trial.device, 60 * RegionFor(trial.scenario) / 4);
  InThreads(8, [&](int) {
    for (int i = 0; i < 5; ++i) {
      Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                              stream.get());
      kernel.Compute(&computation.context());
      trial.run.Ok(trial.device.Await(stream.get()));
      computation.ExpectOutput(trial.what);
    }
  });
}

void LeavesNothing(const Trial& trial) {
  const HostState& host = trial.run.plugin().host();
  const auto compute = [&] {
    const Kernel kernel(trial.def, trial.scenario.attrs);
    RegionAllocator allocator(trial.run, trial.device, RegionFor(trial.scenario));
    const Stream stream = trial.run.NewStream();
    Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                            stream.get());
    kernel.Compute(&computation.context());
    trial.run.Ok(trial.device.Await(stream.get()));
    computation.ExpectOutput(trial.what);
  };
  compute();
  const int64_t statuses = host.statuses, tensors = host.tensors, buffers = host.buffers;
  // Twice, since another thread may delete the first one's tensors only now.
  compute();
  compute();
  const bool are_deleted =
      Eventually([&] { return host.tensors <= tensors; }, std::chrono::seconds(1));
  trial.run.Check(are_deleted, trial.what, ": ", host.tensors - tensors,
                  " tensors are not deleted");
  trial.run.Check(host.statuses <= statuses, trial.what, ": ", host.statuses - statuses,
                  " statuses are not deleted");
  trial.run.Check(host.buffers <= buffers, trial.what, ": ", host.buffers - buffers,
                  " buffers are not deleted");
}

// A computation that must fail with that code, after which the kernel must still work.
void MustFail(const Trial& trial, TF_Code code,
              const std::function<void(TF_OpKernelContext&)>& spoil) {
  const Kernel kernel(trial.def, trial.scenario.attrs);
  RegionAllocator allocator(trial.run, trial.device, 2 * RegionFor(trial.scenario));
  const Stream stream = trial.run.NewStream();
  {
    Computation computation(trial.run, trial.device, &allocator, trial.def, trial.scenario,
                            stream.get());
    computation.HoldInputs();  // so that an output needs memory
    spoil(computation.context());
    kernel.Compute(&computation.context());
    trial.run.Ok(trial.device.Await(stream.get()));
    const TF_Status& status = computation.context().status;
    trial.run.Require(!status.ok(), trial.what, ": the kernel says that all is well");
    trial.run.Needs(status.code != TF_UNIMPLEMENTED,
                    "the kernel says that it is not implemented: ", status.message);
    trial.run.Check(status.code == code, trial.what, ": the error is ", CodeName(status.code), ": ",
                    status.message);
  }
  Computation after(trial.run, trial.device, &allocator, trial.def, trial.scenario, stream.get());
  kernel.Compute(&after.context());
  trial.run.Ok(trial.device.Await(stream.get()));
  after.ExpectOutput(trial.what + ", afterwards");
}

void NoMemory(const Trial& trial) {
  trial.run.Needs(!trial.scenario.variable, "the op has no output");
  MustFail(trial, TF_RESOURCE_EXHAUSTED,
           [](TF_OpKernelContext& context) { context.allocations_left = 0; });
}

void NoStream(const Trial& trial) {
  const bool all_on_host = [&] {
    for (const Input& input : trial.scenario.inputs) {
      const auto& names = trial.def.host_args;
      if (std::find(names.begin(), names.end(), input.arg) == names.end()) return false;
    }
    return true;
  }();
  if (all_on_host) return;  // it needs none
  MustFail(trial, TF_FAILED_PRECONDITION,
           [](TF_OpKernelContext& context) { context.has_stream = false; });
}

// The kernel must detect shapes that do not fit.
void WrongShapes(Run& run, const OpModel& model) {
  run.Needs(model.make_wrong != nullptr, "every shape is right for the op");
  ValueSource source(run.settings().seed);
  WithKernels(run, model, Size::kMatrix, [&](const Trial& good) {
    const TF_DataType type = good.scenario.inputs.back().tensors.back().type;
    const TF_DataType first = good.scenario.inputs.front().tensors.front().type;
    const Scenario wrong = model.make_wrong(first == TF_RESOURCE ? type : first, source);
    const Trial trial{run, good.device, model, wrong, good.def, good.what};
    const Kernel kernel(trial.def, wrong.attrs);
    RegionAllocator allocator(run, trial.device, RegionFor(wrong));
    const Stream stream = run.NewStream();
    Computation computation(run, trial.device, &allocator, trial.def, wrong, stream.get());
    kernel.Compute(&computation.context());
    (void)trial.device.Await(stream.get());  // where an error may come out too
    run.Check(!computation.context().status.ok(), trial.what,
              ": inputs that do not fit are no error");
    run.Check(allocator.Damage().empty(), trial.what, ": ", allocator.Damage());
  });
}

void AddValues(CaseList& list, const OpModel& model) {
  struct Shape {
    Size size;
    const char* sentence;
  };
  ValueSource source(1);
  for (const Shape& shape :
       {Shape{Size::kVector, " computes vectors"}, Shape{Size::kScalar, " computes scalars"},
        Shape{Size::kMatrix, " computes matrices"},
        Shape{Size::kBroadcast, " broadcasts one shape to the other"},
        Shape{Size::kEmpty, " takes tensors without elements, whose data is no device address"},
        Shape{Size::kLarge, " computes many elements"}}) {
    if (!model.make(TF_FLOAT, shape.size, source)) continue;
    list.Add(model.op + "/" + SizeName(shape.size),
             model.op + shape.sentence + ", and writes its output only",
             "as TensorFlow's CPU kernels do",
             [&model, size = shape.size](Run& run) { WithKernels(run, model, size, Values); });
  }
}

void AddBehaviour(CaseList& list, const OpModel& model) {
  struct Behaviour {
    const char* name;
    const char* sentence;
    const char* source;
    void (*test)(const Trial&);
  };
  for (const Behaviour& behaviour :
       {Behaviour{"keeps_inputs", " leaves inputs alone that somebody else still reads",
                  "only an input with one owner may be forwarded", KeepsInputs},
        Behaviour{"takes_its_turn", " computes on the stream, when its turn comes",
                  "Compute only enqueues; inputs come from copies and ops before it", TakesItsTurn},
        Behaviour{"inputs_are_freed", " does not need its inputs after its turn on the stream",
                  "TensorFlow frees inputs when Compute returns, and the stream's next work may "
                  "write there",
                  InputsAreFreed},
        Behaviour{"ends_under_lock", " ends while core waits for memory with its allocator's lock",
                  "BFC calls the plugin's allocator with its mutex held, which deleting a tensor "
                  "takes: work that deletes one can wait for itself",
                  EndsUnderLock},
        Behaviour{"again", " can be computed again and again by one kernel",
                  "a kernel lives as long as its graph", Again},
        Behaviour{"by_threads", " can be computed by several threads at once by one kernel",
                  "executors share kernels between steps", ByThreads},
        Behaviour{"leaves_nothing", " deletes the tensors and statuses that it was given",
                  "each TF_Tensor is the plugin's to delete", LeavesNothing},
        Behaviour{"no_memory", " fails with ResourceExhausted when there is no memory",
                  "the error is the user's to handle", NoMemory},
        Behaviour{"no_stream", " fails when there is no stream",
                  "TF_GetStream fails with FailedPrecondition", NoStream}}) {
    list.Add(model.op + "/" + behaviour.name, model.op + behaviour.sentence, behaviour.source,
             [&model, test = behaviour.test](Run& run) {
               WithKernels(run, model, Size::kMatrix, test);
             });
  }
  if (model.forwards) {
    list.Add(model.op + "/forwards", model.op + " computes into an input that nobody else reads",
             "TensorFlow's ring of collectives and its ScopedAllocator count on it: \"Explicit "
             "allocate_output call where input forwarding required\"",
             [&model](Run& run) { WithKernels(run, model, Size::kMatrix, Forwards); });
  }
  if (model.copies) {
    list.Add(model.op + "/copies",
             model.op + " has memory of its own where somebody else holds the input",
             "core makes it where an op writes into its input, as InplaceUpdate does",
             [&model](Run& run) { WithKernels(run, model, Size::kMatrix, Copies); });
  }
  if (model.make_wrong) {
    list.Add(model.op + "/wrong_shapes", model.op + " complains of inputs that do not fit",
             "shapes are often known only when the kernel runs",
             [&model](Run& run) { WrongShapes(run, model); });
  }
}

}  // namespace

void AddComputingCases(CaseList& list) {
  list.Group("kernels");
  for (const OpModel& model : OpModels()) {
    AddValues(list, model);
    AddBehaviour(list, model);
  }
}

}  // namespace conformance
