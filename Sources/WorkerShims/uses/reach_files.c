/* SPDX-License-Identifier: MIT
 * Notes the files that a test uses (reach.h). */
#define _GNU_SOURCE
#include "reach_functions.h"

#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)

/** Notes a file; a directory's names; where a link leads. */
static void look_at(int directory, const char *path) { reach_look(directory, path, REACH_LOOKED); }
static void look(const char *path) { look_at(AT_FDCWD, path); }
static void list(const char *path) { reach_look(AT_FDCWD, path, REACH_LISTED); }
static void look_at_link(int directory, const char *path) { reach_look(directory, path, REACH_LINK); }

/** Notes what is to be opened: a directory is opened to be listed. */
static void look_to_open(int directory, const char *path, int flags) {
    reach_look(directory, path, (flags & O_DIRECTORY) != 0 ? REACH_LISTED : REACH_LOOKED);
}

/** Notes what is asked for the state of. */
static void look_for_state(int directory, const char *path, int flags) {
    reach_look(directory, path, (flags & AT_SYMLINK_NOFOLLOW) != 0 ? REACH_LINK : REACH_LOOKED);
}

/** Notes a path, and the links on the way. */
static void look_through(const char *path) {
    look(path);
    reach_look_links(path);
}

/* The mode is unused where the caller gives none. */
NOTING(int, open, (const char *path, int flags, mode_t mode), (path, flags, mode), look_to_open(AT_FDCWD, path, flags))
NOTING(int, open64, (const char *path, int flags, mode_t mode), (path, flags, mode), look_to_open(AT_FDCWD, path, flags))
NOTING(int, openat, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), look_to_open(at, path, flags))
NOTING(int, openat64, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), look_to_open(at, path, flags))
NOTING(int, creat, (const char *path, mode_t mode), (path, mode), look(path))
NOTING(int, creat64, (const char *path, mode_t mode), (path, mode), look(path))
NOTING(FILE *, fopen, (const char *path, const char *mode), (path, mode), look(path))
NOTING(FILE *, fopen64, (const char *path, const char *mode), (path, mode), look(path))
NOTING(FILE *, freopen, (const char *path, const char *mode, FILE *stream), (path, mode, stream), look(path))
NOTING(FILE *, freopen64, (const char *path, const char *mode, FILE *stream), (path, mode, stream), look(path))

/* Code that is compiled with _FORTIFY_SOURCE calls these. */
extern int __open_2(const char *, int), __open64_2(const char *, int);
extern int __openat_2(int, const char *, int), __openat64_2(int, const char *, int);
extern char *__realpath_chk(const char *, char *, size_t);
extern ssize_t __readlink_chk(const char *, char *, size_t, size_t), __readlinkat_chk(int, const char *, char *, size_t, size_t);
NOTING(int, __open_2, (const char *path, int flags), (path, flags), look_to_open(AT_FDCWD, path, flags))
NOTING(int, __open64_2, (const char *path, int flags), (path, flags), look_to_open(AT_FDCWD, path, flags))
NOTING(int, __openat_2, (int at, const char *path, int flags), (at, path, flags), look_to_open(at, path, flags))
NOTING(int, __openat64_2, (int at, const char *path, int flags), (at, path, flags), look_to_open(at, path, flags))

/* The state of a file. Code that is compiled with a C library before 2.33 calls those in underscores. */
extern int __xstat(int, const char *, struct stat *), __xstat64(int, const char *, struct stat64 *);
extern int __lxstat(int, const char *, struct stat *), __lxstat64(int, const char *, struct stat64 *);
extern int __fxstatat(int, int, const char *, struct stat *, int), __fxstatat64(int, int, const char *, struct stat64 *, int);
#define OLD(...) NOTING_VERSION("GLIBC_2.2.5", int, __VA_ARGS__)
OLD(__xstat, (int version, const char *path, struct stat *found), (version, path, found), look(path))
OLD(__xstat64, (int version, const char *path, struct stat64 *found), (version, path, found), look(path))
OLD(__lxstat, (int version, const char *path, struct stat *found), (version, path, found), look_at_link(AT_FDCWD, path))
OLD(__lxstat64, (int version, const char *path, struct stat64 *found), (version, path, found), look_at_link(AT_FDCWD, path))
NOTING_VERSION("GLIBC_2.4", int, __fxstatat, (int version, int at, const char *path, struct stat *found, int flags),
    (version, at, path, found, flags), look_for_state(at, path, flags))
NOTING_VERSION("GLIBC_2.4", int, __fxstatat64, (int version, int at, const char *path, struct stat64 *found, int flags),
    (version, at, path, found, flags), look_for_state(at, path, flags))
NOTING(int, stat, (const char *path, struct stat *found), (path, found), look(path))
NOTING(int, stat64, (const char *path, struct stat64 *found), (path, found), look(path))
NOTING(int, lstat, (const char *path, struct stat *found), (path, found), look_at_link(AT_FDCWD, path))
NOTING(int, lstat64, (const char *path, struct stat64 *found), (path, found), look_at_link(AT_FDCWD, path))
NOTING(int, fstatat, (int at, const char *path, struct stat *found, int flags), (at, path, found, flags),
    look_for_state(at, path, flags))
NOTING(int, fstatat64, (int at, const char *path, struct stat64 *found, int flags), (at, path, found, flags),
    look_for_state(at, path, flags))
NOTING(int, statx, (int at, const char *path, int flags, unsigned mask, struct statx *found), (at, path, flags, mask, found),
    look_for_state(at, path, flags))
NOTING(int, statvfs, (const char *path, struct statvfs *found), (path, found), look(path))
NOTING(int, statvfs64, (const char *path, struct statvfs64 *found), (path, found), look(path))
NOTING(int, statfs, (const char *path, struct statfs *found), (path, found), look(path))
NOTING(int, statfs64, (const char *path, struct statfs64 *found), (path, found), look(path))
NOTING(int, access, (const char *path, int mode), (path, mode), look(path))
NOTING(int, eaccess, (const char *path, int mode), (path, mode), look(path))
NOTING(int, euidaccess, (const char *path, int mode), (path, mode), look(path))
NOTING(int, faccessat, (int at, const char *path, int mode, int flags), (at, path, mode, flags), look_at(at, path))

NOTING(ssize_t, readlink, (const char *path, char *target, size_t size), (path, target, size), look_at_link(AT_FDCWD, path))
NOTING(ssize_t, readlinkat, (int at, const char *path, char *target, size_t size), (at, path, target, size), look_at_link(at, path))
NOTING(ssize_t, __readlink_chk, (const char *path, char *target, size_t size, size_t room), (path, target, size, room),
    look_at_link(AT_FDCWD, path))
NOTING(ssize_t, __readlinkat_chk, (int at, const char *path, char *target, size_t size, size_t room),
    (at, path, target, size, room), look_at_link(at, path))
NOTING_VERSION("GLIBC_2.3", char *, realpath, (const char *path, char *result), (path, result), look_through(path))
NOTING(char *, __realpath_chk, (const char *path, char *result, size_t room), (path, result, room), look_through(path))
NOTING(char *, canonicalize_file_name, (const char *path), (path), look_through(path))
NOTING(int, chdir, (const char *path), (path), look_through(path))

/* Directories. */
typedef int compare(const struct dirent **, const struct dirent **), compare64(const struct dirent64 **, const struct dirent64 **);
NOTING(DIR *, opendir, (const char *path), (path), list(path))
NOTING(int, scandir, (const char *path, struct dirent ***names, int (*wanted)(const struct dirent *), compare *order),
    (path, names, wanted, order), list(path))
NOTING(int, scandir64, (const char *path, struct dirent64 ***names, int (*wanted)(const struct dirent64 *), compare64 *order),
    (path, names, wanted, order), list(path))
NOTING(int, scandirat, (int at, const char *path, struct dirent ***names, int (*wanted)(const struct dirent *), compare *order),
    (at, path, names, wanted, order), reach_look(at, path, REACH_LISTED))

/** Notes a directory that may have been opened as a file, or long before. */
static void list_opened(int file) {
    if (!reach_is_on()) return;
    char link[32], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = real_readlink(link, path, sizeof path - 1);
    if (length <= 0 || path[0] != '/') return reach_flag(REACH_FULL);
    path[length] = 0;
    list(path);
}
NOTING(DIR *, fdopendir, (int file), (file), list_opened(file))

/* These look at whole trees by functions that are not seen, or at more than is recorded. */
typedef int tree_order(const FTSENT **, const FTSENT **), tree_order64(const FTSENT64 **, const FTSENT64 **);
#define UNSEEN(...) NOTING(__VA_ARGS__, reach_flag(REACH_FULL))
#define UNSEEN_VERSION(...) NOTING_VERSION(__VA_ARGS__, reach_flag(REACH_FULL))
UNSEEN(int, ftw, (const char *path, __ftw_func_t visit, int limit), (path, visit, limit))
UNSEEN(int, ftw64, (const char *path, __ftw64_func_t visit, int limit), (path, visit, limit))
UNSEEN_VERSION("GLIBC_2.3.3", int, nftw, (const char *path, __nftw_func_t visit, int limit, int flags), (path, visit, limit, flags))
UNSEEN_VERSION("GLIBC_2.3.3", int, nftw64, (const char *path, __nftw64_func_t visit, int limit, int flags), (path, visit, limit, flags))
UNSEEN(FTS *, fts_open, (char *const *paths, int options, tree_order *order), (paths, options, order))
UNSEEN(FTS64 *, fts64_open, (char *const *paths, int options, tree_order64 *order), (paths, options, order))
UNSEEN_VERSION("GLIBC_2.27", int, glob, (const char *pattern, int flags, int (*fail)(const char *, int), glob_t *found),
    (pattern, flags, fail, found))
UNSEEN_VERSION("GLIBC_2.27", int, glob64, (const char *pattern, int flags, int (*fail)(const char *, int), glob64_t *found),
    (pattern, flags, fail, found))
UNSEEN(int, inotify_add_watch, (int watcher, const char *path, uint32_t mask), (watcher, path, mask))
UNSEEN(ssize_t, getxattr, (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
UNSEEN(ssize_t, lgetxattr, (const char *path, const char *name, void *value, size_t size), (path, name, value, size))
UNSEEN(ssize_t, listxattr, (const char *path, char *names, size_t size), (path, names, size))
UNSEEN(ssize_t, llistxattr, (const char *path, char *names, size_t size), (path, names, size))

/* The files that these make have random names. */
#define MAKING(type, name, parameters, words, failed) \
    static __typeof__(&name) real_##name; \
    static type our_##name parameters { \
        type made = real_##name words; \
        if (made != (type)failed) reach_made(pattern); \
        return made; \
    } \
    IN_PLACE_OF(name, NULL)
MAKING(char *, mkdtemp, (char *pattern), (pattern), NULL)
MAKING(int, mkstemp, (char *pattern), (pattern), -1)
MAKING(int, mkstemp64, (char *pattern), (pattern), -1)
MAKING(int, mkostemp, (char *pattern, int flags), (pattern, flags), -1)
MAKING(int, mkstemps, (char *pattern, int length), (pattern, length), -1)
MAKING(int, mkostemps, (char *pattern, int length, int flags), (pattern, length, flags), -1)

/* The results of these depend on what is there. */
NOTING(int, mkdir, (const char *path, mode_t mode), (path, mode), look(path))
NOTING(int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), look_at(at, path))
NOTING(int, mkfifo, (const char *path, mode_t mode), (path, mode), look(path))
NOTING(int, rmdir, (const char *path), (path), look(path))
NOTING(int, unlink, (const char *path), (path), look(path))
NOTING(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), look_at(at, path))
NOTING(int, remove, (const char *path), (path), look(path))
NOTING(int, truncate, (const char *path, off_t size), (path, size), look(path))
NOTING(int, truncate64, (const char *path, off64_t size), (path, size), look(path))
NOTING(int, chmod, (const char *path, mode_t mode), (path, mode), look(path))
NOTING(int, fchmodat, (int at, const char *path, mode_t mode, int flags), (at, path, mode, flags), look_at(at, path))
NOTING(int, chown, (const char *path, uid_t user, gid_t group), (path, user, group), look(path))
NOTING(int, lchown, (const char *path, uid_t user, gid_t group), (path, user, group), look(path))
NOTING(int, utimes, (const char *path, const struct timeval times[2]), (path, times), look(path))
NOTING(int, utimensat, (int at, const char *path, const struct timespec times[2], int flags), (at, path, times, flags),
    look_at(at, path))
NOTING(int, symlink, (const char *target, const char *path), (target, path), look(path))
NOTING(int, symlinkat, (const char *target, int at, const char *path), (target, at, path), look_at(at, path))
NOTING(int, rename, (const char *from, const char *to), (from, to), look(from), look(to))
NOTING(int, link, (const char *from, const char *to), (from, to), look(from), look(to))
NOTING(int, renameat, (int at, const char *from, int into, const char *to), (at, from, into, to), look_at(at, from), look_at(into, to))
NOTING(int, renameat2, (int at, const char *from, int into, const char *to, unsigned flags), (at, from, into, to, flags),
    look_at(at, from), look_at(into, to))
NOTING(int, linkat, (int at, const char *from, int into, const char *to, int flags), (at, from, into, to, flags),
    look_at(at, from), look_at(into, to))

#endif
