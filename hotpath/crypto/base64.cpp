#include "hotpath/crypto/base64.hpp"

#include <algorithm>

#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace hotpath::crypto {

std::string encode_base64(Bytes bytes) {
    std::string text((bytes.size() + 2) / 3 * 4, '\0');
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                    reinterpret_cast<const unsigned char*>(bytes.data()),
                    static_cast<int>(bytes.size()));
    return text;
}

// OpenSSL decodes whole groups of four of the standard alphabet, and skips spaces: it gets no
// others.
Expected<std::vector<std::byte>> decode_base64(std::string_view text) {
    const std::size_t end = text.find_last_not_of('=') + 1;
    const std::size_t padding = text.size() - end;
    const std::size_t missing = (4 - end % 4) % 4;
    std::string standard(text.substr(0, end));
    std::ranges::replace(standard, '-', '+');
    std::ranges::replace(standard, '_', '/');
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (standard.find_first_not_of(kAlphabet) != std::string::npos || missing == 3 ||
        (padding != 0 && padding != missing)) {
        return fail(
            "not Base64: only letters, digits, + and / (or - and _) are allowed, and = at the end");
    }
    standard.append(missing, '=');
    std::vector<std::byte> bytes(standard.size() / 4 * 3);
    const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                       reinterpret_cast<const unsigned char*>(standard.data()),
                                       static_cast<int>(standard.size()));
    OPENSSL_cleanse(standard.data(), standard.size());  // it may be a key
    if (length < 0) {
        return fail("not Base64");
    }
    bytes.resize(static_cast<std::size_t>(length) - missing);
    return bytes;
}

}  // namespace hotpath::crypto
