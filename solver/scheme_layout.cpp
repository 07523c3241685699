#include "solver/scheme_layout.h"

namespace mien {
namespace {

// Nose bridge, eye corners and temples hardly move with any expression; the nose's tip, the forehead (brows
// pull at its skin) and the outline before the ears do a little. What blinks, smiles or hangs from the jaw is
// left out.
constexpr auto mesh_rigid = std::to_array<RigidPoint>({
    {168, 1},   {6, 1},     {197, 1},  {33, 1},    {133, 1},   {362, 1},   {263, 1},   {127, 1},
    {356, 1},   {162, 1},   {389, 1},  {234, 1},   {454, 1},   {195, 0.7}, {21, 0.7},  {251, 0.7},
    {54, 0.7},  {284, 0.7}, {10, 0.5}, {109, 0.5}, {338, 0.5}, {67, 0.5},  {297, 0.5}, {103, 0.5},
    {332, 0.5}, {4, 0.4},   {1, 0.4},  {93, 0.4},  {323, 0.4},
});

constexpr auto ibug_rigid = std::to_array<RigidPoint>({
    {27, 1},
    {28, 1},
    {29, 1},
    {30, 0.7},
    {31, 0.5},
    {33, 0.5},
    {35, 0.5},
    {36, 1},
    {39, 1},
    {42, 1},
    {45, 1},
    {0, 0.2},
    {16, 0.2},
});

constexpr SchemeLayout mesh478{
    .scheme = Scheme::mesh478,
    .rigid = mesh_rigid,
    .left_eye = {.outer_corner = 263,
                 .inner_corner = 362,
                 .upper = {386, 385, 387},
                 .lower = {374, 380, 373},
                 .pairs = 3,
                 .iris = 473},
    .right_eye = {.outer_corner = 33,
                  .inner_corner = 133,
                  .upper = {159, 158, 160},
                  .lower = {145, 153, 144},
                  .pairs = 3,
                  .iris = 468},
    .depth_weight = 0.7,
};

constexpr SchemeLayout ibug68{
    .scheme = Scheme::ibug68,
    .rigid = ibug_rigid,
    .left_eye = {.outer_corner = 45,
                 .inner_corner = 42,
                 .upper = {43, 44, 43},
                 .lower = {47, 46, 47},
                 .pairs = 2,
                 .iris = -1},
    .right_eye = {.outer_corner = 36,
                  .inner_corner = 39,
                  .upper = {37, 38, 37},
                  .lower = {41, 40, 41},
                  .pairs = 2,
                  .iris = -1},
    .depth_weight = 0,
};

} // namespace

const SchemeLayout* layout_of(Scheme scheme) {
    switch (scheme) {
    case Scheme::mesh478:
        return &mesh478;
    case Scheme::ibug68:
        return &ibug68;
    case Scheme::none:
        break;
    }
    return nullptr;
}

} // namespace mien
