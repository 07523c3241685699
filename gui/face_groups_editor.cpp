#include "gui/face_groups_editor.h"

#include <algorithm>
#include <utility>

#include "gui/exchange_command.h"

namespace mien::gui {

namespace {

constexpr int save_after_ms = 700; // a drag is over by then

bool same_structure(const FaceGroups& a, const FaceGroups& b) {
    const auto same_bone = [](const FaceBone& x, const FaceBone& y) {
        return x.path == y.path && x.channel == y.channel;
    };
    const auto same_part = [&](const FacePart& x, const FacePart& y) {
        return x.name == y.name && std::ranges::equal(x.bones, y.bones, same_bone);
    };
    return std::ranges::equal(a.groups, b.groups, [&](const FaceGroup& x, const FaceGroup& y) {
        return x.name == y.name && std::ranges::equal(x.parts, y.parts, same_part);
    });
}

} // namespace

FaceGroupsEditor::FaceGroupsEditor(QObject* parent) : QObject(parent) {
    save_.setSingleShot(true);
    save_.setInterval(save_after_ms);
    connect(&save_, &QTimer::timeout, this, &FaceGroupsEditor::save_now);
}

FaceGroupsEditor::~FaceGroupsEditor() {
    save_now();
}

void FaceGroupsEditor::set_rig(std::shared_ptr<const LoadedRig> rig) {
    save_now();
    rig_ = std::move(rig);
    groups_ = rig_ ? rig_->groups : FaceGroups{};
    history_.clear();
}

void FaceGroupsEditor::change(const QString& what, FaceGroups groups, const QString& merge) {
    if (!rig_ || groups == groups_) return;
    history_.push(new ExchangeCommand<FaceGroups>(
        what, groups_, std::move(groups), [this](const FaceGroups& now) { apply(now); }, merge));
}

void FaceGroupsEditor::apply(const FaceGroups& groups) {
    const bool structure = !same_structure(groups_, groups);
    groups_ = groups;
    unsaved_ = true;
    save_.start();
    emit changed(groups_, structure);
}

void FaceGroupsEditor::save_now() {
    save_.stop();
    if (!std::exchange(unsaved_, false)) return;
    const auto where = save_face_groups(rig_->rig, groups_);
    if (where)
        emit saved(QString::fromStdString(where->string()));
    else
        emit save_failed(QString::fromStdString(where.error().message));
}

} // namespace mien::gui
