import { randomUUID } from 'node:crypto'
import { splices } from '../../../../screenplay/changes.ts'
import { room, rooms } from '../../../support/documents/forty-rooms.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { draftOf, keep } from '../../versions/text-fixture.ts'
import { accepted, begin, ended } from '../generation-fixture.ts'
import type { HostileFixture } from '../hostile-fixture.ts'

/** A conversation, and the text that it is about. */
export type Chat = { id: string; workId: string; scriptId: string | undefined }

/** A new conversation about a new script with this text, or about none yet. */
export async function chatAbout(person: SignedIn, text: string): Promise<Chat> {
  const { id, work_id } = await begin(person)
  if (text === '') return { id, workId: work_id, scriptId: undefined }
  const saved = only(
    await person.client.rpc('save_script', {
      title: 'Rooms',
      content: text,
      conversation_id: id,
      creation_key: randomUUID(),
    }),
  )
  return { id, workId: saved.work_id, scriptId: saved.id }
}

/** Another conversation about the same script. */
export async function secondChat({ client, id }: SignedIn, { workId, scriptId = '' }: Chat) {
  const chat = { user_id: id, title: 'Another', script_id: scriptId }
  const added = only(await client.from('chat_conversations').insert(chat).select().single())
  return { id: added.id, workId, scriptId }
}

export const workingText = async ({ client }: SignedIn, { workId }: Pick<Chat, 'workId'>) =>
  (await draftOf(client, workId))?.text

/** The writer changes the working text, as an editor would. */
export async function write({ client }: SignedIn, { workId }: Pick<Chat, 'workId'>, text: string) {
  const draft = await draftOf(client, workId)
  const changes = [{ origin: 'typed', splices: splices(draft?.text ?? '', text) }]
  only(await keep(client, workId, draft?.revision ?? 0, changes, text))
}

const MESSAGE = 'id, content, job_id, withheld, partly_applied, used_at, changes'

/** The answers of a conversation, oldest first. */
export const answersOf = async ({ client }: SignedIn, { id }: Pick<Chat, 'id'>) =>
  only(
    await client
      .from('chat_messages')
      .select(MESSAGE)
      .match({ conversation_id: id, type: 'ai', kind: 'text' })
      .order('created_at'),
  )

type Asked = {
  fixture: HostileFixture
  person: SignedIn
  chat: Chat
  prompt?: string
  currentScript: string
  answer: string
  how?: 'ending' | 'cutting' | 'refusing'
  /** More of the request: `target`, `mode`, `alternatives`. */
  more?: Record<string, unknown>
  /** Happens after the request, before the answer ends. */
  meanwhile?: () => Promise<unknown>
}

/** A conversation about a text, and what a request about that text has. */
export async function asking(fixture: HostileFixture, person: SignedIn, text: string) {
  const chat = await chatAbout(person, text)
  return { chat, asked: { fixture, person, chat, currentScript: text } }
}

/** Requests an answer, with the text and the kind of ending that the provider is to give. */
export async function answered(asked: Asked) {
  const { fixture, person, chat, currentScript, answer, how = 'ending', meanwhile } = asked
  const waiting = fixture.saysAndWaits(answer)
  const jobId = await accepted(person, {
    conversationId: chat.id,
    prompt: asked.prompt ?? 'Make room 3 darker',
    currentScript,
    ...asked.more,
  })
  const provider = await waiting
  await meanwhile?.()
  provider.end(how)
  const status = await ended(person, jobId)
  return { jobId, status, message: (await answersOf(person, chat)).at(-1) }
}

/** A script of three rooms, and what answers make of the second one. */
export const THREE = rooms(3)
const written = (word: string) => room(2).replace('flickers', word)
export const scene = (word: string) => `<scene id="2">\n${written(word)}</scene>`
export const withRoom2 = (word: string, text = THREE) => text.replace(room(2), written(word))

export type Sent = { message?: { id: string; parent?: string } } & Record<string, unknown>

/** What a page sends: the text by its revision, and the message. */
export async function request({ client }: SignedIn, chat: Chat, more: Sent = {}) {
  const draft = await draftOf(client, chat.workId)
  return {
    conversationId: chat.id,
    scriptId: chat.workId,
    revision: draft?.revision ?? 0,
    prompt: 'Make room 2 darker',
    ...more,
    message: more.message ?? { id: randomUUID() },
  }
}

/** The messages of the branch that is shown. */
export const shown = async ({ client }: SignedIn, { id }: Chat) =>
  only(
    await client.from('chat_messages').select('id').eq('conversation_id', id).order('created_at'),
  ).map((message) => message.id)
