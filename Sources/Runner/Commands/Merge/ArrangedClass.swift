// SPDX-License-Identifier: MIT

/// The cases of one class, as the plans of all files have them.
struct ArrangedClass {
    /// A case.
    struct Case {
        /// Its name.
        let name: [UInt8]
        /// Its `testkit_case_flags`.
        let flags: UInt32
        /// Where it is declared.
        let file: Text, line: UInt32
        /// Its tags, by number.
        let tags: UInt32
        /// The words for people about it.
        let description: Description
        /// Its examples' names, those of all files.
        private(set) var examples: [String]
        /// The last file that has it in its plan.
        fileprivate(set) var lastFile: Int
        /// How many files have it besides the first, and how many say that it cannot run there.
        fileprivate var moreFiles = 0, refusals = 0

        /// Whether it can run on none of the machines.
        var isRefusedEverywhere: Bool { refusals > moreFiles }

        /// Makes a case of the first file that has it.
        init(
            name: [UInt8], flags: UInt32, file: Text, line: UInt32, tags: UInt32, description: Description,
            examples: [String], lastFile: Int
        ) {
            (self.name, self.flags, self.file, self.line, self.tags) = (name, flags, file, line, tags)
            (self.description, self.lastFile, self.examples) = (description, lastFile, [])
            add(examples)
        }

        /// Adds examples that it has not yet.
        fileprivate mutating func add(_ others: [String]) {
            var seen = Set(examples)
            examples += others.filter { seen.insert($0).inserted }
        }
    }

    /// The cases, in the order in which they came.
    private(set) var cases: [Case] = []
    /// The cases by name.
    private var index = IdentityIndex()

    /// A case by its name.
    func find(_ name: ArraySlice<UInt8>) -> Int? {
        index.find(index.hash([name])) { cases[$0].name.elementsEqual(name) }
    }

    /// Adds a case that is not there yet.
    mutating func add(_ new: Case) {
        index.insert(cases.count, index.hash([new.name[...]]))
        cases.append(new)
    }

    /// Takes another record of a case; whether that is another file's.
    mutating func takeAgain(_ place: Int, examples: [String], file: Int) -> Bool {
        let isOther = cases[place].lastFile != file
        if isOther {
            cases[place].lastFile = file
            cases[place].moreFiles += 1
        }
        cases[place].add(examples)
        return isOther
    }

    /// Takes note that a case, if that is one, cannot run on a file's machine.
    mutating func refuse(_ name: ArraySlice<UInt8>) {
        if let place = find(name) { cases[place].refusals += 1 }
    }
}
