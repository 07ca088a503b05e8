#include "base/dtypes.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "catalog/c_api.h"

namespace plugingen::base {
namespace {

// What the C API of the newest release says: TF_FLOAT is 1.
std::map<std::string, uint64_t> NumbersOfTheCApi() {
  const catalog::CApi& api = catalog::CApi::BuiltIn();
  const catalog::ApiSection* section = api.Find(catalog::ApiKind::kEnum, "TF_DataType");
  std::map<std::string, uint64_t> numbers;
  for (const catalog::ApiValue& value : api.Read(*section, api.releases().size() - 1).values) {
    numbers[std::string(value.name)] = std::stoull(std::string(value.value));
  }
  return numbers;
}

TEST(DtypesTest, AreThoseOfTheCApi) {
  std::map<std::string, uint64_t> numbers = NumbersOfTheCApi();
  ASSERT_GT(numbers.size(), 30u);
  EXPECT_EQ(numbers.extract("TF_COMPLEX").mapped(), 8u) << "the other name of TF_COMPLEX64";
  for (const Dtype& dtype : Dtypes()) {
    const auto number = numbers.extract(TfEnum(dtype.name));
    ASSERT_FALSE(number.empty()) << dtype.name << " is no type of the C API";
    EXPECT_EQ(number.mapped(), dtype.number) << dtype.name;
    EXPECT_EQ(FindDtype(dtype.name), &dtype);
    EXPECT_EQ(FindDtype(dtype.number), &dtype);
    EXPECT_EQ(FindDtype(dtype.number + 100), &dtype) << "a reference";
  }
  for (const auto& [name, number] : numbers) ADD_FAILURE() << name << " is not in the table";
}

TEST(DtypesTest, FindsNothingElse) {
  for (const char* name : {"", "Float", "float32", "floatt", "TF_FLOAT"}) {
    EXPECT_EQ(FindDtype(name), nullptr) << name;
  }
  for (const uint64_t number : {uint64_t{0}, uint64_t{99}, uint64_t{100}, UINT64_MAX}) {
    EXPECT_EQ(FindDtype(number), nullptr) << number;
  }
}

TEST(DtypesTest, KernelsAreWrittenInCpp) {
  EXPECT_EQ(FindDtype("float")->cpp, "float");
  EXPECT_EQ(FindDtype("half")->cpp, "Eigen::half");
  EXPECT_EQ(FindDtype("int64")->cpp, "int64_t");
  EXPECT_EQ(FindDtype("complex128")->cpp, "std::complex<double>");
  EXPECT_EQ(FindDtype("string")->cpp, "tstring");
  for (const char* name : {"resource", "variant", "qint8", "float8_e5m2", "int4", ""}) {
    EXPECT_FALSE(IsWritable(name)) << name;
  }
  std::set<std::string_view> types;
  for (const Dtype& dtype : Dtypes()) {
    EXPECT_TRUE(!dtype.is_writable() || types.insert(dtype.cpp).second) << dtype.cpp;
  }
}

TEST(DtypesTest, GradientsAreOfNumbersWithFractions) {
  std::string trainable;
  for (const Dtype& dtype : Dtypes()) {
    if (IsTrainable(dtype.name)) trainable += std::string(dtype.name) + " ";
  }
  EXPECT_EQ(trainable, "float half bfloat16 double complex64 complex128 resource variant ");
}

TEST(DtypesTest, PythonHasOtherNames) {
  EXPECT_EQ(PythonDtype("float"), "tf.float32");
  EXPECT_EQ(PythonDtype("half"), "tf.float16");
  EXPECT_EQ(PythonDtype("quint16"), "tf.quint16");
  EXPECT_EQ(PythonDtype("float8_e5m2"), "tf.dtypes.experimental.float8_e5m2");
  EXPECT_EQ(PythonDtypeName("double"), "float64");
  EXPECT_EQ(PythonDtypeName("float8_e5m2"), "float8_e5m2");
}

}  // namespace
}  // namespace plugingen::base
