// @vitest-environment happy-dom
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boardOf, noticesQuery } from '../../../../web/features/notices/current-notices.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

type Planned = { body: string; from: number; to?: number }

/** A server whose clock is hours away from that of the browser, and a page that reads from it. */
function openPage(planned: Planned[], { isAnnounced = true } = {}) {
  const begun = Date.now()
  const state = { planned, readings: 0, isAway: false }
  const read = () => {
    state.readings += 1
    if (state.isAway) return Promise.reject(new Error('away'))
    const now = Date.now() - begun
    const shown = state.planned.filter(({ from, to }) => from <= now && now < (to ?? Infinity))
    const times = state.planned.flatMap(({ from, to = 0 }) => [from, to])
    const next = times.filter((time) => time > now).toSorted((a, b) => a - b)[0]
    const notices = shown.map(({ body }) => ({ id: body, body }))
    return Promise.resolve(
      boardOf({ notices, changes_in: next === undefined ? null : next - now }, Date.now()),
    )
  }
  const client = new QueryClient()
  client.mount()
  const observer = new QueryObserver(client, { ...noticesQuery('me', isAnnounced), queryFn: read })
  const leave = observer.subscribe(() => undefined)
  const close = () => {
    leave()
    client.unmount()
  }
  const shown = () => observer.getCurrentResult().data?.notices.map(({ body }) => body)
  return { state, shown, close }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('a planned notice appears when it begins and is gone when it ends', async () => {
  const { state, shown, close } = openPage([{ body: 'Tonight', from: 90_000, to: 100_000 }])
  await pass(89_999)
  expect(shown()).toEqual([])
  expect(state.readings).toBe(1)
  await pass(100)
  expect(shown()).toEqual(['Tonight'])
  await pass(9_800)
  expect(shown()).toEqual(['Tonight'])
  await pass(200)
  expect(shown()).toEqual([])
  expect(state.readings).toBe(3)
  close()
})

test('without a change ahead the notices are read every five minutes, every minute if nothing is announced', async () => {
  const announced = openPage([])
  const unannounced = openPage([{ body: 'Far away', from: 1000 * MINUTE }], { isAnnounced: false })
  await pass(10 * MINUTE + 1)
  expect(announced.state.readings).toBe(3)
  expect(unannounced.state.readings).toBe(11)
  announced.close()
  unannounced.close()
})

test('a page that nobody looked at when the notice began reads it when somebody does', async () => {
  const { state, shown, close } = openPage([{ body: 'Tonight', from: MINUTE }])
  await pass(1)
  focusManager.setFocused(false)
  await pass(2 * MINUTE)
  expect(state.readings).toBe(1)
  focusManager.setFocused(true)
  await pass(1)
  expect(shown()).toEqual(['Tonight'])
  close()
})

test('while the server is away, a page whose notice should begin asks twice a minute', async () => {
  const { state, shown, close } = openPage([{ body: 'Tonight', from: MINUTE }])
  await pass(1)
  state.isAway = true
  await pass(3 * MINUTE)
  expect(state.readings).toBeLessThanOrEqual(6)
  state.isAway = false
  await pass(31_000)
  expect(shown()).toEqual(['Tonight'])
  close()
})
