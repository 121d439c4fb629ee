import Testing

@testable import Layers
