// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense, useEffect } from 'react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { lazyExtra, loadedPart, useLoadedPart } from '../../../web/lib/loading/loaded-part.ts'

type Load = () => Promise<ComponentType<object>>

let logged: MockInstance<typeof console.error>

beforeEach(() => {
  vi.useFakeTimers()
  logged = vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const mounted = vi.fn<() => void>()

function Extra() {
  useEffect(mounted, [])
  return <p>extra</p>
}

const pageWith = (Lazy: ComponentType | null) => (
  <>
    <p>page</p>
    <Suspense>{Lazy && <Lazy />}</Suspense>
  </>
)

async function renderPage(load: Load) {
  const Lazy = lazyExtra(load)
  const page = render(pageWith(Lazy))
  const passes = () => act(() => vi.advanceTimersByTimeAsync(10_000))
  await passes()
  return { Lazy, passes, ...page }
}

const offline = () => vi.fn<Load>().mockRejectedValue(new TypeError('offline'))

test('a part that loads on the second attempt is shown', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(new TypeError('offline'))
  await renderPage(load.mockResolvedValue(Extra))
  screen.getByText('extra')
  expect(logged).toHaveBeenCalledTimes(1)
})

test('a part that does not load renders nothing and is logged', async () => {
  const load = offline()
  await renderPage(load)
  screen.getByText('page')
  expect(load).toHaveBeenCalledTimes(3)
  expect(logged).toHaveBeenCalledTimes(3)
})

test('a part that is missing is loaded once when the connection returns, wherever it is used', async () => {
  const load = offline()
  mounted.mockClear()
  const { Lazy, passes, rerender } = await renderPage(load)
  render(pageWith(Lazy))
  await passes()
  expect(load).toHaveBeenCalledTimes(3)
  load.mockResolvedValue(Extra)
  await act(async () => window.dispatchEvent(new Event('online')))
  await passes()
  rerender(pageWith(Lazy))
  expect(screen.getAllByText('extra')).toHaveLength(2)
  expect(load).toHaveBeenCalledTimes(4)
  expect(mounted).toHaveBeenCalledTimes(2)
})

test('a part that is missing is loaded again when it is used again', async () => {
  const load = offline()
  const { Lazy, passes, rerender } = await renderPage(load)
  load.mockResolvedValue(Extra)
  rerender(pageWith(null))
  await passes()
  expect(screen.queryByText('extra')).toBe(null)
  rerender(pageWith(Lazy))
  await passes()
  expect(screen.getAllByText('extra')).toHaveLength(1)
})

test('a part that was loaded before is there at once', async () => {
  const Lazy = lazyExtra(async () => Extra)
  await Lazy.load()
  render(pageWith(Lazy))
  expect(screen.getAllByText('extra')).toHaveLength(1)
})

function Large() {
  const { Part, hasFailed } = useLoadedPart(large)
  if (Part) return <Part />
  return hasFailed ? <p>failed</p> : <p>loading</p>
}

const largeLoad = offline()
const large = loadedPart(largeLoad)

test('a large part that could not be loaded is loaded when the connection returns', async () => {
  largeLoad.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue(Extra)
  render(<Large />)
  await act(() => vi.advanceTimersByTimeAsync(0))
  screen.getByText('failed')
  await act(async () => window.dispatchEvent(new Event('online')))
  expect(screen.getAllByText('extra')).toHaveLength(1)
})
