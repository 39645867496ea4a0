import { array, assert, boolean, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { applySplices, type Splice, splices } from '../../../../screenplay/changes.ts'
import {
  type BranchHistory,
  followBranch,
  moveRange,
  textsNeeded,
  withoutChanges,
} from '../../../../server/generation/applying/follow-branch.ts'
import { room } from '../../../support/documents/forty-rooms.ts'
import { runs } from '../../../support/rounds.ts'

const write = (scenes: readonly string[]) => scenes.join('\n')

type Answer = { text: string; others?: string[] }

/** What a branch makes of a text, which people and answers made from a first one; it leaves these answers. */
function left(first: string, made: (Answer | Splice | string)[], known = true) {
  const texts = new Map([['base', first]])
  const answers: BranchHistory['answers'] = []
  const versions: BranchHistory['versions'] = []
  let text = first
  const add = (after: string, job: string | null, typed = splices(text, after)) => {
    const id = `version ${versions.length + 1}`
    const changes =
      job === null ? [{ origin: 'typed', splices: typed, revision: versions.length }] : null
    versions.push({ id, number: versions.length + 1, job, origin: 'typed', changes })
    texts.set(id, after)
    text = after
    return id
  }
  for (const one of made) {
    if (typeof one === 'string') add(one, null)
    else if ('start' in one) add(applySplices(text, [one]), null, [one])
    else {
      const job = `job ${versions.length}`
      const others = (one.others ?? []).map((other) => add(other, job))
      answers.unshift({ version: add(one.text, job), isLeft: true, others })
    }
  }
  const all = { answers, more: false, base: 'base', versions, pending: [] }
  const history = known ? all : withoutChanges(all)
  const needed = new Map(textsNeeded(history).map((id) => [id, texts.get(id) ?? '']))
  const followed = followBranch(text, history, needed)
  return { text: followed?.leftText, keptLines: followed?.keptLines }
}

test('what an answer changed is taken back, and scenes that the writer changed too stay as they are', () => {
  const anyScene = record({ answered: boolean(), typed: boolean() })
  assert(
    property(array(anyScene, { minLength: 1, maxLength: 12 }), boolean(), (scenes, known) => {
      const before = scenes.map((_, at) => room(at + 1))
      const after = before.map((text, at) =>
        scenes[at]?.answered ? text.replace(/^The lamp.*$/m, `A candle burns in ${at}.`) : text,
      )
      const now = after.map((text, at) =>
        scenes[at]?.typed ? text.replace(/^(The lamp|A candle)/m, 'Slowly, $1') : text,
      )
      const expected = now.map((text, at) =>
        scenes[at]?.typed || !scenes[at]?.answered ? text : (before[at] ?? ''),
      )
      const answer = { text: write(after) }
      expect(left(write(before), [answer, write(now)], known)).toEqual({
        text: write(expected),
        keptLines: scenes.some(({ answered, typed }) => answered && typed),
      })
    }),
    runs('branch-texts'),
  )
})

test('what the writer has undone already is not said to be kept', () => {
  const [before, after] = [write([room(1), room(2)]), write([room(1), room(3), room(2)])]
  expect(left(before, [{ text: after }, `${before}\nMore.\n`])).toEqual({
    text: `${before}\nMore.\n`,
    keptLines: false,
  })
})

test('several answers are taken back one after the other', () => {
  const [a, b, c] = ['One.\n', 'One.\n\nTwo.\n', 'One.\n\nTwo.\n\nThree.\n'] as const
  expect(left(a, [{ text: b }, { text: c }, `Zero.\n\n${c}`])).toEqual({
    text: `Zero.\n\n${a}`,
    keptLines: false,
  })
})

test('of alternatives, the one in the text is taken back', () => {
  const before = write([room(1), room(2)])
  const [one = '', other = ''] = ['glows', 'hums'].map((word) => before.replace('flickers', word))
  for (const text of [one, other])
    expect(left(before, [{ text: one, others: [other] }, `${text}\nMore.\n`])).toEqual({
      text: `${before}\nMore.\n`,
      keptLines: false,
    })
})

test('what the writer typed anywhere around lines of an answer stays there', () => {
  const before = 'INT. A - DAY\n\nFirst.\n'
  const answer = { text: `${before}\nJOHN\nHello.\n\nThey sit.\n` }
  const typing = (after: string, text: string): Splice => {
    const at = answer.text.indexOf(after) + after.length
    return { start: at, end: at, text }
  }
  const own = (text: string) => ({ text, keptLines: false })
  const made = (typed: Splice) => left(before, [answer, typed])
  expect(made(typing('First.\n', 'JOHN\nHello.\n'))).toEqual(own(`${before}JOHN\nHello.\n`))
  expect(made(typing('First.\n', '\nAbove.\n'))).toEqual(own(`${before}\nAbove.\n`))
  expect(made(typing('First.\n\n', 'Above.\n\n'))).toEqual(own(`${before}Above.\n\n`))
  expect(made(typing('Hello.\n\n', 'Between.\n\n'))).toEqual(own(`${before}Between.\n\n`))
  expect(made(typing('They sit.\n', 'They sit.\n'))).toEqual(own(`${before}They sit.\n`))
  expect(made(typing('They sit.\n', '\nBelow.\n'))).toEqual(own(`${before}\nBelow.\n`))
  const changed = [
    typing('Hello', ' you'),
    typing('They sit.', ' On.'),
    typing('First.\n\n', 'Oh, '),
    { ...typing('They sit', ''), start: answer.text.indexOf('sit') },
    { ...typing('JOHN\n', ''), start: answer.text.indexOf('JOHN') },
  ]
  for (const typed of changed)
    expect(made(typed)).toEqual({ text: applySplices(answer.text, [typed]), keptLines: true })
})

test('a range is found again in the text without the answer', () => {
  const from = 'Zero.\n\nOne line.\n\nTwo.\n'
  const range = { start: from.indexOf('One'), end: from.indexOf('One') + 'One line.'.length }
  const inText = (to: string) => {
    const { start, end } = moveRange(range, from, to)
    return to.slice(start, end)
  }
  expect(inText(from)).toBe('One line.')
  expect(inText(`Before.\n\n${from}`)).toBe('One line.')
  expect(inText(from.replace('Zero.\n\n', ''))).toBe('One line.')
  expect(inText(from.replace('Two', 'Two and more'))).toBe('One line.')
  expect(inText(from.replace('One line', 'One other, longer line'))).toBe('One other, longer line.')
  expect(inText('')).toBe('')
  // What is replaced right before it or right behind it is not in it.
  expect(moveRange({ start: 1, end: 3 }, 'abc', 'xyzbc')).toEqual({ start: 3, end: 5 })
  expect(moveRange({ start: 0, end: 2 }, 'abc', 'abxyz')).toEqual({ start: 0, end: 2 })
})
