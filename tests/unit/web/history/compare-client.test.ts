import { expect, test } from 'vitest'
import { compareScripts } from '../../../../screenplay/changes.ts'
import {
  compareInWorker,
  type CompareRequest,
} from '../../../../web/features/history/compare-client.ts'

/** Does the worker's work when told to, in the same thread. */
class StandIn extends EventTarget {
  request: CompareRequest | undefined
  isTerminated = false

  postMessage(request: CompareRequest): void {
    this.request = structuredClone(request)
  }

  answer(): void {
    const { before, after } = this.request ?? { before: '', after: '' }
    this.dispatchEvent(new MessageEvent('message', { data: compareScripts(before, after) }))
  }

  fail(message?: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }

  terminate(): void {
    this.isTerminated = true
  }
}

function begun(signal = new AbortController().signal) {
  const worker = new StandIn()
  const result = compareInWorker('One.', 'Two.', signal, () => worker as unknown as Worker)
  return { worker, result }
}

test('the comparison comes from a worker, which ends with it', async () => {
  const { worker, result } = begun()
  worker.answer()
  await expect(result).resolves.toEqual(compareScripts('One.', 'Two.'))
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

test('a worker that fails, or cannot be loaded, is an error', async () => {
  const { worker, result } = begun()
  worker.fail('out of memory')
  await expect(result).rejects.toThrow('out of memory')
  expect(worker.isTerminated).toBe(true)
  const unloaded = begun()
  unloaded.worker.fail()
  await expect(unloaded.result).rejects.toThrow('The comparison could not be started.')
})
