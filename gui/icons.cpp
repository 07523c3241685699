#include "gui/icons.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

namespace mien::gui {

namespace {

/// Draws in a square of side 16; the engine scales.
void draw(Icon which, QPainter& painter, const QColor& colour) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const auto stroke = [&] {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    };
    const auto triangle = [&](double x, double direction) {
        const QPointF corners[] = {{x, 3}, {x + 8 * direction, 8}, {x, 13}};
        painter.drawPolygon(corners, 3);
    };
    switch (which) {
    case Icon::record:
        painter.setBrush(QColor(220, 60, 60));
        painter.drawEllipse(QRectF(3, 3, 10, 10));
        break;
    case Icon::stop:
        painter.drawRoundedRect(QRectF(3.5, 3.5, 9, 9), 1, 1);
        break;
    case Icon::play:
        triangle(4.5, 1);
        break;
    case Icon::pause:
        painter.drawRect(QRectF(4, 3, 3, 10));
        painter.drawRect(QRectF(9, 3, 3, 10));
        break;
    case Icon::step_back:
        painter.drawRect(QRectF(2.5, 3, 2, 10));
        triangle(13, -1);
        break;
    case Icon::step_on:
        painter.drawRect(QRectF(11.5, 3, 2, 10));
        triangle(3, 1);
        break;
    case Icon::cross:
        stroke();
        painter.drawLine(QPointF(4, 4), QPointF(12, 12));
        painter.drawLine(QPointF(12, 4), QPointF(4, 12));
        break;
    case Icon::face: // the program's own
        painter.setBrush(QColor(64, 132, 214));
        painter.drawRoundedRect(QRectF(0.5, 0.5, 15, 15), 3.5, 3.5);
        painter.setBrush(Qt::white);
        painter.drawEllipse(QPointF(5.2, 6.2), 1.2, 1.7);
        painter.drawEllipse(QPointF(10.8, 6.2), 1.2, 1.7);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(Qt::white, 1.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawArc(QRectF(4.2, 5.6, 7.6, 6.6), 200 * 16, 140 * 16);
        break;
    case Icon::reset:
    case Icon::loop: {
        stroke();
        painter.drawArc(QRectF(3, 3, 10, 10), 100 * 16, 280 * 16);
        QPainterPath head;
        head.moveTo(4.5, 2.2);
        head.lineTo(7.6, 3.1);
        head.lineTo(6.6, 6.2);
        painter.drawPath(head);
        break;
    }
    }
}

class Engine : public QIconEngine {
public:
    explicit Engine(Icon which) : which_(which) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.topLeft());
        painter->scale(rect.width() / 16.0, rect.height() / 16.0);
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        if (mode == QIcon::Disabled) painter->setOpacity(0.5);
        draw(which_, *painter, QGuiApplication::palette().color(group, QPalette::ButtonText));
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new Engine(*this); }

private:
    Icon which_;
};

} // namespace

QIcon icon(Icon which) {
    return QIcon(new Engine(which));
}

} // namespace mien::gui
