#include "core/clip/clip_table.h"

#include <algorithm>
#include <array>
#include <set>

#include "absl/strings/str_format.h"
#include "core/base/cat.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/clip/channel_motion.h"

namespace retarget {

std::vector<ClipTableRow> MakeClipTable(const Clip& clip) {
  Clip sorted = clip;
  SortChannels(sorted);
  std::vector<ClipTableRow> rows;
  for (const Channel& channel : sorted.channels) {
    rows.push_back({sorted.bone_names[channel.bone], channel.bone, channel.path, channel.interpolation,
                    channel.times.size(), channel.times.front(), channel.times.back(), ChannelMoves(channel)});
  }
  return rows;
}

std::string ClipTableText(const std::vector<ClipTableRow>& rows) {
  using Cells = std::array<std::string, 7>;
  std::vector<Cells> lines = {{"bone", "path", "interpolation", "keys", "first s", "last s", "moves"}};
  for (const ClipTableRow& row : rows) {
    const std::string name = Quoted(row.bone);  // escapes line breaks
    lines.push_back({name.substr(1, name.size() - 2), std::string(PathName(row.path)),
                     std::string(InterpolationName(row.interpolation)), Cat(row.num_keys),
                     absl::StrFormat("%.3f", row.first_s), absl::StrFormat("%.3f", row.last_s),
                     row.moves ? "yes" : "no"});
  }
  Cells::size_type widths[7] = {};
  for (const Cells& cells : lines) {
    for (size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  std::string out;
  for (const Cells& cells : lines) {
    for (size_t i = 0; i + 1 < cells.size(); ++i) out += cells[i] + std::string(widths[i] + 2 - cells[i].size(), ' ');
    out += cells.back() + "\n";
  }
  return out;
}

std::string ClipTableJson(const std::vector<ClipTableRow>& rows) {
  std::string out = "[";
  for (const ClipTableRow& row : rows) {
    out += out.size() == 1 ? "\n  { \"bone\": " : ",\n  { \"bone\": ";
    AppendJsonString(out, row.bone);
    out += Cat(", \"index\": ", row.bone_index, ", \"path\": \"", PathName(row.path), "\", \"interpolation\": \"",
               InterpolationName(row.interpolation), "\", \"keys\": ", row.num_keys, ", \"first\": ");
    AppendJsonNumber(out, row.first_s);
    out += ", \"last\": ";
    AppendJsonNumber(out, row.last_s);
    out += Cat(", \"moves\": ", row.moves ? "true" : "false", " }");
  }
  return out + (rows.empty() ? "]\n" : "\n]\n");
}

std::vector<std::string> DrivenBoneNames(const Clip& clip) {
  std::vector<std::string> names;
  std::set<int> seen;
  for (const Channel& channel : clip.channels) {
    if (seen.insert(channel.bone).second) names.push_back(clip.bone_names[channel.bone]);
  }
  return names;
}

}  // namespace retarget
