// A step that can be undone, as the whole value before and after it: for values that are small.
#pragma once

#include <functional>
#include <utility>

#include <QString>
#include <QUndoCommand>

namespace mien::gui {

/// For stacks that hold commands of one Value alone.
template <typename Value>
class ExchangeCommand : public QUndoCommand {
public:
    using Apply = std::function<void(const Value&)>;

    /// Commands in a row with the same `merge` (not empty) are undone as one.
    ExchangeCommand(const QString& what, Value before, Value after, Apply apply, QString merge = {})
        : QUndoCommand(what), before_(std::move(before)), after_(std::move(after)), apply_(std::move(apply)),
          merge_(std::move(merge)) {}

    void undo() override { apply_(before_); }
    void redo() override { apply_(after_); }
    [[nodiscard]] int id() const override { return merge_.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* later = static_cast<const ExchangeCommand*>(other);
        if (later->merge_ != merge_) return false;
        after_ = later->after_;
        return true;
    }

private:
    Value before_;
    Value after_;
    Apply apply_;
    QString merge_;
};

} // namespace mien::gui
