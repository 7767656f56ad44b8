#pragma once
/// The tags of the FIX fields that this code names, in ascending order, and the type of a
/// tag.
///
/// Field names are those of FIX 4.4; a comment gives the name in FIX 4.2 where it differs. A
/// dictionary (dictionary.hpp) holds all fields of a version. Threads: constants. Allocation: none.
/// Source: FIX 4.2, 4.4, 5.0 SP2, FIXT 1.1.

#include <cstdint>

namespace hotpath::protocols::fix {

/// A field's number: 1 to kTagMax, written without leading zeros.
using Tag = std::uint32_t;
inline constexpr Tag kTagMax = 9'999'999;
/// The tag of a field whose own tag is not a number; no field has it.
inline constexpr Tag kNoTag = 0;

/// The character that ends every field.
inline constexpr char kSoh = '\x01';

namespace tag {

inline constexpr Tag kAccount = 1;
inline constexpr Tag kAvgPx = 6;
inline constexpr Tag kBeginSeqNo = 7;
inline constexpr Tag kBeginString = 8;
inline constexpr Tag kBodyLength = 9;
inline constexpr Tag kCheckSum = 10;
inline constexpr Tag kClOrdId = 11;
inline constexpr Tag kCumQty = 14;
inline constexpr Tag kCurrency = 15;
inline constexpr Tag kEndSeqNo = 16;
inline constexpr Tag kExecId = 17;
inline constexpr Tag kExecInst = 18;
inline constexpr Tag kExecRefId = 19;
inline constexpr Tag kExecTransType = 20;  // FIX 4.2
inline constexpr Tag kHandlInst = 21;
inline constexpr Tag kSecurityIdSource = 22;  // IDSource
inline constexpr Tag kLastPx = 31;
inline constexpr Tag kLastQty = 32;  // LastShares
inline constexpr Tag kMsgSeqNum = 34;
inline constexpr Tag kMsgType = 35;
inline constexpr Tag kNewSeqNo = 36;
inline constexpr Tag kOrderId = 37;
inline constexpr Tag kOrderQty = 38;
inline constexpr Tag kOrdStatus = 39;
inline constexpr Tag kOrdType = 40;
inline constexpr Tag kOrigClOrdId = 41;
inline constexpr Tag kPossDupFlag = 43;
inline constexpr Tag kPrice = 44;
inline constexpr Tag kRefSeqNum = 45;
inline constexpr Tag kSecurityId = 48;
inline constexpr Tag kSenderCompId = 49;
inline constexpr Tag kSenderSubId = 50;
inline constexpr Tag kSendingTime = 52;
inline constexpr Tag kSide = 54;
inline constexpr Tag kSymbol = 55;
inline constexpr Tag kTargetCompId = 56;
inline constexpr Tag kTargetSubId = 57;
inline constexpr Tag kText = 58;
inline constexpr Tag kTimeInForce = 59;
inline constexpr Tag kTransactTime = 60;
inline constexpr Tag kTradeDate = 75;
inline constexpr Tag kSignature = 89;
inline constexpr Tag kSecureDataLen = 90;
inline constexpr Tag kSecureData = 91;
inline constexpr Tag kSignatureLength = 93;
inline constexpr Tag kRawDataLength = 95;
inline constexpr Tag kRawData = 96;
inline constexpr Tag kPossResend = 97;
inline constexpr Tag kEncryptMethod = 98;
inline constexpr Tag kStopPx = 99;
inline constexpr Tag kExDestination = 100;
inline constexpr Tag kCxlRejReason = 102;
inline constexpr Tag kOrdRejReason = 103;
inline constexpr Tag kHeartBtInt = 108;
inline constexpr Tag kClientId = 109;  // FIX 4.2
inline constexpr Tag kMinQty = 110;
inline constexpr Tag kMaxFloor = 111;
inline constexpr Tag kTestReqId = 112;
inline constexpr Tag kOnBehalfOfCompId = 115;
inline constexpr Tag kOnBehalfOfSubId = 116;
inline constexpr Tag kOrigSendingTime = 122;
inline constexpr Tag kGapFillFlag = 123;
inline constexpr Tag kDeliverToCompId = 128;
inline constexpr Tag kDeliverToSubId = 129;
inline constexpr Tag kResetSeqNumFlag = 141;
inline constexpr Tag kSenderLocationId = 142;
inline constexpr Tag kTargetLocationId = 143;
inline constexpr Tag kOnBehalfOfLocationId = 144;
inline constexpr Tag kDeliverToLocationId = 145;
inline constexpr Tag kNoRelatedSym = 146;
inline constexpr Tag kExecType = 150;
inline constexpr Tag kLeavesQty = 151;
inline constexpr Tag kMaxShow = 210;  // FIX 4.2, 4.4
inline constexpr Tag kXmlDataLen = 212;
inline constexpr Tag kXmlData = 213;
inline constexpr Tag kMdReqId = 262;
inline constexpr Tag kSubscriptionRequestType = 263;
inline constexpr Tag kMarketDepth = 264;
inline constexpr Tag kMdUpdateType = 265;
inline constexpr Tag kAggregatedBook = 266;
inline constexpr Tag kNoMdEntryTypes = 267;
inline constexpr Tag kNoMdEntries = 268;
inline constexpr Tag kMdEntryType = 269;
inline constexpr Tag kMdEntryPx = 270;
inline constexpr Tag kMdEntrySize = 271;
inline constexpr Tag kMdEntryId = 278;
inline constexpr Tag kMdUpdateAction = 279;
inline constexpr Tag kMdReqRejReason = 281;
inline constexpr Tag kOpenCloseSettlFlag = 286;  // OpenCloseSettleFlag
inline constexpr Tag kMdEntryPositionNo = 290;
inline constexpr Tag kTradingSessionId = 336;
inline constexpr Tag kNumberOfOrders = 346;
inline constexpr Tag kMessageEncoding = 347;
inline constexpr Tag kEncodedTextLen = 354;
inline constexpr Tag kEncodedText = 355;
inline constexpr Tag kLastMsgSeqNumProcessed = 369;
inline constexpr Tag kOnBehalfOfSendingTime = 370;
inline constexpr Tag kRefTagId = 371;
inline constexpr Tag kRefMsgType = 372;
inline constexpr Tag kSessionRejectReason = 373;
inline constexpr Tag kExecRestatementReason = 378;
inline constexpr Tag kBusinessRejectRefId = 379;
inline constexpr Tag kBusinessRejectReason = 380;
inline constexpr Tag kNoTradingSessions = 386;
inline constexpr Tag kCxlRejResponseTo = 434;
inline constexpr Tag kPartyIdSource = 447;
inline constexpr Tag kPartyId = 448;
inline constexpr Tag kPartyRole = 452;
inline constexpr Tag kNoPartyIds = 453;
inline constexpr Tag kPartySubId = 523;
inline constexpr Tag kSecondaryExecId = 527;
inline constexpr Tag kMassCancelRequestType = 530;
inline constexpr Tag kMassCancelResponse = 531;
inline constexpr Tag kMassCancelRejectReason = 532;
inline constexpr Tag kTotalAffectedOrders = 533;
inline constexpr Tag kScope = 546;
inline constexpr Tag kMdImplicitDelete = 547;
inline constexpr Tag kUsername = 553;
inline constexpr Tag kPassword = 554;
inline constexpr Tag kNoHops = 627;
inline constexpr Tag kHopCompId = 628;
inline constexpr Tag kHopSendingTime = 629;
inline constexpr Tag kHopRefId = 630;
inline constexpr Tag kNextExpectedMsgSeqNum = 789;
inline constexpr Tag kCopyMsgIndicator = 797;
inline constexpr Tag kNoPartySubIds = 802;
inline constexpr Tag kPartySubIdType = 803;
inline constexpr Tag kLastLiquidityInd = 851;
inline constexpr Tag kApplVerId = 1128;
inline constexpr Tag kCstmApplVerId = 1129;
inline constexpr Tag kDefaultApplVerId = 1137;
inline constexpr Tag kApplExtId = 1156;

}  // namespace tag
}  // namespace hotpath::protocols::fix
