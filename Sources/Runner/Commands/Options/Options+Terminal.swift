// SPDX-License-Identifier: MIT

import RunnerReports
import RunnerSupport

/// The options for the appearance of the terminal report.
extension Options {
    /// Colour at a terminal, where it is wanted and can be shown.
    func style(at terminal: Int32) -> Style {
        switch color {
        case .always: Style(isEnabled: true)
        case .never: Style(isEnabled: false)
        case .auto: Style(isEnabled: Terminal.takesColor(terminal))
        }
    }

    /// The appearance of a run's report at a terminal.
    func settings(_ context: ReportContext, at terminal: Int32) -> TerminalReporter.Settings {
        var settings = TerminalReporter.Settings()
        settings.verbosity = quiet ? .quiet : verbose ? .verbose : .normal
        settings.style = style(at: terminal)
        settings.columns = Terminal.columns(of: terminal)
        settings.failureOutput = failureOutput
        settings.directory = context.directory
        settings.showsOutput = showOutput != .never
        settings.showsAllOutput = showOutput == .all
        return settings
    }
}
