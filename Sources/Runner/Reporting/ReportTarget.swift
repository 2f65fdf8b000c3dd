/// Where a report goes, as the command line says it.
enum ReportTarget: Equatable, CustomStringConvertible {
    /// A descriptor that whoever started the host left open; 1 is standard output.
    case descriptor(Int32)
    /// A file.
    case file(String)

    /// As a user may write it.
    var description: String {
        switch self {
        case .descriptor(1): "-"
        case .descriptor(let number): "fd:\(number)"
        case .file(let path): path
        }
    }
}
