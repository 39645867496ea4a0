import { hash } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { nameField, promptBox, saveButton, storedScripts } from '../../support/browser/chats.ts'
import {
  answers,
  messagesOf,
  openNewScript,
  send,
  START,
  unsaved,
} from '../../support/browser/generation.ts'
import { expectConsoleErrors, expectNotice } from '../../support/browser/page.ts'
import { signInElsewhere } from '../../support/browser/security.ts'
import type { Client } from '../../support/client.ts'
import { startIn } from '../../support/browser/script-page.ts'
import { expectStorage, goTo, STORED, typeKeys } from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const API = /^\/(?:rest|functions)\/v1\/(.+)$/
const called = (request: Request) => API.exec(new URL(request.url()).pathname)?.[1]

/** In ms: so long after the last request, what follows from an earlier answer has been read. */
const QUIET = 500

/**
 * Every request to the data API and the functions, whatever its method except the browser's own OPTIONS, between the
 * click and the response to the request that is named. Not counted are what the page reads afterwards, such as the
 * stream of the answer, nor what is read some time after an earlier step, whatever else happens: the share in the status
 * line, and the messages once an answer is announced. Meanwhile announcements wait: one of the change itself may be faster than the response to it.
 */
async function countRequests(page: Page) {
  const apart = new Set(['authorship', 'chat_messages'])
  const waiting: (() => void)[] = []
  let isHeld = false
  await page.routeWebSocket(/realtime/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (isHeld) waiting.push(() => socket.send(message))
      else socket.send(message)
    })
  })
  let sent: Request[] = []
  let until: ((sent: Request[]) => void) | undefined
  let awaited = ''
  const open = new Set<Request>()
  let changedAt = 0
  page.on('request', (request) => {
    const name = called(request)
    if (request.method() === 'OPTIONS' || name === undefined || apart.has(name)) return
    sent.push(request)
    open.add(request)
    changedAt = Date.now()
  })
  const end = (request: Request) => {
    open.delete(request)
    changedAt = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', (response) => {
    if (called(response.request()) === awaited) until?.([...sent])
  })
  const announce = () => {
    isHeld = false
    for (const tell of waiting.splice(0)) tell()
  }
  return {
    /** Without counting: nothing that others do is heard of before this has happened. */
    async unheard(act: () => Promise<void>): Promise<void> {
      isHeld = true
      await act()
      announce()
    },
    async from(act: () => Promise<void>, name: string): Promise<Request[]> {
      // Nothing that was begun before, such as reading the quota, is still on its way or follows from it.
      await expect.poll(() => open.size === 0 && Date.now() - changedAt > QUIET).toBe(true)
      const answered = new Promise<Request[]>((resolve) => {
        until = resolve
      })
      awaited = name
      sent = []
      isHeld = true
      await act()
      const counted = await answered
      announce()
      return counted
    },
  }
}

/** As another device does that has the newest text. */
async function addLine(client: Client, work_id: string, line: string): Promise<void> {
  const { data } = await client.rpc('draft_text', { work_id })
  const { revision, text } = data?.[0] ?? { revision: 0, text: '' }
  const added = `\n\n${line}`
  const splices = [{ start: text.length, end: text.length, text: added }]
  const text_hash = hash('sha256', text + added, 'hex')
  const changes = [{ origin: 'typed', splices }]
  const kept = await client.rpc('keep_draft', { work_id, revision, changes, text_hash })
  expect(kept.error).toBeNull()
}

const bodyOf = (request: Request | undefined) => request?.postDataJSON() as Record<string, unknown>

test('after the draft is stored, a prompt is one request and so is a save, and neither sends the text', async ({
  page,
  consoleErrors,
}) => {
  await startIn(page, 'both')
  const counted = await countRequests(page)
  const writer = await openNewScript(page)
  const names = (requests: Request[]) => requests.map(called)
  const write = async (words: string) => {
    await goTo(page, 'end')
    await typeKeys(page, words)
  }
  const prompt = (words: string) => counted.from(() => send(page, words), 'generate-script')
  const answered = async (count: number) => {
    await expect(answers(page)).toHaveCount(count)
    await expect(promptBox(page)).toBeEnabled()
  }

  await test.step('the first prompt about a text, which begins the conversation', async () => {
    await write('Rain falls.')
    await expectStorage(page, STORED)
    const requests = await prompt('What is missing?')
    expect(names(requests)).toEqual(['generate-script'])
    expect(bodyOf(requests[0])).toMatchObject({ revision: expect.any(Number) })
    expect(requests[0]?.postData()).not.toContain('Rain falls.')
    await answered(1)
  })
  await test.step('the next prompt', async () => {
    await expectStorage(page, STORED)
    expect(names(await prompt('And now?'))).toEqual(['generate-script'])
    await answered(2)
  })
  await test.step('a prompt right after typing, which stores the draft first', async () => {
    const requests = await counted.from(async () => {
      await write('Wind.')
      await send(page, 'Better?')
    }, 'generate-script')
    expect(names(requests)).toEqual(['rpc/keep_draft', 'generate-script'])
    await answered(3)
  })
  await test.step('a save', async () => {
    await nameField(page).fill('Weather')
    await expectStorage(page, STORED)
    const requests = await counted.from(() => saveButton(page).click(), 'rpc/save_script')
    expect(names(requests)).toEqual(['rpc/save_script'])
    expect(bodyOf(requests[0])).toMatchObject({ revision: expect.any(Number) })
    expect(requests[0]?.postData()).not.toContain('Wind.')
    await expectNotice(page, 'Success!')
    await expect(unsaved(page)).toHaveCount(0)
  })
  await test.step('a save beside somebody who changes the text keeps what they wrote', async () => {
    const elsewhere = await signInElsewhere(writer)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const bodies: Record<string, unknown>[] = []
    await page.route('**/rpc/save_script?*', async (route, request) => {
      bodies.push(bodyOf(request))
      if (bodies.length < 4) await addLine(elsewhere, id, `Theirs ${bodies.length}.`)
      await route.continue()
    })
    await nameField(page).fill('Weather again')
    await counted.unheard(async () => {
      await saveButton(page).click()
      await expect(unsaved(page)).toHaveCount(0)
    })
    expect(bodies.map((body) => 'content' in body)).toEqual([false, false, false, false])
    const [saved] = (await storedScripts(writer)).map(({ content }) => JSON.stringify(content))
    for (const words of ['Rain falls.', 'Theirs 1.', 'Theirs 2.', 'Theirs 3.'])
      expect(saved).toContain(words)
    expectConsoleErrors(consoleErrors, /status of 409/)
  })
  await test.step('where others change the text again and again, the third request sends it along', async () => {
    const said = (await messagesOf(writer)).length
    const bodies: Record<string, unknown>[] = []
    await page.route(START, async (route, request) => {
      bodies.push(bodyOf(request))
      if (bodies.length === 3) await route.continue()
      else await route.fulfill({ status: 409, json: { success: false, code: 'draft_changed' } })
    })
    await send(page, 'Once more')
    await answered(4)
    expect(bodies.map((body) => ['revision' in body, 'currentScript' in body])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ])
    expect(new Set(bodies.map((body) => body['idempotencyKey'])).size).toBe(1)
    expect(await messagesOf(writer)).toHaveLength(said + 2)
    expectConsoleErrors(consoleErrors, /status of 409/)
    await page.unroute(START)
  })
  await test.step('where the server does not have the text any more, the second one does', async () => {
    const bodies: Record<string, unknown>[] = []
    await page.route(START, async (route, request) => {
      bodies.push(bodyOf(request))
      if (bodies.length === 2) await route.continue()
      else await route.fulfill({ status: 404, json: { success: false, code: 'draft_not_found' } })
    })
    await send(page, 'And again')
    await answered(5)
    expect(bodies.map((body) => 'currentScript' in body)).toEqual([false, true])
    expectConsoleErrors(consoleErrors, /status of 404/)
  })
})
