// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Streams with options, for releases of TensorFlow that have them.

#include "plugin/callbacks.h"
#include "plugin/host_struct.h"
#include "plugin/last_fields.h"
#include "plugin/stream_executor.h"

namespace pluggable {

namespace {

// If TensorFlow has this function, it calls it for every stream, even without options.
void CreateStreamWithOptions(const SP_Device* device, const SP_StreamOptions* options,
                             SP_Stream* stream, TF_Status* status) {
  const bool has_priority = options != nullptr && options->has_priority != 0;
  const int priority = has_priority ? options->priority : kDefaultPriority;
  Report("create_stream_with_options", status,
         [&] { return DeviceOf(device).CreateStream(priority, stream); });
}

}  // namespace

void SetCreateStreamWithOptions(HostStruct<SP_StreamExecutor>* host) {
  host->SetIfThere(kCreateStreamWithOptions, &CreateStreamWithOptions);
}

}  // namespace pluggable
