// retargetctl clear: removes stored bakes.

#include "client/ctl/commands.h"
#include "client/ctl/common/daemon.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string base_key, bake_key;
  bool everything = false, yes = false, dry_run = false;
  DaemonOptions daemon;
};

absl::StatusOr<v1::ClearCacheRequest> MakeRequest(const Options& options) {
  const int selectors = !options.base_key.empty() + !options.bake_key.empty() + options.everything;
  if (selectors != 1) return absl::InvalidArgumentError("give one of --base-key, --bake-key and --everything");
  if (options.everything && !options.dry_run && !options.yes) {
    return absl::InvalidArgumentError(
        "--everything removes every stored bake: repeat with --yes, or look first with --dry-run");
  }
  v1::ClearCacheRequest request;
  request.set_dry_run(options.dry_run);
  if (options.everything) request.set_everything(true);
  if (!options.base_key.empty()) request.set_base_key(options.base_key);
  if (!options.bake_key.empty()) request.set_bake_key(options.bake_key);
  return request;
}

absl::Status Run(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const v1::ClearCacheRequest request, MakeRequest(options));
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options.daemon));
  const absl::StatusOr<v1::ClearCacheResponse> response = client->ClearCache(request);
  if (!response.ok()) return WithStartHint(response.status());
  console.Answer({{"dryRun", options.dry_run},
                  {"bakes", response->bake_count()},
                  {"aux", response->aux_count()},
                  {"sizeBytes", response->size_bytes()}},
                 Cat(options.dry_run ? "would remove " : "removed ", response->bake_count(), " bakes with ",
                     response->aux_count(), " aux entries, ", SizeText(response->size_bytes()), "\n"));
  return absl::OkStatus();
}

}  // namespace

void AddClearCommand(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.Add("clear", "Removes stored bakes, each with everything beside it.",
                             "retargetctl clear --everything --dry-run",
                             [options](const Console& console) { return Run(*options, console); });
  command.Text("--base-key", options->base_key, "<clip hash>.<rig hash>: all bakes of one clip on one rig");
  command.Text("--bake-key", options->bake_key, "One bake, as `bake` prints its key");
  command.Flag("--everything", options->everything, "Every bake; asks for --yes");
  command.Flag("--yes", options->yes, "Confirms --everything");
  command.Flag("--dry-run", options->dry_run, "Count without removing");
  AddDaemonOptions(command, options->daemon);
}

}  // namespace retarget::ctl
