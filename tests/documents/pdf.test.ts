import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { layout, lineText, type Pages } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { pdfOf } from '../../server/documents/pdf.ts'
import { distance, placed, scriptWords } from '../support/documents/expected-places.ts'
import { type PrintedWord, wordsOfPdf } from '../support/documents/printed-words.ts'
import { sampleScripts } from '../support/documents/sample-scripts.ts'
import { rounds, ROUNDS_TIMEOUT, SEED } from '../support/rounds.ts'
import { anyEdit, edited } from '../unit/screenplay/generators/any-edit.ts'
import { inMultiCamera } from '../unit/screenplay/generators/any-page-setup.ts'

const CLOSE = 0.05
const run = promisify(execFile)

const bare = (text: string) => text.replaceAll(/\s/g, '')
const rowOf = ({ top }: PrintedWord) => Math.round((top - 1) * 6)

/** The words printed on a line, from its expected start. */
function wordsOfLine(words: readonly PrintedWord[], row: number, left: number, text: string) {
  const from = words
    .filter((word) => rowOf(word) === row && word.left > left - CLOSE)
    .toSorted((a, b) => a.left - b.left)
  const own: PrintedWord[] = []
  for (const word of from) {
    if (own.map((one) => one.text).join('').length >= bare(text).length) break
    own.push(word)
  }
  return own
}

/** Text that is not printed where layout places it. */
function astray(pages: Pages, words: readonly PrintedWord[]): string[] {
  const titles = pages.titlePages.length
  return pages.pages.flatMap(({ number, lines }) => {
    const onPage = words.filter(({ page }) => page === number + titles)
    return lines.flatMap((line) => {
      const text = lineText(line)
      const left = line.left + (text.length - text.trimStart().length) / 10
      const own = wordsOfLine(onPage, line.row, left, text)
      const isRead = own.map((word) => word.text).join('') === bare(text)
      const isClose = Math.abs((own[0]?.left ?? 0) - left) <= CLOSE
      return isRead && isClose ? [] : [`page ${number}, line ${line.row}: ${text}`]
    })
  })
}

describe.each(sampleScripts)('%s as a PDF', (_name, source) => {
  const pages = layout(parse(source))
  const titles = pages.titlePages.length
  let pdf: Uint8Array
  let words: PrintedWord[]

  beforeAll(async () => {
    pdf = await pdfOf(pages)
    words = await wordsOfPdf(pdf)
  })

  test('has the pages of layout, with every line in place', () => {
    expect(Math.max(...words.map(({ page }) => page))).toBe(pages.pages.length + titles)
    expect(astray(pages, words)).toEqual([])
  })

  test('has every line in place after any edits, in any page setup', {
    timeout: ROUNDS_TIMEOUT,
  }, async () => {
    for (let round = 0; round < rounds('page-and-pdf'); round += 1) {
      const edits = fc.sample(anyEdit, { numRuns: 40, seed: SEED + round })
      // Letters that the fonts have.
      const text = edits.reduce(edited, source).replaceAll(/[^\n\t -~\p{L}]|[^\0-\u04ff]/gu, '')
      for (const script of [text, inMultiCamera(text)]) {
        const now = layout(parse(script))
        expect(astray(now, await wordsOfPdf(await pdfOf(now)))).toEqual([])
      }
    }
  })

  test('has each element within 0.05 inch of its standard position', () => {
    const script = scriptWords(words.filter(({ page }) => page > titles)).filter(
      ({ text, left }) => !(text === '(MORE)' && Math.abs(left - 3.5) < CLOSE),
    )
    const wrong = placed(source, script).flatMap((found) =>
      found.lines
        .filter((_line, n) => distance(found, n) > CLOSE)
        .map(([word]) => `${found.element.type} at ${word?.left.toFixed(2)}: ${word?.text}`),
    )
    expect(wrong).toEqual([])
  })

  test('numbers its pages from the second on, top right, half an inch from the edge', () => {
    const numbers = words.filter(({ top, page }) => page > titles && top < 0.7)
    expect(numbers.map(({ text }) => text)).toEqual(
      pages.pages.slice(1).map(({ number }) => `${number}.`),
    )
    const misplaced = numbers.filter(
      ({ right, top }) => Math.abs(right - 7.25) > CLOSE || Math.abs(top - 0.5) > CLOSE,
    )
    expect(misplaced).toEqual([])
  })

  test('has an outline of its scenes, a title and an author', async () => {
    const document = await getDocumentProxy(new Uint8Array(pdf))
    const outline = (await document.getOutline()) ?? []
    const scenes = pages.screenplay.elements.filter(({ type }) => type === 'scene-heading')
    expect(outline).toHaveLength(scenes.length)
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({ Creator: 'Script Writer', Title: expect.any(String) as string })
  })
})

describe('a PDF', () => {
  const made = async (source: string, paper: 'letter' | 'a4' = 'letter') => {
    const pages = layout(parse(source), { paper })
    const pdf = await pdfOf(pages)
    return { pages, pdf, words: await wordsOfPdf(pdf) }
  }
  const letters = 'Łódź Ĝoja Ελένη Ζωή Лев Щука Ђорђе ạ'

  test('contains Latin, Greek and Cyrillic as text, in regular, bold and italic', async () => {
    const { pages, words } = await made(
      `${letters}\n\n**${letters}**\n\n*${letters}*\n\n***${letters}***`,
    )
    expect(astray(pages, words)).toEqual([])
  })

  test('places every character in its cell, without ligatures in italics', async () => {
    const { pages, words } = await made('*A fluffy, magnificent office* end.')
    expect(astray(pages, words)).toEqual([])
    expect(words.find(({ text }) => text === 'office')?.left).toBeCloseTo(1.5 + 2.2, 1)
  })

  test('writes right-to-left text', async () => {
    const { words } = await made('He says שלום עולם aloud.')
    const read = words.toSorted((a, b) => b.left - a.left).map(({ text }) => text)
    const seen = (word: string) => Array.from(word).toReversed().join('')
    expect(read).toEqual(['aloud.', seen('שלום'), seen('עולם'), 'says', 'He'])
  })

  test('embeds its fonts', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fonts-'))
    try {
      const file = path.join(folder, 'script.pdf')
      await writeFile(file, (await made(`${letters} **bold** *slanted*`)).pdf)
      const { stdout } = await run('pdffonts', [file])
      const fonts = stdout.trim().split('\n').slice(2)
      expect(fonts.length).toBeGreaterThan(3)
      expect(fonts.filter((line) => !/ yes yes yes /.test(line))).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('shows a box for a missing glyph and keeps the position of the text after it', async () => {
    const { pdf, words } = await made('Here 雨 and 👩‍👧 there \u{10ffff} end.')
    const at = (text: string) => words.find((word) => word.text === text)?.left
    expect(at('and')).toBeCloseTo(1.5 + 0.8, 1)
    expect(at('there')).toBeCloseTo(1.5 + 1.5, 1)
    const document = await getDocumentProxy(new Uint8Array(pdf))
    const { fnArray } = await (await document.getPage(1)).getOperatorList()
    const { OPS } = await import('unpdf/pdfjs')
    expect(fnArray.filter((operator) => operator === OPS.constructPath)).toHaveLength(3)
  })

  test('draws underlines', async () => {
    const { pdf } = await made('It is _here_ and _there_.')
    const document = await getDocumentProxy(new Uint8Array(pdf))
    const { fnArray } = await (await document.getPage(1)).getOperatorList()
    const { OPS } = await import('unpdf/pdfjs')
    expect(fnArray.filter((operator) => operator === OPS.constructPath)).toHaveLength(2)
  })

  test('has scene numbers in both margins', async () => {
    const { words } = await made('INT. HOUSE - DAY #12A#\n\nRain.')
    const numbers = words.filter(({ text }) => text === '12A').map(({ left }) => left)
    expect(numbers).toEqual([expect.closeTo(0.75, 1), expect.closeTo(7.38, 1)])
  })

  test('has the size of its paper', async () => {
    const sizeOf = async (paper: 'letter' | 'a4') => {
      const document = await getDocumentProxy(new Uint8Array((await made('Rain.', paper)).pdf))
      return (await document.getPage(1)).view.map(Math.round)
    }
    expect(await sizeOf('letter')).toEqual([0, 0, 612, 792])
    expect(await sizeOf('a4')).toEqual([0, 0, 595, 842])
  })

  test('is one empty page for an empty script', async () => {
    const { pdf, words } = await made('')
    expect(words).toEqual([])
    expect((await getDocumentProxy(new Uint8Array(pdf))).numPages).toBe(1)
  })

  test('starts with the title page, without a number', async () => {
    const { words } = await made('Title: The Rain\nAuthor: Ann\n\nRain.')
    expect(words.filter(({ page }) => page === 1).map(({ text }) => text)).toEqual([
      'The',
      'Rain',
      'Ann',
    ])
    expect(words.filter(({ page }) => page === 2).map(({ text }) => text)).toEqual(['Rain.'])
  })
})
