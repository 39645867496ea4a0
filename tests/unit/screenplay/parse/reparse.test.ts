import { array, assert, constantFrom, nat, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, reparse } from '../../../../screenplay/model.ts'
import { rangeOf, splices } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'

const edit = record({
  at: nat(),
  removed: nat(12),
  inserted: oneof(anyText, constantFrom('', 'a', '\n', '*', ' ^', '/*', ']]', '#')),
})

const edited = (
  text: string,
  { at, removed, inserted }: { at: number; removed: number; inserted: string },
) => {
  const place = at % (text.length + 1)
  return text.slice(0, place) + inserted + text.slice(place + removed)
}

test('after any edits, in several places at once and one after the other, reparse equals parse', () => {
  const step = array(edit, { minLength: 1, maxLength: 3 })
  assert(
    property(anyText, array(step, { minLength: 1, maxLength: 6 }), (begun, steps) => {
      let screenplay = parse(begun)
      for (const edits of steps) {
        const { source } = screenplay
        const now = edits.reduce(edited, source)
        const expected = parse(now)
        const known = rangeOf(splices(source, now), now.length - source.length)
        expect(reparse(screenplay, now, known)).toEqual(expected)
        screenplay = reparse(screenplay, now)
        expect(screenplay).toEqual(expected)
      }
    }),
    runs('script-editing'),
  )
})

describe('an edit that affects elements outside its own lines', () => {
  const speeches = 'Go.\n\nJO\nHi.\n\nANN ^\nNo.\n\nGo on.\n'

  test.each([
    ['a caret goes', speeches, ' ^', ''],
    ['a caret comes', speeches.replace(' ^', ''), 'ANN', 'ANN ^'],
    ['a caret comes behind a song of nobody', 'JO\nHi.\n\n~La\n\nANN\nNo.\n', 'ANN', 'ANN ^'],
    ['who speaks before a caret falls silent', speeches, 'JO', 'Jo'],
    ['the same, with a note between', speeches.replace('ANN', '[[n]]\n\nANN'), 'JO', 'Jo'],
    ['a boneyard is closed', 'A /* b.\n\nINT. C\n\nD e.\n', 'e.', 'e. */'],
    ['a boneyard is opened', 'A b.\n\nINT. C\n\nD e. */\n', 'A b', 'A /* b'],
    ['a last line goes', 'A b.\n\n  x\n', 'x', ''],
  ])('%s', (_what, before, from, to) => {
    const screenplay = parse(before)
    const copy = structuredClone(screenplay)
    const now = before.replace(from, to)
    expect(reparse(screenplay, now)).toEqual(parse(now))
    // The previous result must not be mutated: the editor's history uses it.
    expect(screenplay).toEqual(copy)
  })
})

describe('unchanged elements are reused', () => {
  const scene = 'INT. BAR - DAY\n\nRain.\n\nJO\n(low)\nHi.\n\nANN\nHi, Jo.\n\nCUT TO:\n\n'
  const source = `Title: A\n\n${scene.repeat(20)}`
  const before = parse(source)
  const middle = source.indexOf('Rain', source.length / 2)

  test('elements before the edit are the same objects', () => {
    const after = reparse(before, `${source.slice(0, middle)}Heavy r${source.slice(middle + 1)}`)
    const kept = after.elements.filter((element) => element.end <= middle)
    expect(kept.length).toBeGreaterThan(60)
    expect(kept.every((element, index) => element === before.elements[index])).toBe(true)
    expect(after.titlePage).toBe(before.titlePage)
  })

  test('if the length is unchanged, so are the elements after it', () => {
    const after = reparse(before, `${source.slice(0, middle)}Snow${source.slice(middle + 4)}`)
    const changed = after.elements.filter((element, index) => element !== before.elements[index])
    expect(changed.map(({ text }) => text)).toEqual(['Snow.'])
  })

  test('appending text keeps every element before the last lines', () => {
    const after = reparse(before, `${source}EXT. SEA`)
    const changed = after.elements.filter((element, index) => element !== before.elements[index])
    expect(changed.map(({ text }) => text)).toEqual(['EXT. SEA'])
  })

  test('the same text returns the same screenplay', () =>
    expect(reparse(before, source)).toBe(before))
})
