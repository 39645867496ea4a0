import { describe, expect, it } from 'vitest'
import { docxOf, type DocxOptions } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { courierPrime } from '../../../support/documents/courier-prime.ts'
import { allNamed, childNamed, openDocx, textOf } from '../../../support/documents/docx-reading.ts'

const script = `Title: _**The Long Pier**_
Credit: written by
Author: Ada Quill
Contact:
    7 Harbour Street
    ada@example.com
Draft date: 1 May 2026

.opening #1#

A *low* fog. **Gulls**, _unseen_.
Its second line. [[Check the tide.]]

# Act one

= They meet.

MIRA (O.S.)
(out of breath)
Is anyone there?
(listening)
Anyone at all?

БОРИС
Здесь & <here>.

/* A whole
scene cut. */

~Row, row, row

EVA
Now!

ION ^
(loud)
Now!

EVA
Again!

ION ^
Again!

> THE END <

Cut to:

> FADE OUT.

===

EXT. PIER - NIGHT #2A#

Nobody.
`

const written = async (source: string, options?: DocxOptions) =>
  openDocx(await docxOf(parse(source), options))

/** Written only once, because the tests do not change it. */
const whole = await written(script)

/** The properties of a style, by their Word names. */
function look(name: string) {
  const style = whole.styleNamed(name)
  const paragraph = childNamed(style, 'w:pPr')
  const on = (property: string) => childNamed(paragraph, property) !== undefined
  const run = childNamed(style, 'w:rPr')
  return {
    indent: childNamed(paragraph, 'w:ind')?.attributes ?? {},
    spacing: childNamed(paragraph, 'w:spacing')?.attributes,
    alignment: childNamed(paragraph, 'w:jc')?.attributes['w:val'] ?? 'left',
    keepNext: on('w:keepNext'),
    keepLines: on('w:keepLines'),
    widowControl: on('w:widowControl'),
    capitals: run !== undefined && childNamed(run, 'w:caps') !== undefined,
    italic: run !== undefined && childNamed(run, 'w:i') !== undefined,
  }
}

describe('Word export', () => {
  it('contains all printed text in order, each element in its style, without notes, sections and synopses', () => {
    const printed = whole.paragraphs
      .filter((paragraph) => textOf(paragraph) !== '')
      .map((paragraph) => `${whole.styleOf(paragraph)}: ${textOf(paragraph)}`)
    expect(printed).toEqual([
      'Title Page Title: The Long Pier',
      'Title Page Credit: written by',
      'Title Page Credit: Ada Quill',
      'Title Page Contact: 7 Harbour Street',
      'Title Page Contact: ada@example.com',
      'Title Page Contact: 1 May 2026',
      'Scene Heading: 1\topening\t1',
      'Action: A low fog. Gulls, unseen.\nIts second line.',
      'Character: MIRA (O.S.)',
      'Parenthetical: (out of breath)',
      'Dialogue: Is anyone there?',
      'Parenthetical: (listening)',
      'Dialogue: Anyone at all?',
      'Character: БОРИС',
      'Dialogue: Здесь & <here>.',
      'Lyrics: Row, row, row',
      'Dual Character: EVA',
      'Dual Dialogue: Now!',
      'Dual Character: ION',
      'Dual Parenthetical: (loud)',
      'Dual Dialogue: Now!',
      "Dual Character: EVA (CONT'D)",
      'Dual Dialogue: Again!',
      "Dual Character: ION (CONT'D)",
      'Dual Dialogue: Again!',
      'Centered: THE END',
      'Action: Cut to:',
      'Transition: FADE OUT.',
      'Scene Heading: 2A\tEXT. PIER - NIGHT\t2A',
      'Action: Nobody.',
    ])
  })

  // In twips from the margins of 1.5 and 1 inch; 240 twips are a line of 12 points.
  it.each([
    ['Scene Heading', { 'w:left': '0', 'w:right': '0' }, '480'],
    ['Action', { 'w:left': '0', 'w:right': '0' }, '240'],
    ['Character', { 'w:left': '2880', 'w:right': '360' }, '240'],
    ['Parenthetical', { 'w:left': '2160', 'w:right': '2880', 'w:hanging': '144' }, '0'],
    ['Dialogue', { 'w:left': '1440', 'w:right': '2160' }, '0'],
    ['Lyrics', { 'w:left': '1440', 'w:right': '2160' }, '240'],
    ['Transition', { 'w:left': '5760', 'w:right': '576' }, '240'],
    ['Centered', { 'w:left': '0', 'w:right': '0' }, '240'],
    ['Dual Character', {}, '0'],
    ['Dual Parenthetical', { 'w:left': '360' }, '0'],
    ['Dual Dialogue', {}, '0'],
  ])('places %s at the standard screenplay position', (name, indent, before) => {
    const { indent: found, spacing } = look(name)
    expect(found).toEqual(indent)
    expect(spacing).toEqual({
      'w:before': before,
      'w:after': '0',
      'w:line': '240',
      'w:lineRule': 'exact',
    })
  })

  it('prints headings, cues and transitions in capitals and lyrics in italics', () => {
    for (const name of ['Scene Heading', 'Character', 'Dual Character', 'Transition']) {
      expect(look(name)).toMatchObject({ capitals: true })
    }
    expect(look('Dialogue')).toMatchObject({ capitals: false, italic: false })
    expect(look('Lyrics')).toMatchObject({ italic: true })
    expect(look('Transition')).toMatchObject({ alignment: 'right' })
    expect(look('Centered')).toMatchObject({ alignment: 'center' })
  })

  it('keeps headings, cues and parentheticals with the next paragraph, with widow control', () => {
    for (const name of ['Scene Heading', 'Character', 'Parenthetical']) {
      expect(look(name)).toMatchObject({ keepNext: true, keepLines: true })
    }
    for (const name of ['Action', 'Dialogue']) {
      expect(look(name)).toMatchObject({ keepNext: false, widowControl: true })
    }
  })

  it('keeps the paragraph before a transition on the same page', async () => {
    const docx = await written('It ends.\n\n> FADE OUT.\n\nIt goes on.\n')
    const kept = (words: string) =>
      childNamed(childNamed(docx.paragraphWith(words), 'w:pPr'), 'w:keepNext') !== undefined
    expect([kept('It ends.'), kept('It goes on.')]).toEqual([true, false])
  })

  it('keeps bold, italics and underline', () => {
    const docx = whole
    const runs = allNamed(docx.document, 'w:r').map((run) => {
      const marks = ['w:b', 'w:i', 'w:u'].filter((mark) =>
        childNamed(childNamed(run, 'w:rPr'), mark),
      )
      return `${textOf(run)} ${marks.join('+')}`
    })
    expect(runs).toEqual(
      expect.arrayContaining(['The Long Pier w:b+w:u', 'low w:i', 'Gulls w:b', 'unseen w:u']),
    )
  })

  it('puts dual dialogue in a table without borders', () => {
    const docx = whole
    const tables = allNamed(docx.document, 'w:tbl')
    expect(
      tables.map((table) =>
        allNamed(table, 'w:tc').map((cell) => allNamed(cell, 'w:p').map(textOf)),
      ),
    ).toEqual([
      [
        ['EVA', 'Now!'],
        ['ION', '(loud)', 'Now!'],
      ],
      [
        ["EVA (CONT'D)", 'Again!'],
        ["ION (CONT'D)", 'Again!'],
      ],
    ])
    const widths = allNamed(tables[0]!, 'w:gridCol').map(({ attributes }) => attributes['w:w'])
    expect(widths).toEqual(['4500', '4140'])
    expect(
      childNamed(allNamed(tables[0]!, 'w:tblBorders')[0], 'w:insideV')?.attributes['w:val'],
    ).toBe('none')
  })

  it('puts scene numbers and dual dialogue where the page setup has its lines', async () => {
    const setup = 'scene heading left 1.25 style underline; action left 1.25 right 7.75'
    const docx = await written(`Page Setup: ${setup}\n\nINT. BAR #1#\n\nA\nOne.\n\nB ^\nTwo.\n`)
    const [heading] = docx.paragraphs
    const indent = allNamed(heading!, 'w:ind').map(({ attributes }) => attributes)
    expect(indent).toMatchObject([{ 'w:left': '-360', 'w:hanging': '720' }])
    const underlines = allNamed(heading!, 'w:r').map(
      (run) => allNamed(run, 'w:u')[0]?.attributes['w:val'],
    )
    expect(underlines).toEqual(['none', undefined, 'none'])
    const widths = allNamed(docx.document, 'w:gridCol').map(({ attributes }) => attributes['w:w'])
    expect(widths).toEqual(['4860', '4500'])
    expect(allNamed(docx.document, 'w:tblInd')[0]?.attributes['w:w']).toBe('-360')
  })

  it('separates adjacent tables and never ends with a table', async () => {
    const docx = await written('A\nOne.\n\nB ^\nTwo.\n\nC\nThree.\n\nD ^\nFour.\n')
    const body = childNamed(docx.document, 'w:body')
    const names = body?.children.map((child) => (typeof child === 'string' ? child : child.name))
    expect(names).toEqual(['w:tbl', 'w:p', 'w:tbl', 'w:p', 'w:sectPr'])
  })

  it('puts the title page in its own section and numbers pages from the second one', async () => {
    const docx = whole
    const [title, body] = allNamed(docx.document, 'w:sectPr')
    expect(childNamed(title, 'w:headerReference')).toBeUndefined()
    expect(childNamed(body, 'w:titlePg')).toBeDefined()
    expect(childNamed(body, 'w:pgNumType')?.attributes['w:start']).toBe('1')
    expect(childNamed(body, 'w:pgMar')?.attributes).toMatchObject({
      'w:top': '1440',
      'w:bottom': '1440',
      'w:left': '2160',
      'w:right': '1440',
      'w:header': '720',
    })
    const headers = await Promise.all(['word/header1.xml', 'word/header2.xml'].map(docx.xml))
    const texts = headers.map((header) => allNamed(header, 'w:p').map(textOf).join(''))
    expect(texts.toSorted()).toEqual(['', '.'])
    expect(headers.flatMap((header) => allNamed(header, 'w:instrText'))).toHaveLength(1)
  })

  it('has no title page section without a title page', async () => {
    const docx = await written('INT. HALL - DAY\n\nDust.\n')
    expect(allNamed(docx.document, 'w:sectPr')).toHaveLength(1)
  })

  it('starts a new page at a page break, without a blank line above', () => {
    const docx = whole
    const properties = childNamed(docx.paragraphWith('2A\tEXT. PIER - NIGHT\t2A'), 'w:pPr')
    expect(childNamed(properties, 'w:pageBreakBefore')).toBeDefined()
    expect(childNamed(properties, 'w:spacing')?.attributes['w:before']).toBe('0')
  })

  it('fits A4 with 58 lines of the same width', async () => {
    const docx = await written(script, { paper: 'a4' })
    const section = allNamed(docx.document, 'w:sectPr').at(-1)
    expect(childNamed(section, 'w:pgSz')?.attributes).toMatchObject({
      'w:w': '11906',
      'w:h': '16838',
    })
    expect(childNamed(section, 'w:pgMar')?.attributes).toMatchObject({
      'w:left': '2160',
      'w:right': '1106',
      'w:bottom': '1478',
    })
  })

  it('uses Courier Prime, and a fallback font for Greek and Cyrillic', () => {
    const docx = whole
    const normal = allNamed(docx.styleNamed('Normal')!, 'w:rFonts')[0]
    expect(normal?.attributes['w:ascii']).toBe('Courier Prime')
    const other = allNamed(docx.document, 'w:r').filter(
      (run) => allNamed(run, 'w:rFonts').length > 0,
    )
    expect(other.map(textOf)).toEqual(['БОРИС', 'Здесь'])
  })

  it('declares its fonts as monospaced, embedded or not', async () => {
    const table = await whole.xml('word/fontTable.xml')
    const fonts = allNamed(table, 'w:font').map((font) => [
      font.attributes['w:name'],
      childNamed(font, 'w:altName')?.attributes['w:val'],
      childNamed(font, 'w:pitch')?.attributes['w:val'],
    ])
    expect(fonts).toEqual([
      ['Courier Prime', 'Courier New', 'fixed'],
      ['Courier New', undefined, 'fixed'],
    ])
  })

  it('embeds the four faces of the font, obfuscated as the format requires', async () => {
    const fonts = await courierPrime()
    const docx = await written(script, { fonts })
    const [font] = allNamed(await docx.xml('word/fontTable.xml'), 'w:font')
    const faces = ['w:embedRegular', 'w:embedBold', 'w:embedItalic', 'w:embedBoldItalic']
    for (const [n, face] of faces.entries()) {
      const key = childNamed(font, face)!.attributes['w:fontKey']!.replaceAll(/[{}-]/g, '')
      const bytes = await docx.zip.read(`word/fonts/font${n + 1}.odttf`)
      const keyBytes = key
        .match(/../g)!
        .map((hex) => Number.parseInt(hex, 16))
        .toReversed()
      const clear = bytes.subarray(0, 32).map((byte, at) => byte ^ keyBytes[at % 16]!)
      // TrueType starts with its version; the first table name is at byte 12.
      expect([...clear.subarray(0, 4)]).toEqual([0, 1, 0, 0])
      expect(new TextDecoder().decode(clear.subarray(12, 16))).toMatch(/^[A-Za-z0-9/]{4}$/)
    }
  })

  it('sets title and author in the document properties', async () => {
    const core = await whole.xml('docProps/core.xml')
    expect(allNamed(core, 'dc:title')[0]?.children).toEqual(['The Long Pier'])
    expect(allNamed(core, 'dc:creator')[0]?.children).toEqual(['Ada Quill'])
    const titled = await (await written('Fog.', { title: 'Fog & Co' })).xml('docProps/core.xml')
    expect(allNamed(titled, 'dc:title')[0]?.children).toEqual(['Fog & Co'])
  })

  it('removes characters that XML cannot represent', async () => {
    const docx = await written('A b\u0007ell\u0000, \ud800half\uffff a pair 😀.\n')
    expect(docx.paragraphs.map(textOf)).toEqual(['A bell, half a pair 😀.'])
  })

  it('is a valid document for an empty script', async () => {
    const docx = await written('')
    expect(docx.paragraphs.map(textOf)).toEqual([''])
  })
})

describe('prose in Word', () => {
  it.each([
    ['a sentence', 'My idea: two brothers find a map.'],
    ['a list', 'Tone: dark\nPace: slow'],
    ['a key without a value', 'Studio: Big\nIdeas:'],
    ['a known word', 'Notes: the end drags.'],
  ])('loses nothing before its first colon: %s', async (_what, prose) => {
    const { paragraphs } = await openDocx(
      new Uint8Array(await docxOf(parse(`${prose}\n\nAnd a map: theirs.`))),
    )
    const words = paragraphs.map(textOf).join(' ').trim().split(/\s+/)
    expect(words).toEqual(`${prose} And a map: theirs.`.split(/\s+/))
  })
})
