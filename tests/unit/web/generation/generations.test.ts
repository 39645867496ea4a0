import { beforeEach, expect, test, vi } from 'vitest'
import type { GenerationStatus } from '../../../../contract/generation.ts'
import {
  ScopeGone,
  outcomeNotice,
} from '../../../../web/features/chat/generation/outcome-notice.ts'
import * as api from '../../../../web/features/chat/api/generation.ts'
import { docOf } from '../../../../web/features/document/text/changes.ts'
import type { Message } from '../../../../web/features/chat/api/messages.ts'
import {
  type AskAgain,
  Generation,
  type Outcome,
} from '../../../../web/features/chat/generation/generation.ts'
import { generations } from '../../../../web/features/chat/generation/generations.ts'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'
import { clearUserState } from '../../../../web/lib/user-state.ts'

vi.mock('../../../../web/features/chat/api/generation.ts')

const { startGeneration, generationStatus, cancelGeneration, openGenerationStream, findJob } =
  vi.mocked(api)

const MINUTE = 60_000
const OFFLINE = new RequestError('', '', true)

const status = (changed: Partial<GenerationStatus> = {}) =>
  ({ status: 'processing', partial: '', place: null, ...changed }) as GenerationStatus

/** A response whose events the test sends. */
function openStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened
    },
  })
  openGenerationStream.mockResolvedValueOnce(new Response(body))
  return {
    /** `at` is where the text ends in the answer. */
    async say(text: string, at: number) {
      await this.send('delta', { text }, at)
    },
    async send(event: string, data: object, id?: number) {
      const lines = [`event: ${event}`, `data: ${JSON.stringify(data)}`]
      if (id !== undefined) lines.push(`id: ${id}`)
      controller?.enqueue(new TextEncoder().encode(`${lines.join('\n')}\n\n`))
      await vi.advanceTimersByTimeAsync(0)
    },
    async breakOff() {
      controller?.error(new TypeError('network error'))
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

let conversations = 0

/** A generation in a conversation of its own. */
async function start(askAgain?: AskAgain, begins = false) {
  conversations += 1
  const conversationId = `conversation ${conversations}`
  const message = { id: `message ${conversations}`, content: 'Go' } as Message
  const request = {
    prompt: 'Go',
    doc: docOf('FADE IN:'),
    scriptId: `text ${conversations}`,
    revision: 1,
    conversationId,
    begins,
    message,
    target: null,
    mode: 'change',
    alternatives: null,
    idempotencyKey: `key ${conversations}`,
  } as const
  const ends: Outcome[] = []
  const accepted: boolean[] = []
  const onWaiting = vi.fn<() => void>()
  const onEnd = (outcome: Outcome, isAccepted: boolean) => {
    ends.push(outcome)
    accepted.push(isAccepted)
    return Promise.resolve()
  }
  void generations.start(request, '', {
    onWaiting,
    askAgain,
    onAccepted: () => undefined,
    onEnd,
    onPart: () => undefined,
  })
  const generation = generations.of(conversationId)
  if (!generation) throw new Error('It is not running.')
  await vi.advanceTimersByTimeAsync(0)
  return { generation, conversationId, request, ends, accepted, onWaiting }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  startGeneration.mockResolvedValue({ success: true, jobId: 'job' })
  generationStatus.mockResolvedValue(status())
  openGenerationStream.mockRejectedValue(OFFLINE)
  cancelGeneration.mockResolvedValue({ status: 'failed' })
  return async () => {
    await clearUserState()
    vi.useRealTimers()
  }
})

test('a job is polled at once and then every five seconds, and given up after 120 polls', async () => {
  const generation = new Generation('job')
  let end: Outcome | undefined
  const watched = (async () => {
    end = await generation.watch()
  })()
  const polls = () => generationStatus.mock.calls.length
  await vi.advanceTimersByTimeAsync(4_999)
  expect(polls()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(polls()).toBe(2)
  await vi.advanceTimersByTimeAsync(118 * 5_000)
  expect(polls()).toBe(120)
  expect(end).toBeUndefined()
  await vi.advanceTimersByTimeAsync(5_000)
  await watched
  expect(polls()).toBe(120)
  expect(end).toEqual({ kind: 'poll limit' })
  expect(outcomeNotice({ kind: 'poll limit' })).toMatchObject({
    title: 'Generation failed',
    message: 'Generation timed out after 10 minutes - please try again',
  })
})

test('after seven minutes it times out, and after a timeout of the server at once', async () => {
  const { ends } = await start()
  await vi.advanceTimersByTimeAsync(7 * MINUTE - 1)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toEqual([{ kind: 'timeout' }])

  const next = await start()
  generationStatus.mockResolvedValue(status({ status: 'failed', code: 'timeout', error: 'late' }))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(next.ends).toMatchObject([{ kind: 'ended', job: { code: 'timeout' } }])
  for (const outcome of [...ends, ...next.ends])
    expect(outcomeNotice(outcome)).toMatchObject({
      title: 'Timeout Error',
      message: 'Temporary Error, please try again in a new chat.',
    })
})

test('while it waits for its turn, neither polls nor the seven minutes count', async () => {
  generationStatus.mockResolvedValue(status({ status: 'pending', place: 2 }))
  const { generation, ends } = await start()
  expect(generation.place).toBe(2)
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(generationStatus.mock.calls.length).toBeGreaterThan(120)
  expect(ends).toEqual([])
  generationStatus.mockResolvedValue(status())
  await vi.advanceTimersByTimeAsync(5_000)
  expect(generation.place).toBeNull()
  await vi.advanceTimersByTimeAsync(6 * MINUTE)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(ends).toEqual([{ kind: 'timeout' }])
})

test('a stream that breaks off is resumed where it was, without gaps or repetition', async () => {
  const first = openStream()
  const { generation, ends } = await start()
  await first.say('Fog. ', 5)
  const second = openStream()
  await first.breakOff()
  await vi.advanceTimersByTimeAsync(500)
  expect(openGenerationStream.mock.calls.map(([, after]) => after)).toEqual(['0', '5'])
  // The resumed stream may repeat some of the words.
  await second.say('Fog. One ', 9)
  await second.say('two.', 13)
  expect(generation.text.get()).toBe('Fog. One two.')
  await second.send('restart', {}, 0)
  await second.say('Rain.', 5)
  expect(generation.text.get()).toBe('Rain.')
  await second.send('end', { status: 'completed', error: null, code: null, withheld: null })
  expect(ends).toMatchObject([{ kind: 'ended', job: { status: 'completed' } }])
})

test('where streams are blocked, the text grows by polling', async () => {
  generationStatus.mockResolvedValueOnce(status({ partial: 'Fog.' }))
  const { generation, ends } = await start()
  expect(generation.text.get()).toBe('Fog.')
  generationStatus.mockResolvedValueOnce(status({ partial: 'Fog. A boat.' }))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(generation.text.get()).toBe('Fog. A boat.')
  // A poll that fails is repeated with the next.
  generationStatus.mockRejectedValueOnce(OFFLINE)
  await vi.advanceTimersByTimeAsync(5_000)
  generationStatus.mockResolvedValueOnce(status({ status: 'completed' }))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(ends).toMatchObject([{ kind: 'ended', job: { status: 'completed' } }])
})

test('a start whose response is lost is repeated with the same key until it is accepted', async () => {
  startGeneration.mockRejectedValueOnce(OFFLINE).mockRejectedValueOnce(OFFLINE)
  const { generation, request, onWaiting } = await start()
  expect(onWaiting).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(startGeneration).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(startGeneration.mock.calls.map(([sent]) => sent)).toEqual([request, request, request])
  expect(onWaiting).toHaveBeenCalledOnce()
  expect(generation.jobId).toBe('job')
})

test('a start that is refused, or brings no job, is not repeated', async () => {
  const refusal = new RequestError('Out of ink.', 'odd')
  startGeneration.mockRejectedValueOnce(refusal)
  expect((await start()).ends).toEqual([{ kind: 'refused', error: refusal }])
  startGeneration.mockResolvedValueOnce(null)
  expect((await start()).ends).toEqual([{ kind: 'no job' }])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(startGeneration).toHaveBeenCalledTimes(2)
})

const CHANGED = new RequestError('', 'draft_changed')

test('a start that is refused because of its text is repeated with the text of now, under the same key', async () => {
  startGeneration.mockRejectedValueOnce(CHANGED).mockRejectedValueOnce(CHANGED)
  const texts = [
    { doc: docOf('Two'), revision: 2, target: null },
    { doc: docOf('Three'), revision: null, target: { start: 0, end: 5 } },
  ]
  const askAgain = vi.fn<AskAgain>().mockResolvedValueOnce(texts[0]).mockResolvedValueOnce(texts[1])
  const { generation, request, onWaiting } = await start(askAgain)
  expect(askAgain.mock.calls).toEqual([[CHANGED], [CHANGED]])
  const sent = [request, { ...request, ...texts[0] }, { ...request, ...texts[1] }]
  expect(startGeneration.mock.calls.map(([one]) => one)).toEqual(sent)
  // What the page shows the growing answer in.
  expect(generation.request).toEqual(sent[2])
  expect(generation.jobId).toBe('job')
  expect(onWaiting).not.toHaveBeenCalled()
})

test('a text that cannot be read again is the reason that is given', async () => {
  startGeneration.mockRejectedValueOnce(CHANGED)
  const { ends, accepted } = await start(() => Promise.reject(new ScopeGone()))
  expect(ends).toEqual([{ kind: 'refused', error: new ScopeGone() }])
  expect(accepted).toEqual([false])
  expect(outcomeNotice(ends[0] as Outcome)).toMatchObject({ title: 'Not sent' })
})

test('until it is accepted a prompt is shown for the text that it begins a conversation about', async () => {
  const response = Promise.withResolvers<{ success: true; jobId: string }>()
  startGeneration.mockReturnValue(response.promise)
  const { generation, conversationId, request } = await start(undefined, true)
  expect(generations.of(null, request.scriptId)).toBe(generation)
  expect(generations.of(null, 'another text')).toBeUndefined()
  expect(generation.unconfirmed).toBe(request.message)
  response.resolve({ success: true, jobId: 'job' })
  await vi.advanceTimersByTimeAsync(0)
  expect(generation.unconfirmed).toBeUndefined()
  expect(generations.of(conversationId)).toBe(generation)
})

const cancelled = (ends: Outcome[]) => (ends[0]?.kind === 'stopped' ? ends[0].cancelled : undefined)

test('stopping while a lost start is repeated ends it at once and cancels the job that was accepted', async () => {
  startGeneration.mockRejectedValue(OFFLINE)
  findJob.mockResolvedValue('accepted')
  const { generation, ends, request } = await start()
  await generation.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toMatchObject([{ kind: 'stopped' }])
  expect(findJob).toHaveBeenCalledWith(request.idempotencyKey)
  expect(cancelGeneration).toHaveBeenCalledExactlyOnceWith('accepted')
  expect(await cancelled(ends)).toBe(true)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(startGeneration).toHaveBeenCalledOnce()
})

test('what is stopped offline is cancelled once the server can be reached', async () => {
  startGeneration.mockRejectedValue(OFFLINE)
  findJob.mockRejectedValueOnce(OFFLINE).mockRejectedValueOnce(OFFLINE).mockResolvedValue('job')
  const { generation, ends } = await start()
  await generation.stop()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(ends).toMatchObject([{ kind: 'stopped' }])
  expect(cancelGeneration).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(cancelGeneration).toHaveBeenCalledExactlyOnceWith('job')
})

test('a request that never reached the server is looked up twice, and cancels nothing', async () => {
  startGeneration.mockRejectedValue(OFFLINE)
  findJob.mockResolvedValue(undefined)
  const { generation, ends, accepted } = await start()
  await generation.stop()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(accepted).toEqual([false])
  expect(await cancelled(ends)).toBe(false)
  expect(findJob).toHaveBeenCalledTimes(2)
  expect(cancelGeneration).not.toHaveBeenCalled()
})

test('stopping while the start is pending cancels the job once it is accepted', async () => {
  const accepted = Promise.withResolvers<{ success: true; jobId: string }>()
  startGeneration.mockReturnValue(accepted.promise)
  const { generation, ends } = await start()
  await generation.stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toMatchObject([{ kind: 'stopped' }])
  expect(cancelGeneration).not.toHaveBeenCalled()
  accepted.resolve({ success: true, jobId: 'late' })
  await vi.advanceTimersByTimeAsync(0)
  expect(cancelGeneration).toHaveBeenCalledExactlyOnceWith('late')
})

test('signing out stops all polling, and says nothing about it', async () => {
  const { conversationId, ends } = await start()
  await clearUserState()
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(generationStatus).toHaveBeenCalledOnce()
  expect(openGenerationStream).toHaveBeenCalledOnce()
  expect(generations.of(conversationId)).toBeUndefined()
  expect(ends).toEqual([])
})
