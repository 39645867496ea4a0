// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatKeys } from '../../../../web/features/chat/api/chat-keys.ts'
import type { GenerationRequest } from '../../../../web/features/chat/api/generation.ts'
import type { Message } from '../../../../web/features/chat/api/messages.ts'
import { type ChatAround, ChatControl } from '../../../../web/features/chat/chat-control.ts'
import { Generation } from '../../../../web/features/chat/generation/generation.ts'
import { begun, generations } from '../../../../web/features/chat/generation/generations.ts'
import { readPrompt } from '../../../../web/features/document/drafts.ts'
import type { Scope } from '../../../../web/features/document/scope/scope.ts'
import { docOf } from '../../../../web/features/document/text/changes.ts'
import { queryClient } from '../../../../web/lib/backend/query-client.ts'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'
import { newId } from '../../../../web/lib/ids.ts'
import { messages as words } from '../../../../web/messages.ts'
import { deliverToasts, type Toast } from '../../../../web/ui/feedback/toast.ts'

const TEXT = 'INT. TRAM - NIGHT\n\nInês waits.\n'
const scene: Scope = {
  start: 0,
  end: TEXT.length,
  kind: 'scenes',
  label: 'Scene 1',
  note: '1 INT. TRAM',
}

type Started = Parameters<typeof generations.start>
type Asked = { request: GenerationRequest; continued: string; hooks: Started[2] }

const toasts: Toast[] = []
let asked: Asked[] = []
let endToasts = () => {}
beforeEach(() => {
  asked = []
  endToasts = deliverToasts({ show: (toast) => toasts.push(toast), takeBack: () => undefined })
  vi.spyOn(generations, 'start').mockImplementation(async (request, continued, hooks) => {
    asked.push({ request, continued, hooks })
  })
})
afterEach(() => {
  endToasts()
  toasts.length = 0
  vi.restoreAllMocks()
})

function openChat(more: Partial<ChatAround> = {}, left = 10) {
  let current: Scope | null = null
  const refresh = vi.fn<() => Promise<void>>(async () => undefined)
  const around: ChatAround = {
    userId: newId(),
    id: 'work',
    scriptId: 'script',
    conversationId: 'talk',
    text: { text: TEXT, storedBase: async () => ({ doc: docOf(TEXT), revision: 7 }), refresh },
    scope: {
      snapshot: () => ({ current, hasScene: true, textLength: TEXT.length }),
      choose: (chosen) => {
        current = chosen
      },
      scene: () => scene,
      in: () => current,
    },
    openConversation: vi.fn<(id: string) => void>(),
    ...more,
  }
  const client = new QueryClient()
  client.setQueryData(chatKeys.allowance(around.userId), { used: 10 - left, most: 10 })
  const chat = new ChatControl(client, around)
  const state = () => chat.state.get()
  /** The next request, once it is made. */
  const request = async () => {
    await vi.waitFor(() => expect(state().isSending).toBe(false))
    return asked.at(-1)?.request
  }
  return { chat, around, state, request, refresh, client }
}

const promptOf = (content: string, more: Partial<Message> = {}) =>
  ({ id: 'asked', type: 'user', content, scope: null, job: null, ...more }) as Message

test('what is suggested goes behind what is typed, and in place of what was suggested before', () => {
  const { chat, state } = openChat()
  chat.chooseMode('ask')
  chat.suggest('Shorten it.')
  expect(state()).toMatchObject({ prompt: 'Shorten it.', mode: 'change', wantsFocus: true })
  chat.suggest('Cut it.')
  expect(state().prompt).toBe('Cut it.')
  chat.setPrompt('Mine. ')
  chat.suggest('Cut it.')
  expect(state().prompt).toBe('Mine.\n\nCut it.')
  chat.suggest(null)
  expect(state().prompt).toBe('Mine.\n\nCut it.')
})

test('every conversation keeps its prompt and its mode', () => {
  const { chat, around, state } = openChat()
  chat.setPrompt('For this one.')
  chat.chooseMode('ask')
  chat.setAround({ ...around, conversationId: 'other' }, undefined)
  expect(state()).toMatchObject({ prompt: '', mode: 'change' })
  chat.setAround(around, undefined)
  expect(state()).toMatchObject({ prompt: 'For this one.', mode: 'ask' })
})

test('a prompt is about the scope, as the server has it, in the mode that is chosen', async () => {
  const { chat, around, request } = openChat()
  chat.setPrompt(' Why? ')
  chat.chooseMode('ask')
  chat.choose({ as: 'Inês' })
  around.scope.choose(scene)
  chat.send()
  expect(await request()).toMatchObject({
    prompt: 'Why?',
    mode: 'ask',
    as: 'Inês',
    revision: 7,
    target: { start: scene.start, end: scene.end },
    conversationId: 'talk',
    begins: false,
    message: { content: 'Why?', scope: scene.note },
  })
})

test('without a script nothing is asked about it', async () => {
  const { chat, around, request } = openChat()
  chat.chooseMode('ask')
  chat.setAround({ ...around, text: { ...around.text, text: ' \n' } }, undefined)
  chat.setPrompt('A tram at night.')
  chat.send()
  expect(await request()).toMatchObject({ mode: 'change', target: null })
})

test("an action is about the scene with the cursor, and goes on at a scope's end", async () => {
  const { chat, around, request } = openChat()
  chat.act('continue', words.quick.actions.continue.prompt)
  expect(await request()).toMatchObject({ target: { start: scene.end, end: scene.end } })
  expect(around.scope.snapshot().current).toBe(scene)
})

test('alternatives need a scene', async () => {
  const none = openChat()
  none.around.scope.scene = () => null
  none.chat.act('alternatives', 'Three ways.')
  expect([asked.length, toasts[0]?.message]).toEqual([0, words.scope.needed])
  const { chat, request } = openChat()
  chat.act('alternatives', 'Three ways.')
  expect(await request()).toMatchObject({ alternatives: 3 })
})

test('what was sent leaves the box, and what was typed since goes to the conversation that begins', async () => {
  const open = { conversationId: null, scriptId: null }
  const { chat, around, state, request } = openChat(open)
  const end = chat.start()
  chat.setPrompt('First.')
  chat.send()
  const { conversationId = '' } = (await request()) ?? {}
  asked[0]?.hooks.onAccepted()
  expect([state().prompt, around.openConversation]).toEqual(['', around.openConversation])
  expect(around.openConversation).toHaveBeenCalledWith(conversationId)

  const later = openChat(open)
  later.chat.setPrompt('First.')
  later.chat.send()
  const { conversationId: other = '' } = (await later.request()) ?? {}
  later.chat.setPrompt('Second.')
  asked[1]?.hooks.onAccepted()
  expect(readPrompt(later.around.userId, other)).toBe('Second.')
  end()
  begun.set(null)
})

test('without prompts left nothing is asked, and the prompt stays', async () => {
  const { chat, state, request, client } = openChat({}, 1)
  chat.setPrompt('Again.')
  const read = vi.spyOn(client, 'fetchQuery')
  read.mockResolvedValueOnce({ used: 10, most: 10 })
  chat.send()
  await request()
  expect(asked.length).toBe(1)
  asked[0]?.hooks.onAccepted()
  chat.setPrompt('Again.')
  chat.send()
  await request()
  expect([asked.length, read.mock.calls.length, state().prompt]).toEqual([1, 1, 'Again.'])
  expect(toasts.at(-1)?.title).toBe(words.generation.limitTitle)
  // An administrator has raised the quota.
  read.mockResolvedValueOnce({ used: 10, most: 20 })
  chat.send()
  await request()
  expect(asked.length).toBe(2)
})

test('two models count twice, for the next prompt only', async () => {
  const two = [
    { id: 'one', is_chosen: true },
    { id: 'two', is_chosen: false },
  ]
  queryClient.setQueryData(chatKeys.models, two)
  const poor = openChat({}, 1)
  const { chat, state, request } = openChat({}, 2)
  chat.setPrompt('Go.')
  chat.choose({ second: 'two' })
  chat.send()
  expect(await request()).toMatchObject({ model: 'one', second: 'two', revision: 7 })
  asked[0]?.hooks.onAccepted()
  expect(state().second).toBeUndefined()

  poor.chat.choose({ second: 'two' })
  const read = vi.spyOn(poor.client, 'fetchQuery').mockResolvedValue({ used: 9, most: 10 })
  poor.chat.setPrompt('Go.')
  poor.chat.send()
  await poor.request()
  expect([asked.length, read.mock.calls.length]).toEqual([1, 1])
  queryClient.setQueryData(chatKeys.models, [])
})

test('a text that others change is read again, and sent along at the last try', async () => {
  const { chat, request, refresh } = openChat()
  chat.setPrompt('Go.')
  chat.send()
  await request()
  const { askAgain } = asked[0]?.hooks ?? {}
  const changed = new RequestError('', 'draft_changed')
  expect((await askAgain?.(changed))?.revision).toBe(7)
  expect((await askAgain?.(changed))?.revision).toBeNull()
  expect(refresh).toHaveBeenCalledTimes(2)
  expect(await askAgain?.(new RequestError('', 'other'))).toBeUndefined()
  // A conversation outlives its script, but none begins about a script that is gone.
  const gone = new RequestError('', 'draft_not_found')
  expect((await askAgain?.(gone))?.revision).toBeNull()
  const first = openChat({ conversationId: null })
  first.chat.setPrompt('Go.')
  first.chat.send()
  await first.request()
  expect(await asked[1]?.hooks.askAgain?.(gone)).toBeUndefined()
})

test('another answer is asked for without its message, and about a text that the server has', async () => {
  const { chat, request } = openChat()
  chat.tryAgain(promptOf('Go.'), 'before', 'model')
  expect(await request()).toMatchObject({ parent: 'before', model: 'model', revision: 7 })
  const { askAgain } = asked[0]?.hooks ?? {}
  const changed = new RequestError('', 'draft_changed')
  expect((await askAgain?.(changed))?.revision).toBe(7)
  expect(await askAgain?.(new RequestError('', 'draft_not_found'))).toBeUndefined()
  expect((await askAgain?.(changed))?.revision).toBe(7)
  expect(await askAgain?.(changed)).toBeUndefined()
})

test('a prompt about a scope is not repeated before that is chosen again', async () => {
  const { chat, around, request } = openChat()
  chat.retry(promptOf('Go.', { scope: scene.note }))
  chat.edit(promptOf('Go.', { scope: scene.note }), undefined, 'Stay.')
  expect([asked.length, toasts.length]).toEqual([0, 2])
  around.scope.choose(scene)
  chat.edit(promptOf('Go.', { scope: scene.note }), undefined, 'Stay.')
  const edited = await request()
  expect(edited).toMatchObject({ prompt: 'Stay.', parent: edited?.message?.id })
})

test('a ready prompt waits for the conversation, and is not sent while another is answered', async () => {
  const { chat, state, request } = openChat()
  chat.askAbout('What is missing?', 'ask', scene)
  chat.shown(false)
  expect([asked.length, state().isSending]).toEqual([0, false])
  chat.shown(true)
  expect(await request()).toMatchObject({ prompt: 'What is missing?', mode: 'ask' })
  expect(state().ready).toBeNull()
  const busy = vi.spyOn(generations, 'of').mockReturnValue(new Generation())
  chat.askAbout('And now?', 'ask', null)
  chat.shown(true)
  busy.mockRestore()
  await request()
  expect([asked.length, state().ready]).toEqual([1, null])
})

test('what runs in another tab is followed, unless an answer is already', () => {
  const join = vi.spyOn(generations, 'join').mockResolvedValue()
  const { chat, around } = openChat()
  chat.setAround(around, undefined)
  expect(join).not.toHaveBeenCalled()
  chat.setAround(around, [])
  expect(join).toHaveBeenCalledTimes(1)
  vi.spyOn(generations, 'of').mockReturnValue(new Generation())
  chat.setAround(around, [])
  expect(join).toHaveBeenCalledTimes(1)
})
