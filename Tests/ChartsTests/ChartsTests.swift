import Testing

@testable import Charts
