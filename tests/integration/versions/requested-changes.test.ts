import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { FORTY, room } from '../../support/documents/forty-rooms.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { accepted, ended, invoke } from '../generation/generation-fixture.ts'
import { type HostileFixture, hostileFixture } from '../generation/hostile-fixture.ts'
import {
  answered,
  type Chat,
  chatAbout,
  request as send,
  scene,
  type Sent,
  THREE,
  write,
} from '../generation/answers/answer-fixture.ts'
import { draftOf, historyOf } from './text-fixture.ts'

// What a page asked the server to change names its request, whatever else changes the text meanwhile.

let fixture: HostileFixture
let anna: SignedIn

beforeAll(async () => {
  fixture = await hostileFixture()
  anna = await fixture.person('anna')
})

/** The steps of the last revision, as they are announced. */
async function steps({ workId }: Chat) {
  const drafts = anna.client.from('script_drafts').select('changes').eq('work_id', workId).single()
  return only(await drafts).changes as { origin: string; request?: string }[]
}

const textsSince = async (chat: Chat, since: number, requests: string[]) =>
  only(await anna.client.rpc('draft_texts', { work_id: chat.workId, since, requests }))

const textOf = async (chat: Chat) => (await draftOf(anna.client, chat.workId))?.text

const ask = async (chat: Chat, idempotencyKey: string, more: Sent = {}) =>
  accepted(anna, await send(anna, chat, { idempotencyKey, ...more }))

test('an answer names its request, and the texts around it tell it from what others changed', async () => {
  const chat = await chatAbout(anna, THREE)
  const key = randomUUID()
  const waiting = fixture.saysAndWaits(scene('glows'))
  const jobId = await ask(chat, key)
  const provider = await waiting
  const before = await draftOf(anna.client, chat.workId)
  await write(anna, chat, `${THREE}\nOne.`)
  expect(await steps(chat)).toEqual([expect.not.objectContaining({ request: key })])
  provider.end()
  await ended(anna, jobId)
  expect(await steps(chat)).toEqual([expect.objectContaining({ origin: 'answer', request: key })])
  const after = await textOf(chat)
  await write(anna, chat, `${after}\nTwo.`)
  const since = before?.revision ?? 0
  expect(await textsSince(chat, since, [key, randomUUID()])).toEqual([
    { revision: since + 1, text: `${THREE}\nOne.`, request: null },
    { revision: since + 2, text: after, request: key },
    { revision: since + 3, text: `${after}\nTwo.`, request: null },
  ])
  const now = { revision: since + 3, text: `${after}\nTwo.`, request: null }
  expect(await textsSince(chat, since + 2, [key])).toEqual([now])
  expect(await textsSince(chat, 0, [])).toEqual([now])
})

test('so does the first answer about no text; and alternatives, which are one change', async () => {
  const chat = await chatAbout(anna, '')
  const [first, other] = [randomUUID(), randomUUID()]
  const waiting = fixture.saysAndWaits(`<script>\n${THREE}</script>`)
  const jobId = await ask(chat, first)
  ;(await waiting).end()
  await ended(anna, jobId)
  const begun = await draftOf(anna.client, chat.workId)
  const now = { revision: begun?.revision, text: begun?.text, request: null }
  expect(await textsSince(chat, 0, [first])).toEqual([{ ...now, request: first }, now])
  const also = fixture.saysAndWaits(['glows', 'burns', 'fades'].map(scene).join(''))
  const second = await ask(chat, other, { alternatives: 3 })
  ;(await also).end()
  await ended(anna, second)
  const after = await draftOf(anna.client, chat.workId)
  expect(after?.revision).toBe((now.revision ?? 0) + 3)
  const last = { revision: after?.revision, text: after?.text, request: null }
  expect(await textsSince(chat, now.revision ?? 0, [other])).toEqual([
    { ...last, request: other },
    last,
  ])
})

test('so do a restored version, an answer tried again and a branch', async () => {
  const chat = await chatAbout(anna, THREE)
  const first = await answered({
    fixture,
    person: anna,
    chat,
    currentScript: THREE,
    answer: scene('glows'),
    more: { message: { id: randomUUID() } },
  })
  const [, original] = await historyOf(anna.client, chat.workId)
  const keys = [randomUUID(), randomUUID(), randomUUID()] as const
  const restored = await anna.client.rpc('restore_version_for', {
    version_id: original?.id ?? '',
    request: keys[0],
  })
  expect(only(restored).origin).toBe('restore')
  const made = await textsSince(chat, 0, [keys[0]])
  expect(made.map(({ request }) => request)).toEqual([null, keys[0], null])
  expect(made.map(({ text }) => text === THREE)).toEqual([false, true, true])
  const message = first.message?.id ?? ''
  const prompts = anna.client.from('chat_messages').select('id').eq('conversation_id', chat.id)
  const prompt = only(await prompts.eq('type', 'user').single()).id
  const waiting = fixture.saysAndWaits(scene('shines'))
  const draft = await draftOf(anna.client, chat.workId)
  const again = await ask(chat, keys[1], { message: { id: randomUUID(), parent: prompt } })
  ;(await waiting).end()
  await ended(anna, again)
  const tried = await textsSince(chat, draft?.revision ?? 0, [keys[1]])
  expect(tried.at(-2)).toEqual({ ...tried.at(-1), request: keys[1] })
  const shown = { conversationId: chat.id, messageId: message, idempotencyKey: keys[2] }
  expect((await invoke(anna, 'show-branch', shown)).status).toBe(200)
  const moved = await textsSince(chat, tried.at(-1)?.revision ?? 0, [keys[2]])
  expect(moved.map(({ request }) => request)).toEqual([keys[2], null])
})

test('so does an answer that is used', async () => {
  const chat = await chatAbout(anna, FORTY)
  const asked = { fixture, person: anna, chat, currentScript: FORTY, answer: room(3) }
  const { message } = await answered(asked)
  const use = { message_id: message?.id ?? '', request: randomUUID() }
  only(await anna.client.rpc('use_answer_for', use))
  const texts = await textsSince(chat, 0, [use.request])
  expect(texts.map(({ text, request }) => [text, request])).toEqual([
    [FORTY, null],
    [room(3), use.request],
    [room(3), null],
  ])
})

test('the last twenty are known, and the last three are given', async () => {
  const chat = await chatAbout(anna, THREE)
  await write(anna, chat, `${THREE}\nMore.`)
  const keys = Array.from({ length: 24 }, () => randomUUID())
  for (const request of keys) {
    const [, other] = await historyOf(anna.client, chat.workId)
    const version_id = other?.id ?? (await historyOf(anna.client, chat.workId))[0]?.id ?? ''
    only(await anna.client.rpc('restore_version_for', { version_id, request }))
    await write(anna, chat, `${await textOf(chat)}!`)
  }
  const { rows } = await fixture.database.pool.query<{ request: string }>(
    `select request from private.requested_changes
     where draft_id = (select id from public.script_drafts where work_id = $1) order by revision`,
    [chat.workId],
  )
  expect(rows.map(({ request }) => request)).toEqual(keys.slice(-20))
  const given = await textsSince(chat, 0, keys)
  expect(given.flatMap(({ request }) => request ?? [])).toEqual(keys.slice(-3))
})
