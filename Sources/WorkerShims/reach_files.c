/* SPDX-License-Identifier: MIT
 * Notes the files that a test uses (reach.h): these functions are before the C library's. Where nothing is recorded, each is one
 * look at a variable more. */
#define _GNU_SOURCE
#include "exported.h"
#include "kernel_call.h"
#include "next_function.h"
#include "reach_notes.h"
#include "sanitizers.h"

#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(HAS_INTERCEPTOR)

/** The mode among the arguments of an opening function, where it has one. */
#define TAKE_MODE(mode, flags) \
    mode_t mode = 0; \
    if (((flags) & O_CREAT) != 0 || ((flags) & __O_TMPFILE) == __O_TMPFILE) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

/** What is used of what is opened: a directory is opened to be listed. */
static uint32_t use_of(int flags) { return (flags & O_DIRECTORY) != 0 ? REACH_LISTED : REACH_LOOKED; }

EXPORTED int open(const char *path, int flags, ...) {
    TAKE_MODE(mode, flags)
    reach_look(AT_FDCWD, path, use_of(flags));
    return NEXT(open)(path, flags, mode);
}

EXPORTED int open64(const char *path, int flags, ...) {
    TAKE_MODE(mode, flags)
    reach_look(AT_FDCWD, path, use_of(flags));
    return NEXT(open64)(path, flags, mode);
}

EXPORTED int openat(int directory, const char *path, int flags, ...) {
    TAKE_MODE(mode, flags)
    reach_look(directory, path, use_of(flags));
    return NEXT(openat)(directory, path, flags, mode);
}

EXPORTED int openat64(int directory, const char *path, int flags, ...) {
    TAKE_MODE(mode, flags)
    reach_look(directory, path, use_of(flags));
    return NEXT(openat64)(directory, path, flags, mode);
}

/* What is compiled with _FORTIFY_SOURCE calls these. */
extern int __open_2(const char *, int), __open64_2(const char *, int);
extern int __openat_2(int, const char *, int), __openat64_2(int, const char *, int);
extern char *__realpath_chk(const char *, char *, size_t);
extern ssize_t __readlink_chk(const char *, char *, size_t, size_t), __readlinkat_chk(int, const char *, char *, size_t, size_t);
/* What is compiled with a C library before 2.33 calls these. */
extern int __xstat(int, const char *, struct stat *), __xstat64(int, const char *, struct stat64 *);
extern int __lxstat(int, const char *, struct stat *), __lxstat64(int, const char *, struct stat64 *);
extern int __fxstatat(int, int, const char *, struct stat *, int), __fxstatat64(int, int, const char *, struct stat64 *, int);

EXPORTED int __open_2(const char *path, int flags) {
    reach_look(AT_FDCWD, path, use_of(flags));
    return NEXT(__open_2)(path, flags);
}

EXPORTED int __open64_2(const char *path, int flags) {
    reach_look(AT_FDCWD, path, use_of(flags));
    return NEXT(__open64_2)(path, flags);
}

EXPORTED int __openat_2(int directory, const char *path, int flags) {
    reach_look(directory, path, use_of(flags));
    return NEXT(__openat_2)(directory, path, flags);
}

EXPORTED int __openat64_2(int directory, const char *path, int flags) {
    reach_look(directory, path, use_of(flags));
    return NEXT(__openat64_2)(directory, path, flags);
}

EXPORTED int creat(const char *path, mode_t mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(creat)(path, mode);
}

EXPORTED int creat64(const char *path, mode_t mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(creat64)(path, mode);
}

EXPORTED FILE *fopen(const char *restrict path, const char *restrict mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(fopen)(path, mode);
}

EXPORTED FILE *fopen64(const char *restrict path, const char *restrict mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(fopen64)(path, mode);
}

EXPORTED FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(freopen)(path, mode, stream);
}

EXPORTED FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(freopen64)(path, mode, stream);
}

EXPORTED DIR *opendir(const char *path) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    return NEXT(opendir)(path);
}

/* It may have been opened as a file, or long before. */
EXPORTED DIR *fdopendir(int file) {
    if (reach_is_on()) {
        char link[32], path[4096];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = NEXT(readlink)(link, path, sizeof path - 1);
        if (length > 0 && path[0] == '/') {
            path[length] = 0;
            reach_look(AT_FDCWD, path, REACH_LISTED);
        } else {
            reach_flag(REACH_FULL);
        }
    }
    return NEXT(fdopendir)(file);
}

EXPORTED int scandir(const char *restrict path, struct dirent ***restrict names, int (*is_wanted)(const struct dirent *), int (*order)(const struct dirent **, const struct dirent **)) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    return NEXT(scandir)(path, names, is_wanted, order);
}

EXPORTED int scandir64(const char *restrict path, struct dirent64 ***restrict names, int (*is_wanted)(const struct dirent64 *), int (*order)(const struct dirent64 **, const struct dirent64 **)) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    return NEXT(scandir64)(path, names, is_wanted, order);
}

EXPORTED int scandirat(int directory, const char *restrict path, struct dirent ***restrict names,
    int (*is_wanted)(const struct dirent *), int (*order)(const struct dirent **, const struct dirent **)) {
    reach_look(directory, path, REACH_LISTED);
    return NEXT(scandirat)(directory, path, names, is_wanted, order);
}

EXPORTED int stat(const char *restrict path, struct stat *restrict found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, 0);
}

EXPORTED int stat64(const char *restrict path, struct stat64 *restrict found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, 0);
}

EXPORTED int lstat(const char *restrict path, struct stat *restrict found) {
    reach_look(AT_FDCWD, path, REACH_LINK);
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, AT_SYMLINK_NOFOLLOW);
}

EXPORTED int lstat64(const char *restrict path, struct stat64 *restrict found) {
    reach_look(AT_FDCWD, path, REACH_LINK);
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, AT_SYMLINK_NOFOLLOW);
}

EXPORTED int fstatat(int directory, const char *restrict path, struct stat *restrict found, int flags) {
    reach_look(directory, path, (flags & AT_SYMLINK_NOFOLLOW) != 0 ? REACH_LINK : REACH_LOOKED);
    return (int)kernel_call(SYS_newfstatat, directory, (long)path, (long)found, flags);
}

EXPORTED int fstatat64(int directory, const char *restrict path, struct stat64 *restrict found, int flags) {
    reach_look(directory, path, (flags & AT_SYMLINK_NOFOLLOW) != 0 ? REACH_LINK : REACH_LOOKED);
    return (int)kernel_call(SYS_newfstatat, directory, (long)path, (long)found, flags);
}

EXPORTED int __xstat(int version, const char *path, struct stat *found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    (void)version;
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, 0);
}

EXPORTED int __xstat64(int version, const char *path, struct stat64 *found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    (void)version;
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, 0);
}

EXPORTED int __lxstat(int version, const char *path, struct stat *found) {
    reach_look(AT_FDCWD, path, REACH_LINK);
    (void)version;
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, AT_SYMLINK_NOFOLLOW);
}

EXPORTED int __lxstat64(int version, const char *path, struct stat64 *found) {
    reach_look(AT_FDCWD, path, REACH_LINK);
    (void)version;
    return (int)kernel_call(SYS_newfstatat, AT_FDCWD, (long)path, (long)found, AT_SYMLINK_NOFOLLOW);
}

EXPORTED int __fxstatat(int version, int directory, const char *path, struct stat *found, int flags) {
    reach_look(directory, path, REACH_LOOKED);
    (void)version;
    return (int)kernel_call(SYS_newfstatat, directory, (long)path, (long)found, flags);
}

EXPORTED int __fxstatat64(int version, int directory, const char *path, struct stat64 *found, int flags) {
    reach_look(directory, path, REACH_LOOKED);
    (void)version;
    return (int)kernel_call(SYS_newfstatat, directory, (long)path, (long)found, flags);
}

EXPORTED int statx(int directory, const char *restrict path, int flags, unsigned mask, struct statx *restrict found) {
    reach_look(directory, path, (flags & AT_SYMLINK_NOFOLLOW) != 0 ? REACH_LINK : REACH_LOOKED);
    return NEXT(statx)(directory, path, flags, mask, found);
}

EXPORTED int statvfs(const char *restrict path, struct statvfs *restrict found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(statvfs)(path, found);
}

EXPORTED int statvfs64(const char *restrict path, struct statvfs64 *restrict found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(statvfs64)(path, found);
}

EXPORTED int statfs(const char *path, struct statfs *found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return (int)kernel_call(SYS_statfs, (long)path, (long)found, 0, 0);
}

EXPORTED int statfs64(const char *path, struct statfs64 *found) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return (int)kernel_call(SYS_statfs, (long)path, (long)found, 0, 0);
}

EXPORTED int access(const char *path, int mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(access)(path, mode);
}

EXPORTED int eaccess(const char *path, int mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(eaccess)(path, mode);
}

EXPORTED int euidaccess(const char *path, int mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(euidaccess)(path, mode);
}

EXPORTED int faccessat(int directory, const char *path, int mode, int flags) {
    reach_look(directory, path, REACH_LOOKED);
    return NEXT(faccessat)(directory, path, mode, flags);
}

EXPORTED ssize_t readlink(const char *restrict path, char *restrict target, size_t size) {
    reach_look(AT_FDCWD, path, REACH_LINK);
    return NEXT(readlink)(path, target, size);
}

EXPORTED ssize_t readlinkat(int directory, const char *restrict path, char *restrict target, size_t size) {
    reach_look(directory, path, REACH_LINK);
    return NEXT(readlinkat)(directory, path, target, size);
}

EXPORTED ssize_t __readlink_chk(const char *path, char *target, size_t size, size_t room) {
    reach_look(AT_FDCWD, path, REACH_LINK);
    return NEXT(__readlink_chk)(path, target, size, room);
}

EXPORTED ssize_t __readlinkat_chk(int directory, const char *path, char *target, size_t size, size_t room) {
    reach_look(directory, path, REACH_LINK);
    return NEXT(__readlinkat_chk)(directory, path, target, size, room);
}

EXPORTED char *realpath(const char *restrict path, char *restrict result) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    reach_look_links(path);
    return NEXT_OF(realpath, "GLIBC_2.3")(path, result);
}

EXPORTED char *__realpath_chk(const char *path, char *result, size_t room) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    reach_look_links(path);
    return NEXT(__realpath_chk)(path, result, room);
}

EXPORTED char *canonicalize_file_name(const char *path) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    reach_look_links(path);
    return NEXT(canonicalize_file_name)(path);
}

EXPORTED int ftw(const char *path, __ftw_func_t visit, int limit) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    reach_flag(REACH_FULL);
    return NEXT(ftw)(path, visit, limit);
}

EXPORTED int ftw64(const char *path, __ftw64_func_t visit, int limit) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    reach_flag(REACH_FULL);
    return NEXT(ftw64)(path, visit, limit);
}

EXPORTED int nftw(const char *path, __nftw_func_t visit, int limit, int flags) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    reach_flag(REACH_FULL);
    return NEXT_OF(nftw, "GLIBC_2.3.3")(path, visit, limit, flags);
}

EXPORTED int nftw64(const char *path, __nftw64_func_t visit, int limit, int flags) {
    reach_look(AT_FDCWD, path, REACH_LISTED);
    reach_flag(REACH_FULL);
    return NEXT_OF(nftw64, "GLIBC_2.3.3")(path, visit, limit, flags);
}

/* These look at whole trees by functions that are not seen. */
EXPORTED FTS *fts_open(char *const *paths, int options, int (*order)(const FTSENT **, const FTSENT **)) {
    reach_flag(REACH_FULL);
    return NEXT(fts_open)(paths, options, order);
}

EXPORTED FTS64 *fts64_open(char *const *paths, int options, int (*order)(const FTSENT64 **, const FTSENT64 **)) {
    reach_flag(REACH_FULL);
    return NEXT(fts64_open)(paths, options, order);
}

EXPORTED int glob(const char *restrict pattern, int flags, int (*fail)(const char *, int), glob_t *restrict found) {
    reach_flag(REACH_FULL);
    return NEXT_OF(glob, "GLIBC_2.27")(pattern, flags, fail, found);
}

EXPORTED int glob64(const char *restrict pattern, int flags, int (*fail)(const char *, int), glob64_t *restrict found) {
    reach_flag(REACH_FULL);
    return NEXT_OF(glob64, "GLIBC_2.27")(pattern, flags, fail, found);
}

EXPORTED int inotify_add_watch(int watcher, const char *path, uint32_t mask) {
    reach_flag(REACH_FULL);
    return NEXT(inotify_add_watch)(watcher, path, mask);
}

/* What these make has a random name. */
EXPORTED char *mkdtemp(char *pattern) {
    char *made = NEXT(mkdtemp)(pattern);
    if (made != NULL) reach_made(made);
    return made;
}

EXPORTED int mkstemp(char *pattern) {
    int file = NEXT(mkstemp)(pattern);
    if (file >= 0) reach_made(pattern);
    return file;
}

EXPORTED int mkstemp64(char *pattern) {
    int file = NEXT(mkstemp64)(pattern);
    if (file >= 0) reach_made(pattern);
    return file;
}

EXPORTED int mkostemp(char *pattern, int flags) {
    int file = NEXT(mkostemp)(pattern, flags);
    if (file >= 0) reach_made(pattern);
    return file;
}

EXPORTED int mkstemps(char *pattern, int length) {
    int file = NEXT(mkstemps)(pattern, length);
    if (file >= 0) reach_made(pattern);
    return file;
}

EXPORTED int mkostemps(char *pattern, int length, int flags) {
    int file = NEXT(mkostemps)(pattern, length, flags);
    if (file >= 0) reach_made(pattern);
    return file;
}

/* What these return depends on what is there. */
EXPORTED int mkdir(const char *path, mode_t mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(mkdir)(path, mode);
}

EXPORTED int mkdirat(int directory, const char *path, mode_t mode) {
    reach_look(directory, path, REACH_LOOKED);
    return NEXT(mkdirat)(directory, path, mode);
}

EXPORTED int mkfifo(const char *path, mode_t mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(mkfifo)(path, mode);
}

EXPORTED ssize_t getxattr(const char *path, const char *name, void *value, size_t size) {
    reach_flag(REACH_FULL);
    return NEXT(getxattr)(path, name, value, size);
}

EXPORTED ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size) {
    reach_flag(REACH_FULL);
    return NEXT(lgetxattr)(path, name, value, size);
}

EXPORTED ssize_t listxattr(const char *path, char *names, size_t size) {
    reach_flag(REACH_FULL);
    return NEXT(listxattr)(path, names, size);
}

EXPORTED ssize_t llistxattr(const char *path, char *names, size_t size) {
    reach_flag(REACH_FULL);
    return NEXT(llistxattr)(path, names, size);
}

EXPORTED int rmdir(const char *path) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(rmdir)(path);
}

EXPORTED int unlink(const char *path) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(unlink)(path);
}

EXPORTED int unlinkat(int directory, const char *path, int flags) {
    reach_look(directory, path, REACH_LOOKED);
    return NEXT(unlinkat)(directory, path, flags);
}

EXPORTED int remove(const char *path) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(remove)(path);
}

EXPORTED int truncate(const char *path, off_t size) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(truncate)(path, size);
}

EXPORTED int truncate64(const char *path, off64_t size) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(truncate64)(path, size);
}

EXPORTED int chmod(const char *path, mode_t mode) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(chmod)(path, mode);
}

EXPORTED int fchmodat(int directory, const char *path, mode_t mode, int flags) {
    reach_look(directory, path, REACH_LOOKED);
    return NEXT(fchmodat)(directory, path, mode, flags);
}

EXPORTED int chown(const char *path, uid_t user, gid_t group) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(chown)(path, user, group);
}

EXPORTED int lchown(const char *path, uid_t user, gid_t group) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(lchown)(path, user, group);
}

EXPORTED int chdir(const char *path) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    reach_look_links(path);
    return NEXT(chdir)(path);
}

EXPORTED int utimes(const char *path, const struct timeval times[2]) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(utimes)(path, times);
}

EXPORTED int utimensat(int directory, const char *path, const struct timespec times[2], int flags) {
    reach_look(directory, path, REACH_LOOKED);
    return NEXT(utimensat)(directory, path, times, flags);
}

EXPORTED int rename(const char *from, const char *to) {
    reach_look(AT_FDCWD, from, REACH_LOOKED);
    reach_look(AT_FDCWD, to, REACH_LOOKED);
    return NEXT(rename)(from, to);
}

EXPORTED int link(const char *from, const char *to) {
    reach_look(AT_FDCWD, from, REACH_LOOKED);
    reach_look(AT_FDCWD, to, REACH_LOOKED);
    return NEXT(link)(from, to);
}

EXPORTED int symlink(const char *target, const char *path) {
    reach_look(AT_FDCWD, path, REACH_LOOKED);
    return NEXT(symlink)(target, path);
}

EXPORTED int symlinkat(const char *target, int directory, const char *path) {
    reach_look(directory, path, REACH_LOOKED);
    return NEXT(symlinkat)(target, directory, path);
}

EXPORTED int renameat(int first, const char *from, int second, const char *to) {
    reach_look(first, from, REACH_LOOKED);
    reach_look(second, to, REACH_LOOKED);
    return NEXT(renameat)(first, from, second, to);
}

EXPORTED int renameat2(int first, const char *from, int second, const char *to, unsigned flags) {
    reach_look(first, from, REACH_LOOKED);
    reach_look(second, to, REACH_LOOKED);
    return NEXT(renameat2)(first, from, second, to, flags);
}

EXPORTED int linkat(int first, const char *from, int second, const char *to, int flags) {
    reach_look(first, from, REACH_LOOKED);
    reach_look(second, to, REACH_LOOKED);
    return NEXT(linkat)(first, from, second, to, flags);
}

#endif
