import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applySplices } from '../../../../screenplay/changes.ts'
import { changesBetween, docOf, textOf } from '../../../../web/features/document/text/changes.ts'
import type { Has } from '../../../../web/features/document/sync/marks.ts'
import { type LocalCopy, TextSync } from '../../../../web/features/document/sync/text-sync.ts'
import { forAny } from '../../../support/any-input.ts'

/** Keeps a text as keep_draft does. */
class Server {
  revision = 1
  readonly versions: string[] = []
  text: string
  /** Of the last step, as its row announces it. */
  has: Has = {}

  constructor(text = '') {
    this.text = text
  }

  keep({ revision, steps, text }: NonNullable<ReturnType<TextSync['toSend']>>): number | null {
    if (revision !== this.revision) return null
    if (steps.length > 100) throw new Error('changes_are_invalid')
    for (const { splices, version } of steps) {
      this.text = applySplices(this.text, splices)
      if (version) this.versions.push(this.text)
    }
    if (this.text !== text) throw new Error('text_hash_differs')
    this.has = steps.at(-1)?.has ?? {}
    this.revision += 1
    return this.revision
  }

  /** An answer has changed the text: its row says nothing of the tabs. */
  answer(text: string): void {
    this.text = text
    this.has = {}
    this.revision += 1
  }

  get base() {
    return { revision: this.revision, text: this.text }
  }
}

/** What an editor does to have this text. */
const change = (sync: TextSync, text: string, origin: 'typed' | 'pasted') =>
  sync.change(changesBetween(sync.doc, docOf(text)), origin)

function opened(server: Server): TextSync {
  const sync = new TextSync()
  sync.setServerText(server.base)
  return sync
}

type Delivery = 'delivered' | 'request lost' | 'response lost'

function send(server: Server, sync: TextSync, delivery: Delivery = 'delivered'): void {
  const batch = sync.toSend()
  if (!batch || delivery === 'request lost') return
  const revision = server.keep(batch)
  if (delivery === 'response lost') return
  if (revision === null) read(server, sync)
  else sync.confirm(batch, revision)
}

function read(server: Server, sync: TextSync): void {
  sync.learn(server.has)
  sync.setServerText(server.base)
}

function sendAll(server: Server, sync: TextSync): void {
  for (let tries = 0; !sync.isSent; tries += 1) {
    expect(tries).toBeLessThan(10)
    send(server, sync)
  }
}

/** What the browser stores where another tab might take it over. */
function lent(sync: TextSync): LocalCopy {
  const copy = sync.copy({ isLent: true })
  if (!copy) throw new Error('There is no text to store.')
  return structuredClone(copy)
}

/** The tab is closed or crashes, and another one takes over what it left in the browser. */
function reopened(sync: TextSync): TextSync {
  const next = new TextSync()
  const copy = sync.copy()
  if (copy) next.takeOver(structuredClone(copy))
  return next
}

const stepsOf = (sync: TextSync) =>
  sync.toSend()?.steps.map(({ origin, splices }) => [origin, splices.map(({ text }) => text)])

describe('steps', () => {
  test('of one origin in a row are sent as one, of different origins apart', () => {
    const sync = opened(new Server('A\n'))
    change(sync, 'A\nB', 'typed')
    change(sync, 'A\nBC', 'typed')
    change(sync, 'A\nBC\npasted', 'pasted')
    change(sync, 'A\nBC\npasted!', 'typed')
    expect(stepsOf(sync)).toEqual([
      ['typed', ['BC']],
      ['pasted', ['\npasted']],
      ['typed', ['!']],
    ])
  })

  test('that undo each other are not sent', () => {
    const sync = opened(new Server('A'))
    change(sync, 'AB', 'typed')
    change(sync, 'A', 'typed')
    expect(sync.isSent).toBe(true)
  })

  test('are as small as the change', () => {
    const before = 'INT. ROOM - DAY\n\nA line of action.\n'.repeat(5_000)
    const sync = opened(new Server(before))
    change(sync, before.replace('A line', 'One line'), 'typed')
    expect(JSON.stringify(sync.toSend()?.steps).length).toBeLessThan(100)
  })

  test('beyond 100 are sent with the next request, beyond 1,000 splices as one splice', () => {
    const server = new Server('x\n\n'.repeat(3_000))
    const sync = opened(server)
    for (let n = 0; n < 150; n += 1)
      change(sync, `${textOf(sync.doc)}${n}`, n % 2 ? 'typed' : 'pasted')
    send(server, sync)
    expect(sync.isSent).toBe(false)
    change(sync, textOf(sync.doc).replaceAll('x', 'y'), 'typed')
    sendAll(server, sync)
    expect(server.text).toBe(textOf(sync.doc))
    expect(server.text).toMatch(/^(y\n\n){3000}0123/)
  })
})

describe('a lost response', () => {
  test('does not repeat the change, also when typing went on', () => {
    const server = new Server('A\n')
    const sync = opened(server)
    change(sync, 'A\nB', 'typed')
    send(server, sync, 'response lost')
    change(sync, 'A\nBC', 'typed')
    sendAll(server, sync)
    expect([server.text, textOf(sync.doc), sync.overlaps]).toEqual(['A\nBC', 'A\nBC', []])
    expect(server.versions).toEqual([])
  })

  test('does not repeat the change after a crash, or when somebody else went on from it', () => {
    const server = new Server('A\n')
    const crashed = opened(server)
    change(crashed, 'A\nB', 'typed')
    send(server, crashed, 'response lost')
    change(crashed, 'A\nBC', 'typed')
    const other = opened(server)
    change(other, 'Z\nA\nB', 'typed')
    sendAll(server, other)
    const sync = reopened(crashed)
    sendAll(server, sync)
    expect([server.text, sync.overlaps]).toEqual(['Z\nA\nBC', []])
  })
})

describe('texts that diverged', () => {
  test('are merged by line, and both are kept as versions', () => {
    const server = new Server('one\ntwo\nthree')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'one\ntwo\nthree, by A', 'typed')
    change(b, 'one, by B\ntwo\nthree', 'typed')
    sendAll(server, a)
    sendAll(server, b)
    expect(server.text).toBe('one, by B\ntwo\nthree, by A')
    expect(server.versions).toEqual(['one\ntwo\nthree, by A', 'one, by B\ntwo\nthree'])
    expect(b.overlaps).toEqual([])
  })

  test('have both where both changed the same lines, and ask; typing goes on and is kept', () => {
    const server = new Server('one\n\ntwo\n\nthree')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'ONE\n\ntwo, by A\n\nthree', 'typed')
    change(b, 'one\n\ntwo, by B\n\nthree', 'typed')
    sendAll(server, a)
    sendAll(server, b)
    expect(server.text).toBe('ONE\n\ntwo, by A\ntwo, by B\n\nthree')
    expect(server.versions).toEqual(['ONE\n\ntwo, by A\n\nthree', 'one\n\ntwo, by B\n\nthree'])
    expect(b.overlaps).toMatchObject([
      { start: 5, first: 'two, by A\n', second: 'two, by B\n', mine: 'second' },
    ])
    change(b, 'ZERO\nONE\n\ntwo, by A\ntwo, by B, still\n\nthree', 'typed')
    const reloaded = reopened(b)
    expect(reloaded.overlaps).toEqual(b.overlaps)
    expect(reloaded.overlaps).toMatchObject([
      { start: 10, first: 'two, by A\n', second: 'two, by B, still\n' },
    ])
    change(reloaded, 'ZERO\nONE\n\ntwo, by A\n\nthree', 'typed')
    sendAll(server, reloaded)
    expect([server.text, reloaded.overlaps]).toEqual(['ZERO\nONE\n\ntwo, by A\n\nthree', []])
  })

  test('are not versions while both sides are typing, unless they changed the same lines', () => {
    const server = new Server('one\n\ntwo')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'one, by A\n\ntwo', 'typed')
    sendAll(server, a)
    change(b, 'one\n\ntwo, by B', 'typed')
    change(b, 'one\n\ntwo, by B\npasted', 'pasted')
    b.setServerText(server.base, { isLive: true })
    expect(stepsOf(b)).toEqual([
      ['typed', [', by B']],
      ['pasted', ['\npasted']],
    ])
    sendAll(server, b)
    expect([server.text, server.versions]).toEqual(['one, by A\n\ntwo, by B\npasted', []])
    a.setServerText(server.base, { isLive: true })
    change(a, 'one, by A\n\ntwo, by A', 'typed')
    change(b, 'one, by A\n\ntwo, by B, still\npasted', 'typed')
    sendAll(server, b)
    a.setServerText(server.base, { isLive: true })
    sendAll(server, a)
    expect(server.text).toBe('one, by A\n\ntwo, by B, still\npasted\ntwo, by A')
    expect(server.versions).toHaveLength(2)
  })

  test('that a closed tab left are versions, however soon the next one sends them', () => {
    const server = new Server('one\ntwo')
    const closed = opened(server)
    change(closed, 'ONE\ntwo', 'typed')
    const other = opened(server)
    change(other, 'one\nTWO', 'typed')
    sendAll(server, other)
    const sync = reopened(closed)
    sync.setServerText(server.base, { isLive: true })
    sendAll(server, sync)
    expect([server.text, server.versions]).toEqual(['ONE\nTWO', ['one\nTWO', 'ONE\ntwo']])
  })

  test('keep origins apart through a merge', () => {
    const server = new Server('one\n')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'zero\none\n', 'typed')
    sendAll(server, a)
    change(b, 'one\ntyped\n', 'typed')
    change(b, 'one\ntyped\npasted\n', 'pasted')
    const copy = b.copy()
    b.setServerText(server.base)
    // Back to what both had first: what else differs from the other side's text was not typed here.
    const apart = ['typed', 'restore', 'typed', 'pasted', 'merge']
    expect(stepsOf(b)?.map(([origin]) => origin)).toEqual(apart)
    const next = opened(server)
    if (copy) next.takeOver(copy)
    expect(stepsOf(next)?.map(([origin]) => origin)).toEqual(apart.with(0, 'pasted'))
  })
})

test('two closed tabs leave different text: the next one has both', () => {
  const server = new Server('one\ntwo')
  const [a, b] = [opened(server), opened(server)]
  change(a, 'ONE\ntwo', 'typed')
  change(b, 'one\nTWO', 'pasted')
  const sync = new TextSync()
  for (const left of [a, b]) {
    const copy = left.copy()
    if (copy) sync.takeOver(copy)
  }
  sendAll(server, sync)
  expect(server.text).toBe('ONE\nTWO')
  expect(server.versions).toEqual(['ONE\ntwo', 'one\nTWO'])
})

describe('a copy of a tab that is still open', () => {
  test('is merged once, however often and wherever it is taken over', () => {
    const server = new Server('one\n\ntwo')
    const [a, b, c] = [opened(server), opened(server), opened(server)]
    change(a, 'one\n\nHel\n\ntwo', 'typed')
    const early = lent(a)
    change(a, 'one\n\nHello.\n\ntwo', 'typed')
    const late = lent(a)
    for (const left of [early, late, early, late]) b.takeOver(structuredClone(left))
    for (const left of [late, early]) c.takeOver(structuredClone(left))
    expect([b, c].map(({ doc }) => textOf(doc))).toEqual(Array(2).fill(textOf(a.doc)))
    change(b, 'one\n\nHello there.\n\ntwo', 'typed')
    sendAll(server, b)
    change(a, `${textOf(a.doc)}, three`, 'typed')
    for (const sync of [a, c]) sendAll(server, sync)
    expect(server.text).toBe('one\n\nHello there.\n\ntwo, three')
    const later = opened(server)
    later.learn(server.has)
    for (const left of [late, early]) later.takeOver(structuredClone(left))
    expect([textOf(later.doc), later.isSent]).toEqual([server.text, true])
    for (const sync of [a, b, c]) expect(sync.overlaps).toEqual([])
  })

  test.each([
    ['', (sync: TextSync) => sync],
    [
      ', even if it is closed then',
      (sync: TextSync) => {
        const next = reopened(sync)
        change(next, 'one\ntwo\nthree', 'typed')
        return next
      },
    ],
  ])('does not bring back what the tab deleted before it sent anything%s', (_then, next) => {
    const server = new Server('one\n')
    const [a, b, c] = [opened(server), opened(server), opened(server)]
    change(a, 'one\nmine\n', 'typed')
    b.takeOver(lent(a))
    change(a, 'one\n', 'typed')
    change(c, 'one\ntwo', 'typed')
    sendAll(server, c)
    send(server, a)
    const last = next(a)
    const { doc } = last
    last.takeOver(lent(b))
    for (const sync of [last, b]) sendAll(server, sync)
    expect(server.text).toBe(textOf(doc))
  })

  test('does not bring back what the tab deleted, also if it read before anybody sent the line', () => {
    const server = new Server('one\n')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'one\nmine\n', 'typed')
    b.takeOver(lent(a))
    change(a, 'one\n', 'typed')
    send(server, a, 'request lost')
    read(server, a)
    for (const sync of [b, a]) sendAll(server, sync)
    read(server, b)
    expect([server.text, textOf(a.doc), textOf(b.doc)]).toEqual(Array(3).fill('one\n'))
  })

  test('does not bring back what another device deleted, though an answer hid that it was stored', () => {
    const server = new Server('one\n')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'one\nmine\n', 'typed')
    const left = lent(a)
    send(server, a, 'response lost')
    server.answer('one\nmine\nanswer\n')
    read(server, a)
    sendAll(server, a)
    const device = opened(server)
    device.learn(server.has)
    change(device, 'one\nanswer\n', 'typed')
    sendAll(server, device)
    b.takeOver(left)
    sendAll(server, b)
    expect([server.text, textOf(b.doc)]).toEqual(Array(2).fill('one\nanswer\n'))
  })

  test('that is of a later text than this tab has is merged with that text', () => {
    const server = new Server('one')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'mine\none', 'typed')
    sendAll(server, a)
    change(a, 'mine and more\none', 'typed')
    b.takeOver(lent(a))
    expect([textOf(b.doc), b.overlaps]).toEqual(['mine and more\none', []])
  })

  test('is left out once its tab has sent it, also behind a merge with an older text', () => {
    const server = new Server('one')
    const [a, b, c] = [opened(server), opened(server), opened(server)]
    change(a, 'mine\none', 'typed')
    sendAll(server, a)
    change(a, 'mine and more\none', 'typed')
    change(b, 'second\none', 'typed')
    b.takeOver(lent(a))
    change(c, 'third\none', 'typed')
    for (const sync of [c, a, b]) sendAll(server, sync)
    expect([server.text.split('\n').toSorted(), b.overlaps]).toEqual([
      ['mine and more', 'one', 'second', 'third'],
      [],
    ])
  })

  test('is left out once its tab has sent it, also behind what this tab has not sent yet', () => {
    const server = new Server('one')
    const [a, b] = [opened(server), opened(server)]
    change(b, 'second\none', 'typed')
    sendAll(server, b)
    change(b, 'one', 'typed')
    change(a, 'mine\none', 'typed')
    b.takeOver(lent(a))
    for (const sync of [a, b]) sendAll(server, sync)
    expect([server.text, b.overlaps]).toEqual(['mine\none', []])
  })

  test('is left out, while what its tab went on with is sent', () => {
    const server = new Server('one')
    const [a, b] = [opened(server), opened(server)]
    change(a, 'mine\none', 'typed')
    const left = lent(a)
    change(b, 'second\none', 'typed')
    sendAll(server, b)
    change(a, 'mine and more\none', 'typed')
    send(server, a)
    b.takeOver(left)
    for (const sync of [b, a]) sendAll(server, sync)
    expect([server.text.split('\n').toSorted(), a.overlaps]).toEqual([
      ['mine and more', 'one', 'second'],
      [],
    ])
  })

  test('that was stored with every key while the server was away is sent as one step', () => {
    const sync = opened(new Server('A\n'))
    for (const key of 'B long line of many keys.') {
      change(sync, textOf(sync.doc) + key, 'typed')
      lent(sync)
    }
    expect(sync.copy()?.steps.length).toBeLessThan(20)
    expect(stepsOf(sync)).toEqual([['typed', ['B long line of many keys.']]])
  })
})

const delivery = fc.constantFrom<Delivery>('delivered', 'request lost', 'response lost')
const action = fc.record({
  tab: fc.nat(2),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.record({ line: fc.nat(1_000) }) },
    { weight: 3, arbitrary: fc.record({ delivery }) },
    { weight: 1, arbitrary: fc.constant('reopen' as const) },
    { weight: 1, arbitrary: fc.constant('read' as const) },
  ),
})

test(
  'whatever is lost or closed, all tabs end with one text that has every line',
  forAny('working-text', fc.array(action, { maxLength: 60 }), (actions) => {
    const server = new Server('first\n\nlast')
    const tabs = [opened(server), opened(server), opened(server)]
    const lines: string[] = []
    for (const { tab, what } of actions) {
      const sync = tabs[tab] as TextSync
      if (what === 'reopen') tabs[tab] = reopened(sync)
      else if (what === 'read') read(server, sync)
      else if ('delivery' in what) send(server, sync, what.delivery)
      else {
        const all = textOf(sync.doc).split('\n')
        const line = `${tab}: ${lines.length}`
        lines.push(line)
        all.splice(what.line % (all.length + 1), 0, line)
        change(sync, all.join('\n'), lines.length % 5 ? 'typed' : 'pasted')
      }
    }
    expect(linesAfter(server, tabs)).toEqual(['first', '', 'last', ...lines].toSorted())
  }),
)

/** The lines of the one text that all have once everything is sent. */
function linesAfter(server: Server, tabs: TextSync[]): string[] {
  for (const sync of tabs) sendAll(server, sync)
  for (const sync of tabs) read(server, sync)
  expect(tabs.map(({ doc }) => textOf(doc))).toEqual(tabs.map(() => server.text))
  return server.text.split('\n').toSorted()
}

const lending = fc.record({
  tab: fc.nat(2),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.record({ line: fc.nat(1_000) }) },
    // The last line of the tab: goes on, or is deleted.
    { weight: 4, arbitrary: fc.record({ more: fc.constantFrom(' and', ' on', null) }) },
    { weight: 3, arbitrary: fc.record({ delivery }) },
    {
      weight: 3,
      arbitrary: fc.record({ copy: fc.nat(1_000), times: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 2, arbitrary: fc.constantFrom('store', 'read') },
  ),
})

test(
  'whoever takes over any copy of an open tab, in any order and however often: every line is there once, as it was left',
  forAny('working-text', fc.array(lending, { maxLength: 60 }), (actions) => {
    const server = new Server('first\n\nlast')
    const tabs = [opened(server), opened(server), opened(server)]
    const lines = new Map<string, string>()
    const last = ['', '', '']
    const copies: { of: number; left: LocalCopy }[] = []
    for (const { tab, what } of actions) {
      const sync = tabs[tab] as TextSync
      const all = textOf(sync.doc).split('\n')
      if (what === 'store') copies.push({ of: tab, left: lent(sync) })
      else if (what === 'read') read(server, sync)
      else if ('delivery' in what) send(server, sync, what.delivery)
      else if ('copy' in what) {
        const copy = copies[what.copy % copies.length]
        if (!copy || copy.of === tab) continue
        for (let times = 0; times < what.times; times += 1)
          sync.takeOver(structuredClone(copy.left))
      } else if ('line' in what) {
        const name = `${tab}: ${lines.size}`
        last[tab] = name
        lines.set(name, name)
        all.splice(what.line % (all.length + 1), 0, name)
        change(sync, all.join('\n'), lines.size % 5 ? 'typed' : 'pasted')
      } else {
        const name = last[tab] ?? ''
        const at = all.indexOf(lines.get(name) ?? '')
        if (name === '' || at < 0) continue
        const now = what.more === null ? [] : [`${all[at]}${what.more}`]
        lines.set(name, now[0] ?? '')
        if (now.length === 0) last[tab] = ''
        all.splice(at, 1, ...now)
        change(sync, all.join('\n'), 'typed')
      }
    }
    const left = [...lines.values()].filter(Boolean)
    expect(linesAfter(server, tabs)).toEqual(['first', '', 'last', ...left].toSorted())
    for (const { overlaps } of tabs) expect(overlaps).toEqual([])
  }),
)
