import { assert, integer, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, reparse } from '../../../../screenplay/model.ts'
import { rangeOf, splices } from '../../../../screenplay/changes.ts'
import { rounds, runs } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'

/** A text, and the same text with a part replaced. */
const edit = tuple(anyText, anyText, integer({ min: 0 }), integer({ min: 0, max: 12 })).map(
  ([before, inserted, place, removed]): [string, string] => {
    const at = place % (before.length + 1)
    return [before, before.slice(0, at) + inserted + before.slice(at + removed)]
  },
)

test('after any edit, reparse equals parse', () => {
  assert(
    property(edit, ([before, now]) => {
      expect(reparse(parse(before), now)).toEqual(parse(now))
    }),
    runs('script-editing'),
  )
})

test('after edits in several places that are known, reparse equals parse', () => {
  assert(
    property(anyText, anyText, (before, now) => {
      const changes = splices(before, now)
      const known = rangeOf(changes, now.length - before.length)
      expect(reparse(parse(before), now, known)).toEqual(parse(now))
    }),
    runs('script-editing'),
  )
})

test('while a script grows letter by letter, reparse equals parse', () => {
  assert(
    property(anyText, (text) => {
      let screenplay = parse('')
      for (let length = 1; length <= text.length; length += 1) {
        screenplay = reparse(screenplay, text.slice(0, length))
        expect(screenplay).toEqual(parse(text.slice(0, length)))
      }
    }),
    { numRuns: Math.ceil(rounds('script-editing') / 10) },
  )
})

test('after many consecutive edits, reparse equals parse', () => {
  assert(
    property(anyText, anyText, anyText, (one, two, three) => {
      const texts = [one, one + two, two, two + three + one, three + one]
      let screenplay = parse('')
      for (const text of texts) screenplay = reparse(screenplay, text)
      expect(screenplay).toEqual(parse(three + one))
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

  test('the same text returns the same screenplay', () => {
    expect(reparse(before, source)).toBe(before)
  })
})
