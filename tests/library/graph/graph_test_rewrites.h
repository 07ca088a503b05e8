// Rewrites for the tests of the graph optimizer.

#ifndef PLUGGABLE_TESTS_GRAPH_TEST_REWRITES_H_
#define PLUGGABLE_TESTS_GRAPH_TEST_REWRITES_H_

#include <string>
#include <vector>

#include "graph/preserved_nodes.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"
#include "graph_test_graph.h"

namespace pluggable::tests {

// The rewrites of the tests:
//   dense_relu   Relu(BiasAdd(MatMul(a, b), c)) -> TestDense(a, b, c)
//   dense        BiasAdd(MatMul(a, b), c) -> TestDense(a, b, c)
//   swish        Mul(x, Sigmoid(x)) -> TestSwish(x)
//   half_plus    Mul(AddV2(x, 1), 0.5) -> TestHalfPlus(x)
//   less_itself  AddV2(Tanh(x), Neg(Tanh(x))), with one Tanh -> TestLessItself(x)
//   subtract     Sub(x, y) -> AddV2(x, Neg(y))
//   transposes   Transpose(Transpose(x, p), q) -> x
//   reshapes     Reshape(Reshape(x, s), t) -> Reshape(x, t)
//   first        TestPair(x) -> TestFirst(x), of which the second output is gone
std::vector<graph::Rewrite> TestRewrites();
// AddV2, Mul, Neg, Sub, Tanh and Pick, whose attr `first` has to be true, become TestChain.
graph::Rewrite TestChain();
// Of AddV2, Mul, Read, Sigmoid and Tanh equal nodes are computed once.
graph::Rewrite TestMerge();

// Where they may be done: all new ops are registered, and have kernels for float.
graph::Surroundings TestSurroundings();

// The graph after these rewrites, but for what is preserved. Expects it to have changed if they say
// that they were done, and otherwise not.
std::string RewrittenBy(const std::vector<graph::Rewrite>& rewrites,
                        const std::vector<TestNode>& nodes, const graph::NodeNames& preserved = {});
// After TestRewrites().
std::string Rewritten(const std::vector<TestNode>& nodes, const graph::NodeNames& preserved = {});
// The same, as text.
std::string RewrittenText(const std::vector<TestNode>& nodes,
                          const graph::NodeNames& preserved = {});

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_GRAPH_TEST_REWRITES_H_
