import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applySplices } from '../../../../screenplay/changes.ts'
import { changesBetween, docOf, textOf } from '../../../../web/features/document/text/changes.ts'
import { TextSync } from '../../../../web/features/document/sync/text-sync.ts'
import { forAny } from '../../../support/any-input.ts'

/** Keeps a text as keep_draft does. */
class Server {
  revision = 1
  readonly versions: string[] = []
  text: string

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
    this.revision += 1
    return this.revision
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
  if (revision === null) sync.setServerText(server.base)
  else sync.confirm(batch, revision)
}

function sendAll(server: Server, sync: TextSync): void {
  for (let tries = 0; !sync.isSent; tries += 1) {
    expect(tries).toBeLessThan(10)
    send(server, sync)
  }
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
      else if (what === 'read') sync.setServerText(server.base)
      else if ('delivery' in what) send(server, sync, what.delivery)
      else {
        const all = textOf(sync.doc).split('\n')
        const line = `${tab}: ${lines.length}`
        lines.push(line)
        all.splice(what.line % (all.length + 1), 0, line)
        change(sync, all.join('\n'), lines.length % 5 ? 'typed' : 'pasted')
      }
    }
    for (const sync of tabs) sendAll(server, sync)
    for (const sync of tabs) sync.setServerText(server.base)
    expect(tabs.map(({ doc }) => textOf(doc))).toEqual(tabs.map(() => server.text))
    expect(server.text.split('\n').toSorted()).toEqual(['first', '', 'last', ...lines].toSorted())
  }),
)
