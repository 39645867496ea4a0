// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { lazyExtra } from '../../../web/lib/loading/lazy-extra.ts'

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

function Extra() {
  return <p>extra</p>
}

async function renderPage(load: Load): Promise<void> {
  const Lazy = lazyExtra(load)
  render(
    <>
      <p>page</p>
      <Suspense>
        <Lazy />
      </Suspense>
    </>,
  )
  await act(() => vi.advanceTimersByTimeAsync(10_000))
}

test('a part that loads on the second attempt is shown', async () => {
  const load = vi.fn<Load>().mockRejectedValueOnce(new TypeError('offline'))
  await renderPage(load.mockResolvedValue(Extra))
  screen.getByText('extra')
  expect(logged).toHaveBeenCalledTimes(1)
})

test('a part that never loads renders nothing and is logged', async () => {
  const load = vi.fn<Load>().mockRejectedValue(new TypeError('offline'))
  await renderPage(load)
  screen.getByText('page')
  expect(load).toHaveBeenCalledTimes(3)
  expect(logged).toHaveBeenCalledTimes(3)
})
