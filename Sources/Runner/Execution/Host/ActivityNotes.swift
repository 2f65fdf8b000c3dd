/// The messages of an activity that has not ended.
struct ActivityNotes {
    /// The issues.
    var issues: [Issue] = []
    /// The log lines.
    var logs: [String] = []
    /// The attached files.
    var attachments: [AttachedFile] = []
    /// Why it is skipped.
    var skipReason: String?
    /// The captured output, if it is no longer in a worker's file.
    var output: String?
}

/// The notes on all activities that have not ended.
struct Notebook {
    /// The notes, by the activity's number.
    private var notes: [UInt64: ActivityNotes] = [:]

    /// Whether nothing is noted of any.
    var isEmpty: Bool { notes.isEmpty }

    /// The notes on an activity.
    subscript(activity: Activity) -> ActivityNotes {
        get { notes[activity.number] ?? ActivityNotes() }
        set { notes[activity.number] = newValue }
    }

    /// Changes what is noted of an activity, by its number.
    mutating func change(_ number: UInt64, _ body: (inout ActivityNotes) -> Void) {
        body(&notes[number, default: ActivityNotes()])
    }

    /// Takes out what is noted of an activity that has ended.
    mutating func take(_ activity: Activity) -> ActivityNotes {
        notes.removeValue(forKey: activity.number) ?? ActivityNotes()
    }
}
