import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type PartialText,
  PartialTextStore,
  storeInterval,
} from '../../../../server/generation/partial-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store, and what it wrote when, in milliseconds from the start. */
function openStore(interval = () => 250) {
  const start = performance.now()
  const stored: (PartialText & { at: number })[] = []
  const write = async (partial: PartialText) => {
    stored.push({ ...partial, at: performance.now() - start })
    return true
  }
  return { store: new PartialTextStore(write, () => undefined, interval), stored }
}

test('the first words are stored at once, the rest in batches, everything once', async () => {
  const { store, stored } = openStore()
  for (const piece of ['FADE', ' IN', ':', ' A', ' room']) {
    store.add(piece)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(stored).toEqual([
    { at: 0, offset: 0, text: 'FADE' },
    { at: 250, offset: 4, text: ' IN:' },
    { at: 500, offset: 8, text: ' A room' },
  ])
})

test('the interval is asked for before every write', async () => {
  let interval = 250
  const { store, stored } = openStore(() => interval)
  store.add('One')
  await vi.advanceTimersByTimeAsync(10)
  store.add(' two')
  interval = 400
  await vi.advanceTimersByTimeAsync(250)
  store.add(' three')
  await vi.advanceTimersByTimeAsync(400)
  expect(stored.map(({ at }) => at)).toEqual([0, 250, 650])
})

test('the more jobs run, the less often each is stored, but at least twice a second', () => {
  const jobs = [1, 10, 31, 40, 50, 500]
  expect(jobs.map(storeInterval)).toEqual([250, 250, 250, 320, 400, 400])
})
