"""Face models as arrays (which ones: README.md) under ARKit's names."""

import numpy as np

CHANNELS = """browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight cheekPuff cheekSquintLeft
cheekSquintRight eyeBlinkLeft eyeBlinkRight eyeLookDownLeft eyeLookDownRight eyeLookInLeft eyeLookInRight
eyeLookOutLeft eyeLookOutRight eyeLookUpLeft eyeLookUpRight eyeSquintLeft eyeSquintRight eyeWideLeft
eyeWideRight jawForward jawLeft jawOpen jawRight mouthClose mouthDimpleLeft mouthDimpleRight mouthFrownLeft
mouthFrownRight mouthFunnel mouthLeft mouthLowerDownLeft mouthLowerDownRight mouthPressLeft mouthPressRight
mouthPucker mouthRight mouthRollLower mouthRollUpper mouthShrugLower mouthShrugUpper mouthSmileLeft
mouthSmileRight mouthStretchLeft mouthStretchRight mouthUpperUpLeft mouthUpperUpRight noseSneerLeft
noseSneerRight tongueOut""".split()
INDEX = {name: i for i, name in enumerate(CHANNELS)}


def mirrored(index):
    """The channel on the other side; itself for centred ones."""
    name = CHANNELS[index]
    if name.endswith("Left"):
        return INDEX[name[:-4] + "Right"]
    if name.endswith("Right"):
        return INDEX[name[:-5] + "Left"]
    return index


MIRROR = np.array([mirrored(i) for i in range(52)])

# The 68 points of the iBUG scheme as vertices of ICT-FaceKit's mesh (its own landmark list, light model).
ICT_IBUG68 = [
    1225, 1888, 1052, 367, 1719, 1722, 2199, 1447, 966, 3661, 4390, 3927, 3924, 2608, 3272, 4088, 3443,
    268, 493, 1914, 2044, 1401, 3615, 4240, 4114, 2734, 2509, 978, 4527, 4942, 4857,
    1140, 2075, 1147, 4269, 3360, 1507, 1542, 1537, 1528, 1518, 1511, 3742, 3751, 3756, 3721, 3725, 3732,
    5708, 5695, 2081, 0, 4275, 6200, 6213, 6346, 6461, 5518, 5957, 5841, 5702, 5711, 5533, 6216, 6207, 6470,
    5517, 5966,
]

# The same on MakeHuman's mesh: the average head rendered, tracked, and the nearest vertex under each point.
MAKEHUMAN_IBUG68 = [
    2285, 2279, 15862, 7688, 6661, 6706, 7907, 15967, 16724, 13063, 12365, 3148, 11153, 12157, 11230, 4471, 4477,
    16477, 5543, 5485, 5473, 208, 2514, 10019, 10031, 10086, 18707, 169, 5351, 201, 5564, 5709, 5629, 5623,
    17637, 10200, 8105, 7, 15240, 65, 47, 8698, 2380, 17479, 2322, 9700, 19670, 2362, 442, 5920, 15513,
    5927, 10453, 19173, 10363, 10467, 2772, 6278, 486, 480, 439, 462, 468, 10428, 2730, 10506, 494, 5979,
]


def arkit_name(name):
    """ICT's name of an expression as ARKit's; None where ARKit has none. Halves share one name."""
    if name.startswith(("identity", "Pupil", "cheekRaiser")):
        return None
    if name.startswith("browInnerUp"):
        return "browInnerUp"
    if name.startswith("cheekPuff"):
        return "cheekPuff"
    return name.replace("_L", "Left").replace("_R", "Right")


class Heads:
    """neutral (v, 3), identity (k, v, 3), expressions (52, v, 3), centimetres, of chosen vertices."""

    def __init__(self, path, vertices=None):
        data = np.load(path)
        pick = slice(None) if vertices is None else vertices
        self.neutral = data["vertices"][pick].astype(np.float64)
        self.identity = data["identity"][:, pick].astype(np.float64)
        self.parts = {key[len("part_"):]: data[key] for key in data.files if key.startswith("part_")}
        self.masks = {key[len("mask_"):]: data[key][pick].astype(np.float64) for key in data.files if key.startswith("mask_")}
        self.expressions = np.zeros((52,) + self.neutral.shape)
        self.order = []  # of the channels in the file
        for key in data.files:
            if not key.startswith("expression_"):
                continue
            name = arkit_name(key[len("expression_"):])
            if name in INDEX:
                self.expressions[INDEX[name]] += data[key][pick].astype(np.float64)
                if name not in self.order:
                    self.order.append(name)

    def shapes(self):
        """Channel -> displacement (v, 3) float32 of a model with all its vertices, in the file's order."""
        return {name: self.expressions[INDEX[name]].astype(np.float32) for name in self.order}
