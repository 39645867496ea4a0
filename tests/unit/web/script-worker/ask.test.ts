import { expect, test } from 'vitest'
import { compareScripts } from '../../../../screenplay/changes.ts'
import { inWorker } from '../../../../web/script-worker/ask.ts'
import { StandIn } from './stand-in.ts'

function begun(signal = new AbortController().signal) {
  const worker = new StandIn()
  const shares: number[] = []
  const result = inWorker(
    'compare',
    { before: 'One.', after: 'Two.' },
    {
      signal,
      onProgress: (share) => shares.push(share),
      start: () => worker as unknown as Worker,
    },
  )
  return { worker, shares, result }
}

test('the result comes from a worker, which tells how far it is and ends with it', async () => {
  const { worker, shares, result } = begun()
  worker.send({ progress: 0.5 })
  worker.answer()
  await expect(result).resolves.toEqual(compareScripts('One.', 'Two.'))
  expect(shares).toEqual([0.5])
  expect(worker.isTerminated).toBe(true)
})

test('aborting ends the worker', async () => {
  const controller = new AbortController()
  const { worker, result } = begun(controller.signal)
  controller.abort(new Error('Another version was chosen.'))
  await expect(result).rejects.toThrow('Another version was chosen.')
  expect(worker.isTerminated).toBe(true)
  await expect(begun(controller.signal).result).rejects.toThrow('Another version was chosen.')
})

test('a task that fails, and a worker that fails or cannot be loaded, are errors', async () => {
  const refused = begun()
  refused.worker.send({ failure: 'RangeError: Too deep' })
  await expect(refused.result).rejects.toThrow('Too deep')
  const { worker, result } = begun()
  worker.fail('out of memory')
  await expect(result).rejects.toThrow('out of memory')
  expect(worker.isTerminated).toBe(true)
  const unloaded = begun()
  unloaded.worker.fail()
  await expect(unloaded.result).rejects.toThrow('The worker could not be started.')
})
