import { describe, expect, it } from 'vitest'
import { longScript } from '../../../../bench/support/long-script.ts'
import { docxOf, fdxOf, plainTextOf, importScript } from '../../../../screenplay/formats.ts'
import { parse } from '../../../../screenplay/model.ts'
import { printedScript } from '../../../support/documents/printed-script.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Writes and reads each file only once, because several tests look at the text. */
function once(read: () => Promise<{ text: string }>) {
  let reading: Promise<{ text: string }> | undefined
  return () => (reading ??= read())
}

describe.each(sampleScripts)('%s comes back', (_name, source) => {
  const screenplay = parse(source)
  const fromWord = once(async () =>
    importScript(new Uint8Array(await docxOf(screenplay)), 'script.docx'),
  )
  const fromFinalDraft = once(async () =>
    importScript(bytesOf(await fdxOf(screenplay)), 'script.fdx'),
  )
  const fromPlainText = once(() => importScript(bytesOf(plainTextOf(screenplay)), 'script.txt'))

  it('byte by byte from Fountain', async () => {
    const { text } = await importScript(bytesOf(source), 'script.fountain')
    expect(text).toBe(source)
  })

  it("element by element from Word, without the (CONT'D) that layout adds", async () => {
    const { text } = await fromWord()
    expect(printedScript(text)).toEqual(printedScript(source, { continued: false }))
  })

  it('with its title page from all of them', async () => {
    const { values = [] } = screenplay.titlePage.find(({ key }) => key === 'Title') ?? {}
    const authors = screenplay.titlePage.find(({ key }) => key.startsWith('Author'))?.values
    for (const comeBack of [fromFinalDraft, fromWord, fromPlainText]) {
      const { text } = await comeBack()
      const entries = parse(text).titlePage
      const plain = (lines: readonly string[] | undefined) =>
        lines?.map((line) => line.replaceAll(/[*_]/g, ''))
      expect(plain(entries.find(({ key }) => key === 'Title')?.values)).toEqual(plain(values))
      expect(entries.find(({ key }) => key === 'Author')?.values).toEqual(authors)
    }
  })

  it('word by word from plain text, by its indents', async () => {
    const { text } = await fromPlainText()
    const words = (script: string) =>
      printedScript(script, {
        emphasis: false,
        pageBreaks: false,
        typedCapitals: false,
        continued: false,
      })
        .map((line) => line.replace(/^.*?: /, ''))
        .join(' ')
        .split(/\s+/)
    expect(words(text)).toEqual(words(source))
  })
})

describe('a script of many pages in plain text', () => {
  it('comes back with its scenes, names and speeches, those split by pages too', async () => {
    const source = longScript(20).replaceAll(/^~.*\n/gm, '')
    const { text } = await importScript(bytesOf(plainTextOf(parse(source))), 'script.txt')
    const spoken = (script: string) =>
      printedScript(script, { emphasis: false, typedCapitals: false }).filter(
        (line) => !line.startsWith('action'),
      )
    expect(spoken(text)).toEqual(spoken(source))
  })
})
