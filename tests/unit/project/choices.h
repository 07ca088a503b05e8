// What a random life of a project is drawn from: the same seed makes the same life.

#ifndef PLUGINGEN_TESTS_UNIT_PROJECT_CHOICES_H_
#define PLUGINGEN_TESTS_UNIT_PROJECT_CHOICES_H_

#include <cstddef>
#include <random>
#include <string>

namespace plugingen::project {

class Choices {
 public:
  void Seed(size_t seed) {
    random_.seed(seed);
    count_ = 0;
  }

  // A number from 0 to `limit` - 1.
  size_t Below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random_);
  }
  bool Chance(size_t percent) { return Below(100) < percent; }

  // A number that nothing else of this life has.
  std::string Unique() { return std::to_string(++count_); }

 private:
  std::mt19937_64 random_;
  size_t count_ = 0;
};

}  // namespace plugingen::project

#endif  // PLUGINGEN_TESTS_UNIT_PROJECT_CHOICES_H_
