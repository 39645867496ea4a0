import { describe, expect, test } from 'vitest'
import { apply, textAfter } from './apply.ts'

const MARK = '[[=== 13]]'
const NEXT = '[[=== 14]]\n\n'
const scene = (body: string) => `INT. ATTIC - NIGHT\n\n${body}`
const scriptOf = (body: string) =>
  `Production Lock: pages\n\nINT. HALL - DAY\n\nDust.\n\n${scene(body)}\n\n${NEXT}EXT. GARDEN - DAWN\n\nFrost.\n`

const BODY = `Rain.\n\n${MARK}\n\nA bird on the sill.\n\nJO\nWho is there?\n\nNobody.`

/** The body of the attic's scene after an answer that does not know of page marks. */
function bodyAfter(now: string, body = BODY): string {
  const text = textAfter(`<scene id="2">\n${scene(now)}\n</scene>`, { script: scriptOf(body) })
  const [before, after] = scriptOf('@').split('@') as [string, string]
  expect(text.slice(0, before.length)).toBe(before)
  expect(text.slice(-after.length)).toBe(after)
  return text.slice(before.length, -after.length)
}

describe('a locked page inside a scene that is rewritten begins', () => {
  test.each([
    [
      'with the same paragraph',
      'Rain. Wind.\n\nA bird on the sill.\n\nDark.',
      `Rain. Wind.\n\n${MARK}\n\nA bird on the sill.\n\nDark.`,
    ],
    [
      'behind a paragraph that was added',
      'Rain.\n\nWind.\n\nA bird on the sill.\n\nNobody.',
      `Rain.\n\nWind.\n\n${MARK}\n\nA bird on the sill.\n\nNobody.`,
    ],
    [
      'with the paragraph that took its place',
      'Rain.\n\nThe moon.\n\nNobody.',
      `Rain.\n\n${MARK}\n\nThe moon.\n\nNobody.`,
    ],
    ['behind the last paragraph that is left', 'Wind.\n\nRain.', `Wind.\n\nRain.\n\n${MARK}`],
    ['nowhere if nothing is left', 'The moon.\n\nSilence.', 'The moon.\n\nSilence.'],
  ])('%s', (_, now, expected) => expect(bodyAfter(now)).toBe(expected))

  test('inside a speech where the words are the same', () => {
    const body = `JO\nWho is there? ${MARK}It is late.`
    expect(bodyAfter('JO\nWho is there? It is late.\n\nDark.', body)).toBe(`${body}\n\nDark.`)
    expect(bodyAfter('Rain.\n\nJO\n(low)\nIt is late.', body)).not.toContain(`JO\n${MARK}`)
  })
})

test('an answer that repeats a scene without its page marks changes nothing', () => {
  const answer = `<scene id="2">\n${scene(BODY.replace(`${MARK}\n\n`, ''))}\n</scene>`
  expect(apply(answer, { script: scriptOf(BODY) })).toMatchObject({ reason: 'same' })
})

test('a scene that is added stands before the page that begins with the next one', () => {
  const text = textAfter('<scene after="2">INT. ROOF\n\nWind.</scene>', {
    script: scriptOf('Rain.'),
  })
  expect(text).toContain(`Rain.\n\nINT. ROOF\n\nWind.\n\n${NEXT}EXT. GARDEN`)
})

test('a scene that is deleted leaves the page that begins behind it, and the note of its own', () => {
  const text = textAfter('<scene id="2" delete="true"/>', { script: scriptOf(BODY) })
  expect(text).toContain(`Dust.\n\n[[=== 13]]\n\n${NEXT}EXT. GARDEN`)
})

test('a scene that is omitted keeps its page marks', () => {
  const script = scriptOf(BODY).replace('pages', 'scene numbers, pages')
  expect(textAfter('<scene id="2" delete="true"/>', { script })).toContain(
    `/*\n${scene(BODY)}\n*/\n\n${NEXT}`,
  )
})

test('a passage is replaced where it is, whatever page marks precede it', () => {
  const script = scriptOf(BODY)
  const start = script.indexOf('Nobody.')
  const target = { start, end: start + 'Nobody.'.length }
  expect(textAfter('<text>Somebody.</text>', { script, target })).toBe(
    script.replace('Nobody.', 'Somebody.'),
  )
})

test('alternatives keep the page marks too', () => {
  const answer = ['Rain. Wind.', 'Rain. Hail.']
    .map((first) => `<scene id="2">\n${scene(`${first}\n\nA bird on the sill.`)}\n</scene>`)
    .join('\n')
  const outcome = apply(answer, { script: scriptOf(BODY), alternatives: 2 })
  const expected = (first: string) => scriptOf(`${first}\n\n${MARK}\n\nA bird on the sill.`)
  expect(outcome).toMatchObject({
    text: expected('Rain. Wind.'),
    alternatives: [expected('Rain. Hail.')],
  })
})
