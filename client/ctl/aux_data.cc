// retargetctl aux: data stored beside a bake.

#include <cstdio>

#include "client/ctl/commands.h"
#include "client/ctl/common/daemon.h"
#include "client/ctl/common/files.h"
#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/status_macros.h"

namespace retarget::ctl {
namespace {

struct Options {
  std::string key, name, file;
  DaemonOptions daemon;
};

absl::Status List(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options.daemon));
  v1::ListAuxRequest request;
  request.set_bake_key(options.key);
  const absl::StatusOr<v1::ListAuxResponse> response = client->ListAux(request);
  if (!response.ok()) return WithStartHint(response.status());
  std::string text;
  for (const std::string& name : response->names()) text += name + "\n";
  console.Answer(
      {{"key", options.key}, {"names", std::vector<std::string>(response->names().begin(), response->names().end())}},
      text);
  return absl::OkStatus();
}

absl::Status Get(const Options& options, const Console& console) {
  if (!options.file.empty()) RETURN_IF_ERROR(CheckWritable(options.file));
  if (options.file.empty() && console.json) return absl::InvalidArgumentError("--json needs -o FILE for the data");
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options.daemon));
  v1::GetAuxRequest request;
  request.set_bake_key(options.key);
  request.set_name(options.name);
  const absl::StatusOr<v1::GetAuxResponse> response = client->GetAux(request);
  if (!response.ok()) return WithStartHint(response.status());
  if (options.file.empty()) {
    std::fwrite(response->data().data(), 1, response->data().size(), stdout);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(WriteOutput(options.file, response->data()));
  console.Answer(
      {{"key", options.key}, {"name", options.name}, {"sizeBytes", response->data().size()}, {"output", options.file}},
      Lines().Add("size", SizeText(response->data().size())).Add("wrote", options.file).Text());
  return absl::OkStatus();
}

absl::Status Put(const Options& options, const Console& console) {
  ASSIGN_OR_RETURN(std::string data, ReadFile(options.file));
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options.daemon));
  const size_t size = data.size();
  v1::PutAuxRequest request;
  request.set_bake_key(options.key);
  request.set_name(options.name);
  request.set_data(std::move(data));
  const absl::Status status = client->PutAux(request);
  // The daemon asks for the bake first; to the caller of a command the bake is simply not there.
  if (absl::IsFailedPrecondition(status)) return absl::NotFoundError(status.message());
  RETURN_IF_ERROR(WithStartHint(status));
  console.Answer({{"key", options.key}, {"name", options.name}, {"sizeBytes", size}},
                 Cat("stored ", options.name, ", ", SizeText(size), "\n"));
  return absl::OkStatus();
}

}  // namespace

void AddAuxCommands(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  const Command group = line.AddGroup("aux", "Data stored beside a bake, such as its report and plan.");
  auto add = [&](const char* name, const char* description, const char* example,
                 absl::Status (*work)(const Options&, const Console&)) {
    Command command = line.Add(
        name, description, example, [options, work](const Console& console) { return work(*options, console); },
        &group);
    command.Required("KEY", options->key, "Bake key, as `bake` prints it");
    AddDaemonOptions(command, options->daemon);
    return command;
  };
  add("list", "Lists the names stored beside a bake.", "retargetctl aux list KEY", List);
  Command get = add("get", "Prints data stored beside a bake, or writes it.", "retargetctl aux get KEY report", Get);
  get.Required("NAME", options->name, "Name of the data; every bake has `report` and `plan`");
  get.Text("-o,--output", options->file, "Write the data there instead of printing it");
  Command put = add("put", "Stores a file beside a bake.", "retargetctl aux put KEY contacts contacts.json", Put);
  put.Required("NAME", options->name, "1 to 64 of a-z 0-9 _ -");
  put.Required("FILE", options->file, "File with the data, at most 16 MiB");
}

}  // namespace retarget::ctl
