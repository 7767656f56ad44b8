#include "hotpath/tls/channel.hpp"

#include <algorithm>
#include <utility>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/tls/certificate_names.hpp"

namespace hotpath::tls {
namespace {

// A record's plaintext at most, and what its header, padding and tag add (RFC 5246: at most 2,048).
constexpr std::size_t kRecordMax = 16'384;
constexpr std::size_t kRecordMore = 128;
// Room beyond plaintext, for alerts and answers to key updates.
constexpr std::size_t kControlRoom = 1'024;
constexpr std::size_t kPieceMax = 16'384;

/// The ciphertext of so much plaintext, at most.
[[nodiscard]] constexpr std::size_t ciphertext_max(std::size_t plain) noexcept {
    return plain + (plain / kRecordMax + 1) * kRecordMore;
}

[[nodiscard]] Problem problem_of_alert(int alert) noexcept {
    switch (alert) {
        case SSL_AD_BAD_CERTIFICATE:
        case SSL_AD_UNSUPPORTED_CERTIFICATE:
        case SSL_AD_CERTIFICATE_REVOKED:
        case SSL_AD_CERTIFICATE_EXPIRED:
        case SSL_AD_CERTIFICATE_UNKNOWN:
        case SSL_AD_UNKNOWN_CA:
            return Problem::PeerRefusedCertificate;
        case TLS13_AD_CERTIFICATE_REQUIRED:
            return Problem::PeerWantsCertificate;
        case SSL_AD_PROTOCOL_VERSION:
            return Problem::NoCommonVersion;
        default:
            return Problem::PeerRefused;
    }
}

/// What the server's certificate has to be for.
[[nodiscard]] bool set_name(SSL* ssl, std::string& name) noexcept {
    if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name.c_str()) == 1) {
        return true;  // SNI has no addresses
    }
    ERR_clear_error();
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    // SSL_set_tlsext_host_name() is a macro with a cast; the name is not changed.
    return SSL_set1_host(ssl, name.c_str()) == 1 &&
           SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) == 1;
}

}  // namespace

void FreeChannel::operator()(SSL* channel) const noexcept {
    SSL_free(channel);
}

void FreeChannel::operator()(BIO* bio) const noexcept {
    BIO_free(bio);
}

Channel::Channel(std::unique_ptr<SSL, FreeChannel>&& ssl,
                 std::unique_ptr<BIO, FreeChannel>&& network, const ChannelOptions& options,
                 std::string name)
    : ssl_(std::move(ssl)),
      network_(std::move(network)),
      name_(std::move(name)),
      plain_(options.read_bytes_max),
      piece_(kPieceMax) {}

Expected<Channel> Channel::server(const Context& context, const ChannelOptions& options) {
    HOTPATH_ASSERT(context.is_server(), "a server's channel needs a server's context");
    return create(context, options, "");
}

Expected<Channel> Channel::client(const Context& context, const std::string& name,
                                  const ChannelOptions& options) {
    HOTPATH_ASSERT(!context.is_server(), "a client's channel needs a client's context");
    HOTPATH_ASSERT(!name.empty(), "a client must name the server");
    return create(context, options, name);
}

Expected<Channel> Channel::create(const Context& context, const ChannelOptions& options,
                                  std::string name) {
    ERR_clear_error();
    std::unique_ptr<SSL, FreeChannel> ssl(SSL_new(context.context_.get()));
    BIO* own = nullptr;
    BIO* other = nullptr;
    const bool is_made =
        ssl != nullptr &&
        BIO_new_bio_pair(&own, ciphertext_max(options.write_bytes_max) + kControlRoom, &other,
                         options.input_bytes_max) == 1;
    if (!is_made) {
        ERR_clear_error();
        return fail("tls: OpenSSL cannot make a channel");
    }
    std::unique_ptr<BIO, FreeChannel> network(other);
    SSL_set_bio(ssl.get(), own, own);
    if (name.empty()) {
        SSL_set_accept_state(ssl.get());
    } else {
        if (!set_name(ssl.get(), name)) {
            ERR_clear_error();
            return fail("tls: " + name + " is not a valid name of a server");
        }
        SSL_set_connect_state(ssl.get());
    }
    Channel channel(std::move(ssl), std::move(network), options, std::move(name));
    if (!context.is_server()) {
        channel.settle(SSL_do_handshake(channel.ssl_.get()));  // its first bytes
    }
    return channel;
}

std::string Channel::why() const {
    std::string line(text(problem_));
    if (problem_ == Problem::WrongName) {
        line += " than " + name_;
    } else if (detail_ != nullptr) {
        line += std::string(" (") + detail_ + ")";
    }
    return line;
}

std::vector<std::string> Channel::peer_names() const {
    const bool is_verified = state_ == ChannelState::Open || state_ == ChannelState::Closed;
    const X509* const shown = is_verified ? SSL_get0_peer_certificate(ssl_.get()) : nullptr;
    return shown == nullptr ? std::vector<std::string>() : certificate_names(*shown);
}

std::size_t Channel::on_bytes(Bytes ciphertext) noexcept {
    if (is_over()) {
        return ciphertext.size();  // nothing more is read
    }
    std::size_t taken = 0;
    ERR_clear_error();
    if (!ciphertext.empty()) {
        static_cast<void>(
            BIO_write_ex(network_.get(), ciphertext.data(), ciphertext.size(), &taken));
    }
    return taken;
}

void Channel::on_end() noexcept {
    if (!is_over()) {
        fail_with(state_ == ChannelState::Handshake ? Problem::EndedInHandshake
                                                    : Problem::Truncated);
    }
}

void Channel::shake() noexcept {
    if (state_ == ChannelState::Handshake) {
        ERR_clear_error();
        settle(SSL_do_handshake(ssl_.get()));
    }
}

/// Several records, as one.
Bytes Channel::read() noexcept {
    std::size_t filled = 0;
    while (filled < plain_.size() && !is_over()) {
        const MutableBytes room = plain_.items().subspan(filled);
        std::size_t count = 0;
        ERR_clear_error();
        const int result = SSL_read_ex(ssl_.get(), room.data(), room.size(), &count);
        settle(result);
        if (result != 1) {
            break;
        }
        filled += count;
    }
    return Bytes(plain_.items()).first(filled);
}

bool Channel::has_unread() const noexcept {
    return !is_over() &&
           (SSL_pending(ssl_.get()) > 0 || BIO_ctrl_pending(SSL_get_rbio(ssl_.get())) > 0);
}

bool Channel::try_write(Bytes plaintext) noexcept {
    if (!is_open() || is_closing_) {
        return false;
    }
    if (plaintext.empty()) {
        return true;
    }
    BIO* const own = SSL_get_wbio(ssl_.get());
    if (BIO_ctrl_get_write_guarantee(own) < ciphertext_max(plaintext.size()) + kControlRoom) {
        return false;
    }
    std::size_t count = 0;
    ERR_clear_error();
    const int result = SSL_write_ex(ssl_.get(), plaintext.data(), plaintext.size(), &count);
    settle(result);
    return result == 1;
}

/// A channel in its handshake has nothing to close, and one that failed has sent its alert.
void Channel::close() noexcept {
    if (state_ == ChannelState::Handshake || state_ == ChannelState::Failed || is_closing_) {
        return;
    }
    is_closing_ = true;
    ERR_clear_error();
    static_cast<void>(SSL_shutdown(ssl_.get()));
    ERR_clear_error();
}

std::size_t Channel::unsent_bytes() const noexcept {
    return end_ - begin_ + BIO_ctrl_pending(network_.get());
}

Bytes Channel::output() noexcept {
    if (begin_ == end_) {
        begin_ = 0;
        end_ = 0;
        ERR_clear_error();
        static_cast<void>(BIO_read_ex(network_.get(), piece_.items().data(), piece_.size(), &end_));
    }
    return Bytes(piece_.items()).subspan(begin_, end_ - begin_);
}

void Channel::on_written(std::size_t bytes) noexcept {
    HOTPATH_ASSERT(bytes <= end_ - begin_, "bytes must be at most the size of output()");
    begin_ += bytes;
}

void Channel::settle(int result) noexcept {
    if (result != 1) {
        switch (SSL_get_error(ssl_.get(), result)) {
            case SSL_ERROR_WANT_READ:
                break;
            case SSL_ERROR_WANT_WRITE:
                // A handshake goes on when its flight is sent. Later only a flood of key updates,
                // whose answers the peer does not read, fills the room that is kept for them.
                if (state_ == ChannelState::Open) {
                    fail_with(Problem::Protocol);
                    return;
                }
                break;
            case SSL_ERROR_ZERO_RETURN:
                state_ = ChannelState::Closed;
                return;
            default:
                fail_with(problem_of_error());
                return;
        }
    }
    if (state_ == ChannelState::Handshake && SSL_is_init_finished(ssl_.get()) == 1) {
        state_ = ChannelState::Open;
    }
}

void Channel::fail_with(Problem problem) noexcept {
    state_ = ChannelState::Failed;
    problem_ = problem;
    ERR_clear_error();
}

Problem Channel::problem_of_certificate() noexcept {
    const long result = SSL_get_verify_result(ssl_.get());
    switch (result) {
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return Problem::Expired;
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return Problem::NotYetValid;
        case X509_V_ERR_CERT_REVOKED:
            return Problem::Revoked;
        case X509_V_ERR_HOSTNAME_MISMATCH:
        case X509_V_ERR_IP_ADDRESS_MISMATCH:
            return Problem::WrongName;
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        case X509_V_ERR_CERT_SIGNATURE_FAILURE:
            return Problem::UnknownIssuer;
        default:
            detail_ = X509_verify_cert_error_string(result);
            return Problem::BadCertificate;
    }
}

Problem Channel::problem_of_error() noexcept {
    const unsigned long error = ERR_peek_error();
    const int reason = ERR_GET_REASON(error);
    const bool is_tls = ERR_GET_LIB(error) == ERR_LIB_SSL;
    if (is_tls && reason > SSL_AD_REASON_OFFSET && reason <= SSL_AD_REASON_OFFSET + 255) {
        const int alert = reason - SSL_AD_REASON_OFFSET;
        const Problem problem = problem_of_alert(alert);
        if (problem != Problem::PeerWantsCertificate) {  // for which OpenSSL 3.0 has no words
            detail_ = SSL_alert_desc_string_long(alert);
        }
        return problem;
    }
    switch (is_tls ? reason : 0) {
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            return problem_of_certificate();
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
            return Problem::NoCertificate;
        case SSL_R_UNSUPPORTED_PROTOCOL:
        case SSL_R_WRONG_SSL_VERSION:
        case SSL_R_VERSION_TOO_LOW:
            return Problem::NoCommonVersion;
        case SSL_R_HTTP_REQUEST:
        case SSL_R_HTTPS_PROXY_REQUEST:
        case SSL_R_WRONG_VERSION_NUMBER:
        case SSL_R_UNKNOWN_PROTOCOL:
        case SSL_R_PACKET_LENGTH_TOO_LONG:
            return state_ == ChannelState::Handshake ? Problem::NotTls : Problem::Protocol;
        default:
            detail_ = ERR_reason_error_string(error);
            return Problem::Protocol;
    }
}

}  // namespace hotpath::tls
