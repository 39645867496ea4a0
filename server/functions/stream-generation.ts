import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { jobRequest } from '../../contract/generation.ts'
import type { FeedEvent, Position } from '../generation/requests/generation-feed.ts'
import { type Functions, parse } from './call.ts'
import { failures, withRefusals } from './failures.ts'

/** Parses an event id: `120`, or `120-2` for the text of the second attempt. */
function parsePosition(text: string | undefined): Position {
  const [, characters = '0', attempt = '1'] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text ?? '') ?? []
  return { characters: Number(characters), attempt: Number(attempt) }
}

const eventId = ({ characters, attempt }: Position) =>
  attempt > 1 ? `${characters}-${attempt}` : String(characters)

function toServerSentEvent(event: Exclude<FeedEvent, { type: 'idle' }>) {
  const id = eventId(event.position)
  if (event.type === 'delta')
    return { event: 'delta', id, data: JSON.stringify({ text: event.text }) }
  if (event.type === 'restart') return { event: 'restart', id, data: '{}' }
  const { status, error, code, messageId, withheld } = event.job
  return { event: 'end', id, data: JSON.stringify({ status, error, code, messageId, withheld }) }
}

/** Streams the growing text as server-sent events, from where the client left off. */
export async function streamGeneration(c: Context, functions: Functions): Promise<Response> {
  const identity = await functions.guard.admit(c)
  const { jobId } = parse(jobRequest, { jobId: c.req.query('jobId') })
  const position = parsePosition(c.req.header('last-event-id') ?? c.req.query('after'))
  const ended = new AbortController()
  const events = functions.feed.follow(identity, jobId, position, ended.signal)
  // Wait for the first event, so that a refusal is an ordinary response and not a broken stream.
  const first = await withRefusals(events.next())
  if (first.done) throw failures.unknownJob()
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    stream.onAbort(() => ended.abort())
    const write = (event: FeedEvent) =>
      event.type === 'idle' ? stream.write(': \n\n') : stream.writeSSE(toServerSentEvent(event))
    try {
      await write(first.value)
      for await (const event of events) await write(event)
    } catch (error) {
      // The client reconnects and gets the reason as an ordinary response.
      functions.log.info({ err: error, job: jobId }, 'generation stream interrupted')
    } finally {
      ended.abort()
    }
  })
}
