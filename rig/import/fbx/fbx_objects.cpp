#include "rig/import/fbx/fbx_objects.h"

#include <algorithm>

namespace mien::fbx {
namespace {

constexpr std::size_t first_value = 4; ///< of a property: behind name, two types and flags

const Record* in_list(const Record* list, std::string_view name) {
    if (list == nullptr) return nullptr;
    const auto found = std::ranges::find_if(list->children,
                                            [&](const Record& property) { return property.text(0) == name; });
    return found == list->children.end() ? nullptr : &*found;
}

bool is_kind(const Record& record, std::string_view kind, std::string_view sub) {
    return record.name == kind && (sub.empty() || record.text(2) == sub);
}

} // namespace

std::string object_name(std::string_view written) {
    if (const std::size_t binary = written.find(std::string_view("\0\1", 2));
        binary != std::string_view::npos)
        return std::string(written.substr(0, binary));
    const std::size_t ascii = written.find("::");
    std::string name(ascii == std::string_view::npos ? written : written.substr(ascii + 2));
    constexpr std::string_view quote = "&quot;"; // only ASCII files need it
    for (std::size_t i = name.find(quote); i != std::string::npos; i = name.find(quote, i + 1))
        name.replace(i, quote.size(), "\"");
    return name;
}

const Record* find_property(const Record& owner, std::string_view name) {
    return in_list(owner.child("Properties70"), name);
}

Objects::Objects(const Document& document) {
    if (const Record* list = document.root.child("Objects"))
        for (const Record& object : list->children)
            if (by_id_.emplace(object.whole(0), &object).second) order_.push_back(object.whole(0));
    if (const Record* list = document.root.child("Connections"))
        for (const Record& connection : list->children) {
            if (connection.name != "C") continue;
            const std::string_view kind = connection.text(0);
            if (kind != "OO" && kind != "OP") continue;
            const std::string_view property = kind == "OP" ? connection.text(3) : std::string_view();
            children_.emplace(connection.whole(2), Link{connection.whole(1), property});
            parents_.emplace(connection.whole(1), Link{connection.whole(2), property});
        }
    if (const Record* list = document.root.child("Definitions"))
        for (const Record& kind : list->children)
            if (const Record* pattern = kind.child("PropertyTemplate"))
                if (const Record* properties = pattern->child("Properties70"))
                    defaults_.emplace(kind.text(0), properties);
}

const Record* Objects::find(ObjectId id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? nullptr : found->second;
}

std::string Objects::name(ObjectId id) const {
    const Record* record = find(id);
    return record != nullptr ? object_name(record->text(1)) : std::string();
}

std::vector<ObjectId> Objects::filtered(const Links& links, ObjectId id, std::string_view kind,
                                        std::string_view sub, std::string_view property) const {
    std::vector<ObjectId> ids;
    const auto [from, to] = links.equal_range(id);
    for (auto link = from; link != to; ++link) {
        const Record* record = find(link->second.other);
        if (record == nullptr || !is_kind(*record, kind, sub)) continue;
        if (property.empty() || link->second.property == property) ids.push_back(link->second.other);
    }
    return ids;
}

std::vector<ObjectId> Objects::below(ObjectId id, std::string_view kind, std::string_view sub,
                                     std::string_view property) const {
    return filtered(children_, id, kind, sub, property);
}

std::vector<ObjectId> Objects::above(ObjectId id, std::string_view kind, std::string_view sub) const {
    return filtered(parents_, id, kind, sub, {});
}

std::vector<ObjectId> Objects::all(std::string_view kind, std::string_view sub) const {
    std::vector<ObjectId> ids;
    std::ranges::copy_if(order_, std::back_inserter(ids),
                         [&](ObjectId id) { return is_kind(*find(id), kind, sub); });
    return ids;
}

std::vector<Objects::Use> Objects::uses(ObjectId id) const {
    std::vector<Use> list;
    const auto [from, to] = parents_.equal_range(id);
    for (auto link = from; link != to; ++link)
        if (!link->second.property.empty()) list.push_back({link->second.other, link->second.property});
    return list;
}

const Record* Objects::property(const Record& object, std::string_view name) const {
    if (const Record* own = find_property(object, name)) return own;
    const auto defaults = defaults_.find(object.name);
    return defaults == defaults_.end() ? nullptr : in_list(defaults->second, name);
}

std::optional<double> Objects::number(const Record& object, std::string_view name) const {
    const Record* found = property(object, name);
    if (found == nullptr || found->values.size() <= first_value) return std::nullopt;
    return found->number(first_value);
}

std::optional<glm::dvec3> Objects::vector(const Record& object, std::string_view name) const {
    const Record* found = property(object, name);
    if (found == nullptr || found->values.size() < first_value + 3) return std::nullopt;
    return glm::dvec3(found->number(first_value), found->number(first_value + 1),
                      found->number(first_value + 2));
}

std::string_view Objects::text(const Record& object, std::string_view name) const {
    const Record* found = property(object, name);
    return found != nullptr ? found->text(first_value) : std::string_view();
}

} // namespace mien::fbx
