// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WorkingText } from '../../../../web/features/document/text/working-text.ts'
import {
  changeSet,
  changesBetween,
  docOf,
  splicesOf,
} from '../../../../web/features/document/text/changes.ts'
import { keptRequests, type Requests } from '../../../../web/features/document/sync/own-requests.ts'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'
import { FakeLocal } from './fake-local.ts'
import { FakeServer } from './fake-server.ts'

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

const opened: WorkingText[] = []

/** What an editor does to have this text. */
const replace = (text: WorkingText, now: string) =>
  text.change(changesBetween(text.doc, docOf(now)), 'typed')

async function open(server: FakeServer, local = new FakeLocal(), requests?: Requests) {
  const text = new WorkingText(server, local, requests)
  opened.push(text)
  text.start()
  await passes(0)
  const type = (more: string) => replace(text, text.snapshot().text + more)
  return { text, local, type }
}

beforeEach(() => {
  vi.useFakeTimers()
  // Without crypto.subtle, whose results do not follow the fake clock.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  vi.spyOn(console, 'warn').mockReturnValue()
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((text) => text.stop()))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('typed text', () => {
  test('is in the browser within 1 s, and on the server within 3 s of a pause', async () => {
    const server = new FakeServer()
    const { text, local, type } = await open(server)
    await passes(300)
    type('a')
    await passes(0)
    expect(local.storedText).toBe('a')
    type('b')
    await passes(300)
    expect(local.storedText).toBe('ab')
    expect([server.text, text.snapshot().storage]).toEqual(['', 'pending'])
    await passes(1_000)
    expect([server.text, text.snapshot().storage]).toEqual(['ab', 'stored'])
    expect(local.copy).toMatchObject({ base: { text: 'ab', revision: 2 }, steps: [] })
  })

  test('reaches the server every 10 s of continuous typing, one request at a time', async () => {
    const server = new FakeServer()
    server.latency = 700
    const { type } = await open(server)
    await passes(1_000)
    const behind: number[] = []
    for (let key = 1; key <= 300; key += 1) {
      type('x')
      await passes(100)
      behind.push(key - server.text.length)
    }
    expect(Math.max(...behind)).toBeLessThan(100)
    expect(server.most).toBe(1)
  })

  test('is stored in the browser before it is sent, if that takes no longer than 1 s', async () => {
    const server = new FakeServer()
    const { local, type } = await open(server)
    await passes(300)
    const write = vi.spyOn(local, 'write')
    write.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 1_500)))
    type('a')
    await passes(1_400)
    expect(server.text).toBe('')
    await passes(200)
    expect(server.text).toBe('a')
    write.mockImplementationOnce(() => new Promise(() => undefined))
    type('b')
    await passes(2_500)
    expect(server.text).toBe('ab')
  })

  test('is stored and sent at once when the page is hidden', async () => {
    const server = new FakeServer()
    const { local, type } = await open(server)
    type('a')
    await passes(10)
    type('b')
    window.dispatchEvent(new Event('pagehide'))
    await passes(1)
    expect([local.storedText, server.text]).toEqual(['ab', 'ab'])
  })
})

describe('without the server', () => {
  test('typing goes on and is sent as soon as the browser is online', async () => {
    const server = new FakeServer('Scene\n')
    const { text, local, type } = await open(server)
    server.network = 'down'
    type('Offline.')
    await passes(2_000)
    expect(text.snapshot()).toMatchObject({ storage: 'offline', text: 'Scene\nOffline.' })
    expect(local.storedText).toBe('Offline.')
    await passes(60_000)
    expect(server.calls.filter((call) => call === 'keep').length).toBeLessThan(10)
    server.network = 'up'
    window.dispatchEvent(new Event('online'))
    await passes(0)
    expect(text.snapshot()).toMatchObject({ storage: 'stored', error: null })
    expect(server.text).toBe('Scene\nOffline.')
  })

  test('a text that cannot be read yet is read later', async () => {
    const server = new FakeServer('Scene')
    server.network = 'down'
    const { text } = await open(server)
    expect(text.snapshot()).toMatchObject({ isLoaded: false, error: { isNetwork: true } })
    expect(() => replace(text, 'x')).toThrow('not loaded')
    await expect(text.flush()).rejects.toMatchObject({ isNetwork: true })
    server.network = 'up'
    await passes(3_000)
    expect(text.snapshot()).toMatchObject({ isLoaded: true, text: 'Scene', error: null })
  })

  test('what a closed tab left is shown at once, and merged when the server answers', async () => {
    const server = new FakeServer('one\n\ntwo', 5)
    const local = new FakeLocal()
    const splices = [{ start: 0, end: 3, text: 'ONE' }]
    const base = { revision: 4, text: 'one\n\n2' }
    local.left = [{ base, steps: [{ origin: 'typed', splices }] }]
    server.network = 'down'
    const { text } = await open(server, local)
    expect(text.snapshot()).toMatchObject({ isLoaded: true, text: 'ONE\n\n2', storage: 'offline' })
    server.network = 'up'
    await passes(5_000)
    expect(text.snapshot()).toMatchObject({ text: 'ONE\n\ntwo', storage: 'stored', overlaps: [] })
    expect(server.versions).toEqual(['one\n\ntwo', 'ONE\n\n2'])
  })
})

describe('when the browser cannot store', () => {
  test('the text is sent at once', async () => {
    const server = new FakeServer()
    const { text, local, type } = await open(server)
    local.isFull = true
    type('a')
    await passes(400)
    expect([server.text, text.snapshot().storage]).toEqual(['a', 'stored'])
  })

  test('and the server does not answer either, the state says so', async () => {
    const server = new FakeServer()
    const { text, local, type } = await open(server)
    local.isFull = true
    server.latency = 30_000
    type('a')
    await passes(2_500)
    expect(text.snapshot().storage).toBe('pending')
    await passes(1_000)
    expect(text.snapshot().storage).toBe('unstored')
    await passes(30_000)
    expect(text.snapshot().storage).toBe('stored')
    server.latency = 0
    server.network = 'down'
    type('b')
    await passes(100)
    expect(text.snapshot().storage).toBe('unstored')
  })
})

describe('a refusal', () => {
  test('is shown; the text stays, and the next change is tried again', async () => {
    const server = new FakeServer('Scene')
    const { text, local, type } = await open(server)
    server.refusal = new RequestError('script_is_too_large', 'PT413', false, 413)
    type(' that is too large')
    await expect(text.flush()).rejects.toMatchObject({ message: 'script_is_too_large' })
    await passes(60_000)
    expect(server.calls.filter((call) => call === 'keep')).toHaveLength(1)
    expect(text.snapshot()).toMatchObject({
      text: 'Scene that is too large',
      storage: 'offline',
      error: { message: 'script_is_too_large' },
    })
    expect(local.storedText).toBe(' that is too large')
    server.refusal = null
    replace(text, 'Scene, shorter')
    await passes(1_500)
    expect([server.text, text.snapshot().error]).toEqual(['Scene, shorter', null])
  })

  test('because the text was deleted elsewhere leaves it on the screen', async () => {
    const server = new FakeServer('Scene')
    const { text } = await open(server)
    server.revision = 0
    server.reconnect()
    await passes(0)
    expect(text.snapshot()).toMatchObject({
      text: 'Scene',
      isLoaded: true,
      error: { message: 'draft_not_found' },
    })
  })

  test('because the session is over is tried again, and the browser keeps the text', async () => {
    const server = new FakeServer('Scene')
    const { text, local, type } = await open(server)
    server.refusal = new RequestError('', 'signed_out')
    type(', typed')
    await passes(2_000)
    expect(text.snapshot()).toMatchObject({ storage: 'pending', error: { isSessionOver: true } })
    await text.stop()
    expect(local.storedText).toBe(', typed')
    server.refusal = null
    const later = new FakeLocal()
    later.left = local.copy ? [local.copy] : []
    await open(server, later)
    await passes(0)
    expect(server.text).toBe('Scene, typed')
  })

  test('because the server has another text is solved by reading it', async () => {
    const server = new FakeServer('one\n\ntwo')
    const { text, type } = await open(server)
    server.text = 'ONE\n\ntwo'
    type(', typed')
    await passes(1_500)
    expect(server.text).toBe('ONE\n\ntwo, typed')
    expect(text.snapshot()).toMatchObject({ storage: 'stored', text: server.text })
  })
})

describe('changes elsewhere', () => {
  test('are applied without reading the text again, unless some were missed', async () => {
    const server = new FakeServer('one')
    const { text, local } = await open(server)
    const splices = [{ start: 3, end: 3, text: ' two' }]
    await server.set('one two', [{ origin: 'typed', splices }])
    await passes(0)
    expect(text.snapshot()).toMatchObject({ text: 'one two', revision: 2, storage: 'stored' })
    expect(server.calls).toEqual(['read', 'row'])
    server.revision += 1
    await server.set('one two three', [{ origin: 'typed', splices }])
    await passes(400)
    expect(text.snapshot()).toMatchObject({ text: 'one two three', revision: 4 })
    expect(server.calls).toEqual(['read', 'row', 'read', 'row'])
    expect(local.copy?.base.text).toBe('one two three')
  })

  test('that do not lead to the announced text are not applied: it is read', async () => {
    const server = new FakeServer('one')
    const { text } = await open(server)
    await server.set('uno', [{ origin: 'typed', splices: [{ start: 0, end: 1, text: 'O' }] }])
    await passes(0)
    expect(text.snapshot()).toMatchObject({ text: 'uno', revision: 2 })
    await server.set('dos', [{ origin: 'typed', splices: [{ start: 7, end: 9, text: 'O' }] }])
    await passes(0)
    expect(text.snapshot()).toMatchObject({ text: 'dos', revision: 3 })
  })

  test('are found after a reconnect', async () => {
    const server = new FakeServer('one')
    const { text } = await open(server)
    const other = await open(server)
    server.text = 'one, unannounced'
    server.revision += 1
    await text.refresh()
    expect(text.snapshot().text).toBe('one, unannounced')
    server.reconnect()
    await passes(0)
    expect(other.text.snapshot().text).toBe('one, unannounced')
  })

  test('of the same line leave both, and both sides are asked until one decides', async () => {
    const server = new FakeServer('one')
    const [a, b] = [await open(server), await open(server)]
    a.type(' by A')
    b.type(' by B')
    await a.text.flush()
    await b.text.flush()
    await passes(10)
    expect(server.text).toBe('one by A\none by B')
    expect(server.versions).toEqual(['one by A', 'one by B'])
    const asked = { start: 0, first: 'one by A\n', second: 'one by B\n' }
    expect(b.text.snapshot().overlaps).toMatchObject([{ ...asked, mine: 'second' }])
    expect(a.text.snapshot().overlaps).toMatchObject([{ ...asked, mine: 'first' }])
    const [overlap] = b.text.snapshot().overlaps
    if (overlap) b.text.settleOverlap(overlap, true)
    await b.text.flush()
    await passes(10)
    expect([a, b].map(({ text }) => text.snapshot().overlaps)).toEqual([[], []])
    expect(server.text).toBe('one by A\none by B')
    // Undone.
    if (overlap) b.text.settleOverlap(overlap, false)
    await b.text.flush()
    await passes(10)
    expect(a.text.snapshot().overlaps).toMatchObject([{ ...asked, mine: 'first' }])
    replace(a.text, 'one by A')
    await a.text.flush()
    await passes(10)
    expect([a, b].map(({ text }) => text.snapshot().overlaps)).toEqual([[], []])
  })

  test('are asked about on a device that only reads the text later', async () => {
    const server = new FakeServer('one')
    const [a, b] = [await open(server), await open(server)]
    a.type(' by A')
    b.type(' by B')
    await a.text.flush()
    await b.text.flush()
    const late = await open(server)
    await passes(10)
    expect(late.text.snapshot().overlaps).toHaveLength(1)
  })
})

test.each([
  ['announced', false],
  ['only found after a refusal', true],
])(
  'what another tab took over from this one, sent and changed is here once, also if it is %s',
  async (_, isSilent) => {
    const server = new FakeServer('one\n\ntwo')
    const a = await open(server, Object.assign(new FakeLocal(), { isLent: true }))
    replace(a.text, 'one\n\nHel\n\ntwo')
    await passes(300)
    server.isSilent = isSilent
    const local = new FakeLocal()
    local.left = a.local.copy ? [a.local.copy, a.local.copy] : []
    const b = await open(server, local)
    expect(b.text.snapshot().text).toBe('one\n\nHel\n\ntwo')
    replace(b.text, 'one\n\nHelp\n\ntwo')
    a.type(', three')
    await b.text.flush()
    await a.text.flush()
    server.isSilent = false
    server.reconnect()
    await passes(10)
    const texts = [server.text, ...[a, b].map(({ text }) => text.snapshot().text)]
    expect(texts).toEqual(Array(3).fill('one\n\nHelp\n\ntwo, three'))
    expect([a, b].map(({ text }) => text.snapshot().overlaps)).toEqual([[], []])
    expect(server.versions).toEqual([])
  },
)

test('a text that is known already is not read', async () => {
  const server = new FakeServer('one', 7)
  const text = new WorkingText(server, new FakeLocal())
  opened.push(text)
  text.seed({ revision: 7, text: 'one' })
  text.start()
  await passes(0)
  expect(text.snapshot()).toMatchObject({ isLoaded: true, text: 'one', revision: 7 })
  text.change(changeSet([{ start: 3, end: 3, text: '!' }], 3), 'pasted')
  await passes(1_500)
  expect([server.text, server.calls]).toEqual(['one!', ['keep']])
})

test('a text that is known already is never shown without what this browser has of it', async () => {
  const local = new FakeLocal()
  const base = { revision: 7, text: 'one' }
  local.left = [
    { base, steps: [{ origin: 'typed', splices: [{ start: 0, end: 0, text: 'no ' }] }] },
  ]
  const text = new WorkingText(new FakeServer('one', 7), local)
  opened.push(text)
  const shown = new Set<string>()
  text.subscribe(() => text.snapshot().isLoaded && shown.add(text.snapshot().text))
  text.seed(base)
  text.start()
  await passes(1_500)
  expect([...shown]).toEqual(['no one'])
})

test('what turned any earlier text into this one is known, whoever changed it', async () => {
  const server = new FakeServer('one\n\ntwo')
  const requests = keptRequests([], () => undefined)
  const { text, type } = await open(server, new FakeLocal(), requests)
  const [first, changes] = [text.doc, [] as unknown[]]
  text.onChange(({ origin, isAsked }) => changes.push([origin, isAsked]))
  type('!')
  const second = text.doc
  const splices = [{ start: 0, end: 0, text: 'zero\n' }]
  await server.set('zero\none\n\ntwo', [{ origin: 'typed', splices }], requests.begin())
  await passes(10)
  // Typed and deleted again: back at a text that was there before.
  type('?')
  replace(text, text.snapshot().text.slice(0, -1))
  expect(text.snapshot().text).toBe('zero\none\n\ntwo!')
  expect(splicesOf(text.changesSince(first))).toEqual([
    { start: 0, end: 0, text: 'zero\n' },
    { start: 8, end: 8, text: '!' },
  ])
  expect(splicesOf(text.changesSince(second))).toEqual(splices)
  expect(text.changesSince(text.doc).empty).toBe(true)
  expect(changes.slice(0, 2)).toEqual([
    ['typed', false],
    [null, true],
  ])
})

test('closing removes what the server has, stopping keeps what it lacks', async () => {
  const server = new FakeServer('one')
  const sent = await open(server)
  sent.type('!')
  await sent.text.flush()
  await passes(400)
  expect(sent.local.copy).not.toBeNull()
  await sent.text.close()
  expect(sent.local.copy).toBeNull()
  const unsent = await open(server)
  server.network = 'down'
  unsent.type('?')
  await unsent.text.close()
  expect(unsent.local.storedText).toBe('?')
})

test('nobody waits forever for a text that is stopped, or that the server refused to show', async () => {
  const stopped = await open(new FakeServer('one'))
  stopped.type('!')
  await stopped.text.stop()
  await expect(stopped.text.flush()).rejects.toMatchObject({ code: 'signed_out' })

  const server = new FakeServer('two')
  server.refusal = new RequestError('refused', 'PT400', false, 400)
  const refused = await open(server)
  await expect(refused.text.flush()).rejects.toMatchObject({ message: 'refused' })
  server.refusal = null
  await refused.text.flush()
  expect(refused.text.snapshot()).toMatchObject({ isLoaded: true, text: 'two' })
})

test('characters that no database accepts are replaced', async () => {
  const server = new FakeServer()
  const { text, type } = await open(server)
  type('a\ud83cb\0c')
  await text.flush()
  expect(server.text).toBe('a\ufffdb\ufffdc')
})
