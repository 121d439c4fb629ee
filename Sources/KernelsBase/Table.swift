import CLanes

/// The functions of this build. This folder is compiled once for every x86-64 processor and again for
/// those with wider vectors; Raster chooses at run time.
public var kernelTable: KernelTable {
  KernelTable(
    fill: fill, blendColor: blendColor, blendPixels: blendPixels, multiply: multiply,
    readEntries: readEntries,
    addEdges: addEdges, resolveRow: resolveRow, blendColorsInCells: blendColorsInCells,
    blendPixelsInCells: blendPixelsInCells, blendTrapezoids: blendTrapezoids,
    blendColorsInBlocks: blendColorsInBlocks, blendPixelsInBlocks: blendPixelsInBlocks,
    composeBlocks: composeBlocks, flattenCurve: flattenCurve, snapCurve: snapCurve,
    meetSides: meetSides)
}
