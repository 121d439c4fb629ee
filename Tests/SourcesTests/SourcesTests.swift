import Testing

@testable import Sources
