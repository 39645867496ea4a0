// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { frameBetweenKeys } from '../../../web/lib/timing/frame-between-keys.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Long after the key presses of another test.
  vi.advanceTimersByTime(1_000)
})
afterEach(() => {
  vi.useRealTimers()
})

const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))

/** When each frame is shown, in ms from now, while keys are pressed at the given times. */
function shownAt(keys: readonly number[], until: number): number[] {
  const start = performance.now()
  const shown: number[] = []
  let cancel = frameBetweenKeys(function show() {
    shown.push(performance.now() - start)
    cancel = frameBetweenKeys(show)
  })
  for (let now = 0; now < until; now += 1) {
    if (keys.includes(now)) press()
    vi.advanceTimersByTime(1)
  }
  cancel()
  return shown
}

test('without keys it is every frame', () => {
  const shown = shownAt([], 160)
  expect(shown.length).toBeGreaterThanOrEqual(9)
})

test('while keys are pressed it is between them, not just before the next', () => {
  const keys = [0, 60, 120, 180, 240]
  // The first frame was already scheduled when the first key was pressed.
  const shown = shownAt(keys, 300).slice(1)
  expect(shown.length).toBeGreaterThanOrEqual(4)
  for (const time of shown) {
    const since = time - (keys.findLast((key) => key <= time) ?? 0)
    expect(since).toBeGreaterThanOrEqual(24)
    // A frame is up to 16 ms away.
    expect(since).toBeLessThanOrEqual(48)
  }
})

test('a pause in typing ends the waiting', () => {
  const shown = shownAt([0], 400)
  expect(shown.filter((time) => time > 170).length).toBeGreaterThan(5)
})

test('what is cancelled is not shown', () => {
  const show = vi.fn<() => void>()
  press()
  frameBetweenKeys(show)()
  vi.advanceTimersByTime(1_000)
  frameBetweenKeys(show)()
  vi.advanceTimersByTime(1_000)
  expect(show).not.toHaveBeenCalled()
})
