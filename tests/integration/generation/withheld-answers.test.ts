import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { FORTY, room } from '../../support/forty-rooms.ts'
import { only, type SignedIn } from '../../support/rest-world.ts'
import { currentContent } from '../../../web/features/editor/state/current-content.ts'
import { storedScript } from '../../../web/features/scripts/api/script.ts'
import { accepted, begin, cancel, ended, until } from './generation-world.ts'
import { type HostileWorld, hostileWorld } from './hostile-world.ts'

const DARKER = 'Make room 3 darker'
const COLUMNS = 'id, type, kind, content, created_at, job_id, withheld, used_at'

let world: HostileWorld
let anna: SignedIn

beforeAll(async () => {
  world = await hostileWorld()
  anna = await world.person('anna')
})

type Chat = { conversation: { id: string }; scriptId: string | undefined }

/** A conversation about a saved script, or about none yet. */
async function chatAbout(text: string): Promise<Chat> {
  const conversation = await begin(anna)
  if (text === '') return { conversation, scriptId: undefined }
  const saved = only(
    await anna.client.rpc('save_script', {
      title: 'Rooms',
      content: text,
      conversation_id: conversation.id,
      creation_key: randomUUID(),
    }),
  )
  return { conversation, scriptId: saved.id }
}

/** What the editor shows: the last answer, and the script's text. */
async function editorOf({ conversation, scriptId }: Chat) {
  const messages = only(
    await anna.client
      .from('chat_messages')
      .select(COLUMNS)
      .eq('conversation_id', conversation.id)
      .order('created_at'),
  )
  const row =
    scriptId === undefined
      ? null
      : only(await anna.client.from('scripts').select('*').eq('id', scriptId).single())
  const script = row && storedScript(row)
  const { text } = currentContent(script, messages, conversation.id)
  return { answer: messages.find(({ kind }) => kind === 'text'), text, saved: script?.text }
}

/** Asks for a change of a script; the provider answers and ends in this way. */
async function answered(
  current: string,
  answer: string,
  how: 'ending' | 'cutting' | 'refusing' = 'ending',
  prompt = DARKER,
) {
  const chat = await chatAbout(current)
  world.behave((reply) => {
    reply.say(answer)
    reply.end(how)
  })
  const conversationId = chat.conversation.id
  const jobId = await accepted(anna, { conversationId, prompt, currentScript: current })
  expect(await ended(anna, jobId)).toMatchObject({ status: 'completed', result: answer })
  return { chat, ...(await editorOf(chat)) }
}

test.each([
  ['was cut off', 'INT. ROOM 1 - NIGHT\n\nThe lamp of ro', 'cutting', 'cut_off'],
  ['was cut off after its last scene', FORTY, 'cutting', 'cut_off'],
  ['was filtered by the provider', 'INT. ROOM 1 - NIGHT\n\nThe', 'refusing', 'cut_off'],
  ['has a placeholder', `${room(3)}\n[rest unchanged]\n`, 'ending', 'placeholder'],
  ['is a refusal', "I'm sorry, but I can't help with that.", 'ending', 'refusal'],
  ['is one scene of forty', room(3), 'ending', 'missing_scenes'],
  ['is conversation', 'Do you want it darker or quieter?', 'ending', 'conversation'],
] as const)('an answer that %s leaves the script as it is', async (_, text, how, code) => {
  const { answer, text: shown, saved } = await answered(FORTY, text, how)
  expect(answer).toMatchObject({ content: text, withheld: code, used_at: null })
  expect(shown).toBe(FORTY)
  expect(saved).toBe(FORTY)
})

test('a complete answer becomes the script', async () => {
  const darker = FORTY.replace('The lamp of room 3', 'No lamp')
  const { answer, text } = await answered(FORTY, darker)
  expect(answer).toMatchObject({ withheld: null })
  expect(text).toBe(darker)
})

test('the first complete screenplay fills an empty script, other answers do not', async () => {
  expect((await answered('', room(1))).text).toBe(room(1))
  expect((await answered('', room(1), 'cutting')).answer).toMatchObject({ withheld: 'cut_off' })
  const chatty = await answered('', 'What is it about?')
  expect(chatty.answer).toMatchObject({ withheld: 'conversation' })
  expect(chatty.text).toBe('')
})

test.each([
  ['an existing script', FORTY, 'stopped', FORTY],
  ['an empty script', '', null, 'INT. ROOM 1 - NIGHT\n\nThe'],
])('a stopped answer to %s', async (_, current, withheld, shown) => {
  const chat = await chatAbout(current)
  const waiting = world.saysAndWaits('INT. ROOM 1 - NIGHT\n\nThe')
  const conversationId = chat.conversation.id
  const jobId = await accepted(anna, { conversationId, prompt: DARKER, currentScript: current })
  await waiting
  await until(anna, jobId, { status: 'processing', partial: 'INT. ROOM 1 - NIGHT\n\nThe' })
  await cancel(anna, jobId)
  const { answer, text } = await editorOf(chat)
  expect(answer).toMatchObject({ withheld })
  expect(text).toBe(shown)
})

test('the writer may use a withheld answer, even after saving, and nobody else may', async () => {
  const { chat, answer } = await answered(FORTY, room(3))
  const message_id = answer?.id ?? ''
  const bert = await world.person('bert')
  const pending = await world.person('carl', { approved: false })
  for (const { client } of [bert, pending, { client: world.anonymous }]) {
    expect((await client.rpc('use_answer', { message_id })).error).not.toBeNull()
  }
  expect((await editorOf(chat)).text).toBe(FORTY)

  const again = { title: 'Rooms', content: FORTY, script_id: chat.scriptId ?? '', overwrite: true }
  only(await anna.client.rpc('save_script', again))
  expect((await anna.client.rpc('use_answer', { message_id })).error).toBeNull()
  const used = await editorOf(chat)
  expect(used.answer).toMatchObject({ withheld: null, used_at: expect.any(String) as string })
  expect(used.text).toBe(room(3))

  // A second call does not move it behind answers that came later.
  expect((await anna.client.rpc('use_answer', { message_id })).error).toBeNull()
  expect((await editorOf(chat)).answer?.used_at).toBe(used.answer?.used_at)
})

test('a prompt cannot be used as a script', async () => {
  const { chat } = await answered(FORTY, room(3))
  const added = only(
    await anna.client.rpc('add_message', { conversation_id: chat.conversation.id, content: 'Hi' }),
  )
  const { error } = await anna.client.rpc('use_answer', { message_id: added.id })
  expect(error).toMatchObject({ message: 'message_not_found' })
})
