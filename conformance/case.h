// A case: one sentence that must hold for every conforming plugin, and a test of it.

#ifndef CONFORMANCE_CASE_H_
#define CONFORMANCE_CASE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace conformance {

class Run;

struct Case {
  std::string name;      // "memory/alignment/4096"
  std::string sentence;  // "device memory is aligned to 256 bytes"
  std::string source;    // where TensorFlow relies on it
  std::function<void(Run&)> body;
};

class CaseList {
 public:
  // Starts a group: cases that are added from now on are called "<group>/...".
  void Group(std::string group) { group_ = std::move(group); }

  void Add(const std::string& name, std::string sentence, std::string source,
           std::function<void(Run&)> body) {
    cases_.push_back(
        {group_ + "/" + name, std::move(sentence), std::move(source), std::move(body)});
  }

  // One sentence with several values: "<group>/<name>/<value>".
  template <typename Value, typename Body>
  void AddEach(const std::string& name, const std::vector<Value>& values,
               const std::string& sentence, const std::string& source, Body body) {
    for (const Value& value : values) {
      Add(name + "/" + Text(value), sentence, source,
          [body, value](Run& run) { body(run, value); });
    }
  }

  const std::vector<Case>& cases() const { return cases_; }

 private:
  static std::string Text(const char* value) { return value; }
  static std::string Text(const std::string& value) { return value; }
  template <typename Number>
  static std::string Text(const Number& value) {
    return std::to_string(value);
  }

  std::string group_;
  std::vector<Case> cases_;
};

// All of them.
std::vector<Case> AllCases();

// By topic, in the order in which they are run.
void AddRegistrationCases(CaseList& list);
void AddVersionCases(CaseList& list);
void AddDeviceCases(CaseList& list);
void AddMemoryCases(CaseList& list);
void AddAllocatorCases(CaseList& list);
void AddStreamCases(CaseList& list);
void AddDependencyCases(CaseList& list);
void AddEventCases(CaseList& list);
void AddTimerCases(CaseList& list);
void AddCopyCases(CaseList& list);
void AddFillCases(CaseList& list);
void AddModelCases(CaseList& list);
void AddThreadCases(CaseList& list);
void AddKernelCases(CaseList& list);
void AddArgumentCases(CaseList& list);
void AddComputingCases(CaseList& list);
void AddErrorCases(CaseList& list);
void AddOpCases(CaseList& list);
void AddGraphCases(CaseList& list);
void AddProfilerCases(CaseList& list);
void AddFaultCases(CaseList& list);
void AddStressCases(CaseList& list);

}  // namespace conformance

#endif  // CONFORMANCE_CASE_H_
