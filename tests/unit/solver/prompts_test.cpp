#include "solver/calibration/prompts.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(Prompts, AreReadByTheNamesOfTheirColumns) {
    const auto prompts = parse_prompts("prompt,channels,t_end,t_start\r\n"
                                       "smile,mouthSmileLeft  mouthSmileRight,6.03,4.79\r\n"
                                       "\"rest, please\",,2,0\n",
                                       "asked.csv");
    ASSERT_TRUE(prompts) << prompts.error().message;
    ASSERT_EQ(prompts->size(), 2u);
    EXPECT_EQ((*prompts)[0].text, "rest, please");
    EXPECT_TRUE((*prompts)[0].channels.empty());
    EXPECT_DOUBLE_EQ((*prompts)[1].from, 4.79);
    EXPECT_DOUBLE_EQ((*prompts)[1].to, 6.03);
    EXPECT_EQ((*prompts)[1].channels,
              (std::vector<ChannelIndex>{channel("mouthSmileLeft"), channel("mouthSmileRight")}));
}

TEST(Prompts, WhatIsNoneIsRefusedWithItsLine) {
    const auto message = [](std::string_view csv) {
        const auto prompts = parse_prompts(csv, "asked.csv");
        EXPECT_FALSE(prompts) << csv;
        if (prompts) return std::string();
        EXPECT_EQ(prompts.error().code, ErrorCode::unreadable);
        return prompts.error().message;
    };
    EXPECT_EQ(message(""), "asked.csv: it holds no prompts");
    EXPECT_EQ(message("a,b\n"), "asked.csv: the first line must name t_start, t_end and channels");
    const std::string head = "t_start,t_end,prompt,channels\n";
    EXPECT_EQ(message(head + "0,1,x,jawOpen\n1,2,x,jawopen\n"),
              "asked.csv: line 3 is no prompt: there is no channel \"jawopen\"");
    for (const char* line : {"2,1,x,jawOpen", "-1,1,x,", "nan,1,x,", "1,inf,x,", "1 ,2,x,", ",,,"})
        EXPECT_NE(message(head + line).find("line 2 is no prompt: t_start and t_end must be seconds"),
                  std::string::npos)
            << line;
    EXPECT_NE(message(head + "1,2").find("too few fields"), std::string::npos);
}

} // namespace
} // namespace mien
