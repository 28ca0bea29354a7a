#include "server/flight_table.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace retarget {
namespace {

std::shared_ptr<Flight> FlightOf(const std::string& key) {
  auto flight = std::make_shared<Flight>();
  flight->key = key;
  return flight;
}

BakeDone Counting(int& calls) {
  return [&calls](absl::StatusOr<BakeAnswer>) { ++calls; };
}

TEST(FlightTable, FirstLeadsAndOthersJoin) {
  FlightTable table;
  int calls = 0;
  const auto first = table.Join(FlightOf("k"), Counting(calls));
  const auto second = table.Join(FlightOf("k"), Counting(calls));
  const auto other = table.Join(FlightOf("other"), Counting(calls));
  EXPECT_TRUE(first.leads);
  EXPECT_FALSE(second.leads);
  EXPECT_TRUE(other.leads);
  EXPECT_EQ(first.flight, second.flight);
  EXPECT_EQ(table.size(), 2);
  const auto waiters = table.Land(first.flight);
  ASSERT_EQ(waiters.size(), 2u);
  EXPECT_TRUE(waiters[0].leads);
  EXPECT_FALSE(waiters[1].leads);
  EXPECT_EQ(table.size(), 1);
  EXPECT_EQ(calls, 0) << "callbacks are the caller's to call";
}

TEST(FlightTable, BakeGoesOnWhileAnyoneWaits) {
  FlightTable table;
  int calls = 0;
  const auto leader = table.Join(FlightOf("k"), Counting(calls));
  const auto follower = table.Join(FlightOf("k"), Counting(calls));
  EXPECT_TRUE(table.Leave(leader));
  EXPECT_FALSE(leader.flight->abandoned);
  EXPECT_FALSE(table.Leave(leader)) << "one leaves once";
  EXPECT_TRUE(table.Leave(follower));
  EXPECT_TRUE(leader.flight->abandoned);
  EXPECT_EQ(table.size(), 0);
}

TEST(FlightTable, AnAbandonedFlightIsNotJoined) {
  FlightTable table;
  int calls = 0;
  const auto old = table.Join(FlightOf("k"), Counting(calls));
  table.Leave(old);
  const auto fresh = table.Join(FlightOf("k"), Counting(calls));
  EXPECT_TRUE(fresh.leads);
  EXPECT_NE(fresh.flight, old.flight);
  EXPECT_TRUE(table.Land(old.flight).empty()) << "the old flight must not end the new one";
  EXPECT_FALSE(table.Leave(old));
  EXPECT_EQ(table.Land(fresh.flight).size(), 1u);
}

TEST(FlightTable, NobodyLeavesAfterLanding) {
  FlightTable table;
  int calls = 0;
  const auto seat = table.Join(FlightOf("k"), Counting(calls));
  EXPECT_EQ(table.Land(seat.flight).size(), 1u);
  EXPECT_FALSE(table.Leave(seat));
  EXPECT_FALSE(seat.flight->abandoned);
}

}  // namespace
}  // namespace retarget
