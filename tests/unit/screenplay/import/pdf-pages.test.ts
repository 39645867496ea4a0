import { describe, expect, it } from 'vitest'
import { elementsRight } from '../../../../bench/support/elements-right.ts'
import { lockedPdf, pageStarts } from '../../../../bench/support/locked-pdf.ts'
import { type Program, programPdf } from '../../../../bench/support/program-pdf.ts'
import { importScript } from '../../../../screenplay/formats.ts'
import { layout } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { locksOf } from '../../../../screenplay/production.ts'
import { drawnPdf } from '../../../support/documents/drawn-pdf.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'

const at = (column: number, ...lines: string[]) => lines.map((line) => ' '.repeat(column) + line)
const page = (...rows: (string | string[])[]) => rows.flat().join('\n')
const action = (...lines: string[]) => at(15, ...lines)
const read = (...pages: string[]) => importScript(drawnPdf(pages), 'a.pdf')

const first = [
  ...action('INT. HALL - DAY', '', 'Dust.', ''),
  ...at(35, 'MIRA'),
  ...at(25, 'Is there anyone at all who', 'would answer?'),
  ...at(35, '(MORE)'),
]
const second = [...at(35, "MIRA (CONT'D)"), ...at(25, 'Anyone.'), '', ...action('Rain.', '')]
const third = action('More rain, and then less of it.', '', 'Nothing.')
const script =
  'INT. HALL - DAY\n\nDust.\n\nMIRA\nIs there anyone at all who would answer? Anyone.\n\nRain.\n\nMore rain, and then less of it.\n\nNothing.\n'

const withHeader = (headers: string[], footer: string[] = []) =>
  [first, second, third].map((rows, n) => {
    const body = page(headers[n] ?? '', '', '', rows)
    const empty = Array.from({ length: 55 - body.split('\n').length }, () => '')
    return page(body, empty, footer)
  })

describe('headers and footers of a PDF', () => {
  it.each([
    ['a title', ['THE HALL', 'THE HALL', 'THE HALL'].map((line) => at(30, line)[0]!)],
    [
      'a colour, a date and a number',
      ['White (01/02/25)', 'Blue Rev. (05/05/25)', 'Pink Rev. (11/12/25)'].map(
        (line, n) => at(15, line.padEnd(55) + (n > 0 ? `${n + 1}.` : ''))[0]!,
      ),
    ],
    [
      'a date in words',
      ['3 May 2025', '12 June 2025', '1 November 2025'].map((line) => at(40, line)[0]!),
    ],
  ])('are not in the script: %s', async (_, headers) => {
    const { text, leftOut } = await read(
      ...withHeader(headers, at(20, 'Property of Quill Pictures')),
    )
    expect(text).toBe(script)
    expect(leftOut?.runningLines).toContain('Property of Quill Pictures')
    expect(leftOut?.runningLines).toContain(headers[0]!.trim())
  })

  it('are left out too if only one page says that it is revised', async () => {
    const { text, leftOut } = await read(...withHeader(['', at(15, 'Blue Rev. (05/05/25)')[0]!]))
    expect(text).toBe(script)
    expect(leftOut?.runningLines).toEqual(['Blue Rev. (05/05/25)'])
  })

  it('are told from headings, cues and transitions that begin or end every page', async () => {
    const rows = (n: number) => [
      ...action('INT. HALL - DAY', '', `Dust ${'falls '.repeat(n)}here.`, ''),
      ...at(35, 'MIRA'),
      ...at(25, `Number ${n}.`),
      '',
      ...at(60, 'CUT TO:'),
    ]
    const { text, leftOut } = await read(page(rows(1)), page(rows(2)), page(rows(3)))
    expect(text.match(/INT\. HALL - DAY/g)).toHaveLength(3)
    expect(text.match(/CUT TO:/g)).toHaveLength(3)
    expect(leftOut?.runningLines).toEqual([])
    const cues = [1, 2, 3].map((n) => page(at(35, 'MIRA'), at(25, `Number ${n}.`, '')))
    expect((await read(...cues)).text.match(/MIRA/g)).toHaveLength(3)
  })
})

const FULL = 'Dust falls, and a light that somebody left on at night burns'

describe('revision marks of a PDF', () => {
  const marked = (line: string) => line.padEnd(63) + '*'

  it('are removed at the end of full lines and between paragraphs, and counted', async () => {
    const rows = action('INT. HALL - DAY', '', marked(FULL), 'over the table.', marked(''), 'Rain.')
    const { text, leftOut } = await read(page(rows))
    expect(text).toBe(`INT. HALL - DAY\n\n${FULL} over the table.\n\nRain.\n`)
    expect(leftOut?.revisionMarks).toBe(2)
  })

  it('are told from asterisks in the text', async () => {
    const rows = [...action('INT. HALL - DAY', ''), ...at(40, '*     *     *'), '']
    const { text } = await read(page(rows, action('Five stars: *', '', 'Rain.')))
    expect(text).toBe('INT. HALL - DAY\n\n> *  *  * <\n\nFive stars: *\n\nRain.\n')
  })
})

describe('the numbers in a PDF of a production draft', () => {
  it('beside CONTINUED are removed with it', async () => {
    const top = at(8, `${'12A'.padEnd(7)}${'CONTINUED: (2)'.padEnd(58)}12A`)
    const heading = at(8, `${'12A'.padEnd(7)}${'INT. HALL - DAY'.padEnd(58)}12A`)
    const { text } = await read(
      page(heading, '', action('Dust.', ''), at(60, '(CONTINUED)')),
      page(at(70, '2.'), '', top, '', action('Rain.')),
      page(at(70, '3.'), '', top, '', action('More rain.')),
    )
    expect(text).toBe('INT. HALL - DAY #12A#\n\nDust.\n\nRain.\n\nMore rain.\n')
  })

  it.each(['1A', 'A12', '110.5'])('on the right only are kept: %s', async (number) => {
    const heading = action('INT. HALL - DAY'.padEnd(59) + number)
    const { text } = await read(page(heading, '', action('Dust.', '', 'Rain.')))
    expect(text).toBe(`INT. HALL - DAY #${number}#\n\nDust.\n\nRain.\n`)
  })

  it('that touch a long heading on the right are kept once', async () => {
    const long = 'INT. THE HALL OF A HOUSE BY THE RIVER IN THE RAIN - NIGHT'
    const heading = at(8, `${'1A'.padEnd(7)}${long} 1A`)
    const { text } = await read(page(heading, '', action('Dust.', '', 'Rain.')))
    expect(text).toBe(`${long} #1A#\n\nDust.\n\nRain.\n`)
  })
})

async function printed(source: string, program: Program): Promise<string> {
  const { pdf } = await programPdf(source, program)
  return (await importScript(new Uint8Array(pdf), 'a.pdf')).text
}

describe('emphasis in a PDF', () => {
  const source =
    'INT. HALL - DAY\n\nA **bold one**, an *italic* and _two underlined words_, and _***all***_ of it.\n\nMIRA\n*Hello* there, **you** who come from so far away, from _so very far away_.\n\nION\nNo.\n'

  it.each<[string, Program]>([
    ['the names of standard fonts and lines', { font: 'Courier' }],
    ['the names of embedded fonts and thin boxes', { underline: 'box' }],
    ['letters drawn twice and lines below words', { bold: 'twice', underline: 'words' }],
    ['letters that are drawn one by one', { pieces: 'letters' }],
  ])('is known from %s', async (_, program) => expect(await printed(source, program)).toBe(source))

  it('of all the text is none', async () => {
    const all = ['action', 'dialogue', 'character', 'scene-heading'] as const
    const formats = Object.fromEntries(all.map((type) => [type, { style: ['bold'] as const }]))
    const plain = source.replaceAll(/[*_]/g, '')
    expect(await printed(plain, { formats })).toBe(plain)
  })
})

describe('headings without INT or EXT in a PDF', () => {
  const source =
    'INT. HALL - DAY\n\nDust.\n\n.THE LINE\n\nRAIN\n\nRain.\n\n.LATER\n\nMore.\n\nEXT. ROAD - DAY\n\nEnd.\n'
  const style = { spaceBefore: 12, style: ['bold', 'capitals'] } as const

  it('are recognised if they are bold like the others', async () =>
    expect(await printed(source, { formats: { 'scene-heading': style } })).toBe(source))

  it('are recognised by their numbers', async () => {
    const numbers = { left: 0.75, right: 7.5 }
    const plain = { spaceBefore: 12, style: ['capitals'] } as const
    const numbered = await printed(source, {
      formats: { 'scene-heading': plain },
      numbers,
      numberOf: (scene) => `${scene}A`,
    })
    expect(numbered).toBe(
      source
        .replace('HALL - DAY', 'HALL - DAY #1A#')
        .replace('LINE', 'LINE #2A#')
        .replace('LATER', 'LATER #3A#')
        .replace('ROAD - DAY', 'ROAD - DAY #4A#'),
    )
  })

  it('are recognised by the space above them', async () =>
    expect(await printed(source, {})).toBe(source))
})

it('a PDF of nothing but dual dialogue is read as such', async () => {
  const source =
    'EVA\nNow, before they see us!\n\nION ^\nNot without her.\n\nEVA\nThen stay.\n\nION ^\nI will stay here.\n'
  expect(await printed(source, {})).toBe(source)
})

it('songs in a PDF are lyrics, and italic sentences are not', async () => {
  const source =
    'INT. HALL - DAY\n\nMIRA\n~The barley is in,\n~The swallows are going\n\nION\n*Never again.*\n'
  expect(await printed(source, {})).toBe(source)
})

it('a revised, numbered and locked script comes back from our own PDF with its locks and pages', async () => {
  const [, sample] = sampleScripts.find(([name]) => name === 'the-long-table.fountain')!
  const { source, pages, rows, label, pdf } = await lockedPdf(sample)
  expect(pages.pages.map((made) => made.label).join(' ')).toMatch(/\dA/)
  const { text, leftOut } = await importScript(pdf, 'a.pdf')
  expect(leftOut?.runningLines).toEqual([label])
  expect(leftOut?.revisionMarks).toBe([...rows.values()].flat().length)
  expect(elementsRight(source, text).wrong).toEqual([])
  const again = layout(parse(text))
  expect(locksOf(again.screenplay)).toEqual({ sceneNumbers: true, pages: true })
  expect(pageStarts(again)).toEqual(pageStarts(pages))
})
