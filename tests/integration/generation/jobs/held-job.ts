import type { EventStream } from '../../../support/providers/event-stream.ts'
import { follow, generate, newConversation, type GenerationServer } from '../generation-server.ts'

type HeldRequest = Awaited<ReturnType<GenerationServer['provider']['next']>>
export type HeldJob = HeldRequest & { jobId: string; conversationId: string; reader: EventStream }

/** A running job of anna's with this text so far. */
export async function startJob(fixture: GenerationServer, ...pieces: string[]): Promise<HeldJob> {
  const conversationId = await newConversation(fixture.pool, fixture.anna)
  const jobId = await generate(fixture.server, fixture.anna, { conversationId })
  const held = await fixture.provider.next()
  const reading = follow(fixture.server, fixture.anna, jobId)
  let said = ''
  for (const piece of pieces) {
    said += piece
    held.answer.say(piece)
    await (await reading).until(({ text }) => text === said)
  }
  return { ...held, jobId, conversationId, reader: await reading }
}

export async function finishJob(fixture: GenerationServer, ...pieces: string[]): Promise<HeldJob> {
  const job = await startJob(fixture, ...pieces)
  job.answer.end()
  await job.reader.ended
  return job
}

/** The events in short form: `delta 12`. */
export const courseOf = ({ events }: EventStream) => events.map(({ event, id }) => `${event} ${id}`)
