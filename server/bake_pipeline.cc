#include "server/bake_pipeline.h"

#include <chrono>
#include <utility>

#include "core/clip/codecs.h"
#include "core/retarget/plan.h"
#include "core/retarget/report.h"
#include "server/guarded.h"
#include "spdlog/spdlog.h"

namespace retarget {
namespace {

absl::Status CallerLeft() { return absl::CancelledError("the caller left"); }

}  // namespace

void BakeCall::Cancel() {
  std::function<void()> leave;
  {
    std::lock_guard lock(mutex_);
    cancelled_ = true;
    leave = std::exchange(leave_, nullptr);
  }
  if (leave) leave();
}

BakePipeline::BakePipeline(PipelineOptions options, BakeStore* store)
    : run_(std::move(options.run)),
      store_(store),
      bake_pool_("bake", options.bake_threads, options.bake_queue),
      io_pool_("request", options.io_threads, options.io_queue) {}

std::shared_ptr<BakeCall> BakePipeline::Bake(const BakeRequestBytes& request, BakeDone done) {
  auto call = std::make_shared<BakeCall>();
  // Taken before any input is read: a clear from here on keeps this bake out of the store.
  const uint64_t ticket = store_->BeginTicket();
  const absl::Status posted =
      io_pool_.Post([this, request, ticket, call, done] { Prepare(request, ticket, call, done); });
  if (!posted.ok()) Finish(done, posted);
  return call;
}

void BakePipeline::Prepare(const BakeRequestBytes& request, uint64_t store_ticket,
                           const std::shared_ptr<BakeCall>& call, BakeDone done) {
  {
    std::lock_guard lock(call->mutex_);
    if (call->cancelled_) return Finish(done, CallerLeft());
  }
  absl::StatusOr<BakeInputs> decoded = Guarded([&] { return DecodeBake(request, /*clip_optional=*/false); });
  if (!decoded.ok()) return Finish(done, decoded.status());
  auto inputs = std::make_shared<const BakeInputs>(*std::move(decoded));
  if (std::optional<BakeAnswer> stored = LookUp(inputs)) return Finish(done, *std::move(stored));
  auto flight = std::make_shared<Flight>();
  flight->key = inputs->key->Text();
  flight->inputs = std::move(inputs);
  flight->store_ticket = store_ticket;
  TakeOff(std::move(flight), call, std::move(done));
}

void BakePipeline::TakeOff(std::shared_ptr<Flight> fresh, const std::shared_ptr<BakeCall>& call, BakeDone done) {
  const FlightTable::Seat seat = flights_.Join(std::move(fresh), std::move(done));
  {
    std::unique_lock lock(call->mutex_);
    auto leave = [this, seat] {
      if (const BakeDone left = flights_.Leave(seat)) Finish(left, CallerLeft());
    };
    if (!call->cancelled_) {
      call->leave_ = std::move(leave);
    } else {
      lock.unlock();
      leave();
    }
  }
  if (!seat.leads) return;
  const absl::Status posted = bake_pool_.Post([this, flight = seat.flight] { Fly(flight); });
  if (!posted.ok()) Land(seat.flight, posted);
}

void BakePipeline::Fly(const std::shared_ptr<Flight>& flight) {
  if (flight->abandoned) return;  // nobody has a seat any more
  // The bake of an earlier flight may have landed between this caller's look-up and its take-off.
  if (std::optional<BakeAnswer> stored = LookUp(flight->inputs)) return Land(flight, *std::move(stored));
  Land(flight, BakeAndStore(*flight));
}

absl::StatusOr<BakeAnswer> BakePipeline::BakeAndStore(const Flight& flight) {
  ++runs_;
  const auto start = std::chrono::steady_clock::now();
  const BakeInputs& inputs = *flight.inputs;
  absl::StatusOr<BakeResult> result = Guarded([&] { return run_(inputs, flight.abandoned); });
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  spdlog::info("event=bake key={} code={} ms={:.1f}", flight.key, absl::StatusCodeToString(result.status().code()),
               took.count());
  if (!result.ok()) return result.status();
  BakeAnswer answer;
  answer.inputs = flight.inputs;
  answer.zanim = std::make_shared<const std::string>(EncodeZanim(result->clip));
  answer.digest = Sha256Of(*answer.zanim);
  answer.report_json = ReportToJson(result->report);
  Store(flight, answer);
  return answer;
}

void BakePipeline::Land(const std::shared_ptr<Flight>& flight, const absl::StatusOr<BakeAnswer>& answer) {
  for (const FlightTable::Waiter& waiter : flights_.Land(flight)) {
    absl::StatusOr<BakeAnswer> own = answer;
    if (own.ok() && !waiter.leads) own->origin = BakeOrigin::kJoined;
    Finish(waiter.done, std::move(own));
  }
}

std::optional<BakeAnswer> BakePipeline::LookUp(std::shared_ptr<const BakeInputs> inputs) {
  absl::StatusOr<StoredBake> stored = store_->Get(*inputs->key);
  if (!stored.ok()) {
    if (!absl::IsNotFound(stored.status())) {
      spdlog::warn("event=store_failed op=get key={} error=\"{}\"", inputs->key->Text(), stored.status().ToString());
    }
    return std::nullopt;
  }
  BakeAnswer answer;
  answer.origin = stored->hot ? BakeOrigin::kHot : BakeOrigin::kDisk;
  answer.digest = stored->record.digest;
  answer.zanim = std::move(stored->bytes);
  if (absl::StatusOr<StoredAux> report = store_->GetAux(*inputs->key, kReportAux); report.ok()) {
    answer.report_json = std::move(report->bytes);
  }
  answer.inputs = std::move(inputs);
  return answer;
}

void BakePipeline::Store(const Flight& flight, const BakeAnswer& answer) {
  const BakeInputs& inputs = *flight.inputs;
  BakeWrite write;
  write.key = *inputs.key;
  write.labels = {inputs.source.name(), inputs.target.name(), inputs.clip->name};
  write.bytes = answer.zanim;
  write.aux = {{std::string(kReportAux), answer.report_json},
               {std::string(kPlanAux), PlanToJson(inputs.plan, inputs.source, inputs.target)}};
  write.ticket = flight.store_ticket;
  const absl::Status stored = store_->Put(write).status();
  if (absl::IsAborted(stored)) {
    spdlog::info("event=not_stored key={} reason=cleared", flight.key);
  } else if (!stored.ok()) {
    spdlog::warn("event=store_failed op=put key={} error=\"{}\"", flight.key, stored.ToString());
  }
}

void BakePipeline::Finish(const BakeDone& done, absl::StatusOr<BakeAnswer> answer) {
  if (!answer.ok()) {
    ++failed_;
  } else {
    switch (answer->origin) {
      case BakeOrigin::kBaked:
        ++baked_;
        break;
      case BakeOrigin::kHot:
        ++hot_hits_;
        break;
      case BakeOrigin::kDisk:
        ++disk_hits_;
        break;
      case BakeOrigin::kJoined:
        ++joined_;
        break;
    }
  }
  done(std::move(answer));
}

PipelineStats BakePipeline::stats() const {
  return {.baked = baked_,
          .hot_hits = hot_hits_,
          .disk_hits = disk_hits_,
          .joined = joined_,
          .failed = failed_,
          .runs = runs_,
          .in_flight = flights_.size()};
}

}  // namespace retarget
