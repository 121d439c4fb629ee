#!/usr/bin/env python3
"""Makes the small fonts for tests out of Debian's, which are too large to keep here.

Usage: make-subsets.py ROOT, where the packages named in ORIGIN.md are unpacked (`dpkg -x`) under
ROOT. Needs fontTools. The family is renamed, as a subset is not the font that bears the name.
"""
import os
import sys

from fontTools import subset
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import TTFont

SUBSETS = [
    # result, family, source under usr/share/fonts, font of a collection, characters
    ("TestHan.otf", "Test Han", "opentype/noto/NotoSansCJK-Regular.ttc", 2,
     "一上下不中事人今信入出分利力功务动器图在处失存小平度开总意成数文日时明月服本机正步水流温湿状理用电盘监石示秒空线络网负败载输过运近速量错间"
     "一个今保停光全出击助图始存它屏已帮开或截按换据播数日显暂曲格步浅深点示空线继续色藏表谱退部重键隐集渐变折页面访问量放新"
     "，。、：（）です온도"),
    ("TestSymbols.ttf", "Test Symbols", "truetype/ancient-scripts/Symbola_hint.ttf", 0,
     "☀☁☂★☎♥⚙⚠✈✓✗➜🌡🔋🔌🕐🖥🚀😀"),
    ("Odd/TestColour.ttf", "Test Colour", "truetype/noto/NotoColorEmoji.ttf", 0, "🦀🦉"),
    ("Odd/TestLayers.ttf", "Test Layers", "truetype/ancient-scripts/Symbola_hint.ttf", 0, "♜"),
    ("Odd/TestVariable.ttf", "Test Variable", "truetype/inter-vf/Inter-roman.var.ttf", 0, "Avant"),
    ("Odd/TestInstances.ttf", "Test Instances", "truetype/inter-vf/Inter-roman.var.ttf", 0,
     "Avant"),
]
NAMES = {1: "{0}", 3: "{0} Regular", 4: "{0} Regular", 6: "{1}-Regular", 16: "{0}"}


def main(root):
    here = os.path.dirname(os.path.abspath(__file__))
    for result, family, source, number, characters in SUBSETS:
        options = subset.Options(
            name_IDs=[0, 1, 2, 3, 4, 6, 13, 14, 16], name_languages=[0x409], hinting=False,
            notdef_outline=True)
        font = TTFont(f"{root}/usr/share/fonts/{source}", fontNumber=number)
        subsetter = subset.Subsetter(options)
        subsetter.populate(text=characters)
        subsetter.subset(font)
        for record in font["name"].names:
            if record.nameID in NAMES:
                text = NAMES[record.nameID].format(family, family.replace(" ", ""))
                record.string = text
        if "CFF " in font:
            cff = font["CFF "].cff
            cff.fontNames = [family.replace(" ", "") + "-Regular"]
            cff.topDictIndex[0].FamilyName = family
            cff.topDictIndex[0].FullName = family + " Regular"
        if family == "Test Layers":
            rook = font.getBestCmap()[ord("♜")]
            font["COLR"] = buildCOLR({rook: [(rook, 0)]}, version=0)
            font["CPAL"] = buildCPAL([[(1, 0, 0, 1)]])
        if family == "Test Variable":
            font["fvar"].instances = []
        font["head"].modified = font["head"].created
        font.recalcTimestamp = False
        font.save(os.path.join(here, result))


if __name__ == "__main__":
    main(sys.argv[1])
