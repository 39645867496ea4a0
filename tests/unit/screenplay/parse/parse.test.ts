import { describe, expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { read } from '../generators/read.ts'
import { casesOf } from '../../cases.ts'

type Row = [what: string, source: string, ...elements: string[]]

/** All of fountain.io/syntax, in order: a name, the source and the expected elements. */
const chapters: Record<string, Row[]> = {
  'scene headings': casesOf`
    INT with a dot │ INT. HOUSE - DAY │ scene-heading: INT. HOUSE - DAY
    INT with a space │ INT HOUSE - DAY │ scene-heading: INT HOUSE - DAY
    EXT │ EXT. BRICK'S POOL - DAY │ scene-heading: EXT. BRICK'S POOL - DAY
    EST │ EST. CITY - DAWN │ scene-heading: EST. CITY - DAWN
    INT./EXT │ INT./EXT. CAR - DAY │ scene-heading: INT./EXT. CAR - DAY
    INT/EXT │ INT/EXT CAR - DAY │ scene-heading: INT/EXT CAR - DAY
    I/E │ I/E. CAR - DAY │ scene-heading: I/E. CAR - DAY
    any case │ int. house - day │ scene-heading: int. house - day
    an indent is ignored │ "\t  EXT. SEA - DAY" │ scene-heading: EXT. SEA - DAY
    a word that starts with INT │ INTERIOR of a shell. │ action: INTERIOR of a shell.
    EXTREME is not EXT │ EXTREME cold. │ action: EXTREME cold.
    not without an empty line before it │ He reads:\nINT. HOUSE - DAY │ action: He reads:\nINT. HOUSE - DAY
    text directly after it is action │ INT. HOUSE - DAY\nA dog sleeps. │ scene-heading: INT. HOUSE - DAY │ action: A dog sleeps.
    forced with a period │ .SNIPER SCOPE POV │ scene-heading: SNIPER SCOPE POV
    forced, in another alphabet │ .ΣΠΙΤΙ - ΝΥΧΤΑ │ scene-heading: ΣΠΙΤΙ - ΝΥΧΤΑ
    an ellipsis forces nothing │ ...where the pool begins │ action: ...where the pool begins
    a period before a space forces nothing │ . Odd │ action: . Odd
    not with an exclamation mark │ !INT. HOUSE │ action: INT. HOUSE
  `,
  'scene numbers': casesOf`
    a number │ INT. HOUSE - DAY #1# │ scene-heading: INT. HOUSE - DAY <#1>
    letters │ INT. HOUSE - DAY #1A# │ scene-heading: INT. HOUSE - DAY <#1A>
    lowercase letters │ INT. HOUSE - DAY #1a# │ scene-heading: INT. HOUSE - DAY <#1a>
    a letter first │ INT. HOUSE - DAY #A1# │ scene-heading: INT. HOUSE - DAY <#A1>
    dashes │ INT. HOUSE - DAY #I-1-A# │ scene-heading: INT. HOUSE - DAY <#I-1-A>
    a period │ INT. HOUSE - DAY #1.# │ scene-heading: INT. HOUSE - DAY <#1.>
    on a forced heading │ .FLASHBACK #110A# │ scene-heading: FLASHBACK <#110A>
    a number with a space is text │ INT. BAR #4 5# │ scene-heading: INT. BAR #4 5#
  `,
  action: casesOf`
    a paragraph │ They drink long. │ action: They drink long.
    keeps line breaks │ One.\nTwo. │ action: One.\nTwo.
    an empty line ends it │ One.\n\nTwo. │ action: One. │ action: Two.
    keeps its indent │ He reads:\n\n    Dear Jo, │ action: He reads: │ action:     Dear Jo,
    a tab is four spaces │ "\tu ready?" │ action:     u ready?
    forced │ !SCANNING THE AISLES...\nWhere is it? │ action: SCANNING THE AISLES...\nWhere is it?
    forced, with an indent │ !  in │ action:   in
    forced within a speech │ JO\nHi.\n!Bang. │ character: JO │ dialogue: Hi. │ action: Bang.
    capitals followed by an empty line │ SILENCE\n\nThen steps. │ action: SILENCE │ action: Then steps.
  `,
  character: casesOf`
    capitals │ STEEL\nHi. │ character: STEEL │ dialogue: Hi.
    an indent is ignored │ "\t\tSTEEL\n\t  Hi." │ character: STEEL │ dialogue: Hi.
    an extension │ MOM (O. S.)\nLuke! │ character: MOM (O. S.) │ dialogue: Luke!
    a lowercase extension │ HANS (on the radio)\nYes? │ character: HANS (on the radio) │ dialogue: Yes?
    a digit in it │ R2D2\nBeep. │ character: R2D2 │ dialogue: Beep.
    digits alone are not a cue │ 23\nHi. │ action: 23\nHi.
    punctuation alone is not a cue │ ***\nHi. │ action: ***\nHi.
    Greek │ ΕΛΕΝΗ\nΓεια. │ character: ΕΛΕΝΗ │ dialogue: Γεια.
    Cyrillic │ АННА\nПривет. │ character: АННА │ dialogue: Привет.
    lowercase Greek is not a cue │ Ελένη\nΓεια. │ action: Ελένη\nΓεια.
    letters without case are not a cue │ 李明\n你好。 │ action: 李明\n你好。
    forced │ @McCLANE\nYippee. │ character: McCLANE │ dialogue: Yippee.
    forced, without case │ @李明\n你好。 │ character: 李明 │ dialogue: 你好。
    an at sign alone is action │ @ │ action: @
    not without an empty line before it │ He sees\nJO\nrun │ action: He sees\nJO\nrun
  `,
  dialogue: casesOf`
    several lines │ JO\nOne.\nTwo. │ character: JO │ dialogue: One.\nTwo.
    capitals in it │ JO\nWHAT\nNO │ character: JO │ dialogue: WHAT\nNO
    an empty line ends it │ JO\nOne.\n\nTwo. │ character: JO │ dialogue: One. │ action: Two.
    an empty line with two spaces does not │ DEALER\nTen.\nFour.\n  \nHit or stand?\n\nMONKEY\nHm. │ character: DEALER │ dialogue: Ten.\nFour.\n\nHit or stand? │ character: MONKEY │ dialogue: Hm.
    one space does │ JO\nOne.\n \nTwo. │ character: JO │ dialogue: One. │ action: Two.
    a scene heading in it │ JO\nINT. is short. │ character: JO │ dialogue: INT. is short.
    a caliber │ JO\n.45 or less. │ character: JO │ dialogue: .45 or less.
    a hash │ JO\n#1 it is. │ character: JO │ dialogue: #1 it is.
  `,
  parentheticals: casesOf`
    after the cue │ JO\n(low)\nHi. │ character: JO │ parenthetical: (low) │ dialogue: Hi.
    within the speech │ JO\nHi.\n(pause)\nBye. │ character: JO │ dialogue: Hi. │ parenthetical: (pause) │ dialogue: Bye.
    a sentence that starts with a bracket │ JO\n(Well) no. │ character: JO │ dialogue: (Well) no.
    in action it is action │ (quietly) │ action: (quietly)
  `,
  'dual dialogue': casesOf`
    a caret after the second cue │ BRICK\nScrew it.\n\nSTEEL ^\nScrew it.\n\nBRICK\nDone. │ character: BRICK <left> │ dialogue: Screw it. <left> │ character: STEEL <right> │ dialogue: Screw it. <right> │ character: BRICK │ dialogue: Done.
    without a space, with parentheticals and lyrics │ A\n(x)\n~la\n\n@b^\n(y)\nNo. │ character: A <left> │ parenthetical: (x) <left> │ lyrics: la <left> │ character: b <right> │ parenthetical: (y) <right> │ dialogue: No. <right>
    no speech before it │ JO ^\nHi. │ character: JO │ dialogue: Hi.
    action in between │ A\nHi.\n\nBang.\n\nB ^\nNo. │ character: A │ dialogue: Hi. │ action: Bang. │ character: B │ dialogue: No.
    a third beside two │ A\na\n\nB ^\nb\n\nC ^\nc │ character: A <left> │ dialogue: a <left> │ character: B <right> │ dialogue: b <right> │ character: C │ dialogue: c
    a note in between │ A\na\n\n[[n]]\n\nB ^\nb │ character: A <left> │ dialogue: a <left> │ note: n │ character: B <right> │ dialogue: b <right>
  `,
  lyrics: casesOf`
    tildes │ ~Willy Wonka!\n~The amazing │ lyrics: Willy Wonka!\nThe amazing
    within a speech │ JO\nListen.\n~La la\nWell? │ character: JO │ dialogue: Listen. │ lyrics: La la │ dialogue: Well?
  `,
  transitions: casesOf`
    capitals that end in TO: │ CUT TO: │ transition: CUT TO:
    an indent is ignored │ "\t\tSMASH CUT TO:\n\nX" │ transition: SMASH CUT TO: │ action: X
    lowercase letters are action │ Cut TO: │ action: Cut TO:
    a space after the colon makes it action │ CUT TO: \n\nX │ action: CUT TO: │ action: X
    a period makes it a heading │ .CUT TO: │ scene-heading: CUT TO:
    a line directly after it makes it a cue │ FADE TO:\nBlack. │ character: FADE TO: │ dialogue: Black.
    a line directly before it makes it action │ Bang.\nCUT TO: │ action: Bang.\nCUT TO:
    a boneyard may follow directly │ CUT TO:\n/* INT. BAR\n\nGone. */\n\nX │ transition: CUT TO: │ boneyard: INT. BAR\n\nGone. │ action: X
    text behind that boneyard makes it a cue │ CUT TO:\n/* Gone. */ Black. │ character: CUT TO: │ dialogue: Black.
    forced │ > Burn to White. │ transition: Burn to White.
    forced, in another alphabet │ >СМЕНА: │ transition: СМЕНА:
    FADE IN: is action │ FADE IN:\n\nX │ action: FADE IN: │ action: X
    a marker alone is action │ > │ action: >
  `,
  'centered text': casesOf`
    between markers │ > THE END < │ centered: THE END
    spaces around it are ignored │ "  >   THE END   <  " │ centered: THE END
    consecutive lines │ >ONE<\n> TWO < │ centered: ONE\nTWO
  `,
  'page breaks': casesOf`
    three signs │ A\n\n===\n\nB │ action: A │ "page-break: " │ action: B
    more signs │ ======= │ "page-break: "
    a page number after the signs │ === 2 │ "page-break: "
    text after the signs │ === Two │ synopsis: == Two
    two are a synopsis │ == │ synopsis: =
  `,
  notes: casesOf`
    in a line │ A man [[or a woman?]] runs. │ action: A man runs.
    at the end of a line │ JO\nHi. [[Really?]] │ character: JO │ dialogue: Hi.
    at the start of a line │ [[Who?]] A man runs. │ action: A man runs.
    alone │ [[Look up the year.]] │ note: Look up the year.
    across lines │ [[One\ntwo]] │ note: One\ntwo
    across an empty line with two spaces │ [[One\n  \ntwo]] │ note: One\n  \ntwo
    an empty line ends the note │ [[One\n\ntwo]] │ action: [[One │ action: two]]
    after the cue │ JO\n[[n]]\nHi. │ character: JO │ note: n │ dialogue: Hi.
    between the lines of a paragraph │ One\n[[n]]\ntwo │ action: One\ntwo
    after a paragraph │ One\n[[n]] │ action: One │ note: n
    never closed │ One [[two │ action: One [[two
    escaped │ One \\[[two]] │ action: One \\[[two]]
    in a heading │ INT. BAR [[which?]] #3# │ scene-heading: INT. BAR <#3>
  `,
  boneyard: casesOf`
    alone │ /* gone */ │ boneyard: gone
    across scenes │ A\n\n/*\nINT. X\n\nY\n*/\n\nB │ action: A │ boneyard: INT. X\n\nY │ action: B
    in a line │ A /* b */ c │ action: A c
    from one line into another │ A /* b\n\nc */ d │ action: A d
    a line of a speech │ JO\nA\n/* b */\nC │ character: JO │ dialogue: A\nC
    a heading directly after it │ Run.\n/* b\n\nc */\nINT. D │ action: Run. │ boneyard: b\n\nc │ scene-heading: INT. D
    never closed │ A /* b │ action: A /* b
    notes inside it │ /* [[ */ ]] │ action: ]]
  `,
  'sections and synopses': casesOf`
    a section │ # Act │ section: Act <1>
    deeper │ ### Beat │ section: Beat <3>
    without a space │ ##Sequence │ section: Sequence <2>
    a synopsis │ = They meet. │ synopsis: They meet.
    directly below a heading │ INT. BAR\n= They meet.\nJO\nHi. │ scene-heading: INT. BAR │ synopsis: They meet. │ character: JO │ dialogue: Hi.
    directly above a heading │ # Act\nINT. BAR │ section: Act <1> │ scene-heading: INT. BAR
  `,
  'line ends': casesOf`
    CRLF │ JO\r\nA\r\nB\r\n\r\nC │ character: JO │ dialogue: A\nB │ action: C
    CR │ JO\rA\rB\r\rC │ character: JO │ dialogue: A\nB │ action: C
    CRLF in a note │ [[A\r\nB]] │ note: A\nB
    a byte order mark │ "\ufeffINT. BAR" │ scene-heading: INT. BAR
    empty lines with spaces │ A\n \t\nJO\nHi. │ action: A │ character: JO │ dialogue: Hi.
    nothing │ ""
    nothing but empty lines │ "\n \n\n"
  `,
}

describe.each(Object.entries(chapters))('%s', (_chapter, rows) => {
  test.each(rows)('%s', (_what, source, ...elements) => expect(read(source)).toEqual(elements))
})

describe('source ranges', () => {
  const source = '\n\nTitle: A\n\nINT. BAR\n\n  One.\n Two.  \n\n\nJO\nHi.\n'
  const { titlePage, elements } = parse(source)
  const [heading, action, name, words] = elements

  test('a range extends to the next one', () => {
    expect(titlePage[0]).toMatchObject({ start: 2, contentEnd: 10, end: 12, line: 3 })
    expect(heading).toMatchObject({ start: 12, contentEnd: 20, end: 22, line: 5 })
    expect(action).toMatchObject({ start: 22, contentEnd: 36, end: 39, line: 7 })
    expect(name).toMatchObject({ start: 39, contentEnd: 41, end: 42, line: 11 })
    expect(words).toMatchObject({ start: 42, contentEnd: 45, end: 46, line: 12 })
  })

  test('lines inside notes and boneyard are counted', () => {
    const lines = parse('A\n\n/*\n\n*/\n\n[[B\nC]] D\n\nE').elements.map(({ line }) => line)
    expect(lines).toEqual([1, 3, 7, 10])
  })
})
