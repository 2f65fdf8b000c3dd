import OwnSpecs
import OwnTests
import Quick
import XCTest

XCTMain([testCase(OwnTests.all)] + entries([PriceSpec.self, CartSpec.self, StockSpec.self, PriceSpec.self]))
