// What the person does in the panel of face bones, each one change that can be undone.
#include <algorithm>
#include <functional>
#include <utility>

#include <QItemSelectionModel>
#include <QPushButton>
#include <QTableView>

#include "gui/bone_picker.h"
#include "gui/face_bones_model.h"
#include "gui/face_bones_panel.h"
#include "gui/face_groups_tree.h"
#include "gui/held_slider.h"
#include "gui/notice_bar.h"
#include "gui/text.h"
#include "rig/mirror_bones.h"

namespace mien::gui {

namespace {

template <typename T>
std::vector<std::string> names_of(const std::vector<T>& list) {
    std::vector<std::string> names;
    for (const T& item : list) names.push_back(item.name);
    return names;
}

FacePart& part_at(FaceGroups& groups, PartAddress at) {
    return groups.groups[at.group].parts[at.part];
}

/// "3 bones have no image: a, b, c"
QString list_of(const std::vector<std::string>& paths) {
    constexpr std::size_t shown = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(paths.size(), shown); ++i)
        names << text_of(paths[i].substr(paths[i].find_last_of('/') + 1));
    return names.join(QStringLiteral(", ")) + (paths.size() > shown ? QStringLiteral(" …") : QString());
}

} // namespace

void FaceBonesPanel::add_group() {
    if (editor_.rig() == nullptr) return;
    FaceGroups groups = editor_.groups();
    groups.groups.push_back({unused_name(names_of(groups.groups), tr("Group").toStdString()), {}});
    const std::size_t at = groups.groups.size() - 1;
    editor_.change(tr("add group"), std::move(groups));
    tree_->select_group(at);
    tree_->rename_current();
}

void FaceBonesPanel::add_part() {
    if (editor_.rig() == nullptr) return;
    FaceGroups groups = editor_.groups();
    if (groups.groups.empty()) groups.groups.push_back({tr("Face").toStdString(), {}});
    PartAddress at{tree_->current_group().value_or(groups.groups.size() - 1), 0};
    std::vector<FacePart>& parts = groups.groups[at.group].parts;
    at.part = tree_->current_part() ? tree_->current_part()->part + 1 : parts.size();
    parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at.part),
                 FacePart{unused_name(names_of(parts), tr("Part").toStdString()), 0, {}});
    editor_.change(tr("add part"), std::move(groups));
    tree_->select_part(at);
    tree_->rename_current();
}

void FaceBonesPanel::add_bone() {
    if (editor_.rig() == nullptr || !tree_->current_part()) return;
    auto* picker = new BonePicker(*editor_.rig(), this);
    connect(picker, &BonePicker::picked, this, &FaceBonesPanel::add_bone_at);
    picker->pop_up(*part_buttons_.back());
}

void FaceBonesPanel::add_bone_at(int node) {
    const auto at = tree_->current_part();
    if (!at || editor_.rig() == nullptr) return;
    FaceGroups groups = editor_.groups();
    std::vector<FaceBone>& bones = part_at(groups, *at).bones;
    // The next channel that the part does not have of this bone yet: turns first.
    constexpr int first = static_cast<int>(BoneChannel::rotation_x);
    BoneChannel channel = BoneChannel::rotation_x;
    for (int i = 0; i < bone_channel_count; ++i) {
        channel = static_cast<BoneChannel>((first + i) % bone_channel_count);
        if (std::ranges::none_of(bones,
                                 [&](const FaceBone& b) { return b.node == node && b.channel == channel; }))
            break;
    }
    bones.push_back(new_face_bone(*editor_.rig(), node, channel));
    const int row = static_cast<int>(bones.size()) - 1;
    const QString name = short_bone_name(bones.back());
    editor_.change(tr("add bone “%1”").arg(name), std::move(groups));
    table_->setFocus();
    table_->setCurrentIndex(bones_->index(row, FaceBonesModel::channel_column));
    table_->scrollToBottom();
}

void FaceBonesPanel::remove_current() {
    FaceGroups groups = editor_.groups();
    if (const auto at = tree_->current_part()) {
        const QString name = text_of(part_at(groups, *at).name);
        auto& parts = groups.groups[at->group].parts;
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at->part));
        editor_.change(tr("remove “%1”").arg(name), std::move(groups));
    } else if (const auto group = tree_->current_group()) {
        const QString name = text_of(groups.groups[*group].name);
        groups.groups.erase(groups.groups.begin() + static_cast<std::ptrdiff_t>(*group));
        editor_.change(tr("remove “%1”").arg(name), std::move(groups));
    }
}

std::vector<std::size_t> FaceBonesPanel::selected_bones() const {
    std::vector<std::size_t> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedIndexes())
        rows.push_back(static_cast<std::size_t>(index.row()));
    std::ranges::sort(rows, std::greater());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

void FaceBonesPanel::remove_bone() {
    const auto at = tree_->current_part();
    if (!at) return;
    FaceGroups groups = editor_.groups();
    std::vector<FaceBone>& bones = part_at(groups, *at).bones;
    for (const std::size_t row : selected_bones())
        bones.erase(bones.begin() + static_cast<std::ptrdiff_t>(row));
    editor_.change(tr("remove bone"), std::move(groups));
}

void FaceBonesPanel::move_current(int by) {
    FaceGroups groups = editor_.groups();
    const auto exchange = [by](auto& list, std::size_t at) {
        const auto to = static_cast<std::ptrdiff_t>(at) + by;
        if (to < 0 || to >= std::ssize(list)) return false;
        std::swap(list[at], list[static_cast<std::size_t>(to)]);
        return true;
    };
    if (const auto at = tree_->current_part()) {
        if (exchange(groups.groups[at->group].parts, at->part))
            editor_.change(tr("move part"), std::move(groups));
    } else if (const auto group = tree_->current_group()) {
        if (!exchange(groups.groups, *group)) return;
        editor_.change(tr("move group"), std::move(groups));
        tree_->select_group(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(*group) + by));
    }
}

void FaceBonesPanel::rename_current() {
    tree_->rename_current();
}

void FaceBonesPanel::rename_group(std::size_t group, const QString& name) {
    FaceGroups groups = editor_.groups();
    if (group >= groups.groups.size()) return;
    if (!name.isEmpty()) groups.groups[group].name = name.toStdString();
    if (groups == editor_.groups())
        tree_->set_groups(groups); // shows the name that counts
    else
        editor_.change(tr("rename “%1”").arg(name), std::move(groups));
}

void FaceBonesPanel::rename_part(PartAddress at, const QString& name) {
    FaceGroups groups = editor_.groups();
    if (at.group >= groups.groups.size() || at.part >= groups.groups[at.group].parts.size()) return;
    std::vector<FacePart>& parts = groups.groups[at.group].parts;
    if (!name.isEmpty() && name.toStdString() != parts[at.part].name) {
        parts[at.part].name = {}; // it does not stand in its own way
        parts[at.part].name = unused_name(names_of(parts), name.toStdString());
    }
    if (groups == editor_.groups())
        tree_->set_groups(groups);
    else
        editor_.change(tr("rename “%1”").arg(name), std::move(groups));
}

void FaceBonesPanel::mirror() {
    const auto at = tree_->current_part();
    if (!at || editor_.rig() == nullptr) return;
    FaceGroups groups = editor_.groups();
    const QString name = text_of(part_at(groups, *at).name);
    const MirroredPart mirrored = mirror_part(*editor_.rig(), groups, *at);
    const bool same = groups == editor_.groups();
    editor_.change(tr("mirror “%1”").arg(name), std::move(groups));
    const QString other = text_of(editor_.groups().groups[mirrored.at.group].parts[mirrored.at.part].name);
    QString text = same                 ? tr("“%1” is in step already.").arg(other)
                   : mirrored.at == *at ? tr("“%1” has both sides now.").arg(other)
                                        : tr("“%1” mirrors “%2” now.").arg(other, name);
    if (!mirrored.without_image.empty())
        text += QLatin1Char(' ') +
                tr("Without a bone on the other side: %1.").arg(list_of(mirrored.without_image));
    notices_->show_notice(
        {.topic = QStringLiteral("mirror"),
         .kind = mirrored.without_image.empty() ? NoticeBar::Kind::note : NoticeBar::Kind::warning,
         .text = text,
         .lasts_ms = 5000});
}

void FaceBonesPanel::set_range_end(RangeEnd end) {
    const auto at = tree_->current_part();
    if (!at) return;
    play_->setChecked(false);
    FaceGroups groups = editor_.groups();
    set_range_from_pose(groups, *at, end, shown_.sliders);
    const QString name = text_of(part_at(groups, *at).name);
    editor_.change(end == RangeEnd::start ? tr("set start of “%1”").arg(name)
                                          : tr("set end of “%1”").arg(name),
                   std::move(groups));
    // The pose stays as it is: the slider goes where it now lies.
    if (HeldSlider* slider = current_slider(); slider != nullptr && slider->held())
        slider->hold(end == RangeEnd::start ? 0.0f : 1.0f);
}

void FaceBonesPanel::reset_bone() {
    const auto at = tree_->current_part();
    if (!at) return;
    FaceGroups groups = editor_.groups();
    for (const std::size_t row : selected_bones()) reset(part_at(groups, *at).bones[row]);
    editor_.change(tr("reset bone"), std::move(groups));
}

void FaceBonesPanel::reset_part() {
    const auto at = tree_->current_part();
    if (!at) return;
    FaceGroups groups = editor_.groups();
    reset(part_at(groups, *at));
    editor_.change(tr("reset part"), std::move(groups));
}

void FaceBonesPanel::reset_group() {
    const auto group = tree_->current_group();
    if (!group) return;
    FaceGroups groups = editor_.groups();
    reset(groups.groups[*group]);
    editor_.change(tr("reset group"), std::move(groups));
}

void FaceBonesPanel::reset_all() {
    FaceGroups groups = editor_.groups();
    reset(groups);
    editor_.change(tr("reset all"), std::move(groups));
}

void FaceBonesPanel::guess_anew() {
    if (editor_.rig() != nullptr) editor_.change(tr("guess groups"), guess_face_groups(*editor_.rig()));
}

void FaceBonesPanel::take_copied(const ClonedGroups& copied, const QString& from) {
    editor_.change(tr("copy from %1").arg(from), copied.groups);
    QString text = tr("The groups of %1 were copied.").arg(from);
    if (!copied.unmatched.empty())
        text += QLatin1Char(' ') + tr("%n bone(s) of them are not in this rig: %1.", nullptr,
                                      static_cast<int>(copied.unmatched.size()))
                                       .arg(list_of(copied.unmatched));
    notices_->show_notice(
        {.topic = QStringLiteral("copy"),
         .kind = copied.unmatched.empty() ? NoticeBar::Kind::note : NoticeBar::Kind::warning,
         .text = text});
}

HeldSlider* FaceBonesPanel::current_slider() {
    const auto at = tree_->current_part();
    return at ? tree_->slider(slider_index(editor_.groups(), *at)) : nullptr;
}

void FaceBonesPanel::play_range(bool on) {
    if (!on) {
        sweep_.stop();
        end_showing();
        return;
    }
    HeldSlider* slider = current_slider();
    if (slider == nullptr) return play_->setChecked(false);
    show_range_end(0);
    sweep_.start();
}

void FaceBonesPanel::show_range_end(float value) {
    HeldSlider* slider = current_slider();
    if (slider == nullptr) return;
    if (sweep_.state() == QAbstractAnimation::Running) play_->setChecked(false);
    if (!before_showing_) before_showing_ = slider->held();
    showing_ = slider_index(editor_.groups(), *tree_->current_part());
    slider->hold(value);
}

void FaceBonesPanel::end_showing() {
    if (!before_showing_ || sweep_.state() == QAbstractAnimation::Running) return;
    const std::optional<float> before = *std::exchange(before_showing_, std::nullopt);
    HeldSlider* slider = tree_->slider(showing_);
    if (slider == nullptr) return;
    if (before)
        slider->hold(*before);
    else
        slider->let_go();
}

} // namespace mien::gui
