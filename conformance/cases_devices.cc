// Devices: making them, describing them, several of them.

#include <cstring>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr size_t kBufferBytes = 4096;

bool IsText(const char* text) { return text == nullptr || std::strlen(text) < 4096; }

void AddSingle(CaseList& list) {
  list.Add("create/keeps_ordinal", "create_device leaves the ordinal that it was asked for",
           "core numbers devices by it", [](Run& run) {
             for (int i = 0; i < run.device_count(); ++i) {
               run.Check(run.device(i).ordinal() == i, "device ", i, " says ",
                         run.device(i).ordinal());
             }
             run.device();
           });
  list.Add("create/again", "a device can be destroyed and made again, and works",
           "core makes a device anew in each process and session config", [](Run& run) {
             run.Needs(run.device_count() > 0, "the plugin lists no device");
             for (int i = 0; i < 5; ++i) {
               const auto device = run.NewDevice(0);
               const Memory memory = run.Allocate(*device, kBufferBytes);
               const auto bytes = run.Pattern(kBufferBytes, static_cast<uint8_t>(i));
               run.Ok(device->Write(memory.data(), bytes.data(), bytes.size()));
               run.Expect(*device, memory.data(), bytes, "device memory");
             }
           });
  list.Add("create/leaves_ext", "ext of the device's structs stays null",
           "RFC: reserved for extensions of TensorFlow's", [](Run& run) {
             const Device& device = run.device();
             run.Check(device.sp()->ext == nullptr, "SP_Device has one");
             run.Check(device.executor().ext == nullptr, "SP_StreamExecutor has one");
             run.Check(device.device_fns().ext == nullptr, "SP_DeviceFns has one");
           });
  list.Add("create/sets_sizes", "struct_size of the device's structs is set",
           "core takes a struct with size 0 for one that was never filled", [](Run& run) {
             const Device& device = run.device();
             run.Check(device.sp()->struct_size != 0, "SP_Device");
             run.Check(device.executor().struct_size != 0, "SP_StreamExecutor");
             run.Check(device.device_fns().struct_size != 0, "SP_DeviceFns");
           });
  list.Add("describes/texts", "hardware_name, device_vendor and pci_bus_id are texts or null",
           "RFC: may be null; else 0-terminated, and alive as long as the device", [](Run& run) {
             const SP_Device* const device = run.device().sp();
             run.Check(IsText(device->hardware_name), "hardware_name");
             run.Check(IsText(device->device_vendor), "device_vendor");
             run.Check(IsText(device->pci_bus_id), "pci_bus_id");
           });
  list.Add("describes/numa_node", "get_numa_node gives a node, or -1",
           "core puts host memory on that node; optional", [](Run& run) {
             Device& device = run.device();
             run.Needs(device.device_fns().get_numa_node != nullptr, "it is not set");
             run.Check(device.device_fns().get_numa_node(device.sp()) >= -1, "it gives ",
                       device.device_fns().get_numa_node(device.sp()));
           });
  list.Add("describes/memory_bandwidth", "get_memory_bandwidth gives bytes a second, or -1",
           "RFC: -1 if unknown; optional", [](Run& run) {
             Device& device = run.device();
             run.Needs(device.device_fns().get_memory_bandwidth != nullptr, "it is not set");
             run.Check(device.device_fns().get_memory_bandwidth(device.sp()) >= -1, "it gives ",
                       device.device_fns().get_memory_bandwidth(device.sp()));
           });
  list.Add("describes/gflops", "get_gflops gives a number, or -1", "RFC: -1 if unknown; optional",
           [](Run& run) {
             Device& device = run.device();
             run.Needs(device.device_fns().get_gflops != nullptr, "it is not set");
             const double gflops = device.device_fns().get_gflops(device.sp());
             run.Check(gflops >= -1, "it gives ", gflops);  // which NaN is not
           });
  list.Add("create/twice_the_same", "create_stream_executor always gives the same callbacks",
           "core asks once for each device and takes them for the platform's", [](Run& run) {
             Device& device = run.device();
             GuardedStruct<SP_StreamExecutor> other("SP_StreamExecutor",
                                                    run.plugin().release().sizes.stream_executor);
             SE_CreateStreamExecutorParams params{sizeof(params), nullptr, other.get()};
             TF_Status status;
             run.plugin().fns().create_stream_executor(run.plugin().platform(), &params, &status);
             run.Ok(ResultOf("create_stream_executor", status));
             run.Check(other->allocate == device.executor().allocate, "allocate is another");
             run.Check(other->create_stream == device.executor().create_stream,
                       "create_stream is another");
             run.Check(other.Damage().empty(), other.Damage());
           });
}

void AddSeveral(CaseList& list) {
  list.Add("several/all_work", "every device that is listed can be made and holds memory",
           "core makes all visible devices", [](Run& run) {
             run.device();
             for (int i = 0; i < run.device_count(); ++i) {
               Device& device = run.device(i);
               const Memory memory = run.Allocate(device, kBufferBytes);
               const auto bytes = run.Pattern(kBufferBytes, static_cast<uint8_t>(i));
               run.Ok(device.Write(memory.data(), bytes.data(), bytes.size()));
               run.Expect(device, memory.data(), bytes, "device " + std::to_string(i));
             }
           });
  list.Add("several/own_addresses", "no two devices give out the same addresses",
           "copies between devices name one device and two addresses", [](Run& run) {
             Device& first = run.device(0);
             Device& second = run.device(1);
             std::vector<Memory> a, b;
             for (int i = 0; i < 20; ++i) {
               a.push_back(run.Allocate(first, kBufferBytes));
               b.push_back(run.Allocate(second, kBufferBytes));
             }
             for (const Memory& x : a) {
               for (const Memory& y : b) {
                 run.Require(
                     x.data() + kBufferBytes <= y.data() || y.data() + kBufferBytes <= x.data(),
                     "memory of device 0 and of device 1 overlap");
               }
             }
           });
  list.Add("several/own_contents", "writing one device's memory leaves the other's alone",
           "devices are separate", [](Run& run) {
             Device& first = run.device(0);
             Device& second = run.device(1);
             const Memory a = run.Allocate(first, kBufferBytes);
             const Memory b = run.Allocate(second, kBufferBytes);
             const auto one = run.Pattern(kBufferBytes, 1);
             const auto two = run.Pattern(kBufferBytes, 2);
             run.Ok(first.Write(a.data(), one.data(), kBufferBytes));
             run.Ok(second.Write(b.data(), two.data(), kBufferBytes));
             run.Expect(first, a.data(), one, "device 0");
             run.Expect(second, b.data(), two, "device 1");
           });
  for (const bool from_first : {true, false}) {
    list.Add(std::string("several/copy/") + (from_first ? "0_to_1" : "1_to_0"),
             "memory is copied from one device to the other",
             "core puts memcpy_dtod on a stream of the sending device", [from_first](Run& run) {
               Device& from = run.device(from_first ? 0 : 1);
               Device& to = run.device(from_first ? 1 : 0);
               const Memory source = run.Allocate(from, kBufferBytes);
               const Memory target = run.Allocate(to, kBufferBytes);
               const auto bytes = run.Pattern(kBufferBytes);
               run.Ok(from.Write(source.data(), bytes.data(), kBufferBytes));
               const Stream stream = run.NewStream(from);
               run.Ok(from.Copy(stream.get(), target.data(), source.data(), kBufferBytes));
               run.Ok(from.Await(stream.get()));
               run.Expect(to, target.data(), bytes, "the copy");
             });
  }
  list.Add("several/own_streams", "waiting for one device does not wait for the other",
           "core waits device by device", [](Run& run) {
             Device& first = run.device(0);
             Device& second = run.device(1);
             const Stream held = run.NewStream(first);
             const Stream free = run.NewStream(second);
             Gate gate(run, first, held.get());
             run.Ok(second.Await(free.get()));
             run.Ok(second.AwaitAll());
           });
  list.Add("several/own_statistics", "memory of one device does not count for the other",
           "tf.config.experimental.get_memory_info is asked device by device", [](Run& run) {
             Device& first = run.device(0);
             Device& second = run.device(1);
             SP_AllocatorStats before, after;
             run.Needs(second.Stats(&before), "the plugin keeps no statistics");
             const Memory memory = run.Allocate(first, 1 << 20);
             run.Needs(second.Stats(&after), "the plugin keeps no statistics");
             run.Check(after.bytes_in_use == before.bytes_in_use, "device 1 uses ",
                       after.bytes_in_use - before.bytes_in_use, " bytes more");
           });
}

}  // namespace

void AddDeviceCases(CaseList& list) {
  list.Group("devices");
  AddSingle(list);
  AddSeveral(list);
}

}  // namespace conformance
