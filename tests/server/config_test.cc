#include "server/config.h"

#include "core/base/file_io.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(Config, RejectsUnknownKeyWithLineAndNearest) {
  EXPECT_THAT(ParseConfig("listen: \"127.0.0.1:1\"\nbake:\n  thread: 3\n"),
              StatusIs(kInvalid, AllOf(HasSubstr("line 3"), HasSubstr("unknown key \"bake.thread\""),
                                       HasSubstr("nearest: \"bake.threads\""))));
  EXPECT_THAT(ParseConfig("data_dirr: x\n"), StatusIs(kInvalid, HasSubstr("nearest: \"data_dir\"")));
}

TEST(Config, RejectsValueOutOfRangeWithLine) {
  EXPECT_THAT(ParseConfig("\nmax_request_bytes: 12\n"),
              StatusIs(kInvalid, AllOf(HasSubstr("line 2"), HasSubstr("max_request_bytes"), HasSubstr("1048576"))));
  EXPECT_THAT(ParseConfig("io:\n  threads: 0\n"), StatusIs(kInvalid, HasSubstr("io.threads")));
  EXPECT_THAT(ParseConfig("io:\n  threads: 99999999999999999999\n"), StatusIs(kInvalid, HasSubstr("io.threads")));
}

TEST(Config, RejectsWrongKinds) {
  EXPECT_THAT(ParseConfig("bake:\n  queue: many\n"), StatusIs(kInvalid, HasSubstr("bake.queue: expected a whole")));
  EXPECT_THAT(ParseConfig("bake: 7\n"), StatusIs(kInvalid, HasSubstr("unknown key \"bake\"")));
  EXPECT_THAT(ParseConfig("listen: {a: b}\n"), StatusIs(kInvalid, HasSubstr("listen: expected text or a list")));
  EXPECT_THAT(ParseConfig("listen: []\n"), StatusIs(kInvalid, HasSubstr("listen: expected at least one")));
  EXPECT_THAT(ParseConfig("log:\n  level: loud\n"), StatusIs(kInvalid, HasSubstr("trace, debug, info, warn, error")));
  EXPECT_THAT(ParseConfig("- a\n- b\n"), StatusIs(kInvalid, HasSubstr("key: value")));
  EXPECT_THAT(ParseConfig("listen: [\"a\n"), StatusIs(kInvalid, HasSubstr("not YAML")));
}

TEST(Config, RejectsKeyGivenTwice) {
  EXPECT_THAT(ParseConfig("io:\n  queue: 3\n  queue: 4\n"),
              StatusIs(kInvalid, AllOf(HasSubstr("line 3"), HasSubstr("given twice"))));
}

TEST(Config, ReportsEveryProblemAtOnce) {
  EXPECT_THAT(ParseConfig("nonsense_key: 1\nio:\n  threads: -4\n"),
              StatusIs(kInvalid, AllOf(HasSubstr("nonsense_key"), HasSubstr("io.threads"))));
}

TEST(Config, EmptyFileIsEveryDefault) {
  ASSERT_OK_AND_ASSIGN(Config config, ParseConfig(""));
  EXPECT_EQ(config, Config{});
}

TEST(Config, ReadsEveryKind) {
  ASSERT_OK_AND_ASSIGN(Config config, ParseConfig("listen: [\"unix:/tmp/x\", \"[::1]:0\"]\ndata_dir: /d\n"
                                                  "bake: {threads: 3}\nlog: {level: warn}\n"));
  EXPECT_THAT(config.listen, ElementsAre("unix:/tmp/x", "[::1]:0"));
  EXPECT_EQ(config.data_dir, "/d");
  EXPECT_EQ(config.bake_threads, 3);
  EXPECT_EQ(config.log_level, "warn");
  EXPECT_EQ(config.io_threads, Config{}.io_threads);
}

TEST(Config, PrintedConfigReadsBack) {
  Config config;
  config.listen = {"unix:/tmp/a \"b\"", "127.0.0.1:0"};
  config.bake_queue = 7;
  config.log_level = "error";
  ASSERT_OK_AND_ASSIGN(Config again, ParseConfig(ConfigToYaml(config)));
  EXPECT_EQ(again, config);
}

TEST(Config, ReferenceFileHoldsEveryKeyWithItsDefault) {
  ASSERT_OK_AND_ASSIGN(Config reference, LoadConfigFile(RETARGETD_REFERENCE_CONFIG));
  EXPECT_EQ(reference, Config{});
  // A key missing from the file would read as its default too, so the text is searched for each.
  ASSERT_OK_AND_ASSIGN(std::string text, ReadFile(RETARGETD_REFERENCE_CONFIG));
  for (const std::string& key : ConfigKeys()) {
    const size_t dot = key.find('.');
    const std::string line = dot == std::string::npos ? "\n" + key + ": " : "\n  " + key.substr(dot + 1) + ": ";
    EXPECT_THAT(text, HasSubstr(line)) << key;
  }
}

TEST(Config, MissingFileIsNamed) {
  EXPECT_THAT(LoadConfigFile("/nonexistent/retargetd.yaml"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/retargetd.yaml")));
}

TEST(Config, ValidateListsEveryRange) {
  Config config;
  config.io_queue = 0;
  config.drain_deadline_s = -1;
  EXPECT_THAT(ValidateConfig(config), StatusIs(kInvalid, AllOf(HasSubstr("io.queue"), HasSubstr("drain.deadline_s"))));
}

}  // namespace
}  // namespace retarget
