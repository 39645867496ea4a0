import { beforeEach, expect, test, vi } from 'vitest'
import type { Splice } from '../../../../screenplay/changes.ts'
import { LayoutClient } from '../../../../web/features/documents/layout/layout-client.ts'
import {
  createLayoutReader,
  type LayoutRequest,
  type LayoutResult,
} from '../../../../web/features/documents/layout/layout-reader.ts'

/** Does the worker's work when told to, in the same thread. */
class StandIn extends EventTarget {
  readonly requests: LayoutRequest[] = []
  readonly #read = createLayoutReader()
  isTerminated = false

  postMessage(request: LayoutRequest): void {
    this.requests.push(structuredClone(request))
  }

  answer(): void {
    const request = this.requests.at(-1)
    if (!request) throw new Error('Nothing was asked.')
    this.dispatchEvent(new MessageEvent('message', { data: this.#read(request) }))
  }

  fail(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
  }

  terminate(): void {
    this.isTerminated = true
  }
}

const TEXT = 'Title: Rain\n\nINT. BAR - DAY\n\nOne.'

let text = TEXT
let workers: StandIn[] = []
let results: LayoutResult[] = []

function opened(): { client: LayoutClient; worker: StandIn } {
  const client = new LayoutClient(
    () => text,
    (result) => results.push(result),
    () => {
      const worker = new StandIn()
      workers.push(worker)
      return worker as unknown as Worker
    },
  )
  client.open(1)
  const [worker] = workers
  if (!worker) throw new Error('No worker was started.')
  return { client, worker }
}

/** Writes more at the end of the text. */
function appended(more: string): Splice[] {
  const splice = { start: text.length, end: text.length, text: more }
  text += more
  return [splice]
}

beforeEach(() => {
  text = TEXT
  workers = []
  results = []
})

test('changes that arrive while the worker is busy are sent together', () => {
  const { client, worker } = opened()
  const changes = [appended(' Two.'), appended(' Three.')]
  for (const [index, change] of changes.entries()) client.change(change, index + 2, index === 0)
  expect(worker.requests).toHaveLength(1)
  worker.answer()
  expect(worker.requests[1]).toEqual({ revision: 3, changes, facts: true })
  worker.answer()
  expect(results.map(({ revision, facts }) => [revision, facts?.words.printed])).toEqual([
    [1, 6],
    [3, 8],
  ])
})

test('every result has the title page', () => {
  const { client, worker } = opened()
  worker.answer()
  client.change(appended(' Two.'), 2, true)
  worker.answer()
  expect(results[1]?.titlePages).toMatchObject([[{ spans: [{ text: 'Rain' }] }]])
})

test('another text replaces changes that were not sent yet', () => {
  const { client, worker } = opened()
  client.change(appended(' Two.'), 2, true)
  text = 'One two three.'
  client.open(3)
  client.change(appended(' Four.'), 4, true)
  worker.answer()
  expect(worker.requests[1]).toEqual({ revision: 4, text: 'One two three. Four.', facts: true })
})

test('a worker that fails is replaced, and the new one gets the whole text', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { client, worker } = opened()
  worker.answer()
  client.change(appended(' Two.'), 2, true)
  worker.fail()
  expect(worker.isTerminated).toBe(true)
  expect(workers[1]?.requests).toEqual([{ revision: 2, text: `${TEXT} Two.`, facts: true }])
  workers[1]?.answer()
  expect(results.at(-1)?.revision).toBe(2)
  expect(results.at(-1)?.facts?.words.printed).toBe(7)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('a worker that fails at once is replaced only at the next change', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { client, worker } = opened()
  worker.fail()
  expect(workers).toHaveLength(1)
  client.change(appended(' Two.'), 2, true)
  expect(workers[1]?.requests).toEqual([{ revision: 2, text: `${TEXT} Two.`, facts: true }])
  log.mockRestore()
})

test('after closing there are no results', () => {
  const { client, worker } = opened()
  client.close()
  worker.answer()
  expect(results).toEqual([])
  expect(worker.isTerminated).toBe(true)
})
