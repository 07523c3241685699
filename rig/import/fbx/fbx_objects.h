// The objects of an FBX file by their ids, with what is connected to what. Views into the records, which must
// outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

#include "rig/import/fbx/fbx_records.h"

namespace mien::fbx {

using ObjectId = std::int64_t;

/// A written name without its kind: "Cube" of "Cube\0\1Model" (binary files) and of "Model::Cube" (ASCII).
[[nodiscard]] std::string object_name(std::string_view written);

class Objects {
public:
    explicit Objects(const Document& document);

    [[nodiscard]] const Record* find(ObjectId id) const;
    /// The name without its kind: "Cube" of "Model::Cube".
    [[nodiscard]] std::string name(ObjectId id) const;

    /// Objects of a kind ("Deformer") and sub-kind ("Cluster"; empty: any) connected below `id`, in the
    /// file's order. With `property`, only those that are connected to that property of it.
    [[nodiscard]] std::vector<ObjectId> below(ObjectId id, std::string_view kind, std::string_view sub = {},
                                              std::string_view property = {}) const;
    /// The same, above.
    [[nodiscard]] std::vector<ObjectId> above(ObjectId id, std::string_view kind,
                                              std::string_view sub = {}) const;
    [[nodiscard]] std::vector<ObjectId> all(std::string_view kind, std::string_view sub = {}) const;

    /// Connections of objects of a kind to properties of `id`'s parents.
    struct Use {
        ObjectId parent;
        std::string_view property;
    };
    [[nodiscard]] std::vector<Use> uses(ObjectId id) const;

    // A property of an object, or what the file states for all objects of its kind.
    [[nodiscard]] std::optional<double> number(const Record& object, std::string_view property) const;
    [[nodiscard]] std::optional<glm::dvec3> vector(const Record& object, std::string_view property) const;
    [[nodiscard]] std::string_view text(const Record& object, std::string_view property) const;

private:
    struct Link {
        ObjectId other;
        std::string_view property; ///< empty for connections between objects
    };
    using Links = std::multimap<ObjectId, Link>;

    [[nodiscard]] const Record* property(const Record& object, std::string_view name) const;
    [[nodiscard]] std::vector<ObjectId> filtered(const Links& links, ObjectId id, std::string_view kind,
                                                 std::string_view sub, std::string_view property) const;

    std::map<ObjectId, const Record*> by_id_;
    std::vector<ObjectId> order_;                        ///< as in the file
    std::map<std::string_view, const Record*> defaults_; ///< Properties70 by kind of object
    Links children_;
    Links parents_;
};

/// P: "UpAxis", "int", "Integer", "", 1 in a record's Properties70; nullptr where there is none.
[[nodiscard]] const Record* find_property(const Record& owner, std::string_view name);

} // namespace mien::fbx
