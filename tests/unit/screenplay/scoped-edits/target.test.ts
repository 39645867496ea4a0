import { describe, expect, test } from 'vitest'
import { apply, HOUSE, rangeOf, textAfter } from './apply.ts'

const HALL = 'INT. HALL - NIGHT\n\nSteps on the stairs.\n\nANN\nOnly me.\n\n'
const target = rangeOf(HALL)

describe('with a target, an answer', () => {
  test('replaces exactly that range, but for the empty lines around it', () => {
    const dark = 'INT. HALL - NIGHT\n\nDark.'
    expect(apply(`Darker:\n<text>\n${dark}\n</text>`, { target })).toMatchObject({
      kind: 'changed',
      text: HOUSE.replace(HALL, `${dark}\n\n`),
      shown: `Darker:\n\n${dark}`,
      edits: [{ kind: 'text', id: null, ...target }],
    })
  })

  test('replaces words in the middle of a line', () => {
    expect(textAfter('<text>A voice</text>', { target: rangeOf('Steps') })).toBe(
      HOUSE.replace('Steps', 'A voice'),
    )
    expect(textAfter('<text>the roof </text>', { target: rangeOf('the stairs') })).toBe(
      HOUSE.replace('the stairs', 'the roof'),
    )
  })

  test('adds text at a cursor, as a paragraph of its own between lines', () => {
    const at = (part: string) => ({ start: rangeOf(part).end, end: rangeOf(part).end })
    const added = '<text>\nJO\nAnn?\n</text>'
    const expected = HOUSE.replace('stairs.\n', 'stairs.\n\nJO\nAnn?\n')
    expect(textAfter(added, { target: at('stairs.') })).toBe(expected)
    expect(textAfter(added, { target: at('stairs.\n') })).toBe(expected)
    expect(textAfter(added, { target: at('stairs.\n\n') })).toBe(expected)
    expect(textAfter('<text>old </text>', { target: at('on the ') })).toBe(
      HOUSE.replace('on the ', 'on the old'),
    )
    expect(textAfter(added, { target: at('bird.\n') })).toBe(`${HOUSE}\nJO\nAnn?`)
  })

  test('may repeat the marks around the range', () => {
    const answer = '<text><target>A voice</target></text>'
    expect(textAfter(answer, { target: rangeOf('Steps') })).toBe(HOUSE.replace('Steps', 'A voice'))
  })

  test('deletes the range with an empty text', () =>
    expect(apply('<text></text>', { target: rangeOf('Steps on the stairs.\n\n') })).toMatchObject({
      text: HOUSE.replace('Steps on the stairs.\n\n', ''),
      shown: '[[Deleted: text]]',
    }))

  test('may name scenes within it', () => {
    expect(textAfter('<scene id="2">INT. HALL\n\nDark.</scene>', { target })).toBe(
      HOUSE.replace(HALL, 'INT. HALL\n\nDark.\n\n'),
    )
    expect(textAfter('<scene id="2" delete="true"/>', { target })).toBe(HOUSE.replace(HALL, ''))
    for (const [after, place] of [
      [1, 'INT. HALL'],
      [2, 'EXT. GARDEN'],
    ] as const) {
      expect(textAfter(`<scene after="${after}">INT. A\n\nX.</scene>`, { target })).toBe(
        HOUSE.replace(place, `INT. A\n\nX.\n\n${place}`),
      )
    }
  })

  test('may name a scene whose last empty lines lie outside', () => {
    const short = rangeOf(HALL.trimEnd())
    expect(textAfter('<scene id="2">INT. HALL\n\nDark.</scene>', { target: short })).toBe(
      HOUSE.replace(HALL, 'INT. HALL\n\nDark.\n\n'),
    )
    expect(textAfter('<scene after="2">INT. A\n\nX.</scene>', { target: short })).toBe(
      HOUSE.replace('EXT. GARDEN', 'INT. A\n\nX.\n\nEXT. GARDEN'),
    )
    const outcome = apply('<scene id="2" delete="true"/>', { target: short })
    expect(outcome).toMatchObject({ kind: 'changed', edits: [short] })
  })

  test.each([
    ['replaces a scene outside', '<scene id="1">INT. KITCHEN - NIGHT\n\nDark.</scene>'],
    ['deletes a scene outside', '<scene id="1" delete="true"/>'],
    ['adds one outside', '<scene after="3">INT. A\n\nX.</scene>'],
    ['changes the title', '<scene id="0">Title: Mine</scene>'],
    ['is another script', `<script>${HOUSE.replace('kettle', 'pot')}</script>`],
    ['is another script without a tag', HOUSE.replace('kettle', 'pot')],
    ['closes a comment that it opens elsewhere', '<text>INT. HALL\n\n/* Dark.</text>'],
  ])('changes nothing if it %s', (_, answer) => {
    const script = HOUSE.replace('A bird.', 'A bird. /* or two */')
    expect(apply(answer, { script, target })).toMatchObject({
      kind: 'faulty',
      fault: 'outside_target',
      explanation: expect.stringContaining('<text>'),
    })
  })

  test('may repeat a scene outside', () => {
    const kitchen = 'INT. KITCHEN - NIGHT\n\nThe kettle boils.\n\nJO\nWho is there?'
    const answer = `<scene id="1">${kitchen}</scene>\n<scene id="2">INT. HALL\n\nDark.</scene>`
    expect(textAfter(answer, { target })).toBe(HOUSE.replace(HALL, 'INT. HALL\n\nDark.\n\n'))
  })

  test('may not stand for text that it leaves out', () => {
    const answer = '<text>INT. HALL - NIGHT\n\n[rest unchanged]</text>'
    expect(apply(answer, { target })).toMatchObject({ fault: 'placeholder' })
  })

  test('may be screenplay text without a tag', () => {
    const dark = 'INT. HALL - NIGHT\n\nDark.'
    expect(textAfter(dark, { target })).toBe(HOUSE.replace(HALL, `${dark}\n\n`))
    expect(apply(`${dark}\n\n[rest unchanged]`, { target })).toMatchObject({ fault: 'placeholder' })
  })

  test('counts as scenes without a tag if the target is everything', () => {
    const all = { start: 0, end: HOUSE.length }
    expect(textAfter('INT. HALL - NIGHT\n\nDark.', { target: all })).toBe(
      HOUSE.replace(HALL, 'INT. HALL - NIGHT\n\nDark.\n\n'),
    )
  })

  test('has to contain the text', () => {
    expect(apply('Which door do you mean?', { target })).toMatchObject({ fault: 'missing_text' })
    expect(apply("I'm sorry, I can't do that.", { target })).toMatchObject({ reason: 'refusal' })
  })

  test('keeps the heading that the range begins with', () => {
    expect(apply('<text>Dark.</text>', { target })).toMatchObject({ fault: 'lost_heading' })
    expect(apply('<text>DARK</text>', { target: rangeOf('INT. HALL - NIGHT') })).toMatchObject({
      fault: 'lost_heading',
    })
    expect(
      textAfter('<text>INT. HALL - DAY</text>', { target: rangeOf('INT. HALL - NIGHT') }),
    ).toBe(HOUSE.replace('HALL - NIGHT', 'HALL - DAY'))
    expect(textAfter('<text>DAY</text>', { target: rangeOf('NIGHT') })).toBe(
      HOUSE.replace('NIGHT', 'DAY'),
    )
  })

  test('keeps an idea an idea or makes it a scene', () => {
    const idea = '### Jo calls\n= What she would lose.'
    const script = HOUSE.replace('EXT. GARDEN', `${idea}\n\nEXT. GARDEN`)
    const start = script.indexOf('### Jo')
    const given = { script, target: { start, end: start + idea.length } }
    expect(apply('<text>Jo calls. She is afraid.</text>', given)).toMatchObject({
      fault: 'lost_heading',
    })
    for (const text of ['INT. BOOTH - DAY\n= She calls.\n\nRain.', '### Jo writes\n= A letter.'])
      expect(apply(`<text>${text}</text>`, given)).toMatchObject({
        text: script.replace(idea, text),
      })
  })

  test('has alternatives for the same range', () => {
    const answer = '<text>Rain.</text>\n<text>Snow.</text>'
    expect(apply(answer, { target: rangeOf('Frost.'), alternatives: 3 })).toMatchObject({
      text: HOUSE.replace('Frost.', 'Rain.'),
      alternatives: [HOUSE.replace('Frost.', 'Snow.')],
    })
    expect(apply(answer, { target: rangeOf('Frost.') })).toMatchObject({ fault: 'duplicate_scene' })
  })
})
