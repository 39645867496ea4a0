import { describe, expect, it } from 'vitest'
import { importScript } from '../../../../screenplay/formats.ts'
import { readPageSetup } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { drawnPdf } from '../../../support/documents/drawn-pdf.ts'

const ACTION = 15
const DIALOGUE = 25
const PARENTHETICAL = 29
const NAME = 35

const at = (column: number, ...lines: string[]) => lines.map((line) => ' '.repeat(column) + line)
const page = (...rows: (string | string[])[]) => rows.flat().join('\n')
const doubled = (rows: string[]) => rows.flatMap((row) => ['', row])

async function imported(...pages: string[]): Promise<string> {
  return (await importScript(drawnPdf(pages), 'a.pdf')).text
}

const split = [
  page(
    at(ACTION, 'INT. HALL - DAY', '', 'Dust.', ''),
    at(NAME, 'MIRA'),
    at(DIALOGUE, 'Is there anyone at all who', 'would answer?'),
    at(NAME, '(MORE)'),
  ),
  page(at(70, '2.'), '', at(NAME, "MIRA (CONT'D)"), at(DIALOGUE, 'Anyone.')),
]
const joined =
  'INT. HALL - DAY\n\nDust.\n\nMIRA\nIs there anyone at all who would answer? Anyone.\n'

it('text of a PDF drawn several times is read once: page numbers, (MORE), names', async () => {
  for (const times of [1, 2, 3]) {
    const { text } = await importScript(drawnPdf(split, times), 'a.pdf')
    expect(text).toBe(joined)
  }
})

const speech = [
  ...at(NAME, 'MIRA'),
  ...doubled(at(DIALOGUE, 'Is there anyone at all who', 'would answer?')),
  '',
  ...at(NAME, 'EVA'),
  ...doubled(at(DIALOGUE, 'Nobody.')),
  '',
]

describe('a PDF with double spacing', () => {
  const text =
    'INT. HALL - DAY\n\nDust, and a light that somebody left on\nfor the night.\n\nMIRA\nIs there anyone at all who would answer?\n\nEVA\nNobody.\n'

  it('in its dialogue has one speech for each cue, and is printed as it was', async () => {
    const action = at(ACTION, 'INT. HALL - DAY', '', 'Dust, and a light that somebody left on')
    const rows = page(action, at(ACTION, 'for the night.', ''), speech)
    const script = parse(await imported(rows))
    expect(script.source).toMatch(/^Page setup: .*\n\n/i)
    expect(script.source.replace(/^.*\n\n/, '')).toBe(text)
    expect(readPageSetup(script).formats).toEqual({ dialogue: { spacing: 2 } })
  })

  it('of all its lines is read like one without', async () => {
    const single = [
      ...at(ACTION, 'INT. HALL - DAY', '', 'Dust, and a light that somebody left on'),
      ...at(ACTION, 'for the night.', ''),
      ...speech.filter((row, n) => row !== '' || speech[n + 1]?.startsWith(' '.repeat(NAME))),
      ...at(ACTION, 'Dust, dust, dust and more dust than anybody ever had seen'),
      ...at(ACTION, 'in a hall as small as this one, if it was a hall at all and'),
      ...at(ACTION, 'not a shed.'),
    ]
    const double = page(single.flatMap((row) => [row, '']))
    expect(await imported(double)).toBe(await imported(page(single)))
  })

  it('is told from one whose paragraphs are single lines', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => at(ACTION, `Drop ${n} falls.`, '')).flat()
    expect(parse(await imported(page(lines))).elements).toHaveLength(20)
  })
})

describe('parentheses in the speeches of a PDF', () => {
  const spoken = async (...rows: string[]) => {
    const text = await imported(page(at(ACTION, 'Dust.', ''), at(NAME, 'MIRA'), rows))
    return parse(text)
      .elements.slice(2)
      .map((element) => `${element.type}: ${element.text}`)
  }

  it('around a part of the dialogue leave it dialogue, without more parentheses', async () => {
    expect(await spoken(...at(DIALOGUE, '(laughs) Is there anyone at', 'all?'))).toEqual([
      'dialogue: (laughs) Is there anyone at all?',
    ])
    expect(await spoken(...at(DIALOGUE, 'Hello.', '(if there is an end to', 'it'))).toEqual([
      'dialogue: Hello.\n(if there is an end to\nit',
    ])
  })

  it('around whole lines make a parenthetical', async () => {
    const rows = [...at(PARENTHETICAL, '(low, as if to', ' herself)'), ...at(DIALOGUE, 'Hello.')]
    expect(await spoken(...rows)).toEqual([
      'parenthetical: (low, as if to herself)',
      'dialogue: Hello.',
    ])
  })
})

it.each(['12', 'A12B', '12-A', 'I-1-A', '110.5'])(
  'scene number %s is read from the margins of a PDF, however close to the heading',
  async (number) => {
    const heading = `${number.padEnd(6)}INT. HALL - DAY`
    const rows = [...at(9, heading.padEnd(64) + number, ''), ...at(ACTION, 'Dust.', '', 'More.')]
    expect(await imported(page(rows))).toBe(`INT. HALL - DAY #${number}#\n\nDust.\n\nMore.\n`)
  },
)
