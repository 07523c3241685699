// The mapping's panel in the window, with real events.
#include <algorithm>

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/mapping_panel.h"
#include "solver/mapping_file.h"
#include "tests/gui/pictures.h"
#include "tests/gui/window_fixture.h"

namespace mien::gui {
namespace {

using Model = MappingModel;

class MappingPanelTest : public WindowTest {
protected:
    /// Opens a rig with "jawOpen" and the named expression, the panel in front.
    void open_rig(const std::string& expression = "mouthPucker") {
        rig_file_ = machine_.write_rig("avatar.gltf", expression);
        open({.source = "fake", .rig = rig_file_, .take = {}, .tracker = std::nullopt});
        ASSERT_SOON(state() == ShownState::ok);
        window_->findChild<QDockWidget*>(QStringLiteral("mapping"))->raise();
        ASSERT_SOON(table()->isVisible());
    }
    MappingPanel* mapping_panel() { return panel<MappingPanel>(); }
    QTableView* table() { return mapping_panel()->findChild<QTableView*>(); }
    const Mapping& mapping() { return mapping_panel()->model().mapping(); }
    QToolButton* button(const char* text) {
        for (auto* found : mapping_panel()->findChildren<QToolButton*>())
            if (found->text() == QLatin1String(text)) return found;
        ADD_FAILURE() << "no button " << text;
        return nullptr;
    }
    void click(const char* text) { QTest::mouseClick(button(text), Qt::LeftButton); }
    QModelIndex cell(int row, Model::Column column) { return mapping_panel()->model().index(row, column); }
    QString text(int row, Model::Column column) { return cell(row, column).data().toString(); }
    int row_of(const QString& source) {
        for (int row = 0; row < mapping_panel()->model().rowCount(); ++row)
            if (text(row, Model::source_column) == source) return row;
        return -1;
    }
    /// Opens the editor of a cell as F2 does and gives it.
    template <typename Editor>
    Editor* edit(int row, Model::Column column) {
        EXPECT_SOON(table()->viewport()->findChild<Editor*>() == nullptr); // the one before is gone
        table()->setCurrentIndex(cell(row, column));
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_F2);
        return table()->viewport()->findChild<Editor*>();
    }
    void type_number(int row, Model::Column column, const QString& number) {
        auto* editor = edit<QAbstractSpinBox>(row, column);
        ASSERT_NE(editor, nullptr);
        QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(editor, number);
        QTest::keyClick(editor, Qt::Key_Return);
        EXPECT_SOON(text(row, column) == number); // Qt takes the value when the event loop comes round
    }
    /// What is written beside the rig, once it is.
    Result<Mapping> saved() {
        const LoadedRig& rig = *window_->performance().rig();
        return load_mapping(rig.rig, rig.groups, rig.joints);
    }
    bool file_has(const char* text) {
        const auto content = read_text_file(machine_.folder() / "avatar.mien.json", 100'000);
        return content && content->find(text) != std::string::npos;
    }

    std::filesystem::path rig_file_;
};

TEST_F(MappingPanelTest, AGainTypedIntoTheTableMovesTheAvatarAndIsSaved) {
    open_rig();
    const int jaw = row_of(QStringLiteral("jawOpen"));
    ASSERT_GE(jaw, 0);
    const QImage before = avatar();
    type_number(jaw, Model::gain_column, QStringLiteral("2.25"));
    EXPECT_FLOAT_EQ(mapping().rows[static_cast<std::size_t>(jaw)].gain, 2.25f);
    EXPECT_FLOAT_EQ(window_->performance().rig()->mapping.rows[static_cast<std::size_t>(jaw)].gain, 2.25f);
    EXPECT_SOON(test::difference(before, avatar()) > 0.5);
    ASSERT_SOON(file_has("2.25"));
    EXPECT_FLOAT_EQ(saved()->rows[static_cast<std::size_t>(jaw)].gain, 2.25f);
}

TEST_F(MappingPanelTest, TheMeterFollowsTheFace) {
    open_rig();
    const int jaw = row_of(QStringLiteral("jawOpen"));
    EXPECT_SOON(std::abs(cell(jaw, Model::meter_column).data(Model::value_role).toDouble() - 0.4) < 0.01);
}

TEST_F(MappingPanelTest, SpaceSwitchesARowOffAndPlaysNothing) {
    open_rig();
    const int jaw = row_of(QStringLiteral("jawOpen"));
    table()->setCurrentIndex(cell(jaw, Model::source_column));
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    EXPECT_FALSE(mapping().rows[static_cast<std::size_t>(jaw)].on);
    EXPECT_FALSE(window_->performance().take_open());
    EXPECT_SOON(cell(jaw, Model::meter_column).data(Model::value_role).toDouble() == 0);
}

TEST_F(MappingPanelTest, ACurveAndATargetAreChosenFromLists) {
    open_rig();
    const int jaw = row_of(QStringLiteral("jawOpen"));
    EXPECT_EQ(text(jaw, Model::exponent_column), QString()) << "a straight curve has no power";
    auto* curves = edit<QComboBox>(jaw, Model::curve_column);
    ASSERT_NE(curves, nullptr);
    QTest::keyClick(curves, Qt::Key_Down);
    QTest::keyClick(curves, Qt::Key_Return);
    EXPECT_SOON(mapping().rows[static_cast<std::size_t>(jaw)].curve.shape == CurveShape::ease_in);
    auto* targets = edit<QComboBox>(jaw, Model::target_column);
    ASSERT_NE(targets, nullptr);
    EXPECT_EQ(targets->currentText(), QStringLiteral("jawOpen"));
    QTest::keyClick(targets, Qt::Key_Down);
    QTest::keyClick(targets, Qt::Key_Return);
    EXPECT_SOON(text(jaw, Model::target_column) == QStringLiteral("mouthPucker"));
}

TEST_F(MappingPanelTest, CtrlZTakesChangesBackOneByOne) {
    open_rig();
    const Mapping first = mapping();
    const int jaw = row_of(QStringLiteral("jawOpen"));
    EXPECT_FALSE(button("Undo")->isEnabled());
    type_number(jaw, Model::gain_column, QStringLiteral("1.5"));
    type_number(jaw, Model::low_column, QStringLiteral("0.2"));
    QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FLOAT_EQ(mapping().rows[static_cast<std::size_t>(jaw)].low, 0);
    EXPECT_FLOAT_EQ(mapping().rows[static_cast<std::size_t>(jaw)].gain, 1.5f);
    QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(mapping().rows, first.rows);
    EXPECT_EQ(window_->performance().rig()->mapping.rows, first.rows);
    EXPECT_FALSE(button("Undo")->isEnabled());
}

TEST_F(MappingPanelTest, RowsAreAddedAndRemovedByKeys) {
    open_rig();
    const int rows = mapping_panel()->model().rowCount();
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Insert);
    ASSERT_EQ(mapping_panel()->model().rowCount(), rows + 1);
    EXPECT_EQ(table()->currentIndex().row(), rows) << "the new row is the one to go on with";
    QTest::keyClick(table(), Qt::Key_Delete);
    EXPECT_EQ(mapping_panel()->model().rowCount(), rows);
}

TEST_F(MappingPanelTest, ResetGuessesAnewAndForgetsWhatWasSaved) {
    open_rig();
    const Mapping guess = mapping();
    const int jaw = row_of(QStringLiteral("jawOpen"));
    EXPECT_FALSE(button("Reset")->isEnabled());
    type_number(jaw, Model::gain_column, QStringLiteral("3.0"));
    ASSERT_SOON(file_has("gain"));
    click("Reset");
    EXPECT_EQ(mapping().rows, guess.rows);
    ASSERT_SOON(!file_has("gain"));
    EXPECT_FALSE(saved()->users_own);
    click("Undo");
    EXPECT_FLOAT_EQ(mapping().rows[static_cast<std::size_t>(jaw)].gain, 3);
    QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(mapping().rows, guess.rows) << "done again";
}

TEST_F(MappingPanelTest, TheGainIsSeenAtTheFirstWidthAndEveryColumnOfAWidePanel) {
    open_rig();
    const auto seen = [this](Model::Column column) {
        const int right = table()->columnViewportPosition(column) + table()->columnWidth(column);
        return right <= table()->viewport()->width();
    };
    EXPECT_TRUE(seen(Model::gain_column)) << "in a window of 1024 pixels";
    EXPECT_FALSE(seen(Model::combine_column));
    window_->resize(1900, 640);
    window_->resizeDocks({window_->findChild<QDockWidget*>(QStringLiteral("mapping"))}, {900},
                         Qt::Horizontal);
    EXPECT_SOON(seen(Model::combine_column));
}

TEST_F(MappingPanelTest, WhatIsLeftOverIsShownAndTakenByEnter) {
    open_rig("jawOpen2");
    auto* leftovers = mapping_panel()->findChild<QTreeWidget*>();
    ASSERT_EQ(leftovers->topLevelItemCount(), 2);
    EXPECT_TRUE(leftovers->topLevelItem(0)->text(0).contains(QStringLiteral("51")));
    QTreeWidgetItem* unclear = leftovers->topLevelItem(1)->child(0);
    ASSERT_NE(unclear, nullptr);
    EXPECT_TRUE(unclear->text(0).contains(QStringLiteral("perhaps jawOpen")))
        << unclear->text(0).toStdString();
    const int rows = mapping_panel()->model().rowCount();
    leftovers->topLevelItem(1)->setExpanded(true);
    leftovers->setCurrentItem(unclear);
    leftovers->setFocus();
    QTest::keyClick(leftovers, Qt::Key_Return);
    ASSERT_EQ(mapping_panel()->model().rowCount(), rows + 1);
    EXPECT_EQ(text(rows, Model::target_column), QStringLiteral("jawOpen2"));
    EXPECT_EQ(text(rows, Model::source_column), QStringLiteral("jawOpen"));
    EXPECT_EQ(leftovers->topLevelItemCount(), 1) << "nothing is unused any more";
}

TEST_F(MappingPanelTest, TheFilterFindsChannelsAndTargets) {
    open_rig();
    auto* filter = mapping_panel()->findChild<QLineEdit*>();
    QTest::keyClicks(filter, QStringLiteral("pucker"));
    EXPECT_TRUE(table()->isRowHidden(row_of(QStringLiteral("jawOpen"))));
    EXPECT_FALSE(table()->isRowHidden(row_of(QStringLiteral("mouthPucker"))));
}

TEST_F(MappingPanelTest, ARowWhoseTargetIsGoneIsShownAsSuchAndKept) {
    rig_file_ = machine_.write_rig("avatar.gltf", "mouthPucker");
    ASSERT_TRUE(
        write_file_atomically(machine_.folder() / "avatar.mien.json", R"({"version":1,"mapping":{"version":1,
        "rows":[{"channel":"jawOpen","expression":"jawOpen"},{"channel":"tongueOut","expression":"lizard"}]}})")
            .has_value());
    open_rig();
    ASSERT_EQ(mapping_panel()->model().rowCount(), 2);
    EXPECT_EQ(text(1, Model::target_column), QStringLiteral("lizard"));
    EXPECT_TRUE(cell(1, Model::target_column)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("not in this rig")));
    type_number(0, Model::gain_column, QStringLiteral("1.75"));
    ASSERT_SOON(file_has("1.75"));
    EXPECT_TRUE(file_has("lizard"));
}

TEST_F(MappingPanelTest, AnotherRigSavesTheFirstOnesChangesAtOnce) {
    open_rig();
    type_number(row_of(QStringLiteral("jawOpen")), Model::gain_column, QStringLiteral("4.5"));
    const auto other = machine_.write_rig("other.gltf", "mouthLeft");
    window_->performance().open_rig(other);
    ASSERT_SOON(row_of(QStringLiteral("mouthLeft")) >= 0);
    EXPECT_TRUE(file_has("4.5"));
    EXPECT_FALSE(button("Undo")->isEnabled()) << "what was undone belonged to the other rig";
}

TEST_F(MappingPanelTest, EveryControlHasANameAndCanBeReachedByKeys) {
    open_rig();
    for (const QWidget* widget : std::initializer_list<QWidget*>{
             table(), mapping_panel()->findChild<QLineEdit*>(), mapping_panel()->findChild<QTreeWidget*>(),
             button("Add"), button("Remove"), button("Undo"), button("Reset")}) {
        EXPECT_FALSE(widget->accessibleName().isEmpty());
        EXPECT_TRUE(widget->focusPolicy() & Qt::TabFocus);
    }
}

} // namespace
} // namespace mien::gui
