import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type PartialText,
  PartialTextStore,
  storeInterval,
} from '../../../../server/generation/work/partial-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A store, and what it wrote at which time, in milliseconds from the start. */
function openStore(interval = () => 250) {
  const start = performance.now()
  const stored: (PartialText & { at: number })[] = []
  const write = async (partial: PartialText) => {
    stored.push({ ...partial, at: performance.now() - start })
    return true
  }
  return { store: new PartialTextStore(write, () => undefined, interval), stored }
}

test('the first words are stored at once, the rest in longer and longer batches, everything once', async () => {
  const { store, stored } = openStore()
  for (const piece of ['FADE', ' IN', ':', ' A', ' room', ' and', ' a', ' bed']) {
    store.add(piece)
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(500)
  expect(stored).toEqual([
    { at: 0, offset: 0, text: 'FADE' },
    { at: 40, offset: 4, text: ' IN' },
    { at: 120, offset: 7, text: ': A room and' },
    { at: 280, offset: 19, text: ' a bed' },
  ])
})

test('the interval is asked for before every write', async () => {
  let interval = 30
  const { store, stored } = openStore(() => interval)
  store.add('One')
  await vi.advanceTimersByTimeAsync(10)
  store.add(' two')
  await vi.advanceTimersByTimeAsync(20)
  interval = 35
  store.add(' three')
  await vi.advanceTimersByTimeAsync(30)
  store.add(' four')
  await vi.advanceTimersByTimeAsync(35)
  expect(stored.map(({ at }) => at)).toEqual([0, 30, 60, 95])
})

test('the more jobs run, the less often each is stored, but at least twice a second', () => {
  const jobs = [1, 10, 31, 40, 50, 500]
  expect(jobs.map(storeInterval)).toEqual([250, 250, 250, 320, 400, 400])
})
