#include "hotpath/crypto/ed25519.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::crypto {
namespace {

struct FreeBio {
    void operator()(BIO* bio) const noexcept { BIO_free(bio); }
};
struct FreeDigest {
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

// No terminal is asked for a password: a key that has one is refused.
int no_password(char*, int, int, void*) {
    return -1;
}

using ReadPem = EVP_PKEY* (*)(BIO*, EVP_PKEY**, pem_password_cb*, void*);

/// Null if it is no key of this kind.
[[nodiscard]] EVP_PKEY* parse_key(std::string_view pem, ReadPem read_pem) {
    const std::unique_ptr<BIO, FreeBio> bio(
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    EVP_PKEY* const key = bio ? read_pem(bio.get(), nullptr, no_password, nullptr) : nullptr;
    if (key != nullptr && EVP_PKEY_is_a(key, "ED25519") != 1) {
        EVP_PKEY_free(key);
        return nullptr;
    }
    return key;
}

[[nodiscard]] Expected<std::string> text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return fail(path + ": cannot be read");
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The key of a file, by parse(text).
template <class Key>
[[nodiscard]] Expected<Key> read_key(const std::string& path) {
    auto text = text_of(path);
    if (!text) {
        return std::unexpected(text.error());
    }
    auto key = Key::parse(*text);
    OPENSSL_cleanse(text->data(), text->size());
    if (!key) {
        return fail(path + ": " + key.error().message);
    }
    return key;
}

[[nodiscard]] const unsigned char* at(Bytes bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

void FreeKey::operator()(EVP_PKEY* key) const noexcept {
    EVP_PKEY_free(key);
}

Expected<Ed25519Key> Ed25519Key::read(const std::string& path) {
    return read_key<Ed25519Key>(path);
}

Expected<Ed25519Key> Ed25519Key::parse(std::string_view pem) {
    EVP_PKEY* const key = parse_key(pem, PEM_read_bio_PrivateKey);
    if (key == nullptr) {
        return fail(
            "not a private key of Ed25519 in PEM without a password (openssl genpkey -algorithm "
            "ed25519)");
    }
    return Ed25519Key(key);
}

Expected<Ed25519Key> Ed25519Key::of(Bytes seed) {
    EVP_PKEY* const key =
        EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, at(seed), seed.size());
    if (key == nullptr) {
        return fail("a private key of Ed25519 must have 32 bytes");
    }
    return Ed25519Key(key);
}

Ed25519Signature Ed25519Key::sign(Bytes text) const noexcept {
    const std::unique_ptr<EVP_MD_CTX, FreeDigest> context(EVP_MD_CTX_new());
    Ed25519Signature signature;
    std::size_t length = signature.size();
    const bool is_made =
        context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
        EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &length,
                       at(text), text.size()) == 1;
    HOTPATH_ASSERT(is_made && length == signature.size(),
                   "OpenSSL must sign any text with a valid key");
    return signature;
}

Expected<Ed25519PublicKey> Ed25519PublicKey::read(const std::string& path) {
    return read_key<Ed25519PublicKey>(path);
}

Expected<Ed25519PublicKey> Ed25519PublicKey::parse(std::string_view pem) {
    EVP_PKEY* const key = parse_key(pem, PEM_read_bio_PUBKEY);
    if (key == nullptr) {
        return fail("not a public key of Ed25519 in PEM (openssl pkey -pubout)");
    }
    return Ed25519PublicKey(key);
}

Ed25519PublicKey Ed25519PublicKey::of(const Ed25519Key& key) {
    EVP_PKEY_up_ref(key.key_.get());
    return Ed25519PublicKey(key.key_.get());
}

bool Ed25519PublicKey::verify(Bytes text, Bytes signature) const noexcept {
    const std::unique_ptr<EVP_MD_CTX, FreeDigest> context(EVP_MD_CTX_new());
    return context &&
           EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
           EVP_DigestVerify(context.get(), at(signature), signature.size(), at(text),
                            text.size()) == 1;
}

}  // namespace hotpath::crypto
