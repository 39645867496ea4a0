import { beforeEach, expect, test, vi } from 'vitest'
import type { Splice } from '../../../../screenplay/changes.ts'
import { LayoutClient } from '../../../../web/script-worker/layout-client.ts'
import type { LayoutResult } from '../../../../web/script-worker/layout-reader.ts'
import { StandIn } from './stand-in.ts'

/** Answers, and lets the promise of the answer settle. */
async function answer(worker: StandIn | undefined): Promise<void> {
  worker?.answer()
  await Promise.resolve()
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

test('changes that arrive while the worker is busy are sent together', async () => {
  const { client, worker } = opened()
  const changes = [appended(' Two.'), appended(' Three.')]
  for (const [index, change] of changes.entries()) client.change(change, index + 2, index === 0)
  expect(worker.inputs).toHaveLength(1)
  await answer(worker)
  expect(worker.inputs[1]).toEqual({ revision: 3, changes, facts: true })
  await answer(worker)
  expect(results.map(({ revision, facts }) => [revision, facts?.words.printed])).toEqual([
    [1, 6],
    [3, 8],
  ])
})

test('every result has the title page', async () => {
  const { client, worker } = opened()
  await answer(worker)
  client.change(appended(' Two.'), 2, true)
  await answer(worker)
  expect(results[1]?.titlePages).toMatchObject([[{ spans: [{ text: 'Rain' }] }]])
})

test('another text replaces changes that were not sent yet', async () => {
  const { client, worker } = opened()
  client.change(appended(' Two.'), 2, true)
  text = 'One two three.'
  client.open(3)
  client.change(appended(' Four.'), 4, true)
  await answer(worker)
  expect(worker.inputs[1]).toEqual({ revision: 4, text: 'One two three. Four.', facts: true })
})

test('a worker that fails is replaced, and the new one gets the whole text', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { client, worker } = opened()
  await answer(worker)
  client.change(appended(' Two.'), 2, true)
  worker.fail('out of memory')
  await Promise.resolve()
  expect(worker.isTerminated).toBe(true)
  expect(workers[1]?.inputs).toEqual([{ revision: 2, text: `${TEXT} Two.`, facts: true }])
  await answer(workers[1])
  expect(results.at(-1)?.revision).toBe(2)
  expect(results.at(-1)?.facts?.words.printed).toBe(7)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('a worker that fails at once is replaced only at the next change', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { client, worker } = opened()
  worker.fail('out of memory')
  await Promise.resolve()
  expect(workers).toHaveLength(1)
  client.change(appended(' Two.'), 2, true)
  expect(workers[1]?.inputs).toEqual([{ revision: 2, text: `${TEXT} Two.`, facts: true }])
  log.mockRestore()
})

test('after closing there are no results', async () => {
  const { client, worker } = opened()
  client.close()
  await answer(worker)
  expect(results).toEqual([])
  expect(worker.isTerminated).toBe(true)
})
