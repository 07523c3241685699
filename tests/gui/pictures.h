// What tests look for in a picture.
#pragma once

#include <cstdlib>

#include <QImage>
#include <QRect>

namespace mien::test {

/// Where the picture differs from the colour of its top left corner.
inline QRect content_of(const QImage& picture) {
    const QColor ground = picture.pixelColor(2, 2);
    QRect found;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const QColor c = picture.pixelColor(x, y);
            if (std::abs(c.red() - ground.red()) + std::abs(c.green() - ground.green()) +
                    std::abs(c.blue() - ground.blue()) >
                24)
                found |= QRect(x, y, 1, 1);
        }
    return found;
}

/// Mean difference of two pictures of one size, 0..255; 255 where the sizes differ.
inline double difference(const QImage& a, const QImage& b) {
    if (a.size() != b.size() || a.isNull()) return 255;
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QColor p = a.pixelColor(x, y);
            const QColor q = b.pixelColor(x, y);
            sum +=
                std::abs(p.red() - q.red()) + std::abs(p.green() - q.green()) + std::abs(p.blue() - q.blue());
        }
    return sum / 3 / a.width() / a.height();
}

} // namespace mien::test
