import { afterEach, expect, test, vi } from 'vitest'
import { readFile } from '../../../web/features/scripts/import/import-client.ts'
import { StandIn } from './script-worker/stand-in.ts'

function begun(signal = new AbortController().signal) {
  const worker = new StandIn()
  const shares: number[] = []
  const options = { signal, onProgress: (share: number) => shares.push(share) }
  const file = new File(['x'], 'a.txt')
  const result = readFile(file, options, () => worker as unknown as Worker)
  // The test looks at the outcome later.
  result.catch(() => undefined)
  return { worker, shares, result }
}

afterEach(() => {
  vi.useRealTimers()
})

const script = {
  text: 'Rain.\n',
  title: 'A',
  isIncomplete: false,
  encoding: 'utf-8',
  unreadable: 0,
  losses: [],
}

test('the script comes from a worker, which tells how far it is and ends with it', async () => {
  const { worker, shares, result } = begun()
  worker.send({ progress: 0.5 })
  worker.send({ result: { script } })
  expect(await result).toEqual(script)
  expect(shares).toEqual([0.5])
  expect(worker.isTerminated).toBe(true)
})

test('cancelling ends the worker', async () => {
  const controller = new AbortController()
  const { worker, result } = begun(controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(result).rejects.toThrow('cancelled')
  expect(worker.isTerminated).toBe(true)
})

test('a file that takes longer than a minute is refused, and the worker ends', async () => {
  vi.useFakeTimers()
  const { worker, result } = begun()
  vi.advanceTimersByTime(59_999)
  expect(worker.isTerminated).toBe(false)
  vi.advanceTimersByTime(1)
  await expect(result).rejects.toMatchObject({ code: 'too-complex' })
  expect(worker.isTerminated).toBe(true)
})

test('a file whose encoding is not known comes with the choices', async () => {
  const { worker, result } = begun()
  const choices = [{ encoding: 'windows-1251', preview: 'Нет.' }]
  worker.send({ result: { choices } })
  await expect(result).rejects.toMatchObject({ code: 'unknown-encoding', choices })
  expect(worker.isTerminated).toBe(true)
})

test('a file that cannot be read is refused for the reason that the worker gives', async () => {
  const { worker, result } = begun()
  worker.send({ result: { failure: 'damaged' } })
  await expect(result).rejects.toMatchObject({ code: 'damaged' })
})
