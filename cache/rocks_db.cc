#include "cache/rocks_db.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "cache/row.h"
#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/digest.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "rocksdb/env.h"
#include "rocksdb/options.h"

namespace retarget {
namespace {

namespace fs = std::filesystem;

const std::string kMetaFamily = "meta";
const std::string kGenerationFamily = "g1";
const std::string kSchemaRow = "schema";
const std::string kEpochRow = "epoch";
constexpr uint64_t kFirstEpoch = 1;

// Records and small aux stay in the index; bakes go to blob files.
constexpr uint64_t kSmallestBlobBytes = 4096;
// Also bounds what a start after a kill reads back.
constexpr uint64_t kMostWalBytes = uint64_t{128} << 20;
// A daemon has sockets to open as well.
constexpr int kMostOpenFiles = 512;

rocksdb::Slice AsSlice(std::string_view text) { return {text.data(), text.size()}; }
std::string_view AsView(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

absl::Status ToStatus(const rocksdb::Status& status, std::string_view doing) {
  if (status.ok()) return absl::OkStatus();
  const std::string message = Cat("store: ", doing, ": ", status.ToString());
  // A file that the store names is gone: damage, though RocksDB calls it an IO error.
  if (status.IsCorruption() || status.IsPathNotFound()) return absl::DataLossError(message);
  if (status.IsNotFound()) return absl::NotFoundError(message);
  if (status.IsNoSpace()) return absl::ResourceExhaustedError(message);
  return absl::UnavailableError(message);
}

rocksdb::DBOptions DatabaseOptions() {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.max_total_wal_size = kMostWalBytes;
  options.max_open_files = kMostOpenFiles;
  options.keep_log_file_num = 2;
  options.max_log_file_size = size_t{4} << 20;
  options.stats_dump_period_sec = 0;
  return options;
}

rocksdb::ColumnFamilyOptions FamilyOptions() {
  rocksdb::ColumnFamilyOptions options;
  options.compression = rocksdb::kNoCompression;
  options.enable_blob_files = true;
  options.min_blob_size = kSmallestBlobBytes;
  // Collecting a damaged blob file turns the whole store read-only.
  options.enable_blob_garbage_collection = false;
  return options;
}

// RocksDB reports a held lock as any other IO error; asking first tells it apart from damage.
absl::Status CheckNotInUse(const std::string& folder) {
  rocksdb::Env* const env = rocksdb::Env::Default();
  rocksdb::FileLock* lock = nullptr;
  const rocksdb::Status status = env->LockFile(folder + "/LOCK", &lock);
  if (status.ok()) return ToStatus(env->UnlockFile(lock), "release the lock");
  return absl::UnavailableError(Cat("store ", Quoted(folder),
                                    " is in use by another daemon: stop it, or give this one another folder (",
                                    status.ToString(), ")"));
}

bool HasManifest(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().filename().string().starts_with("MANIFEST-")) return true;
  }
  return false;
}

void AddMissing(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// RocksDB opens a store only with all the families it has; we make those we need.
absl::StatusOr<std::vector<std::string>> FamilyNames(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  if (fs::exists(folder + "/CURRENT", error)) {
    const rocksdb::Status status = rocksdb::DB::ListColumnFamilies(DatabaseOptions(), folder, &names);
    RETURN_IF_ERROR(ToStatus(status, Cat("read ", Quoted(folder))));
  } else if (HasManifest(folder)) {
    return absl::DataLossError(Cat("store ", Quoted(folder), ": its file CURRENT is gone"));
  }
  AddMissing(names, rocksdb::kDefaultColumnFamilyName);
  AddMissing(names, kMetaFamily);
  AddMissing(names, kGenerationFamily);
  return names;
}

// Plain digits for ever: whatever values look like in a later schema, this one row says which it is.
std::string EncodeSchema(uint32_t schema) { return Cat(schema); }

absl::StatusOr<uint32_t> DecodeSchema(std::string_view text) {
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || text.size() > 9 || !digits) {
    return absl::DataLossError(Cat("store: schema: expected a number, got ", Quoted(text)));
  }
  return static_cast<uint32_t>(std::stoul(std::string(text)));
}

}  // namespace

absl::StatusOr<std::unique_ptr<RocksDb>> RocksDb::Open(const std::string& folder) {
  RETURN_IF_ERROR(CheckNotInUse(folder));
  std::unique_ptr<RocksDb> db(new RocksDb);
  RETURN_IF_ERROR(db->OpenFolder(folder));
  RETURN_IF_ERROR(db->ReadMeta(folder));
  return db;
}

absl::Status RocksDb::OpenFolder(const std::string& folder) {
  ASSIGN_OR_RETURN(const std::vector<std::string> names, FamilyNames(folder));
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  for (const std::string& name : names) descriptors.emplace_back(name, FamilyOptions());
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status = rocksdb::DB::Open(DatabaseOptions(), folder, descriptors, &families_, &db);
  RETURN_IF_ERROR(ToStatus(status, Cat("open ", Quoted(folder))));
  db_.reset(db);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == kMetaFamily) meta_ = families_[i];
    if (names[i] == kGenerationFamily) generation_ = families_[i];
  }
  return absl::OkStatus();
}

RocksDb::~RocksDb() {
  for (rocksdb::ColumnFamilyHandle* family : families_) db_->DestroyColumnFamilyHandle(family);
}

absl::Status RocksDb::ReadMeta(const std::string& folder) {
  std::string value;
  const rocksdb::Status found = db_->Get({}, meta_, kSchemaRow, &value);
  if (found.IsNotFound() && !HasRows()) {
    epoch_ = kFirstEpoch;
    return WriteMeta(epoch_);
  }
  if (found.IsNotFound()) return absl::DataLossError(Cat("store ", Quoted(folder), ": its schema is gone"));
  RETURN_IF_ERROR(ToStatus(found, "read the schema"));
  ASSIGN_OR_RETURN(const uint32_t schema, DecodeSchema(value));
  if (schema > kSchema) {
    return absl::FailedPreconditionError(Cat("store ", Quoted(folder), " has schema ", schema, ", this program reads ",
                                             kSchema, ": use a newer program or another folder"));
  }
  return ReadEpoch();
}

absl::Status RocksDb::ReadEpoch() {
  std::string value;
  const rocksdb::Status found = db_->Get({}, meta_, kEpochRow, &value);
  if (found.IsNotFound()) return absl::DataLossError("store: its epoch is gone");
  RETURN_IF_ERROR(ToStatus(found, "read the epoch"));
  ASSIGN_OR_RETURN(const OpenedValue opened, OpenValue(kEpochRow, value));
  ByteReader reader(opened.payload);
  ASSIGN_OR_RETURN(epoch_, reader.U64("epoch"));
  return absl::OkStatus();
}

absl::Status RocksDb::WriteMeta(uint64_t epoch) {
  ByteWriter payload_writer;
  payload_writer.U64(epoch);
  const std::string payload = payload_writer.Take();
  rocksdb::WriteBatch batch;
  batch.Put(meta_, kSchemaRow, EncodeSchema(kSchema));
  batch.Put(meta_, kEpochRow, ValueHeader(kEpochRow, payload.size(), Sha256Of(payload)) + payload);
  return Write(batch, Durability::kPower);
}

absl::Status RocksDb::BumpEpoch() {
  RETURN_IF_ERROR(WriteMeta(epoch_ + 1));
  ++epoch_;
  return absl::OkStatus();
}

bool RocksDb::HasRows() const {
  const std::unique_ptr<rocksdb::Iterator> rows(db_->NewIterator({}, generation_));
  rows->SeekToFirst();
  return rows->Valid() || !rows->status().ok();
}

absl::Status RocksDb::RemoveDeadRows() {
  const std::string first_live = EpochPrefix(epoch_);
  const std::unique_ptr<rocksdb::Iterator> rows(db_->NewIterator({}, generation_));
  rows->SeekToFirst();
  if (rows->status().ok() && (!rows->Valid() || AsView(rows->key()) >= first_live)) return absl::OkStatus();
  RETURN_IF_ERROR(ToStatus(db_->DeleteRange({}, generation_, EpochPrefix(0), first_live), "remove dead rows"));
  const rocksdb::Slice end = first_live;
  return ToStatus(db_->CompactRange({}, generation_, nullptr, &end), "compact");
}

absl::Status RocksDb::Read(const std::string& row, rocksdb::PinnableSlice* value) const {
  return ToStatus(db_->Get({}, generation_, row, value), "read");
}

absl::Status RocksDb::Visit(const std::string& prefix,
                            const std::function<bool(std::string_view, std::string_view)>& visit) const {
  // Without the bound the step past the last record would fetch the first bake's bytes.
  std::string end = prefix;
  ++end.back();
  const rocksdb::Slice end_slice = end;
  rocksdb::ReadOptions options;
  options.iterate_upper_bound = &end_slice;
  const std::unique_ptr<rocksdb::Iterator> rows(db_->NewIterator(options, generation_));
  for (rows->Seek(prefix); rows->Valid(); rows->Next()) {
    if (!visit(AsView(rows->key()), AsView(rows->value()))) return absl::OkStatus();
  }
  return ToStatus(rows->status(), "list");
}

void RocksDb::Put(rocksdb::WriteBatch& batch, const std::string& row, std::string_view header,
                  std::string_view payload) const {
  const rocksdb::Slice key = row;
  const std::array<rocksdb::Slice, 2> value = {AsSlice(header), AsSlice(payload)};
  batch.Put(generation_, rocksdb::SliceParts(&key, 1), rocksdb::SliceParts(value.data(), value.size()));
}

void RocksDb::Delete(rocksdb::WriteBatch& batch, const std::string& row) const { batch.Delete(generation_, row); }

absl::Status RocksDb::Write(rocksdb::WriteBatch& batch, Durability durability) {
  rocksdb::WriteOptions options;
  options.sync = durability == Durability::kPower;
  return ToStatus(db_->Write(options, &batch), "write");
}

absl::Status RocksDb::Sync() { return ToStatus(db_->SyncWAL(), "sync"); }

}  // namespace retarget
