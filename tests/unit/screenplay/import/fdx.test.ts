import { describe, expect, it } from 'vitest'
import { importScript } from '../../../../screenplay/formats.ts'
import {
  fdxParagraph as paragraph,
  fdxWith,
  importedText,
  withoutKeptEntry,
} from '../../../support/fdx-text.ts'

const importFdx = (source: string) => importScript(new TextEncoder().encode(source), 'script.fdx')

const read = async (content: string, rest = '') =>
  withoutKeptEntry(await importedText(fdxWith(content, rest)))

describe('a Final Draft file', () => {
  it.each(['1', '2', '3', '4', '5', '6'])('is imported in version %s', async (version) => {
    const content = [
      paragraph('Scene Heading', 'INT. HALL - DAY', ' Number="4A"'),
      paragraph('Action', 'Dust.'),
      paragraph('Character', 'MIRA (V.O.)'),
      paragraph('Parenthetical', '(low)'),
      paragraph('Dialogue', 'Hello.'),
      paragraph('Transition', 'CUT TO:'),
    ].join('\n')
    const fdx = fdxWith(content).replace('Version="4"', `Version="${version}"`)
    expect(await importedText(fdx)).toBe(
      'INT. HALL - DAY #4A#\n\nDust.\n\nMIRA (V.O.)\n(low)\nHello.\n\nCUT TO:\n',
    )
  })

  it('forces elements that Fountain would parse differently', async () => {
    const content = paragraph('Scene Heading', 'THE HALL') + paragraph('Action', 'INT. IS A WORD')
    expect(await read(content)).toBe('.THE HALL\n\n!INT. IS A WORD\n')
  })

  it('converts styles to emphasis and escapes literal markers', async () => {
    const texts = '<Text>A </Text><Text Style="Bold+Italic">b</Text><Text> c_d_e * f</Text>'
    expect(await read(`<Paragraph Type="Action">${texts}</Paragraph>`)).toMatch(/^A \*\*\*b\*\*\* /)
  })

  it('applies capitals from the element settings, or by default', async () => {
    const settings =
      '<ElementSettings Type="Character"><FontSpec Style="AllCaps"/></ElementSettings>'
    const content = paragraph('Character', 'Mira') + paragraph('Dialogue', 'Hello.')
    expect(await read(content, settings)).toBe('MIRA\nHello.\n')
    expect(await read(content)).toBe('MIRA\nHello.\n')
    const plain = settings.replace('AllCaps', '')
    expect(await read(content, plain)).toContain('@Mira\nHello.\n')
    const mixed = paragraph('Character', 'McNAB') + paragraph('Dialogue', 'Hello.')
    expect(await read(mixed, settings)).toBe('@McNAB\nHello.\n')
  })

  it('reads dual dialogue, with or without a wrapping paragraph', async () => {
    const speeches =
      paragraph('Character', 'EVA') +
      paragraph('Dialogue', 'Now!') +
      paragraph('Character', 'ION') +
      paragraph('Dialogue', 'No!')
    const expected = 'EVA\nNow!\n\nION ^\nNo!\n'
    expect(await read(`<Paragraph><DualDialogue>${speeches}</DualDialogue></Paragraph>`)).toBe(
      expected,
    )
    expect(await read(`<DualDialogue>${speeches}</DualDialogue>`)).toBe(expected)
  })

  it('imports summaries as synopses and script notes as notes', async () => {
    const heading = `<Paragraph Type="Scene Heading">
      <SceneProperties Length="1/8" Page="1"><Summary><Paragraph><Text>They meet.</Text></Paragraph></Summary></SceneProperties>
      <ScriptNote ID="1"><Paragraph><Text>Cheaper?</Text></Paragraph></ScriptNote>
      <Text>INT. HALL - DAY</Text></Paragraph>`
    expect(await read(heading)).toBe('INT. HALL - DAY\n\n= They meet.\n\n[[Cheaper?]]\n')
  })

  it('reads the title page', async () => {
    const line = (text: string, alignment: string) =>
      `<Paragraph Alignment="${alignment}"><Text>${text}</Text></Paragraph>`
    const page = [
      ...['', 'FOG', '', 'Written by', '', 'Ada Quill', '', 'Based on a true tide'].map((text) =>
        line(text, 'Center'),
      ),
      ...['', 'Pier 7', 'ada@example.com', '', 'May 1, 2026'].map((text) => line(text, 'Left')),
    ].join('')
    const titlePage = `<TitlePage><Content>${page}</Content></TitlePage>`
    const { text, title } = await importFdx(fdxWith(paragraph('Action', 'Dark.'), titlePage))
    expect(title).toBe('FOG')
    expect(withoutKeptEntry(text)).toBe(
      'Title: FOG\nCredit: Written by\nAuthor: Ada Quill\nSource: Based on a true tide\nContact:\n    Pier 7\n    ada@example.com\nDraft date: May 1, 2026\nPage Setup: title 1c 3c 5c 7c 9l 10l 12l\n\nDark.\n',
    )
  })

  it('resolves XML character references', async () =>
    expect(await read(paragraph('Action', 'A &amp; B &lt; C &#233; &#x1F600;'))).toBe(
      'A & B < C é 😀\n',
    ))

  it.each([
    ['another kind of XML', '<html><body/></html>', 'unknown-type'],
    ['a file that ends before its text', fdxWith('').slice(0, 120), 'damaged'],
    ['a file without content', '<FinalDraft></FinalDraft>', 'damaged'],
    ['a file without text', fdxWith(''), 'no-text'],
  ])('rejects %s', async (_what, source, code) =>
    expect(importFdx(source)).rejects.toThrow(expect.objectContaining({ code })),
  )

  it('leaves out characters that no XML file may contain', async () =>
    expect(await read(paragraph('Action', 'Da\0rk\u0007.'))).toBe('Dark.\n'))

  it('is read up to the end of a truncated file, and that is told', async () => {
    const content = paragraph('Action', 'Dark.') + paragraph('Action', 'Darker & darker.')
    const whole = fdxWith(content)
    expect((await importFdx(whole)).isIncomplete).toBe(false)
    const second = whole.indexOf('Darker')
    for (let end = second; end < whole.length; end += 1) {
      const { text, isIncomplete } = await importFdx(whole.slice(0, end))
      expect(isIncomplete).toBe(true)
      expect('Dark.\n\nDarker & darker.\n').toContain(text.trimEnd())
    }
    expect((await importFdx(whole.slice(0, second))).text).toBe('Dark.\n')
    expect((await importFdx(whole.slice(0, second + 6))).text).toBe('Dark.\n\nDarker\n')
  })
})
