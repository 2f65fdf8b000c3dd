/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "reach_regions.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/** Adds bytes to a number that represents them (FNV-1a). */
static uint64_t hashed(uint64_t hash, const char *bytes, size_t count) {
    for (size_t index = 0; index < count; index += 1) hash = (hash ^ (uint8_t)bytes[index]) * 0x100000001B3;
    return hash;
}

/** The number that represents the name of a UNIX socket; 0 where it has none. A relative path counts with its directory. */
static __attribute__((noinline)) uint64_t key_of_name(const char *name, size_t size) {
    uint64_t hash = 0xCBF29CE484222325;
    if (size == 0) return 0;
    if (name[0] != '\0') {
        size = strnlen(name, size);
        char directory[PATH_MAX];
        if (name[0] != '/') {
            if (getcwd(directory, sizeof directory) == NULL) return 0;
            hash = hashed(hash, directory, strlen(directory) + 1);
        }
    }
    /* Above all ports. */
    return hashed(hash, name, size) | (uint64_t)1 << 63;
}

/** The number that represents a family, a kind of socket and a port: those of TCP and UDP have nothing in common. */
static uint64_t key_of_port(sa_family_t family, int kind, in_port_t port) {
    return (uint64_t)family << 48 | (uint64_t)(kind & 0xFFFF) << 32 | ntohs(port);
}

/** The kind of a socket; 0 where it is unknown. */
static int kind_of(int socket) {
    int kind = 0;
    socklen_t size = sizeof kind;
    return getsockopt(socket, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 ? kind : 0;
}

/** The number that represents an address; 0 for one that is none, or unknown. Sets whether it is one of this machine. */
static uint64_t key_of(int socket, const struct sockaddr *address, size_t size, int *is_local) {
    *is_local = 0;
    if (address == NULL || size < sizeof(sa_family_t)) return 0;
    if (address->sa_family == AF_UNIX) {
        size_t start = offsetof(struct sockaddr_un, sun_path);
        if (size > sizeof(struct sockaddr_un)) size = sizeof(struct sockaddr_un);
        *is_local = 1;
        return key_of_name(((const struct sockaddr_un *)address)->sun_path, size - start);
    }
    if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) {
        const struct sockaddr_in *inet = (const struct sockaddr_in *)address;
        uint32_t machine = ntohl(inet->sin_addr.s_addr);
        *is_local = machine >> 24 == 127 || machine == 0;
        return key_of_port(AF_INET, kind_of(socket), inet->sin_port);
    }
    if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6)) {
        const struct sockaddr_in6 *inet = (const struct sockaddr_in6 *)address;
        *is_local = IN6_IS_ADDR_LOOPBACK(&inet->sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&inet->sin6_addr);
        return key_of_port(AF_INET6, kind_of(socket), inet->sin6_port);
    }
    return 0;
}

void reach_add_address(struct region *region, uint64_t key) {
    if (key == 0 || !reach_lock(region)) return;
    if (region->address_count < ADDRESSES) {
        region->addresses[region->address_count] = key;
        region->address_count += 1;
    }
    reach_unlock(region);
}

void reach_bound(int socket) {
    struct region *region = reach_here();
    if (region == NULL) return;
    int kept = errno, is_local = 0;
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) == 0) {
        reach_add_address(region, key_of(socket, (struct sockaddr *)&address, size, &is_local));
        const struct sockaddr_in6 *inet = (const struct sockaddr_in6 *)&address;
        int is_alone = 1;
        socklen_t room = sizeof is_alone;
        /* A socket of any address also receives by IPv4. */
        if (address.ss_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&inet->sin6_addr)
            && getsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &is_alone, &room) == 0 && !is_alone)
            reach_add_address(region, key_of_port(AF_INET, kind_of(socket), inet->sin6_port));
    }
    errno = kept;
}

void reach_contact(int socket, const struct sockaddr *address, size_t size) {
    struct region *region = reach_here();
    if (region == NULL || address == NULL || address->sa_family == AF_UNSPEC) return;
    int kept = errno, is_local = 0, is_own = 0;
    uint64_t key = key_of(socket, address, size, &is_local);
    for (uint32_t index = 0; is_local && key != 0 && index < region->address_count && index < ADDRESSES; index += 1)
        if (region->addresses[index] == key) is_own = 1;
    if (!is_own) reach_flag(REACH_NETWORK);
    errno = kept;
}
