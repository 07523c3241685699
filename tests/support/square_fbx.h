// Small FBX files as text and bytes, for tests and fuzz targets.
#pragma once

#include <string>

namespace mien::test {

/// A square of two triangles, 100 centimetres wide, with one shape that lifts its second vertex by 10, on a
/// model that stands 50 up. ASCII, version 7.4.
inline std::string square_fbx() {
    return R"(; FBX 7.4.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 7400
}
GlobalSettings:  {
    Version: 1000
    Properties70:  {
        P: "UpAxis", "int", "Integer", "",1
        P: "UpAxisSign", "int", "Integer", "",1
        P: "FrontAxis", "int", "Integer", "",2
        P: "FrontAxisSign", "int", "Integer", "",1
        P: "UnitScaleFactor", "double", "Number", "",1
    }
}
Objects:  {
    Geometry: 10, "Geometry::square", "Mesh" {
        Vertices: *12 {
            a: 0,0,0,100,0,0,100,100,0,0,100,0
        }
        PolygonVertexIndex: *4 {
            a: 0,1,2,-4
        }
        GeometryVersion: 124
    }
    Model: 20, "Model::square", "Mesh" {
        Version: 232
        Properties70:  {
            P: "Lcl Translation", "Lcl Translation", "", "A",0,50,0
        }
    }
    Deformer: 30, "Deformer::shapes", "BlendShape" {
        Version: 100
    }
    Deformer: 40, "SubDeformer::ns:mouthSmile_L", "BlendShapeChannel" {
        Version: 100
        DeformPercent: 25
        FullWeights: *1 {
            a: 100
        }
    }
    Geometry: 50, "Geometry::smile", "Shape" {
        Version: 100
        Indexes: *1 {
            a: 1
        }
        Vertices: *3 {
            a: 0,0,10
        }
        Normals: *3 {
            a: 0,0,0
        }
    }
}
Connections:  {
    C: "OO",20,0
    C: "OO",10,20
    C: "OO",30,10
    C: "OO",40,30
    C: "OO",50,40
}
)";
}

/// A binary record with 32-bit offsets.
inline std::string binary_record(std::size_t at, const std::string& name, const std::string& values,
                                 int count) {
    const auto u32 = [](std::size_t value) {
        std::string bytes(4, '\0');
        for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
        return bytes;
    };
    const std::size_t end = at + 13 + name.size() + values.size();
    return u32(end) + u32(static_cast<std::size_t>(count)) + u32(values.size()) +
           std::string(1, static_cast<char>(name.size())) + name + values;
}

inline std::string binary_file(const std::string& name, const std::string& values, int count) {
    const std::string head = std::string("Kaydara FBX Binary  \0\x1a\0", 23) + std::string("\xe8\x1c\0\0", 4);
    return head + binary_record(head.size(), name, values, count) + std::string(13, '\0');
}

} // namespace mien::test
