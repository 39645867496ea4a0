import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { jobRequest } from '../../contract/generation.ts'
import type { FollowEvent, Place } from '../generation/generation-feed.ts'
import { asking, checked, type Functions } from './call.ts'
import { failures } from './failures.ts'

/** `120`, or `120-2` when it is the second attempt's text. */
function placeOf(text: string | undefined): Place {
  const [, characters = '0', attempt = '1'] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text ?? '') ?? []
  return { characters: Number(characters), attempt: Number(attempt) }
}

const idOf = ({ characters, attempt }: Place) =>
  attempt > 1 ? `${characters}-${attempt}` : String(characters)

function messageOf(event: Exclude<FollowEvent, { type: 'quiet' }>) {
  const id = idOf(event.place)
  if (event.type === 'delta')
    return { event: 'delta', id, data: JSON.stringify({ text: event.text }) }
  if (event.type === 'restart') return { event: 'restart', id, data: '{}' }
  const { status, error, code, messageId } = event.job
  return { event: 'end', id, data: JSON.stringify({ status, error, code, messageId }) }
}

/** The growing text as server-sent events, from wherever the reader left off. */
export async function streamGeneration(c: Context, functions: Functions): Promise<Response> {
  const identity = await functions.guard.admit(c)
  const { jobId } = checked(jobRequest, { jobId: c.req.query('jobId') })
  const place = placeOf(c.req.header('last-event-id') ?? c.req.query('after'))
  const ended = new AbortController()
  const events = functions.feed.follow(identity, jobId, place, ended.signal)
  // A refusal is an ordinary answer: the stream begins once there is something to follow.
  const first = await asking(events.next())
  if (first.done) throw failures.unknownJob()
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => ended.abort())
    const write = (event: FollowEvent) =>
      event.type === 'quiet' ? stream.write(': \n\n') : stream.writeSSE(messageOf(event))
    try {
      await write(first.value)
      for await (const event of events) await write(event)
    } catch (error) {
      // Nothing more is said than what a new request would be told: the reader comes back and asks.
      functions.log.info({ err: error, job: jobId }, 'following a generation was broken off')
    } finally {
      ended.abort()
    }
  })
}
