// @vitest-environment happy-dom
import { isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands'
import { Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveCards } from '../../../../screenplay/board.ts'
import { splices } from '../../../../screenplay/changes.ts'
import { keptRequests, type Requests } from '../../../../web/features/document/sync/own-requests.ts'
import { boardTextOf } from '../../../../web/features/page/board-link.ts'
import { screenplayOf } from '../../../../web/features/page/editor/typing/edits.ts'
import { moveSceneTo } from '../../../../web/features/page/editor/typing/scene-moves.ts'
import { wordHistory } from '../../../../web/features/page/editor/typing/word-history.ts'
import { takenText } from '../../../../web/features/page/editor/text-origin.ts'
import { FakeServer } from '../document/fake-server.ts'
import { arrive, holdClock, openPage, opened, passes, settled } from './page-on-text.ts'
import { forAny } from '../../../support/any-input.ts'

// Undo and redo change only what this page did or asked for, whatever arrives.

holdClock()

const own = () => keptRequests([], () => undefined)

/** The server changes the text for a request. */
async function answer(
  server: FakeServer,
  request: string,
  change: (text: string) => string,
  isExact = true,
) {
  const text = change(server.text)
  const made = splices(server.text, text)
  await server.set(text, isExact ? [{ origin: 'typed', splices: made }] : null, request)
  await passes(0)
}

async function openWith(text: string, requests: Requests) {
  const server = new FakeServer(text)
  const page = await openPage(server, { requests, more: wordHistory() })
  return { server, page }
}

test('what another device types and deletes while an answer is written is not undone', async () => {
  const requests = own()
  const { server, page } = await openWith('one\n\ntwo\n\nthree', requests)
  page.goTo(3)
  page.type(' mine')
  const request = requests.begin()
  await settled(page, server)
  await arrive(server, (text) => text.replace('two', 'two theirs').replace('three', ''))
  await passes(10)
  undo(page.view)
  expect(page.doc).toBe('one\n\ntwo theirs\n\n')
  redo(page.view)
  expect(await settled(page, server)).toBe('one mine\n\ntwo theirs\n\n')
  await answer(server, request, (text) => text.replace('two', 'TWO'))
  await answer(server, 'of another device', (text) => text.replace('one', 'ONE'))
  expect(page.doc).toBe('ONE mine\n\nTWO theirs\n\n')
  undo(page.view)
  expect(page.doc).toBe('ONE mine\n\ntwo theirs\n\n')
  undo(page.view)
  expect(page.doc).toBe('ONE\n\ntwo theirs\n\n')
})

test('an answer is told from what arrives together with it', async () => {
  const requests = own()
  const { server, page } = await openWith('one\n\ntwo\n\nthree', requests)
  const together = async (isExact: boolean) => {
    await arrive(server, (text) => text.replace('one', 'one theirs'))
    await answer(server, requests.begin(), (text) => text.replace('two', 'two answered'), isExact)
    await arrive(server, (text) => text.replace('three', 'three theirs'))
  }
  const undone = 'one theirs\n\ntwo\n\nthree theirs'
  // During a composition nothing is shown.
  page.compose(true)
  await together(true)
  page.compose(false)
  await settled(page, server)
  undo(page.view)
  expect(page.doc).toBe(undone)
  // It may be too long to be announced, or the announcements may be lost.
  for (const isLost of [false, true]) {
    await settled(page, server)
    await arrive(server, (text) => text.replaceAll(' theirs', ''))
    await passes(10)
    server.isSilent = isLost
    await together(false)
    server.isSilent = false
    server.reconnect()
    await passes(10)
    expect(page.doc).toBe('one theirs\n\ntwo answered\n\nthree theirs')
    undo(page.view)
    expect(page.doc).toBe(undone)
  }
})

test.each([3, 4])(
  '%i restores in another tab while a line is typed, and their undo, leave no half lines',
  async (times) => {
    const line = 'A line that is typed in many parts.'
    const parts = line.match(/.{1,4}/g) ?? []
    for (const wait of [90, 400, 1_300]) {
      const { server, page } = await openWith('one\n\ntwo\n\nthree', own())
      const first = server.text
      page.goTo(5)
      page.type('\n\n')
      page.goTo(5)
      let restores = 0
      for (const [at, part] of parts.entries()) {
        page.type(part)
        await passes(wait)
        if (at % 2 === 0 || restores === times) continue
        restores += 1
        await server.set(first)
      }
      const text = await settled(page, server)
      const expectWhole = (now: string) =>
        expect({ wait, now, half: halves(now, [line, 'one', 'two', 'three']) }).toMatchObject({
          half: [],
        })
      expectWhole(text)
      while (undo(page.view)) await passes(10)
      expectWhole(await settled(page, server))
      while (redo(page.view)) await passes(10)
      expectWhole(await settled(page, server))
    }
  },
)

/** Lines of a text that are parts of the whole ones, beside them or alone. */
const halves = (text: string, whole: readonly string[]) =>
  text.split('\n').filter((found) => found !== '' && !whole.includes(found))

/** Characters of which each is written once: it is known who wrote it. */
const FIRST = 0x4e00
const isMark = (unit: string) => unit >= '\u4e00' && unit < '\ud800'
const marksOf = (text: string): string[] => Array.from(text).filter(isMark)

const expectRight = (wrong: string[], text: string, what: string) => {
  expect({ what, wrong }).toEqual({ what, wrong: [] })
  // No mark is twice in it.
  expect({ what, text, marks: marksOf(text) }).toEqual({
    what,
    text,
    marks: [...new Set(marksOf(text))],
  })
}

const who = fc.constantFrom('mine' as const, 'theirs' as const)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      at: fc.nat(),
      kind: fc.constantFrom('in', 'line', 'delete', 'delete line'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('arrive' as const),
      at: fc.nat(),
      kind: fc.constantFrom('in', 'line', 'delete', 'delete line'),
      isExact: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      who,
      at: fc.nat(),
      isExact: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('restore' as const), who, version: fc.nat() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('review' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('move' as const, 'board' as const),
      from: fc.nat(4),
      to: fc.nat(5),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      time: fc.constantFrom(0, 90, 1_200, 6_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('compose' as const), isOn: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('silence' as const), isOn: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Line = { from: number; to: number; text: string }

/** The lines with text; `untouched` are those that another text has between the same lines. */
function linesOf(text: string, others: readonly string[] = []): Line[] {
  const lines = [...text.matchAll(/.+/g)].map(({ 0: line, index }) => ({
    from: index,
    to: index + line.length,
    text: line,
  }))
  const known = others.map((other) => `\n\n${other}\n\n`)
  return lines.filter((_, at) => {
    const around = lines.slice(Math.max(0, at - 1), at + 2)
    const [first, last] = [around[0], around.at(-1)]
    return known.every((other) => other.includes(text.slice(first?.from, last?.to)))
  })
}

function difference(before: string, after: string) {
  const [was, is] = [new Set(marksOf(before)), new Set(marksOf(after))]
  return {
    gone: [...was].filter((mark) => !is.has(mark)),
    come: [...is].filter((mark) => !was.has(mark)),
  }
}

/** Who wrote each mark, and whose deletion it is that a mark is gone. */
class Ownership {
  readonly #writtenHere = new Set<string>()
  readonly #changedHere = new Set<string>()
  /** On the server, for what arrives. */
  readonly askedFor = new Set<string>()

  readonly follow = EditorView.updateListener.of(({ transactions }) => {
    for (const tr of transactions)
      if (tr.docChanged && !['undo', 'redo', 'move.undo'].some((event) => tr.isUserEvent(event)))
        this.#follow(tr)
  })

  /** Whether any of the marks is gone because of this page. */
  hasDeleted(marks: string[], now: string): boolean {
    return marks.some((mark) => !now.includes(mark) && this.#changedHere.has(mark))
  }

  /** Does a step of undo or redo, which may only change what was written or deleted here. */
  async check(view: EditorView, command: (view: EditorView) => boolean): Promise<void> {
    const before = view.state.doc.toString()
    command(view)
    await Promise.resolve()
    const after = view.state.doc.toString()
    const { gone, come } = difference(before, after)
    const wrong = [
      ...gone.filter((mark) => !this.#writtenHere.has(mark) && !this.#changedHere.has(mark)),
      ...come.filter((mark) => !this.#changedHere.has(mark)),
    ]
    expectRight(wrong, after, `${command.name} from\n${before}\nto\n${after}`)
  }

  #follow(tr: Transaction): void {
    const isHere = (mark: string) => !tr.annotation(Transaction.remote) || this.askedFor.has(mark)
    const { gone, come } = difference(tr.startState.doc.toString(), tr.newDoc.toString())
    for (const mark of [...come, ...gone]) {
      if (isHere(mark)) this.#changedHere.add(mark)
      else this.#changedHere.delete(mark)
    }
    for (const mark of come) if (isHere(mark)) this.#writtenHere.add(mark)
  }
}

test(
  'whatever arrives, undo and redo change only what this page did or asked for',
  forAny('own-undo', fc.array(step, { maxLength: 50 }), async (steps) => {
    let marks = 0
    const mark = () => String.fromCharCode(FIRST + marks++)
    const scene = () => `INT. ${mark()} - DAY\n\n${mark()} ${mark()}.\n\n${mark()} ${mark()}.\n\n`
    const requests = own()
    const ownership = new Ownership()
    const server = new FakeServer(Array.from({ length: 4 }, scene).join(''))
    const page = await openPage(server, { requests, more: [wordHistory(), ownership.follow] })
    const { view } = page
    const versions = [server.text]

    const isSettled = () =>
      page.workingText.snapshot().storage === 'stored' && page.doc === server.text

    /** Lines that nobody changes at the same time. */
    const freeLines = (text: string) =>
      linesOf(text, [page.doc, page.workingText.snapshot().text, server.text])

    const edit = (text: string, { kind, at }: { kind: string; at: number }) => {
      const lines = freeLines(text)
      const line = lines[at % Math.max(1, lines.length)]
      if (!line) return null
      const inside = line.text.search(/[\u4e00-\ud7ff]/)
      if (kind === 'in' || inside < 0)
        return { from: line.to - 1, to: line.to - 1, insert: ` ${mark()}` }
      if (kind === 'line') return { from: line.to, to: line.to, insert: `\n\n${mark()}.` }
      const from = line.from + inside
      const isHeading = line.text.startsWith('INT.')
      if (kind === 'delete' || isHeading) return { from, to: from + 1, insert: '' }
      return { from: line.from, to: Math.min(text.length, line.to + 2), insert: '' }
    }
    const applied = (text: string, one: NonNullable<ReturnType<typeof edit>>) =>
      text.slice(0, one.from) + one.insert + text.slice(one.to)

    /** The server gets a text for a request of this page or of another one. */
    const setFor = async (isMine: boolean, text: string, isExact: boolean) => {
      const { gone, come } = difference(server.text, text)
      for (const one of [...gone, ...come])
        if (isMine) ownership.askedFor.add(one)
        else ownership.askedFor.delete(one)
      await answer(server, isMine ? requests.begin() : 'of another page', () => text, isExact)
      versions.push(text)
    }

    /** Whole scenes may be on their way: what is written in them at the same time is asked about. */
    let isMoving = false
    const areLinesKnown = () => {
      isMoving &&= !isSettled()
      return !isMoving
    }

    const catchUp = async () => {
      server.isSilent = false
      server.reconnect()
      await passes(10)
    }

    for (const now of steps) await take(now)
    async function take(now: Step) {
      const arrives = now.do === 'arrive' || now.do === 'answer'
      if (arrives && !areLinesKnown()) await passes(2_000)
      if (arrives && !areLinesKnown()) return
      // Nor does it undo in lines that were changed elsewhere, which it does not know yet.
      if (now.do === 'undo' || now.do === 'redo') await catchUp()
      isMoving ||= !['type', 'wait', 'compose', 'silence'].includes(now.do) && !arrives
      if (now.do === 'wait') await passes(now.time)
      else if (now.do === 'compose') page.compose(now.isOn)
      else if (now.do === 'silence') {
        server.isSilent = now.isOn
        if (!now.isOn) server.reconnect()
      } else if (now.do === 'type') {
        const made = edit(page.doc, now)
        if (made)
          view.dispatch({ changes: made, userEvent: made.insert === '' ? 'delete' : 'input.type' })
      } else if (now.do === 'arrive') {
        const made = edit(server.text, now)
        if (!made) return
        for (const one of marksOf(server.text.slice(made.from, made.to) + made.insert))
          ownership.askedFor.delete(one)
        await arrive(server, (text) => applied(text, made), now.isExact)
      } else if (now.do === 'answer') {
        const line = freeLines(server.text)
        const chosen = line.slice(now.at % Math.max(1, line.length)).slice(0, 2)
        let text = server.text
        for (const one of chosen.toReversed())
          text = `${text.slice(0, one.to - 1)} ${mark()}.\n\n${mark()}.${text.slice(one.to)}`
        if (chosen.length > 0) await setFor(now.who === 'mine', text, now.isExact)
      } else if (!view.composing && now.do === 'undo') await ownership.check(view, undo)
      else if (!view.composing && now.do === 'redo') await ownership.check(view, redo)
      else if (isSettled() && !view.composing) await takeAlone(now)
      await passes(0)
    }
    async function takeAlone(now: Step) {
      if (now.do === 'restore') {
        const version = versions[now.version % versions.length] ?? ''
        const isMine = now.who === 'mine'
        // What both bring back is there twice.
        if (!isMine && ownership.hasDeleted(marksOf(version), page.doc)) return
        if (version !== server.text) await setFor(isMine, version, false)
      } else if (now.do === 'review') {
        const last = linesOf(page.doc).findLast(({ text }) =>
          marksOf(text).some((one) => ownership.askedFor.has(one)),
        )
        if (last && !last.text.startsWith('INT.'))
          view.dispatch({
            changes: { from: last.from, to: last.to, insert: '' },
            effects: takenText.of(null),
            annotations: isolateHistory.of('full'),
          })
      } else if (now.do === 'move') moveSceneTo(view, now.from, now.to)
      else if (now.do === 'board') {
        const moved = moveCards(screenplayOf(view.state), [now.from], now.to)
        if (moved) boardTextOf(view).apply(moved, 'move')
      }
    }
    page.compose(false)
    await catchUp()
    await settled(page, server)
    for (let depth = undoDepth(view.state); depth > 0; depth -= 1) await ownership.check(view, undo)
    await settled(page, server)
    for (let depth = redoDepth(view.state); depth > 0; depth -= 1) await ownership.check(view, redo)
    await settled(page, server)
    expect(page.workingText.snapshot().overlaps).toEqual([])
    opened.splice(0)
    await page.stop()
  }),
)
