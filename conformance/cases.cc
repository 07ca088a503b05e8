#include "case.h"

namespace conformance {

std::vector<Case> AllCases() {
  CaseList list;
  AddRegistrationCases(list);
  AddVersionCases(list);
  AddDeviceCases(list);
  AddMemoryCases(list);
  AddAllocatorCases(list);
  AddStreamCases(list);
  AddDependencyCases(list);
  AddEventCases(list);
  AddTimerCases(list);
  AddCopyCases(list);
  AddFillCases(list);
  AddModelCases(list);
  AddThreadCases(list);
  AddKernelCases(list);
  AddComputingCases(list);
  AddErrorCases(list);
  AddArgumentCases(list);
  AddOpCases(list);
  AddGraphCases(list);
  AddProfilerCases(list);
  AddFaultCases(list);
  AddStressCases(list);
  return list.cases();
}

}  // namespace conformance
