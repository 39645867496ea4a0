import { describe, expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { lockSceneNumbers, restoreScene } from '../../../../screenplay/production.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { apply, HOUSE, rangeOf, textAfter } from './apply.ts'

const script = applySplices(HOUSE, lockSceneNumbers(parse(HOUSE)))
const HALL = 'INT. HALL - NIGHT #2#\n\nSteps on the stairs.\n\nANN\nOnly me.'
const OMITTED = `.OMITTED #2#\n\n/*\n${HALL}\n*/`
const after = (answer: string, over = {}) => textAfter(answer, { script, ...over })
const headings = (text: string) =>
  parse(text).elements.flatMap(({ type, text: heading, sceneNumber }) =>
    type === 'scene-heading' ? [`${sceneNumber} ${heading}`] : [],
  )

describe('while scene numbers are locked', () => {
  test.each([
    ['leaves its number out', 'INT. HALL - NIGHT'],
    ['gives it another', 'INT. HALL - NIGHT #7#'],
    ['gives it that of another scene', 'INT. HALL - NIGHT #3#'],
  ])('a scene keeps its number if an answer %s', (_, heading) =>
    expect(after(`<scene id="2">\n${heading}\n\nDark.\n</scene>`)).toBe(
      script.replace(HALL, 'INT. HALL - NIGHT #2#\n\nDark.'),
    ),
  )

  test('an answer that leaves out only the number changes nothing', () => {
    const outcome = apply(`<scene id="2">\n${HALL.replace(' #2#', '')}\n</scene>`, { script })
    expect(outcome).toMatchObject({ kind: 'unchanged', reason: 'same' })
  })

  test('a scene that an answer deletes is omitted, and can be brought back', () => {
    const outcome = apply('<scene id="2" delete="true"/>', { script })
    expect(outcome).toMatchObject({
      kind: 'changed',
      text: script.replace(HALL, OMITTED),
      shown: '[[Deleted: INT. HALL - NIGHT]]',
      edits: [{ kind: 'deleted', id: 2, heading: 'INT. HALL - NIGHT' }],
    })
    const omitted = script.replace(HALL, OMITTED)
    const back = restoreScene(parse(omitted), omitted.indexOf('.OMITTED'))
    expect(applySplices(omitted, back?.splices ?? [])).toBe(script)
    expect(apply('<scene id="2" delete="true"/>', { script: omitted })).toMatchObject({
      kind: 'unchanged',
    })
  })

  test('new scenes get numbers with letters, also behind one that is rewritten', () => {
    const text = after(
      '<scene id="1">\nINT. KITCHEN - NIGHT\n\nDark.\n\nINT. CELLAR - NIGHT\n\nDamp.\n</scene>\n' +
        '<scene after="2">EXT. ROOF - NIGHT #2#\n\nWind.</scene>\n<scene after="3">EXT. SEA\n\nWaves.</scene>',
    )
    expect(headings(text)).toEqual([
      '1 INT. KITCHEN - NIGHT',
      '1A INT. CELLAR - NIGHT',
      '2 INT. HALL - NIGHT',
      '2A EXT. ROOF - NIGHT',
      '3 EXT. GARDEN - DAWN',
      '4 EXT. SEA',
    ])
  })

  test('the edits are where the answer has them', () => {
    const outcome = apply(
      '<scene after="1">INT. A\n\nOne.</scene>\n<scene id="3">EXT. B\n\nTwo.</scene>',
      { script },
    )
    if (outcome.kind !== 'changed') throw new Error('unchanged')
    const texts = outcome.edits.map(({ newStart, newEnd }) =>
      outcome.text.slice(newStart, newEnd).trim(),
    )
    expect(texts).toEqual(['INT. A #1A#\n\nOne.', 'EXT. B #3#\n\nTwo.'])
  })

  test('a whole script that is written anew keeps the numbers, and omits what it leaves out', () => {
    const anew = `<script>
Title: The House

FADE IN:

INT. KITCHEN - NIGHT

Dark.

EXT. GARDEN - DAWN

Snow.
</script>`
    const text = after(anew, { request: 'Rewrite the whole script' })
    expect(headings(text)).toEqual(['1 INT. KITCHEN - NIGHT', '2 OMITTED', '3 EXT. GARDEN - DAWN'])
    expect(text).toContain(`Dark.\n\n${OMITTED}\n\nEXT. GARDEN`)
  })

  test('a passage with scenes is held to the same rules', () => {
    const target = rangeOf(script.slice(script.indexOf('INT. HALL')).trimEnd(), script)
    const text = after('<text>EXT. GARDEN - DAWN\n\nSnow.</text>', { target })
    expect(headings(text).slice(1)).toEqual(['2 OMITTED', '3 EXT. GARDEN - DAWN'])
    expect(text).toContain(`${OMITTED}\n\nEXT. GARDEN - DAWN #3#\n\nSnow.\n`)
  })
})

test('without the lock, an answer may drop numbers and scenes', () => {
  const unlocked = script.replace(/Production Lock:.*\n/, '')
  const outcome = '<scene id="2" delete="true"/>\n<scene id="3">EXT. GARDEN - DAWN\n\nSnow.</scene>'
  expect(headings(textAfter(outcome, { script: unlocked }))).toEqual([
    '1 INT. KITCHEN - NIGHT',
    'undefined EXT. GARDEN - DAWN',
  ])
})
