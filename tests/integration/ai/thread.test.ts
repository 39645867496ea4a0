import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'
import {
  type Behaviour,
  openHostileProvider,
  saying,
} from '../../support/providers/hostile-provider.ts'

// The module owns the thread: a fresh module has not started one for another test file yet.
vi.resetModules()
const { testWriter, KEY, outcomeOf, prompt } = await import('./writing.ts')

/** The thread that the next request starts. */
const nextThread = async () => ((await once(process, 'worker')) as [Worker])[0]

async function openWriter() {
  const { requests, baseUrl } = await openHostileProvider('openai-compatible', (answer, _, n) => {
    answer.say('FADE ')
    if (n > 1) {
      answer.say('IN:')
      answer.end()
    }
  })
  return { requests, ...testWriter('openai-compatible', baseUrl) }
}

test('a crash of the thread fails its answers, and the next request starts a new one', async () => {
  const { writer, requests, lines } = await openWriter()
  const beginning = nextThread()
  const writing = writer.write(prompt, new AbortController().signal)[Symbol.asyncIterator]()
  expect(await writing.next()).toMatchObject({ value: { text: 'FADE ' } })
  const thread = await beginning
  // An invalid message makes the thread throw an uncaught error.
  // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
  thread.postMessage(null)
  await expect(writing.next()).rejects.toMatchObject({ code: 'provider_error' })
  await requests[0]?.closed
  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({ level: 50, msg: 'the AI thread crashed' })
  expect(line).not.toContain(KEY)

  const again = nextThread()
  expect(await outcomeOf(writer)).toMatchObject({ text: 'FADE IN:', truncated: false })
  expect(await again).not.toBe(thread)
  expect(lines).toHaveLength(1)
})

test('the thread alone does not keep the process running', async () => {
  const { baseUrl } = await openHostileProvider('openai-compatible', saying('FADE IN:'))
  const writer = new URL('../../../server/ai/create-writer.ts', import.meta.url)
  const settings = { provider: 'openai-compatible', model: 'test', apiKey: KEY, baseUrl }
  const program = `
    const { createWriter } = await import(${JSON.stringify(writer.href)})
    const writer = createWriter(${JSON.stringify(settings)}, { warn() {}, error() {} })
    const alive = setInterval(() => undefined, 1_000)
    for await (const part of writer.write(${JSON.stringify(prompt)}, new AbortController().signal))
      process.stdout.write(part.text ?? '')
    clearInterval(alive)`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], {
    timeout: 60_000,
  })
  expect(stdout).toBe('FADE IN:')
})

test('several writers share one thread, and each has its own log', async () => {
  let begun = 0
  const count = () => void (begun += 1)
  process.on('worker', count)
  cleanUp(() => process.off('worker', count))
  const open = async (behave: Behaviour) => {
    const { baseUrl } = await openHostileProvider('openai-compatible', behave)
    return testWriter('openai-compatible', baseUrl)
  }
  const refused = await open((answer) => answer.refuse(401))
  const answered = await open(saying('FADE IN:'))
  const outcomes = await Promise.all([outcomeOf(refused.writer), outcomeOf(answered.writer)])
  expect(outcomes).toMatchObject([
    { failure: { code: 'provider_refused_key' } },
    { text: 'FADE IN:' },
  ])
  expect(begun).toBeLessThanOrEqual(1)
  expect(refused.lines).toHaveLength(1)
  expect(answered.lines).toEqual([])
})
