/// What messages say of an activity, until it has ended.
struct ActivityNotes {
    /// What went wrong.
    var issues: [Issue] = []
    /// What it had to say.
    var logs: [String] = []
    /// What it attached.
    var attachments: [AttachedFile] = []
    /// Why it is skipped.
    var skipReason: String?
    /// What was printed, where it is no longer in a worker's file.
    var output: String?
}

/// What has been said of the activities that have not ended yet.
struct Notebook {
    /// The notes, by the activity's number.
    private var notes: [UInt64: ActivityNotes] = [:]

    /// Whether nothing is noted of any.
    var isEmpty: Bool { notes.isEmpty }

    /// What is noted of an activity.
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
