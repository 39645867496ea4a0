import type { EventStream } from '../../../support/providers/event-stream.ts'
import { follow, generate, newConversation, type GenerationServer } from '../generation-server.ts'

type HeldRequest = Awaited<ReturnType<GenerationServer['provider']['next']>>
export type HeldJob = HeldRequest & { jobId: string; conversationId: string; reader: EventStream }

/** A running job of anna's with this text so far. */
export async function startJob(world: GenerationServer, ...pieces: string[]): Promise<HeldJob> {
  const conversationId = await newConversation(world.pool, world.anna)
  const jobId = await generate(world.server, world.anna, { conversationId })
  const held = await world.provider.next()
  const reading = follow(world.server, world.anna, jobId)
  let said = ''
  for (const piece of pieces) {
    said += piece
    held.answer.say(piece)
    await (await reading).until(({ text }) => text === said)
  }
  return { ...held, jobId, conversationId, reader: await reading }
}

export async function finishJob(world: GenerationServer, ...pieces: string[]): Promise<HeldJob> {
  const job = await startJob(world, ...pieces)
  job.answer.end()
  await job.reader.ended
  return job
}

/** The events in short form: `delta 12`. */
export const courseOf = ({ events }: EventStream) => events.map(({ event, id }) => `${event} ${id}`)
