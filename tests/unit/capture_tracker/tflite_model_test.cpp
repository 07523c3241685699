// The reader on models written here, whole, cut and spoilt.
#include "capture/network/tflite_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "capture/network/executor.h"
#include "capture/network/flat_buffer.h"
#include "tests/support/paths.h"
#include "tests/unit/capture_tracker/flat_buffer_writer.h"

namespace mien::network {
namespace {

using test::FlatBufferWriter;
using test::FlatTableValue;
using test::FlatValue;
using test::raw_bytes;
using test::text_bytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::uint8_t float32 = 0;
constexpr std::uint8_t float16 = 1;

FlatTableValue tensor(std::vector<std::int32_t> shape, std::uint8_t type, std::int32_t buffer,
                      const char* name) {
    return {{{0, {std::move(shape)}}, {1, {type}}, {2, {buffer}}, {3, {text_bytes(name)}}}};
}
FlatTableValue code(int builtin) {
    return {{{0, {static_cast<std::uint8_t>(builtin)}}, {3, {std::int32_t{builtin}}}}};
}
FlatTableValue operation(std::int32_t code_index, std::vector<std::int32_t> inputs,
                         std::vector<std::int32_t> outputs, FlatTableValue options = {}) {
    return {
        {{0, {code_index}}, {1, {std::move(inputs)}}, {2, {std::move(outputs)}}, {4, {std::move(options)}}}};
}

/// What a test may change before the model is written.
struct TinyModel {
    FlatValue::Tables codes{code(3), code(6), code(19)}; // CONV_2D, DEQUANTIZE, RELU
    FlatValue::Tables tensors{
        tensor({1, 1, 2, 1}, float32, 0, "in"),      tensor({2, 1, 1, 1}, float16, 1, "half weights"),
        tensor({2, 1, 1, 1}, float32, 0, "weights"), tensor({2}, float32, 2, "bias"),
        tensor({1, 1, 2, 2}, float32, 0, "sum"),     tensor({1, 1, 2, 2}, float32, 0, "out")};
    FlatValue::Tables operators{
        operation(1, {1}, {2}),
        operation(0, {0, 2, 3}, {4},
                  {{{0, {std::uint8_t{1}}}, {1, {std::int32_t{1}}}, {2, {std::int32_t{1}}}}}),
        operation(2, {4}, {5})};
    FlatValue::Tables buffers{{},
                              {{{0, {raw_bytes<std::uint16_t>({0x4000, 0xC200})}}}},
                              {{{0, {raw_bytes<float>({0.5F, 10.0F})}}}}};
    std::size_t graphs = 1;

    std::vector<std::uint8_t> write() const {
        FlatTableValue subgraph{
            {{0, {tensors}}, {1, {FlatValue::Integers{0}}}, {2, {FlatValue::Integers{5}}}, {3, {operators}}}};
        return FlatBufferWriter::write({{{0, {std::int32_t{3}}},
                                         {1, {codes}},
                                         {2, {FlatValue::Tables(graphs, subgraph)}},
                                         {4, {buffers}}}},
                                       "TFL3");
    }
};

void expect_refused(const std::vector<std::uint8_t>& bytes, const char* why) {
    const auto graph = read_tflite_model(bytes, "tiny.tflite");
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.error().code, ErrorCode::unreadable);
    EXPECT_THAT(graph.error().message, HasSubstr("tiny.tflite"));
    EXPECT_THAT(graph.error().message, HasSubstr(why));
    EXPECT_EQ(graph.error().message.find('\n'), std::string::npos);
}

// A graph that the reader let through must also run, whatever became of it.
void run_if_read(const std::vector<std::uint8_t>& bytes) {
    const auto graph = read_tflite_model(bytes, "tiny.tflite");
    if (!graph) {
        EXPECT_FALSE(graph.error().message.empty());
        return;
    }
    const auto plain = make_plain_executor(*graph);
    plain->run();
    const auto fast = make_fast_executor(*graph);
    fast->run();
    EXPECT_EQ(plain->output(0).size(), fast->output(0).size());
}

TEST(TfliteModel, IsReadWithItsHalfFloatsFoldedIn) {
    const auto graph = read_tflite_model(TinyModel().write(), "tiny.tflite");
    ASSERT_TRUE(graph) << graph.error().message;
    ASSERT_EQ(graph->nodes.size(), 2U); // no DEQUANTIZE
    EXPECT_EQ(graph->nodes[0].op, Op::convolution);
    EXPECT_EQ(graph->nodes[1].op, Op::relu);
    EXPECT_THAT(graph->tensors[2].halves, ElementsAre(0x4000, 0xC200));
    EXPECT_EQ(graph->tensors[0].name, "in");
    const auto executor = make_plain_executor(*graph);
    executor->input(0).data[0] = 1;
    executor->input(0).data[1] = 4;
    executor->run();
    // weights 2 and -3, bias 0.5 and 10, then max(0, x)
    EXPECT_THAT(executor->output(0), ElementsAre(2.5F, 7, 8.5F, 0));
}

TEST(TfliteModel, MayCarryOtherBytesBehindIt) {
    auto bytes = TinyModel().write();
    bytes.resize(bytes.size() + 1000, 0xAB);
    EXPECT_TRUE(read_tflite_model(bytes, "tiny.tflite"));
}

TEST(TfliteModel, NamesOperatorsThatAreNotSupported) {
    TinyModel lstm;
    lstm.codes[2] = code(16);
    expect_refused(lstm.write(), "code 16");
    TinyModel high; // a code that does not fit the old field
    high.codes[2] = {{{0, {std::uint8_t{127}}}, {3, {std::int32_t{150}}}}};
    expect_refused(high.write(), "code 150");
    TinyModel custom;
    custom.codes[2] = {{{0, {std::uint8_t{32}}}, {1, {text_bytes("FancyOp")}}, {3, {std::int32_t{32}}}}};
    expect_refused(custom.write(), "FancyOp");
    TinyModel dilated;
    dilated.operators[1] = operation(
        0, {0, 2, 3}, {4},
        {{{0, {std::uint8_t{1}}}, {1, {std::int32_t{1}}}, {2, {std::int32_t{1}}}, {4, {std::int32_t{2}}}}});
    expect_refused(dilated.write(), "CONV_2D");
}

TEST(TfliteModel, RefusesWhatIsNoModelOrNotOne) {
    expect_refused({}, "not a TensorFlow Lite model");
    expect_refused(text_bytes("this is plain text, not a model"), "not a TensorFlow Lite model");
    TinyModel two;
    two.graphs = 2;
    expect_refused(two.write(), "2 graphs");
}

TEST(TfliteModel, RefusesSparseTensorsAndBuffersOfAnotherSize) {
    TinyModel sparse;
    sparse.tensors[3].fields.push_back({6, {FlatTableValue{}}});
    expect_refused(sparse.write(), "sparse");
    TinyModel small;
    small.buffers[2] = {{{0, {raw_bytes<float>({0.5F})}}}};
    expect_refused(small.write(), "bias");
    TinyModel wild;
    wild.tensors[3] = tensor({2}, float32, 99, "bias");
    expect_refused(wild.write(), "buffer");
    TinyModel quantised; // 8-bit weights: not folded
    quantised.tensors[1] = tensor({2, 1, 1, 1}, 9, 1, "half weights");
    expect_refused(quantised.write(), "DEQUANTIZE");
}

TEST(TfliteModel, DoesNotMultiplyASharedBufferWithoutLimit) {
    TinyModel model;
    const std::int32_t million = 1 << 20;
    model.buffers[2] = {{{0, {raw_bytes(std::vector<float>(static_cast<std::size_t>(million)))}}}};
    for (int i = 0; i < 100; ++i) {
        model.tensors.push_back(tensor({million}, float32, 2, "copy"));
        model.tensors.push_back(tensor({million}, float32, 0, "result"));
        const auto n = static_cast<std::int32_t>(model.tensors.size());
        model.operators.push_back(operation(2, {n - 2}, {n - 1}));
    }
    EXPECT_FALSE(read_tflite_model(model.write(), "tiny.tflite"));
}

TEST(TfliteModel, SurvivesBeingCutAtEveryLength) {
    const auto whole = TinyModel().write();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        SCOPED_TRACE(length);
        run_if_read({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
    }
}

TEST(TfliteModel, SurvivesEveryByteBeingSpoilt) {
    const auto whole = TinyModel().write();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const int flip : {0x01, 0x04, 0x80, 0xFF}) {
            SCOPED_TRACE(testing::Message() << at << " ^ " << flip);
            auto spoilt = whole;
            spoilt[at] = static_cast<std::uint8_t>(spoilt[at] ^ flip);
            run_if_read(spoilt);
        }
    }
}

TEST(TfliteModel, OfAMissingFileIsUnavailableAndSaysHowToGetIt) {
    const mien::test::TemporaryFolder folder;
    const auto graph = read_tflite_file(folder.path() / "absent.tflite");
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.error().code, ErrorCode::unavailable);
    EXPECT_THAT(graph.error().message, HasSubstr((folder.path() / "absent.tflite").string()));
    EXPECT_THAT(graph.error().message, HasSubstr("models/fetch"));
}

// --- options of MediaPipe's own operators ---

TEST(FlexMap, HoldsNumbersAndLists) {
    const auto bytes = test::flex_map({{"height", {16}}, {"subset", {3, 1, 200}}, {"width", {9}}});
    const auto map = FlexMap::read(bytes);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->number("height"), 16);
    EXPECT_EQ(map->number("width"), 9);
    EXPECT_THAT(map->numbers("subset"), ElementsAre(3, 1, 200));
    EXPECT_FALSE(map->number("subset"));
    EXPECT_FALSE(map->number("depth"));
    EXPECT_TRUE(map->numbers("width").empty());
}

TEST(FlexMap, SurvivesBeingCutAndSpoilt) {
    const auto whole = test::flex_map({{"height", {16}}, {"subset", {3, 1, 200}}, {"width", {9}}});
    for (std::size_t length = 0; length < whole.size(); ++length)
        static_cast<void>(FlexMap::read(std::span(whole).first(length)));
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (int flip = 1; flip < 256; ++flip) {
            auto spoilt = whole;
            spoilt[at] = static_cast<std::uint8_t>(spoilt[at] ^ flip);
            const auto map = FlexMap::read(spoilt);
            EXPECT_TRUE(!map || map->numbers("subset").size() <= 256U);
        }
    }
}

TEST(TfliteModel, ReadsTheRegionOperatorsOptions) {
    TinyModel model;
    model.codes[2] = {
        {{0, {std::uint8_t{32}}}, {1, {text_bytes("Landmarks2TransformMatrix")}}, {3, {std::int32_t{32}}}}};
    model.tensors[0] = tensor({1, 8, 3}, float32, 0, "in");
    model.tensors[5] = tensor({1, 4, 4}, float32, 0, "out");
    FlatTableValue transform = operation(2, {0}, {5});
    const auto options = test::flex_map({{"left_rotation_idx", {2}},
                                         {"output_height", {16}},
                                         {"output_width", {12}},
                                         {"right_rotation_idx", {3}},
                                         {"scale_x", {2}},
                                         {"subset_idxs", {1, 2, 3, 7}}});
    transform.fields.push_back({5, {options}});
    model.operators = {transform};
    const auto graph = read_tflite_model(model.write(), "tiny.tflite");
    ASSERT_TRUE(graph) << graph.error().message;
    const auto& region = std::get<RegionOptions>(graph->nodes[0].options);
    EXPECT_EQ(region.output_width, 12);
    EXPECT_EQ(region.output_height, 16);
    EXPECT_EQ(region.left_rotation_index, 2);
    EXPECT_EQ(region.right_rotation_index, 3);
    EXPECT_EQ(region.scale_x, 2);
    EXPECT_EQ(region.scale_y, 1);
    EXPECT_THAT(region.subset, ElementsAre(1, 2, 3, 7));

    // A point that is not there is refused, not read.
    model.operators[0].fields.back() = {
        5, {test::flex_map({{"output_height", {16}}, {"output_width", {12}}, {"subset_idxs", {1, 8}}})}};
    expect_refused(model.write(), "Landmarks2TransformMatrix");
    // Options that are no map.
    model.operators[0].fields.back() = {5, {text_bytes("?")}};
    expect_refused(model.write(), "options");
}

} // namespace
} // namespace mien::network
