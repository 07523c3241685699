// Other words for ARKit's channels, as rigs have them: a table for the normaliser (rig/expression_names.cpp).
#pragma once

#include <array>
#include <string_view>

namespace mien {

/// Another way to say a channel. `channel` is ARKit's name without its side.
struct Synonym {
    std::string_view words;
    std::string_view channel;
};

// Where they come from: CC = Character Creator's extended set, MH = MetaHuman's control curves, VRCFT =
// VRChat face tracking's unified expressions, SR = SRanipal, FACS = names of action units, VRoid = VRoid
// Studio.
inline constexpr std::array expression_synonyms = std::to_array<Synonym>({
    {"brow drop", "browDown"},    // CC
    {"brow lower", "browDown"},   // MH, VRCFT
    {"brow lowerer", "browDown"}, // FACS 4
    {"inner brow up", "browInnerUp"},
    {"inner brow raiser", "browInnerUp"}, // FACS 1
    {"brow inner raiser", "browInnerUp"},
    {"brow raise inner", "browInnerUp"}, // CC
    {"brow raise in", "browInnerUp"},    // MH
    {"outer brow up", "browOuterUp"},
    {"outer brow raiser", "browOuterUp"}, // FACS 2
    {"brow outer raiser", "browOuterUp"},
    {"brow raise outer", "browOuterUp"}, // CC, MH
    {"cheek blow", "cheekPuff"},
    {"mouth cheek blow", "cheekPuff"},             // MH
    {"cheek raise", "cheekSquint"},                // CC
    {"cheek raiser", "cheekSquint"},               // FACS 6, ICT FaceKit
    {"eye cheek raise", "cheekSquint"},            // MH
    {"blink", "eyeBlink"},                         // VRM
    {"eye close", "eyeBlink"},                     // VRoid
    {"eye closed", "eyeBlink"},                    // VRCFT
    {"eye squeeze", "eyeSquint"},                  // SR
    {"eye squint inner", "eyeSquint"},             // MH
    {"eye widen", "eyeWide"},                      // MH
    {"eye down", "eyeLookDown"},                   // SR
    {"eye up", "eyeLookUp"},                       // SR
    {"jaw fwd", "jawForward"},                     // MH
    {"jaw thrust", "jawForward"},                  // FACS 29
    {"jaw drop", "jawOpen"},                       // FACS 26
    {"mouth closed", "mouthClose"},                // VRCFT
    {"dimpler", "mouthDimple"},                    // FACS 14
    {"mouth sad", "mouthFrown"},                   // SR, VRCFT
    {"mouth corner depress", "mouthFrown"},        // MH
    {"lip corner depressor", "mouthFrown"},        // FACS 15
    {"lip funnel", "mouthFunnel"},                 // VRCFT
    {"lip funneler", "mouthFunnel"},               // FACS 22
    {"mouth down lower", "mouthLowerDown"},        // CC
    {"lower lip depressor", "mouthLowerDown"},     // FACS 16
    {"mouth lower lip depress", "mouthLowerDown"}, // MH
    {"mouth lower lip down", "mouthLowerDown"},
    {"lip press", "mouthPress"},
    {"lip presser", "mouthPress"},             // FACS 24
    {"lip pucker", "mouthPucker"},             // VRCFT, FACS 18
    {"mouth pout", "mouthPucker"},             // SR
    {"lip suck lower", "mouthRollLower"},      // VRCFT
    {"mouth lower inside", "mouthRollLower"},  // SR
    {"mouth roll in lower", "mouthRollLower"}, // CC
    {"lip suck upper", "mouthRollUpper"},      // VRCFT
    {"mouth upper inside", "mouthRollUpper"},  // SR
    {"mouth roll in upper", "mouthRollUpper"}, // CC
    {"mouth raiser lower", "mouthShrugLower"}, // VRCFT
    {"mouth raiser upper", "mouthShrugUpper"}, // VRCFT
    {"mouth corner pull", "mouthSmile"},       // MH, VRCFT
    {"lip corner puller", "mouthSmile"},       // FACS 12
    {"smile", "mouthSmile"},
    {"lip stretcher", "mouthStretch"},         // FACS 20
    {"mouth up upper", "mouthUpperUp"},        // CC
    {"upper lip raiser", "mouthUpperUp"},      // FACS 10
    {"mouth upper lip raise", "mouthUpperUp"}, // MH
    {"mouth upper lip up", "mouthUpperUp"},
    {"nose wrinkle", "noseSneer"},  // MH
    {"nose wrinkler", "noseSneer"}, // FACS 9
    {"sneer", "noseSneer"},
    // Meta's face tracking
    {"eye lid tightener", "eyeSquint"},
    {"lid tightener", "eyeSquint"},
    {"upper lid raiser", "eyeWide"},
    {"lip pressor", "mouthPress"},
    {"lip toward", "mouthClose"},
    {"jaw sideways", "jaw"},
    // Mixamo's Fuse
    {"jaw foreward", "jawForward"},
    {"jaw down", "jawOpen"},
    {"lower lip down", "mouthLowerDown"},
    {"lower lip in", "mouthRollLower"},
    {"upper lip in", "mouthRollUpper"},
    {"upper lip up", "mouthUpperUp"},
    {"nose scrunch", "noseSneer"},
    {"squint", "eyeSquint"},
    {"midmouth", "mouth"},
    // lids by bones, VRoid's wide eyes
    {"lid close", "eyeBlink"},
    {"lid closed", "eyeBlink"},
    {"eyelid close", "eyeBlink"},
    {"eyelid closed", "eyeBlink"},
    {"eye spread", "eyeWide"},
});

} // namespace mien
