#include "gui/settings.h"

#include <optional>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "base/file.h"
#include "capture/tracker/tracker.h"
#include "gui/text.h"

namespace mien::gui {

namespace {

constexpr int settings_version = 1;
constexpr std::size_t largest_file = 1 << 20; // a real one has about 2 kB

QString tr(const char* text) {
    return QCoreApplication::translate("Settings", text);
}

std::filesystem::path with_suffix(std::filesystem::path file, const char* suffix) {
    file += suffix;
    return file;
}

QString name_of(Appearance appearance) {
    switch (appearance) {
    case Appearance::light:
        return QStringLiteral("light");
    case Appearance::dark:
        return QStringLiteral("dark");
    case Appearance::desktop:
        break;
    }
    return QStringLiteral("desktop");
}

Appearance appearance_from(const QString& name) {
    if (name == QLatin1String("light")) return Appearance::light;
    if (name == QLatin1String("dark")) return Appearance::dark;
    return Appearance::desktop;
}

QByteArray bytes_from(const QJsonValue& value) {
    const auto decoded =
        QByteArray::fromBase64Encoding(value.toString().toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? decoded.decoded : QByteArray();
}

float number_from(const QJsonValue& value, double low, double high, float otherwise) {
    const double number = value.toDouble(-1);
    return number >= low && number <= high ? static_cast<float>(number) : otherwise;
}

/// Nothing where the text is no settings file at all; single values of a wrong kind become defaults.
std::optional<Settings> parse(std::string_view text) {
    const auto document =
        QJsonDocument::fromJson(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())));
    if (!document.isObject()) return std::nullopt;
    const QJsonObject object = document.object();
    if (object.value(QLatin1String("version")).toInt() != settings_version) return std::nullopt;

    const Settings defaults;
    Settings settings;
    settings.source = object.value(QLatin1String("source")).toString().toStdString();
    settings.rig = object.value(QLatin1String("rig")).toString().toStdString();
    for (const QJsonValue& file : object.value(QLatin1String("recent_rigs")).toArray())
        if (file.isString()) settings.recent_rigs.push_back(file.toString().toStdString());
    settings.tracker = object.value(QLatin1String("tracker")).toString().toStdString();
    if (!tracker_kind_from_name(settings.tracker)) settings.tracker = defaults.tracker;
    const QJsonObject calm = object.value(QLatin1String("calm")).toObject();
    for (const CalmGroup& group : calm_groups)
        settings.calm.*group.amount =
            number_from(calm.value(text_of(group.name)), 0, 1, defaults.calm.*group.amount);
    settings.pupil_distance =
        number_from(object.value(QLatin1String("pupil_distance")), 30, 100, defaults.pupil_distance);
    settings.mirror = object.value(QLatin1String("mirror")).toBool(defaults.mirror);
    settings.camera_shown = object.value(QLatin1String("camera_shown")).toBool(defaults.camera_shown);
    settings.panels_locked = object.value(QLatin1String("panels_locked")).toBool(defaults.panels_locked);
    settings.appearance = appearance_from(object.value(QLatin1String("appearance")).toString());
    settings.geometry = bytes_from(object.value(QLatin1String("geometry")));
    settings.layout = bytes_from(object.value(QLatin1String("layout")));
    return settings;
}

std::optional<Settings> read(const std::filesystem::path& file) {
    const auto text = read_text_file(file, largest_file);
    return text ? parse(*text) : std::nullopt;
}

} // namespace

LoadedSettings load_settings(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {};
    if (auto settings = read(file)) return {std::move(*settings), {}};

    const auto aside = with_suffix(file, ".damaged");
    std::error_code failed;
    std::filesystem::rename(file, aside, failed);
    const QString where = QString::fromStdString((failed ? file : aside).string());
    if (auto settings = read(with_suffix(file, ".bak")))
        return {std::move(*settings),
                tr("The settings file was damaged; those of the time before are in use. It is kept as %1.")
                    .arg(where)};
    return {{}, tr("The settings file was damaged; the defaults are in use. It is kept as %1.").arg(where)};
}

Result<void> save_settings(const std::filesystem::path& file, const Settings& settings) {
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    if (failed)
        return fail(ErrorCode::unavailable, "Cannot make the settings folder {}: {}",
                    file.parent_path().string(), failed.message());
    const auto backup = with_suffix(file, ".bak");
    if (read(file))
        std::filesystem::copy_file(file, backup, std::filesystem::copy_options::overwrite_existing, failed);

    QJsonArray recent;
    for (const std::string& rig : settings.recent_rigs) recent.append(QString::fromStdString(rig));
    QJsonObject calm;
    for (const CalmGroup& group : calm_groups)
        calm.insert(text_of(group.name), static_cast<double>(settings.calm.*group.amount));
    const QJsonObject object{
        {QStringLiteral("version"), settings_version},
        {QStringLiteral("source"), QString::fromStdString(settings.source)},
        {QStringLiteral("rig"), QString::fromStdString(settings.rig)},
        {QStringLiteral("recent_rigs"), recent},
        {QStringLiteral("tracker"), QString::fromStdString(settings.tracker)},
        {QStringLiteral("calm"), calm},
        {QStringLiteral("pupil_distance"), static_cast<double>(settings.pupil_distance)},
        {QStringLiteral("mirror"), settings.mirror},
        {QStringLiteral("camera_shown"), settings.camera_shown},
        {QStringLiteral("panels_locked"), settings.panels_locked},
        {QStringLiteral("appearance"), name_of(settings.appearance)},
        {QStringLiteral("geometry"), QString::fromLatin1(settings.geometry.toBase64())},
        {QStringLiteral("layout"), QString::fromLatin1(settings.layout.toBase64())},
    };
    const QByteArray text = QJsonDocument(object).toJson();
    return write_file_atomically(file,
                                 std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
}

} // namespace mien::gui
