import OwnTests
import XCTest

XCTMain([testCase(OwnTests.all)])
