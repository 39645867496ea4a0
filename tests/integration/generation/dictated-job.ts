import type { EventStream } from '../../support/event-stream.ts'
import { follow, generate, newConversation, type Room } from './writing-room.ts'

type Pen = Awaited<ReturnType<Room['dictation']['next']>>
export type DictatedJob = Pen & { jobId: string; conversationId: string; reader: EventStream }

/** A running job of anna's with the dictated text so far. */
export async function begun(room: Room, ...pieces: string[]): Promise<DictatedJob> {
  const conversationId = await newConversation(room.pool, room.anna)
  const jobId = await generate(room.server, room.anna, { conversationId })
  const pen = await room.dictation.next()
  const reading = follow(room.server, room.anna, jobId)
  let said = ''
  for (const piece of pieces) {
    said += piece
    pen.answer.say(piece)
    await (await reading).until(({ text }) => text === said)
  }
  return { ...pen, jobId, conversationId, reader: await reading }
}

export async function ended(room: Room, ...pieces: string[]): Promise<DictatedJob> {
  const job = await begun(room, ...pieces)
  job.answer.end()
  await job.reader.ended
  return job
}

/** The events in short form: `delta 12`. */
export const courseOf = ({ events }: EventStream) => events.map(({ event, id }) => `${event} ${id}`)
