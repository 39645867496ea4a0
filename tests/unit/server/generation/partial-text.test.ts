import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GrowingText, storeEvery } from '../../../../server/generation/partial-text.ts'
import type { Piece } from '../../../../server/generation/work-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A text that grows, and what was stored of it when, in milliseconds from its first words on. */
function grow(every = () => 250) {
  const begun = performance.now()
  const stored: (Piece & { at: number })[] = []
  const store = async (piece: Piece) => {
    stored.push({ ...piece, at: performance.now() - begun })
    return true
  }
  return { text: new GrowingText(store, () => undefined, every), stored }
}

test('the first words are stored at once, what follows when its time has come, all of it once', async () => {
  const { text, stored } = grow()
  for (const piece of ['FADE', ' IN', ':', ' A', ' room']) {
    text.add(piece)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(stored).toEqual([
    { at: 0, already: 0, more: 'FADE' },
    { at: 250, already: 4, more: ' IN:' },
    { at: 500, already: 8, more: ' A room' },
  ])
})

test('how long it waits is asked anew every time', async () => {
  let every = 250
  const { text, stored } = grow(() => every)
  text.add('One')
  await vi.advanceTimersByTimeAsync(10)
  text.add(' two')
  every = 400
  await vi.advanceTimersByTimeAsync(250)
  text.add(' three')
  await vi.advanceTimersByTimeAsync(400)
  expect(stored.map(({ at }) => at)).toEqual([0, 250, 650])
})

test('among many jobs each is stored less often, but never less than twice a second', () => {
  const jobs = [1, 10, 31, 40, 50, 500]
  expect(jobs.map(storeEvery)).toEqual([250, 250, 250, 320, 400, 400])
})
