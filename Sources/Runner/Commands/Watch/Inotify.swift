// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The kernel's notices of changed files.
enum Inotify {
    /// Why nothing can be watched, by `errno`; where a setting is too small, its name.
    static func fault(_ what: String) -> SystemFault {
        switch errno {
        case ENOSPC: SystemFault(what, because: "no watch is left; raise fs.inotify.max_user_watches (sysctl)")
        case EMFILE: SystemFault(what, because: "no instance is left; raise fs.inotify.max_user_instances (sysctl)")
        default: SystemFault(what)
        }
    }
}
