// Loaded with LD_PRELOAD into a service that a test kills. Records what the service has written and not synced, so that the test
// can undo it, as a loss of power may. On request every write fails, as on a full or read-only disk.
//
// UNSYNCED_FOLDER: files below it are watched. UNSYNCED_JOURNAL: a folder with one journal for each watched file, named by its
// inode. An entry is appended before each write and contains the bytes before and after it. A sync empties the journal instead of
// waiting for the disk. A file `errno` in that folder contains the number of the error with which every write fails.
//
// Files that SQLite maps into memory (-shm) are not watched: they do not survive a loss of power. Creating, renaming and deleting
// files is not undone.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FILES 65536

// All numbers are in the byte order of the machine. Followed by the old and the new bytes.
struct entry {
    uint64_t offset;
    uint64_t old_size;   // of the file
    uint64_t new_size;   // of the file
    uint64_t old_length; // bytes before
    uint64_t new_length; // bytes after
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// The inode of each watched file that is open for writing; otherwise zero.
static uint64_t watched[MAX_FILES];

static ssize_t raw_write(int fd, const void *bytes, size_t length) { return syscall(SYS_write, fd, bytes, length); }
static int raw_close(int fd) { return (int)syscall(SYS_close, fd); }
static int raw_open(const char *path, int flags) { return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600); }

static uint64_t inode_of(int fd) { return fd >= 0 && fd < MAX_FILES ? watched[fd] : 0; }

static void stop(const char *problem) {
    fprintf(stderr, "unsynced-writes: %s: %s\n", problem, strerror(errno));
    abort();
}

static void journal_path(char *path, uint64_t inode) {
    const char *folder = getenv("UNSYNCED_JOURNAL");
    snprintf(path, PATH_MAX, "%s/%llu", folder ? folder : "", (unsigned long long)inode);
}

// Zero if writes do not fail.
static int injected_error(void) {
    char path[PATH_MAX], text[16] = {0};
    const char *folder = getenv("UNSYNCED_JOURNAL");
    snprintf(path, sizeof path, "%s/errno", folder ? folder : "");
    int fd = raw_open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t length = syscall(SYS_read, fd, text, sizeof text - 1);
    raw_close(fd);
    return length > 0 ? atoi(text) : 0;
}

static void write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = raw_write(fd, bytes, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) stop("cannot write the journal");
        bytes += written;
        length -= (size_t)written;
    }
}

static void empty_journal(uint64_t inode) {
    char path[PATH_MAX];
    journal_path(path, inode);
    int fd = raw_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
    if (fd < 0) stop("cannot empty the journal");
    raw_close(fd);
}

// A file that is open for writing only cannot be read by its number.
static void read_old(int fd, char *bytes, size_t length, uint64_t offset) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int readable = raw_open(path, O_RDONLY | O_CLOEXEC);
    if (readable < 0) stop("cannot open a watched file");
    while (length > 0) {
        ssize_t count = syscall(SYS_pread64, readable, bytes, length, offset);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) stop("cannot read a watched file");
        bytes += count;
        length -= (size_t)count;
        offset += (uint64_t)count;
    }
    raw_close(readable);
}

// The caller holds the lock. `bytes` is null for a change of the size alone.
static void record(int fd, uint64_t inode, uint64_t offset, const void *bytes, uint64_t length) {
    struct stat status;
    if (fstat(fd, &status) != 0) stop("cannot inspect a watched file");
    uint64_t size = (uint64_t)status.st_size;
    struct entry entry = {.offset = offset, .old_size = size};
    if (bytes == NULL) {
        entry.new_size = offset;
        entry.old_length = offset < size ? size - offset : 0;
    } else {
        uint64_t end = offset + length;
        entry.new_size = end > size ? end : size;
        entry.old_length = offset >= size ? 0 : (end < size ? length : size - offset);
        entry.new_length = length;
    }
    char *old = malloc(entry.old_length + 1);
    if (old == NULL) stop("no memory");
    read_old(fd, old, entry.old_length, offset);
    char path[PATH_MAX];
    journal_path(path, inode);
    int journal = raw_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC);
    if (journal < 0) stop("cannot open the journal");
    write_all(journal, (const char *)&entry, sizeof entry);
    write_all(journal, old, entry.old_length);
    write_all(journal, bytes, entry.new_length);
    raw_close(journal);
    free(old);
}

static ssize_t watched_write(int fd, uint64_t inode, const void *bytes, size_t length, int64_t offset) {
    int error = injected_error();
    if (error != 0) {
        errno = error;
        return -1;
    }
    pthread_mutex_lock(&lock);
    uint64_t position = (uint64_t)offset;
    if (offset < 0) {
        struct stat status;
        int append = fcntl(fd, F_GETFL) & O_APPEND;
        if (fstat(fd, &status) != 0) stop("cannot inspect a watched file");
        position = append ? (uint64_t)status.st_size : (uint64_t)lseek(fd, 0, SEEK_CUR);
    }
    record(fd, inode, position, bytes, length);
    ssize_t written =
        offset < 0 ? raw_write(fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, offset);
    pthread_mutex_unlock(&lock);
    return written;
}

static int watched_truncate(int fd, uint64_t inode, int64_t size) {
    int error = injected_error();
    if (error != 0) {
        errno = error;
        return -1;
    }
    pthread_mutex_lock(&lock);
    record(fd, inode, (uint64_t)size, NULL, 0);
    int result = (int)syscall(SYS_ftruncate, fd, size);
    pthread_mutex_unlock(&lock);
    return result;
}

static int watched_sync(uint64_t inode) {
    int error = injected_error();
    if (error != 0) {
        errno = error == ENOSPC ? EIO : error;
        return -1;
    }
    pthread_mutex_lock(&lock);
    empty_journal(inode);
    pthread_mutex_unlock(&lock);
    return 0;
}

// Watches the file if it is below the folder. A new file has no journal of an older one with its inode.
static void watch(int fd, int is_new) {
    const char *folder = getenv("UNSYNCED_FOLDER");
    if (fd < 0 || fd >= MAX_FILES || folder == NULL) return;
    char link[64], path[PATH_MAX] = {0};
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    size_t folder_length = strlen(folder);
    if (length <= 0 || strncmp(path, folder, folder_length) != 0 || path[folder_length] != '/') return;
    if (length > 4 && strcmp(path + length - 4, "-shm") == 0) return;
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (is_new) empty_journal((uint64_t)status.st_ino);
    watched[fd] = (uint64_t)status.st_ino;
}

static int open_watched(int folder, const char *path, int flags, mode_t mode) {
    int is_written = (flags & O_ACCMODE) != O_RDONLY;
    int is_new = (flags & O_CREAT) && faccessat(folder, path, F_OK, 0) != 0;
    // Truncated below, where it is recorded.
    int fd = (int)syscall(SYS_openat, folder, path, is_written ? flags & ~O_TRUNC : flags, mode);
    if (fd < 0 || !is_written) return fd;
    watch(fd, is_new);
    if (!(flags & O_TRUNC)) return fd;
    uint64_t inode = inode_of(fd);
    int result = inode != 0 ? watched_truncate(fd, inode, 0) : (int)syscall(SYS_ftruncate, fd, 0L);
    // A device cannot be truncated, which O_TRUNC ignores.
    if (result != 0 && inode != 0) {
        int error = errno;
        watched[fd] = 0;
        raw_close(fd);
        errno = error;
        return -1;
    }
    return fd;
}

#define READ_MODE(flags)                                                                                                    \
    mode_t mode = 0;                                                                                                        \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                                                \
        va_list rest;                                                                                                       \
        va_start(rest, flags);                                                                                              \
        mode = va_arg(rest, mode_t);                                                                                        \
        va_end(rest);                                                                                                       \
    }

int open(const char *path, int flags, ...) {
    READ_MODE(flags)
    return open_watched(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    READ_MODE(flags)
    return open_watched(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    READ_MODE(flags)
    return open_watched(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    READ_MODE(flags)
    return open_watched(folder, path, flags, mode);
}

int close(int fd) {
    if (inode_of(fd) != 0) watched[fd] = 0;
    return raw_close(fd);
}

ssize_t write(int fd, const void *bytes, size_t length) {
    uint64_t inode = inode_of(fd);
    return inode != 0 && length > 0 ? watched_write(fd, inode, bytes, length, -1) : raw_write(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    uint64_t inode = inode_of(fd);
    if (inode == 0 || count <= 0) return syscall(SYS_writev, fd, parts, count);
    // A short write is allowed.
    return parts[0].iov_len == 0 ? writev(fd, parts + 1, count - 1)
                                 : watched_write(fd, inode, parts[0].iov_base, parts[0].iov_len, -1);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    uint64_t inode = inode_of(fd);
    if (inode == 0 || length == 0) return syscall(SYS_pwrite64, fd, bytes, length, offset);
    return watched_write(fd, inode, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

int ftruncate64(int fd, off64_t size) {
    uint64_t inode = inode_of(fd);
    return inode != 0 ? watched_truncate(fd, inode, size) : (int)syscall(SYS_ftruncate, fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fsync(int fd) {
    uint64_t inode = inode_of(fd);
    return inode != 0 ? watched_sync(inode) : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
    uint64_t inode = inode_of(fd);
    return inode != 0 ? watched_sync(inode) : (int)syscall(SYS_fdatasync, fd);
}

// Callers copy with read and write instead.
ssize_t copy_file_range(int from, off64_t *from_offset, int to, off64_t *to_offset, size_t length, unsigned flags) {
    if (inode_of(to) == 0) return syscall(SYS_copy_file_range, from, from_offset, to, to_offset, length, flags);
    errno = EXDEV;
    return -1;
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t length) {
    if (inode_of(to) == 0) return syscall(SYS_sendfile, to, from, offset, length);
    errno = EINVAL;
    return -1;
}
