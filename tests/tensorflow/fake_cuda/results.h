// What functions of CUDA's driver API return.

#ifndef FAKE_CUDA_RESULTS_H_
#define FAKE_CUDA_RESULTS_H_

namespace fake_cuda {

using Result = int;

inline constexpr Result kSuccess = 0;
inline constexpr Result kInvalidValue = 1;
inline constexpr Result kOutOfMemory = 2;
inline constexpr Result kNotInitialized = 3;
inline constexpr Result kNoDevice = 100;
inline constexpr Result kInvalidDevice = 101;
inline constexpr Result kInvalidContext = 201;
inline constexpr Result kPeerAccessUnsupported = 217;
inline constexpr Result kInvalidPtx = 218;
inline constexpr Result kInvalidHandle = 400;
inline constexpr Result kNotFound = 500;
inline constexpr Result kNotReady = 600;
inline constexpr Result kIllegalAddress = 700;
inline constexpr Result kLaunchOutOfResources = 701;
inline constexpr Result kPeerAccessAlreadyEnabled = 704;
inline constexpr Result kMisalignedAddress = 716;
inline constexpr Result kUnsupported = 801;
inline constexpr Result kUnknown = 999;

}  // namespace fake_cuda

#endif  // FAKE_CUDA_RESULTS_H_
