// The panel of face bones as a person uses it: real events, and what comes of them on the avatar, in the
// groups and in the file.
#include <utility>

#include <QAction>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/bone_picker.h"
#include "gui/face_bones_model.h"
#include "gui/face_bones_panel.h"
#include "gui/face_groups_tree.h"
#include "gui/gui.h"
#include "gui/held_slider.h"
#include "gui/system_services.h"
#include "tests/gui/pictures.h"
#include "tests/gui/window_fixture.h"

namespace mien::gui {
namespace {

class FaceBonesTest : public WindowTest {
protected:
    /// Opens the window with the bundled face-bone rig, without its own groups where `bare`.
    void open_bones(bool bare) {
        machine_.services().import_rig = [bare](const std::filesystem::path& path) {
            auto rig = system_services({}).bundled_rig("mien-bones");
            if (rig) rig->path = path;
            if (rig && bare) rig->own_face_groups.clear();
            return rig;
        };
        open({.source = "fake", .rig = rig_file(), .take = {}, .tracker = std::nullopt});
        qobject_cast<QDockWidget*>(panel<FaceBonesPanel>()->parentWidget())->raise();
        ASSERT_SOON(panel<FaceBonesPanel>()->isVisible());
        ASSERT_SOON(!test::content_of(avatar()).isNull());
    }
    [[nodiscard]] std::filesystem::path rig_file() const { return machine_.folder() / "bones.glb"; }
    [[nodiscard]] std::filesystem::path settings_file() const {
        return machine_.folder() / "bones.mien.json";
    }
    FaceGroupsTree& tree() { return panel<FaceBonesPanel>()->tree(); }
    FaceGroupsEditor& editor() { return panel<FaceBonesPanel>()->editor(); }
    const FaceGroups& groups() { return editor().groups(); }
    QTableView* table() { return panel<FaceBonesPanel>()->findChild<QTableView*>(); }
    void select(const char* name) {
        ASSERT_NE(part(name), nullptr) << name;
        tree().select_part(*part_of_slider(groups(), number_of(name)));
    }
    /// nullptr where there is none.
    const FacePart* part(const char* name) { return groups().slider(number_of(name)); }
    /// Its flat number; beyond the end where there is none.
    std::size_t number_of(const char* name) {
        for (std::size_t i = 0; i < groups().slider_count(); ++i)
            if (groups().slider(i)->name == name) return i;
        return groups().slider_count();
    }
    void click(const char* text) {
        for (auto* button : panel<FaceBonesPanel>()->findChildren<QPushButton*>())
            if (button->text() == QString::fromUtf8(text)) {
                ASSERT_TRUE(button->isEnabled()) << text;
                return QTest::mouseClick(button, Qt::LeftButton);
            }
        FAIL() << text;
    }
    /// An entry of the panel's menus.
    void choose(const char* text) {
        for (auto* action : panel<FaceBonesPanel>()->findChildren<QAction*>())
            if (action->text().remove(QLatin1Char('&')) == QLatin1String(text)) {
                ASSERT_TRUE(action->isEnabled()) << text;
                return action->trigger();
            }
        FAIL() << text;
    }
    void type_name(const QString& name) {
        QLineEdit* line = nullptr;
        ASSERT_SOON((line = tree().viewport()->findChild<QLineEdit*>()) != nullptr);
        line->selectAll();
        QTest::keyClicks(line, name);
        QTest::keyClick(line, Qt::Key_Return);
    }
    /// Puts a number into a cell of the bones' table as the keyboard does.
    void type_number(int row, int column, const QString& number) {
        table()->setFocus();
        table()->setCurrentIndex(table()->model()->index(row, column));
        QTest::keyClick(table(), Qt::Key_F2);
        QDoubleSpinBox* box = nullptr;
        ASSERT_SOON((box = table()->viewport()->findChild<QDoubleSpinBox*>()) != nullptr);
        box->selectAll();
        QTest::keyClicks(box, number);
        QTest::keyClick(box, Qt::Key_Return);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
};

TEST_F(FaceBonesTest, ABareRigFollowsThePerformerByTheGuessedParts) {
    open_bones(true);
    press(Qt::Key_F);
    FaceState state;
    state.tracked = true;
    state.quality = 0.9f;
    state.head.z = -0.6f;
    machine_.control().set_state(state);
    for (const auto& [name, index] :
         {std::pair("jawOpen", channel("jawOpen")), std::pair("eyeBlinkLeft", channel("eyeBlinkLeft")),
          std::pair("browInnerUp", channel("browInnerUp")),
          std::pair("mouthSmileRight", channel("mouthSmileRight"))}) {
        FaceState still = state;
        machine_.control().set_state(still);
        EXPECT_SOON(window_->performance().rig() != nullptr);
        QImage before;
        const auto at_rest = [&] {
            const QImage earlier = std::exchange(before, avatar());
            QTest::qWait(150);
            return before == earlier && before == avatar();
        };
        EXPECT_SOON(at_rest());
        still.weights[index] = 1;
        machine_.control().set_state(still);
        EXPECT_SOON(test::difference(before, avatar()) > 0.004) << name;
    }
    EXPECT_SOON(tree().slider(number_of("Mouth smile left"))->slider()->value() == 100) << "the mirror is on";
}

TEST_F(FaceBonesTest, ASliderHoldsAndStillShowsThePerformer) {
    open_bones(true);
    HeldSlider* jaw = tree().slider(number_of("Jaw open"));
    ASSERT_SOON(jaw->slider()->value() == 40);
    const QImage before = avatar();
    jaw->slider()->setFocus();
    QTest::keyClick(jaw->slider(), Qt::Key_End);
    EXPECT_EQ(jaw->held(), 1.0f);
    EXPECT_SOON(test::difference(before, avatar()) > 0.1);
    window_->actions().let_go->trigger();
    EXPECT_SOON(jaw->slider()->value() == 40);
}

TEST_F(FaceBonesTest, ARangeIsTypedShownUndoneAndSaved) {
    open_bones(true);
    select("Jaw open");
    const FaceGroups guessed = groups();
    const QImage before = avatar();
    const QRect table_before = table()->geometry();
    type_number(0, FaceBonesModel::end_column, QStringLiteral("35"));
    EXPECT_FLOAT_EQ(part("Jaw open")->bones[0].end, 35);
    EXPECT_SOON(test::difference(before, avatar()) > 0.02);
    ASSERT_SOON(std::filesystem::exists(settings_file()));
    EXPECT_EQ(table()->geometry(), table_before) << "that it was saved moves nothing under the mouse";
    tree().setFocus();
    EXPECT_NE(read_text_file(settings_file(), 1 << 20).value().find("35"), std::string::npos);
    QTest::keyClick(&tree(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(groups(), guessed);
    QTest::keyClick(&tree(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_FLOAT_EQ(part("Jaw open")->bones[0].end, 35);
}

TEST_F(FaceBonesTest, FromNothingAPartIsMadeNamedGivenABoneAndFollowsItsChannel) {
    open_bones(true);
    choose("Group");
    type_name(QStringLiteral("Mine"));
    EXPECT_SOON(groups().groups.back().name == "Mine");
    choose("Part");
    type_name(QStringLiteral("Tongue out"));
    ASSERT_SOON(part("Tongue out") != nullptr);
    select("Tongue out");
    click("Add bone…");
    auto* picker = panel<FaceBonesPanel>()->findChild<BonePicker*>();
    ASSERT_NE(picker, nullptr);
    auto* search = picker->findChild<QLineEdit*>();
    QTest::keyClicks(search, QStringLiteral("tonguetip"));
    QTest::keyClick(search, Qt::Key_Return);
    ASSERT_EQ(part("Tongue out")->bones.size(), 1u);
    EXPECT_TRUE(part("Tongue out")->bones[0].path.ends_with("TongueTip"));
    EXPECT_EQ(part("Tongue out")->bones[0].end, 0) << "a new entry changes nothing";
    bool driven = false;
    for (const MappingRow& row : window_->performance().rig()->mapping.rows)
        driven = driven || (row.source == channel("tongueOut") &&
                            row.target == static_cast<int>(number_of("Tongue out")));
    EXPECT_TRUE(driven);
}

TEST_F(FaceBonesTest, MirrorBringsTheOtherSideInStep) {
    open_bones(true);
    select("Mouth smile left");
    const float before = part("Mouth smile right")->bones[0].end;
    type_number(0, FaceBonesModel::end_column, QStringLiteral("0.0111"));
    click("Mirror");
    EXPECT_NEAR(part("Mouth smile right")->bones[0].end, -0.0111f, 1e-6)
        << "x points away from the other side";
    EXPECT_NE(part("Mouth smile right")->bones[0].end, before);
    EXPECT_FALSE(notice_anywhere("mirror").isEmpty());
}

TEST_F(FaceBonesTest, SetEndTakesThePoseThatIsShown) {
    open_bones(true);
    select("Eye blink left");
    const float end = part("Eye blink left")->bones[0].end;
    tree().slider(number_of("Eye blink left"))->hold(0.5f);
    click("Set end");
    EXPECT_NEAR(part("Eye blink left")->bones[0].end, end / 2, std::abs(end) * 1e-3f);
    EXPECT_EQ(tree().slider(number_of("Eye blink left"))->held(), 1.0f) << "the pose stays";
    tree().slider(number_of("Eye blink left"))->hold(0.0f);
    click("Set start");
    EXPECT_EQ(part("Eye blink left")->bones[0].start, 0);
}

TEST_F(FaceBonesTest, PlayRangeSweepsAndThenLetsGo) {
    open_bones(true);
    select("Mouth pucker");
    HeldSlider* slider = tree().slider(number_of("Mouth pucker"));
    click("Play range");
    EXPECT_SOON(slider->slider()->value() > 60);
    EXPECT_SOON(slider->slider()->value() < 30);
    click("Play range");
    EXPECT_EQ(slider->held(), std::nullopt);
    EXPECT_SOON(slider->slider()->value() == 0);
}

TEST_F(FaceBonesTest, ResetsRemovesMovesAndGuessesAnew) {
    open_bones(true);
    const FaceGroups guessed = groups();
    select("Jaw open");
    choose("Of the part");
    EXPECT_EQ(part("Jaw open")->bones[0].end, 0);
    choose("Of all");
    EXPECT_EQ(part("Brow inner up")->bones[0].end, 0);
    choose("Move down");
    EXPECT_EQ(groups().groups[0].parts[1].name, "Jaw open");
    EXPECT_EQ(tree().current_part(), (PartAddress{0, 1})) << "it stays selected";
    tree().setFocus();
    QTest::keyClick(&tree(), Qt::Key_Delete);
    EXPECT_EQ(part("Jaw open"), nullptr);
    choose("Guess from the bones");
    EXPECT_EQ(groups(), guessed);
}

TEST_F(FaceBonesTest, GroupsAreCopiedFromASettingsFile) {
    open_bones(true);
    const auto other = machine_.folder() / "other.mien.json";
    ASSERT_TRUE(write_file_atomically(
        other, std::string_view(R"({"version":1,"groups":[{"name":"G","parts":[{"name":"P","rest":0,"bones":[
            {"path":"X/Jaw","channel":"rotation_x","start":0,"end":9},
            {"path":"X/Trunk","channel":"rotation_x","start":0,"end":9}]}]}]})")));
    window_->performance().copy_face_groups(other);
    ASSERT_SOON(part("P") != nullptr);
    EXPECT_NE(part("P")->bones[0].node, no_index);
    EXPECT_TRUE(notice_anywhere("copy").contains(QStringLiteral("Trunk")));
    tree().setFocus();
    QTest::keyClick(&tree(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_NE(part("Jaw open"), nullptr);
}

TEST_F(FaceBonesTest, ClosingSavesAtOnceAndTheNextStartShowsIt) {
    open_bones(true);
    select("Jaw open");
    type_number(0, FaceBonesModel::end_column, QStringLiteral("30"));
    window_->close();
    window_.reset();
    background_.reset();
    open_bones(true);
    ASSERT_NE(part("Jaw open"), nullptr);
    EXPECT_FLOAT_EQ(part("Jaw open")->bones[0].end, 30);
}

TEST_F(FaceBonesTest, EveryControlHasAName) {
    open_bones(false);
    for (auto* widget : panel<FaceBonesPanel>()->findChildren<QWidget*>()) {
        if (!widget->isVisible() || (widget->focusPolicy() & Qt::TabFocus) == 0) continue;
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        const bool named =
            !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        EXPECT_TRUE(named) << widget->metaObject()->className() << " " << widget->objectName().toStdString();
    }
}

} // namespace
} // namespace mien::gui
