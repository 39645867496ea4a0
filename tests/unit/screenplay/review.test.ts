import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longScript } from '../../../bench/support/long-script.ts'
import {
  answerChanges,
  pendingChanges,
  shownAlternative,
  switchAlternative,
  undoChanges,
} from '../../../screenplay/answers.ts'
import { applySplices } from '../../../screenplay/changes.ts'
import { runs } from '../../support/rounds.ts'
import { anyEdits } from './generators/edited-text.ts'
import { anyAnswer } from './generators/reviewed-script.ts'
import { forAny } from '../../support/any-input.ts'

const BEFORE = `INT. TRAM 28 - NIGHT

Rain on every window.

INÊS, 40s, counts the stops.

INÊS
You're early.

RUI
(smiling at the rain)
You always said I was late.

CUT TO:
`

const AFTER = BEFORE.replace('INÊS, 40s, counts the stops.', 'RUI, 45, sits rigid.')
  .replace('(smiling at the rain)', '(to the floor)')
  .replace('Rain on every window.\n\n', '')
  .concat('\nINT. DEPOT - LATER\n\nNobody.\n')

type Texts = { working?: string; kept?: number[] }

const pending = ({ working = AFTER, kept = [] }: Texts = {}) =>
  pendingChanges({ before: BEFORE, after: AFTER, working, kept })

const numbers = (texts?: Texts) => pending(texts).map(({ number }) => number)

const undone = (working: string, ...which: number[]) =>
  applySplices(
    working,
    undoChanges(
      working,
      pending({ working }).filter(({ number }) => which.includes(number)),
    ),
  )

describe('the changes of an answer', () => {
  test('are numbered in the order of the text, with old and new text', () => {
    const shown = pending().map(({ number, old, start, end }) => [
      number,
      old.join('\n').trim(),
      AFTER.slice(start, end).trim(),
    ])
    expect(shown).toEqual([
      [1, 'Rain on every window.\n\nINÊS, 40s, counts the stops.', 'RUI, 45, sits rigid.'],
      [2, '(smiling at the rain)', '(to the floor)'],
      [3, '', 'INT. DEPOT - LATER\n\nNobody.'],
    ])
  })

  test('that only blank lines separate are one', () => {
    expect(answerChanges('a\n\nb\n\nc\n', 'A\n\nB\n\nc\n')).toHaveLength(1)
    expect(answerChanges('a\nx\nb\n', 'A\nx\nB\n')).toHaveLength(2)
  })

  test('show the words that differ', () => {
    const before = 'He opens the old door slowly.'
    const after = 'She opens the door very slowly.'
    const [change] = pendingChanges({ before, after, working: after, kept: [] })
    const words = (text: string, spans: readonly { start: number; end: number }[] = []) =>
      spans.map(({ start, end }) => text.slice(start, end))
    expect(words(before, change?.oldWords)).toEqual(['He', 'old'])
    expect(words(after, change?.newWords)).toEqual(['She', 'very'])
  })

  test('with few words in common show none of them', () => {
    const before = 'The end of the night and of the road.'
    const after = 'Nobody saw the letter.'
    const [change] = pendingChanges({ before, after, working: after, kept: [] })
    expect(change?.newWords).toEqual([])
  })

  test('of a script without a last line break leave its last line alone', () => {
    const [change] = pendingChanges({ before: 'a', after: 'a\n\nb', working: 'a\n\nb', kept: [] })
    expect(change?.old).toEqual([])
    expect(applySplices('a\n\nb', undoChanges('a\n\nb', change ? [change] : []))).toBe('a')
  })
})

describe('a change is pending', () => {
  test('until it is kept', () => {
    expect(numbers({ kept: [2] })).toEqual([1, 3])
    expect(numbers({ kept: [1, 2, 3] })).toEqual([])
  })

  test('until it is undone, and again when that is undone', () => {
    const working = undone(AFTER, 2)
    expect(working).toContain('(smiling at the rain)')
    expect(numbers({ working })).toEqual([1, 3])
    expect(numbers({ working: AFTER })).toEqual([1, 2, 3])
  })

  test('until the writer types over it', () => {
    expect(numbers({ working: AFTER.replace('rigid', 'still') })).toEqual([2, 3])
    expect(numbers({ working: AFTER.replace('RUI, 45', '\nA stop.\n\nRUI, 45') })).toEqual([
      1, 2, 3,
    ])
    expect(numbers({ working: AFTER.replace('rigid.', 'rigid.\nAnd more.') })).toEqual([1, 2, 3])
  })

  test('if the same words are typed beside it', () => {
    const working = AFTER.replace('RUI\n(to', 'RUI\n(to the floor)\nNo.\n\nRUI\n(to')
    expect(numbers({ working })).toEqual([1, 2, 3])
  })
})

describe('a deletion is pending', () => {
  const before = 'a\n\nb\n\nc\n'
  const after = 'a\n\nc\n'
  const isPending = (working: string) =>
    pendingChanges({ before, after, working, kept: [] }).length === 1

  test('while nothing is written in its place', () => {
    expect(isPending(after)).toBe(true)
    expect(isPending('A\n\nc\n')).toBe(true)
    expect(isPending('a\n\nC\n')).toBe(true)
    expect(isPending('a\n\n\nc\n')).toBe(true)
    expect(isPending('a\n\nnew\n\nc\n')).toBe(false)
    expect(isPending(before)).toBe(false)
    expect(isPending('A\n\nb\n\nc\n')).toBe(false)
    expect(isPending('')).toBe(false)
  })

  test('beside lines like its own that were typed, and in front of what was replaced behind it', () => {
    const placed = (texts: { before: string; after: string; working: string }) =>
      pendingChanges({ ...texts, kept: [] }).map(({ start, end }) => [start, end])
    const typed = { before: '', after: 'A\nB\nC\n', working: 'A\nB\nA\nB\nC\n' }
    expect(placed(typed)).toEqual([[4, 9]])
    expect(placed({ before: 'A\nx\nB\n', after: 'A\nB\n', working: 'A\nC\n' })).toEqual([[2, 2]])
  })

  test('of a blank line and what is around it', () => {
    const texts = { before: 'x\nP\n\nQ\ny\n', after: 'x\n\ny\n', kept: [] }
    const [change] = pendingChanges({ ...texts, working: texts.after })
    const working = applySplices(texts.after, undoChanges(texts.after, change ? [change] : []))
    expect(working).toBe(texts.before)
    expect(pendingChanges({ ...texts, working })).toEqual([])
  })
})

const BLANK = /^\s*$/
/** Blank lines are no changes of their own. */
const textLines = (text: string) => text.split('\n').filter((line) => !BLANK.test(line))

const undoAll = (before: string, after: string) => {
  const left = pendingChanges({ before, after, working: after, kept: [] })
  return applySplices(after, undoChanges(after, left))
}

test(
  'words behind everything leave the changes where they are in the text as the answer left it',
  forAny('answer-review', anyAnswer, (made) => {
    const [before, after] = [`${made.before}\nTHE END\n`, `${made.after}\nTHE END\n`]
    const changes = (working: string) => pendingChanges({ before, after, working, kept: [] })
    expect(changes(`${after}\nOr not.\n`)).toEqual(changes(after))
  }),
)

test(
  'undoing an answer as a whole gives the text before it, and nothing is pending',
  forAny('answer-review', anyEdits, ({ base: before, mine: after }) => {
    const working = undoAll(before, after)
    expect(textLines(working)).toEqual(textLines(before))
    expect(pendingChanges({ before, after, working, kept: [] })).toEqual([])
  }),
)

const order = fc.array(fc.nat(), { maxLength: 8 })

test(
  'undoing all changes, in any order, gives the text before the answer',
  forAny('answer-review', anyAnswer, order, ({ before, after }, choices) => {
    const texts = { before, after, kept: [] }
    let working = after
    for (const choice of choices) {
      const left = pendingChanges({ ...texts, working })
      const change = left[choice % Math.max(1, left.length)]
      if (!change) break
      working = applySplices(working, undoChanges(working, [change]))
      const now = pendingChanges({ ...texts, working }).map(({ number }) => number)
      const others = left.map(({ number }) => number).filter((number) => number !== change.number)
      expect(now).toEqual(others)
    }
    const left = pendingChanges({ ...texts, working })
    const result = applySplices(working, undoChanges(working, left))
    expect(textLines(result)).toEqual(textLines(before))
  }),
)

test('typing elsewhere, keeping and undoing leave all other changes pending', () => {
  const step = fc.tuple(fc.constantFrom('type', 'add', 'keep', 'undo'), fc.nat())
  fc.assert(
    fc.property(anyAnswer, fc.array(step, { maxLength: 8 }), ({ before, after }, steps) => {
      let working = after
      const kept: number[] = []
      const free = freeLines(before, after)
      let expected = pendingChanges({ before, after, working, kept }).map(({ number }) => number)
      for (const [index, [what, choice]] of steps.entries()) {
        const left = pendingChanges({ before, after, working, kept })
        const change = left[choice % Math.max(1, left.length)]
        const typed = `Typed ${index} by the writer.${what === 'add' ? '\n\nAnd another.' : ''}`
        const line = free[choice % Math.max(1, free.length)]
        if (what === 'keep' && change) kept.push(change.number)
        else if (what === 'undo' && change)
          working = applySplices(working, undoChanges(working, [change]))
        else if (line !== undefined) working = working.replace(line, typed)
        if (what === 'keep' || what === 'undo')
          expected = expected.filter((number) => number !== change?.number)
        const now = pendingChanges({ before, after, working, kept })
        expect(now.map(({ number }) => number)).toEqual(expected)
      }
    }),
    runs('answer-review'),
  )
})

/** Sentences that are several lines away from every change. */
function freeLines(before: string, after: string): string[] {
  const changes = answerChanges(before, after)
  return after.split('\n').filter((line, at) => {
    const isFar = changes.every(({ newLines: { from, to } }) => at < from - 4 || at > to + 3)
    return isFar && line.startsWith('Sentence')
  })
}

describe('alternatives', () => {
  const second = BEFORE.replace('counts the stops', 'sleeps').replace('CUT TO:', 'FADE OUT.')
  const alternatives = [AFTER, second, BEFORE.replace('(smiling at the rain)\n', '')]
  const texts = { before: BEFORE, alternatives }

  test('the first one is shown until another is chosen', () =>
    expect(shownAlternative({ ...texts, working: AFTER })).toBe(0))

  test('are switched in place, and back', () => {
    let working = AFTER
    for (const [from, to] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const [now = '', other = ''] = [alternatives[from], alternatives[to]]
      working = applySplices(
        working,
        switchAlternative({ before: BEFORE, from: now, to: other, working }),
      )
      expect(working).toBe(other)
      expect(shownAlternative({ ...texts, working })).toBe(to)
    }
  })

  test('what the writer typed meanwhile stays', () => {
    const working = AFTER.replace("You're early.", "You're late.").replace('rigid', 'still')
    const after = applySplices(
      working,
      switchAlternative({ before: BEFORE, from: AFTER, to: second, working }),
    )
    expect(after).toContain("You're late.")
    expect(after).toContain('sits still.')
    expect(after).toContain('FADE OUT.')
    expect(after).not.toContain('DEPOT')
  })
})

describe('120 pages are compared', () => {
  const script = longScript(180).slice(0, 200_000)
  const changesOf = (after: string) =>
    pendingChanges({ before: script, after, working: after, kept: [] }).length

  test('30 edits', () => {
    const after = script.replaceAll(/PIER (\d*)[27] /g, 'DOCK $1 ')
    expect(changesOf(after)).toBe(script.match(/PIER (\d*)[27] /g)?.length)
  })

  test.each([
    ['half of it', (line: string, at: number) => (at % 2 ? `${line}, or not` : line)],
    ['all of it', (line: string) => `${line} again`],
  ])('%s rewritten', (_, rewritten) => {
    const after = script
      .split('\n')
      .map((line, at) => (line === '' ? line : rewritten(line, at)))
      .join('\n')
    expect(changesOf(after)).toBeGreaterThan(0)
  })
})
