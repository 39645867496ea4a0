// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { runsOf } from '../../../../web/features/document/sync/runs.ts'
import type { LocalCopy } from '../../../../web/features/document/sync/text-sync.ts'
import { FakeLocal } from '../document/fake-local.ts'
import { FakeServer } from '../document/fake-server.ts'
import { arrive, holdClock, openPage, opened, type Page, passes, settled } from './page-on-text.ts'
import { forAny } from '../../../support/any-input.ts'

holdClock()

const place = (text: string, after: string) => text.indexOf(after) + after.length

describe('typed letters stay where they were typed', () => {
  test('when lines arrive above, and when the text gets shorter', async () => {
    const server = new FakeServer('FIRST\n\nSecond line.\n\nThird line.')
    const page = await openPage(server)
    page.goTo(place(page.doc, 'Third'))
    page.type(' a')
    await arrive(server, (text) => `INT. NEW\n\n${text}`)
    page.type('b')
    await passes(10)
    page.type('c')
    await arrive(server, (text) => text.replace('FIRST\n\nSecond line.\n\n', ''))
    page.type('d')
    expect(await settled(page, server)).toBe('INT. NEW\n\nThird abcd line.')
  })

  test('when a line is added above the line, below it, and right behind the cursor', async () => {
    const server = new FakeServer('one\ntwo')
    const page = await openPage(server)
    page.goTo(4)
    await arrive(server, (text) => text.replace('two', 'above\ntwo'))
    await passes(10)
    page.type('x')
    await passes(2_000)
    page.goTo(page.doc.length)
    await arrive(server, (text) => `${text}\nbelow`)
    await passes(10)
    page.type('y')
    await passes(2_000)
    await arrive(server, (text) => text.replace('xtwoy', 'xtwoy!'))
    await passes(10)
    page.type('z')
    expect(await settled(page, server)).toBe('one\nabove\nxtwoyz!\nbelow')
  })

  test('at the beginning of the first text of an empty page, behind the title page', async () => {
    const server = new FakeServer('')
    const page = await openPage(server)
    await arrive(server, () => 'Title: Rain\n\nFADE IN:\n\nRain.\n')
    await passes(10)
    page.type('x')
    expect(await settled(page, server)).toBe('Title: Rain\n\nxFADE IN:\n\nRain.\n')
  })

  test('during a composition, which is not broken off', async () => {
    const server = new FakeServer('one\ntwo')
    const page = await openPage(server)
    page.goTo(page.doc.length)
    page.compose(true)
    page.type('日')
    await arrive(server, (text) => text.replace('one', 'ONE\nmore'))
    await passes(3_000)
    page.type('本')
    expect(page.doc).toBe('one\ntwo日本')
    expect(await settled(page, server)).toBe('ONE\nmore\ntwo日本')
  })

  test('a change of the same line leaves both lines, also during a composition', async () => {
    const server = new FakeServer('one\ntwo')
    const page = await openPage(server)
    page.goTo(place(page.doc, 'one'))
    page.type(' mine')
    await arrive(server, (text) => text.replace('one', 'one theirs'))
    expect(await settled(page, server)).toBe('one theirs\none mine\ntwo')
    expect(page.workingText.snapshot().overlaps).toMatchObject([
      { first: 'one theirs\n', second: 'one mine\n' },
    ])
    page.goTo(page.doc.length)
    page.compose(true)
    await arrive(server, (text) => text.replace('two', 'two theirs'))
    await passes(100)
    page.type(' mine')
    expect(await settled(page, server)).toBe('one theirs\none mine\ntwo theirs\ntwo mine')
    expect(page.workingText.snapshot().overlaps).toHaveLength(2)
  })

  test('and characters that no database accepts are replaced on the page too', async () => {
    const server = new FakeServer('one')
    const page = await openPage(server)
    page.goTo(3)
    page.type('\0a')
    expect(await settled(page, server)).toBe('one\ufffda')
  })
})

/** Lines that nobody changes. Every other line says between which of them it was written. */
const SECTIONS = 4
const fixed = (section: number) => `== ${section} ==`

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      pick: fc.nat(),
      at: fc.nat(),
      text: fc.constantFrom('a', 'b', ' ', 'cd', ''),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('line' as const),
      section: fc.nat(SECTIONS - 1),
      at: fc.nat(),
      isPasted: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('arrive' as const),
      pick: fc.nat(),
      at: fc.nat(),
      kind: fc.constantFrom('edit', 'add', 'delete'),
      section: fc.nat(SECTIONS - 1),
      isExact: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      time: fc.constantFrom(0, 10, 90, 500, 1_200, 6_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('compose' as const), isOn: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      network: fc.constantFrom('up' as const, 'down' as const, 'lost' as const),
    }),
  },
)

/** Where the lines of one side are in a text. */
function linesOf(text: string, side: 'm' | 't') {
  let from = 0
  return text.split('\n').flatMap((line) => {
    const start = from
    from += line.length + 1
    return line.startsWith(side) ? [{ start, line }] : []
  })
}

const only = (text: string, side: 'm' | 't') => linesOf(text, side).map(({ line }) => line)

/** The start of a random line of a section, or of the fixed line after it. */
function placeIn(text: string, section: number, at: number): number {
  const from = text.indexOf(fixed(section)) + fixed(section).length + 1
  const to = text.indexOf(fixed(section + 1))
  const starts = [...text.slice(from, to).matchAll(/^/gm)].map((match) => from + match.index)
  return starts[at % starts.length] ?? to
}

test(
  'whatever arrives, whenever it does, in lines that the writer is not writing',
  forAny('page-typing', fc.array(step, { maxLength: 60 }), async (steps) => {
    const sections = Array.from({ length: SECTIONS }, (_, n) => `${fixed(n)}\nm${n}.\nt${n}.\n`)
    const server = new FakeServer(`${sections.join('')}${fixed(SECTIONS)}`)
    const page = await openPage(server)
    // What each side wrote, whatever the other one did.
    let mine = only(server.text, 'm')
    for (const now of steps) {
      if (now.do === 'wait') await passes(now.time)
      else if (now.do === 'compose') page.compose(now.isOn)
      else if (now.do === 'network') server.network = now.network
      else if (now.do === 'type') {
        const lines = linesOf(page.doc, 'm')
        const { start, line } = lines[now.pick % lines.length] ?? { start: 0, line: '' }
        const at = start + 3 + (now.at % (line.length - 2))
        page.goTo(at)
        if (now.text !== '') page.type(now.text)
        else if (at < start + line.length)
          page.view.dispatch({ changes: { from: at, to: at + 1 }, userEvent: 'delete' })
        mine = only(page.doc, 'm')
      } else if (now.do === 'line') {
        page.goTo(placeIn(page.doc, now.section, now.at))
        page.type(`m${now.section}.\n`, now.isPasted ? 'input.paste' : 'input.type')
        mine = only(page.doc, 'm')
      } else if (server.network === 'up') {
        await arrive(
          server,
          (text) => {
            const lines = linesOf(text, 't')
            const { start, line } = lines[now.pick % lines.length] ?? { start: 0, line: '' }
            const end = start + line.length
            if (now.kind === 'edit' || lines.length < 3)
              return `${text.slice(0, end)}x${text.slice(end)}`
            if (now.kind === 'delete') return text.slice(0, start) + text.slice(end + 1)
            const at = placeIn(text, now.section, now.at)
            return `${text.slice(0, at)}t${now.section}.new\n${text.slice(at)}`
          },
          now.isExact,
        )
      }
      expect(only(page.doc, 'm')).toEqual(mine)
    }
    server.network = 'up'
    const theirs = only(server.text, 't')
    const text = await settled(page, server)
    expect([only(text, 'm'), only(text, 't')]).toEqual([mine, theirs])
    let section = -1
    for (const line of text.split('\n')) {
      if (line.startsWith('==')) section += 1
      expect(line).toMatch(new RegExp(`^(== ${section} ==|[mt]${section}[.].*)$`))
    }
    expect(page.workingText.snapshot().overlaps).toEqual([])
    opened.splice(0)
    await page.stop()
  }),
)

/** A fault at one step, and how it ends. */
type Fault = (page: Page, server: FakeServer) => () => void

const textOf = ({ base, steps }: LocalCopy) =>
  runsOf(base.text, steps).at(-1)?.after.toString() ?? base.text

const broken = () => {
  throw new Error('injected')
}

/** Makes a method throw, before or after it has done its work. */
const thrown =
  (target: (page: Page, server: FakeServer) => object, name: string, isAfter = false): Fault =>
  (page, server) => {
    const object = target(page, server) as Record<string, (...args: unknown[]) => unknown>
    const original = object[name]
    const spy = vi.spyOn(object, name).mockImplementation((...args) => {
      if (isAfter) original?.apply(object, args)
      throw new Error('injected')
    })
    return () => spy.mockRestore()
  }

describe('an exception loses nothing that was typed, and the page says so', () => {
  const pageText = ({ workingText }: Page) => workingText
  const local = ({ local: of }: Page) => of
  const backend = (_: Page, server: FakeServer) => server
  const cases: Record<string, [Fault, ('unstored' | 'pending' | 'stored')[]]> = {
    'when the page hands over': [thrown(pageText, 'change'), ['unstored']],
    'after it has handed over': [
      thrown(pageText, 'change', true),
      ['unstored', 'pending', 'stored'],
    ],
    'when the page shows what arrived': [
      ({ faulty }) => {
        faulty.isShowing = false
        return () => (faulty.isShowing = true)
      },
      ['pending', 'stored'],
    ],
    'in a listener': [({ workingText }) => workingText.subscribe(broken), ['pending', 'stored']],
    'when the browser stores': [thrown(local, 'write'), ['pending', 'stored']],
    'when the text is sent': [thrown(backend, 'keep'), ['pending']],
    'when what was sent is confirmed': [thrown(backend, 'keep', true), ['pending', 'stored']],
    'when the text is read': [thrown(backend, 'read'), ['pending', 'stored']],
    'when the row is read': [thrown(backend, 'readRow'), ['pending', 'stored']],
    'when neither browser nor server can store': [
      (page, server) => {
        const ends = [thrown(local, 'write'), thrown(backend, 'keep')].map((one) =>
          one(page, server),
        )
        return () => ends.forEach((end) => end())
      },
      ['unstored'],
    ],
  }
  test.each(Object.entries(cases))('%s', async (_name, [fault, says]) => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    const server = new FakeServer('one\n\ntwo')
    const page = await openPage(server)
    await passes(500)
    const end = fault(page, server)
    page.goTo(page.doc.length)
    page.type(' typed')
    await arrive(server, (whole) => `zero\n${whole}`)
    await passes(10)
    page.type(' on')
    await passes(4_000)
    expect(says).toContain(page.workingText.snapshot().storage)
    expect(page.doc).toContain('typed on')
    // The browser or the server has the text, or the page says that nobody has.
    const { copy, stray } = page.local
    const stored = [server.text, ...[copy, stray].map((one) => (one ? textOf(one) : ''))]
    const isStored = stored.some((whole) => whole.includes('typed on'))
    expect(isStored || page.workingText.snapshot().storage === 'unstored').toBe(true)
    end()
    page.type('!')
    expect(await settled(page, server)).toBe('zero\none\n\ntwo typed on!')
    expect([page.workingText.snapshot().storage, page.local.stray]).toEqual(['stored', null])
    server.reconnect()
    await passes(100)
  })

  test('and what could not be handed over is in a record of its own when the page is closed', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const server = new FakeServer('one')
    const page = await openPage(server)
    thrown(pageText, 'change')(page, server)
    page.goTo(3)
    page.type(' typed')
    page.view.destroy()
    await passes(0)
    const left = page.local.stray
    const next = new FakeLocal()
    next.left = left ? [left] : []
    const reopened = await openPage(server, { local: next })
    expect(await settled(reopened, server)).toBe('one typed')
  })
})
