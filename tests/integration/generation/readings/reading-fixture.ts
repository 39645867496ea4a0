import { randomUUID } from 'node:crypto'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { write } from '../answers/answer-fixture.ts'
import { ended, invoke } from '../generation-fixture.ts'
import type { HostileFixture } from '../hostile-fixture.ts'

export async function newText(person: SignedIn, text: string) {
  const workId = randomUUID()
  await write(person, { workId }, text)
  return workId
}

export const read = (person: SignedIn, workId: string, more: object = {}) =>
  invoke(person, 'read-script', { workId, reader: 'story-editor', ...more })

export async function readToEnd(person: SignedIn, workId: string, more: object = {}) {
  const { body } = await read(person, workId, more)
  const { jobId } = body as { jobId: string }
  return { jobId, status: await ended(person, jobId) }
}

export const readingOf = async ({ client }: SignedIn, id: string) =>
  only(await client.from('readings').select().eq('id', id).single())

export const notesOn = async ({ client }: SignedIn, work_id: string) =>
  only(await client.from('script_notes').select().eq('work_id', work_id).order('start').order('id'))

export const note = (quote: string, { scene = 1, body = 'Why here?' } = {}) =>
  `<note scene="${scene}" quote="${quote}">${body}</note>`

/** What the model answers to each call, in order; that there is nothing after that. */
export function answerEach(fixture: HostileFixture, answers: string[]) {
  fixture.behave((answer) => {
    answer.say(answers.shift() ?? 'Nothing.')
    answer.end()
  })
}
