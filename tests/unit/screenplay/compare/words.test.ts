import { assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareScripts, countChanges } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyEdit, edited } from '../generators/any-edit.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { anyEdits } from '../generators/edited-text.ts'
import { faultsIn, marked } from './reading.ts'

const ROOM = { budget: 60_000 }

const scene = (text: string) => `INT. TRAM - NIGHT\n\n${text}\n`

/** The changes in a scene, without its heading. */
function changes(before: string, after: string): string {
  const [old, now] = [scene(before), scene(after)]
  return marked(old, now, compareScripts(old, now, ROOM))
    .slice(scene('').length - 1)
    .trimEnd()
}

describe('changed words are marked inside their lines', () => {
  test('a word, added words, removed words', () => {
    expect(changes('Rain on every window.', 'Snow on every window.')).toBe(
      '[Rain|Snow] on every window.',
    )
    expect(changes('An empty tram.', 'An old, empty tram.')).toBe('An [|old, ]empty tram.')
    expect(changes('One.\nTwo words.\nThree.', 'One.\nTwo.\nThree.')).toBe(
      'One.\nTwo[ words|].\nThree.',
    )
  })

  test('single words that two sentences share do not break them up', () =>
    expect(changes('RUI\n(smiling at the rain)\nYes.', 'RUI\n(to the floor)\nYes.')).toBe(
      'RUI\n([smiling at the rain|to the floor])\nYes.',
    ))

  test('line breaks between rewritten lines stay line breaks', () => {
    expect(
      changes(
        'A cat sleeps under the blue table.\n\nThe lamp went out before anybody came.',
        'Nobody remembers her first birthday.\n\nThe harbour is a grave for old ships.',
      ),
    ).toBe(
      '[A cat sleeps under the blue table|Nobody remembers her first birthday].\n\n' +
        'The [lamp went out before anybody came|harbour is a grave for old ships].',
    )
    expect(
      changes(
        'LEO\nMy sister counts boats at night\nThe lamp fell over yesterday',
        'LEO\nNobody sleeps any more\nThe harbour froze again',
      ),
    ).toBe(
      'LEO\n[My sister counts boats at night|Nobody sleeps any more]\n' +
        '[The lamp fell over yesterday|The harbour froze again]',
    )
  })

  test('a different line end is a change of that line end only', () =>
    expect(changes('One.\nTwo three.\nFour.', 'One.\r\nTwo three.\nFive.')).toBe(
      'One.[\n|\r\n]Two three.\n[Four|Five].',
    ))

  test('emoji are never split', () => {
    expect(changes('a 😀 b', 'a 😁 b')).toBe('a [😀|😁] b')
    expect(changes('a😀', 'a\u{1fa00}')).toBe('a[😀|\u{1fa00}]')
  })
})

test('changes are counted by scene', () => {
  const before = `Title: A\n\nINT. A - DAY\n\nOne two three.\n\nFour five six.\n\nINT. B - DAY\n\nSeven.\n`
  const after = before
    .replace('two', '2')
    .replace('five', '5')
    .replace('Title: A', 'Title: B')
    .replace('INT. B - DAY\n\nSeven.\n', 'EXT. C - DAY\n\nEight nine.\n')
  expect(countChanges(compareScripts(before, after, ROOM))).toEqual({
    changes: 5,
    changedScenes: 1,
    movedScenes: 0,
    addedScenes: 1,
    removedScenes: 1,
    scenes: 2,
  })
  expect(countChanges(compareScripts(before, before.replaceAll('\n', '\r\n'))).changes).toBe(0)
})

test('both texts are whole in the comparison of any two', () => {
  const compared = (before: string, after: string, budget: number) => {
    const comparison = compareScripts(before, after, { budget, now: () => 0 })
    expect(faultsIn(before, after, comparison)).toEqual([])
  }
  assert(
    property(anyText, anyText, (before, after) => compared(before, after, 1_000)),
    runs('script-comparison'),
  )
  assert(
    property(anyEdits, ({ mine, theirs }) => {
      compared(mine, theirs, 1_000)
      compared(mine, theirs, 0)
    }),
    runs('script-comparison'),
  )
  assert(
    property(anyScript, anyEdit, anyEdit, anyEdit, (script, ...edits) => {
      compared(script, edits.reduce(edited, script), 1_000)
    }),
    runs('script-comparison'),
  )
})
