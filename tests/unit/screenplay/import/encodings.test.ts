import { describe, expect, it } from 'vitest'
import { importScript, UnknownEncoding } from '../../../../screenplay/formats.ts'
import { encodedText } from '../../../support/documents/encoded-text.ts'
import { languages } from '../../../support/documents/languages.ts'

const english =
  'INT. KITCHEN - NIGHT\n\nRain. Mara waits, and nobody comes.\n\nMARA\nWhat did you say?\n\n'

type Told = { text?: string; encoding?: string; choices?: readonly string[] }

/** What was read, or how the text reads in the encodings that the writer can choose from. */
const told = (bytes: Uint8Array, name = 'a.fountain', encoding?: string): Promise<Told> =>
  importScript(bytes, name, undefined, encoding).catch((error: unknown) => {
    if (!(error instanceof UnknownEncoding)) throw error
    return { choices: error.choices.map(({ preview }) => preview) }
  })

const stored = languages.flatMap(([what, encodings, text]) =>
  encodings.map((encoding) => [what, encoding, text] as const),
)

describe('a text in another encoding than UTF-8', () => {
  it.each(stored)('is recognised: %s in %s', async (_what, encoding, text) => {
    for (const whole of [text, english.repeat(30) + text, text.replaceAll('\n', '\r\n')]) {
      const bytes = encodedText(whole, encoding)
      expect(await told(bytes)).toMatchObject({ text: whole, unreadable: 0 })
      expect(await told(bytes, 'a.txt')).toMatchObject({ text: whole })
    }
  })

  it.each(stored)('is never read wrongly, however short: %s in %s', async (_what, code, text) => {
    const pieces = text.split(/\n+/).filter((line) => /\P{ASCII}/u.test(line))
    expect(pieces.length).toBeGreaterThan(0)
    for (const piece of pieces) {
      const { text: read, choices } = await told(encodedText(piece, code))
      expect(choices ?? [read?.trim()]).toContain(piece.trim())
    }
  })

  it.each(languages)(
    'is recognised in UTF-16, with a mark and without: %s',
    async (...[, , text]) => {
      for (const encoding of ['utf-16le', 'utf-16be']) {
        for (const marked of [text, `\ufeff${text}`]) {
          expect(await told(encodedText(marked, encoding))).toMatchObject({ text, encoding })
        }
      }
    },
  )

  it('is read in the encoding that the writer chooses', async () => {
    const bytes = encodedText('Мария', 'windows-1251')
    expect((await told(bytes)).choices).toContain('Мария')
    expect(await told(bytes, 'a.txt', 'windows-1251')).toMatchObject({
      text: 'Мария',
      encoding: 'windows-1251',
    })
  })

  it('is not asked about if every likely encoding reads the same', async () => {
    for (const text of ['Café', '“No,” she said – twice.', 'The façade, © 2026'])
      expect(await told(encodedText(text, 'windows-1252'))).toMatchObject({
        text,
        encoding: 'windows-1252',
      })
  })
})

it('UTF-8 with damaged characters stays UTF-8, and tells how many were lost', async () => {
  const text = 'Ещё раз, Мария, всё сначала. '.repeat(20)
  const bytes = new TextEncoder().encode(text)
  expect(await told(bytes)).toMatchObject({ encoding: 'utf-8', unreadable: 0 })
  expect(await told(bytes.with(0, 0xff))).toMatchObject({ encoding: 'utf-8', unreadable: 2 })
  const cut = bytes.slice(0, -3)
  expect(await told(cut)).toMatchObject({ text: `${text.slice(0, -3)}\ufffd`, unreadable: 1 })
})

it('an XML file is read in the encoding that it declares', async () => {
  const fdx = (encoding: string, text: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><FinalDraft><Content><Paragraph Type="Action"><Text>${text}</Text></Paragraph></Content></FinalDraft>`
  const bytes = encodedText(fdx('Windows-1251', 'Нет.'), 'windows-1251')
  expect(await told(bytes, 'a.fdx')).toMatchObject({ text: 'Нет.\n', encoding: 'windows-1251' })
  const unknown = encodedText(fdx('no-such-thing', 'Нет.'), 'windows-1251')
  expect(await told(unknown, 'a.fdx')).toHaveProperty('choices')
})

it('what is no text is refused instead of asked about', async () => {
  const noise = Uint8Array.from({ length: 2_000 }, (_, at) => (at * 7919) % 251)
  await expect(told(noise)).rejects.toMatchObject({ code: 'unknown-type' })
  await expect(told(encodedText('Мария', 'windows-1251'), 'a.pdf')).rejects.toMatchObject({
    code: 'unknown-type',
  })
})
