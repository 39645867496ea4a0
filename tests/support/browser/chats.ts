import type { Locator, Page } from '@playwright/test'
import { STOPPED_BY_USER } from '../../../contract/generation.ts'
import { expect } from './expect.ts'
import { type BrowserPerson, createPerson, signInAs, sql } from './people.ts'
import { scriptPage, startIn } from './script-page.ts'
import { addScript } from './scripts.ts'

type Said = readonly ['user' | 'ai', string]
type Talk = { scriptId?: string; messages?: readonly Said[] }

/** Inserts a conversation and its messages in order. The last answer is the working text. */
export async function addConversation(
  { id: userId }: BrowserPerson,
  title: string,
  { scriptId, messages = [] }: Talk = {},
): Promise<string> {
  const [conversation] = await sql<{ id: string }>(
    `insert into public.chat_conversations (user_id, title, script_id) values ($1, $2, $3) returning id`,
    [userId, title, scriptId ?? null],
  )
  if (!conversation) throw new Error('The conversation was not added.')
  for (const [type, content] of messages)
    await sql(
      `insert into public.chat_messages (user_id, conversation_id, type, kind, content) values ($1, $2, $3, $4, $5)`,
      [userId, conversation.id, type, content === STOPPED_BY_USER ? 'stopped' : 'text', content],
    )
  const answer = messages.findLast(
    ([type, content]) => type === 'ai' && content !== STOPPED_BY_USER,
  )
  if (answer)
    await sql(
      `select private.replace_text((private.open_work(user_id, work_id)).id, $2, 'answer')
       from public.chat_conversations where id = $1`,
      [conversation.id, answer[1]],
    )
  return conversation.id
}

/** The person's stored scripts, oldest first. */
export const storedScripts = ({ id }: BrowserPerson) =>
  sql<{ id: string; title: string; content: unknown }>(
    'select id, title, content from public.scripts where user_id = $1 order by created_at, id',
    [id],
  )

export const nameField = (page: Page): Locator => page.getByRole('textbox', { name: 'Script Name' })
export const saveButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Sav/ })
export const promptBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt' })
export const chatLog = (page: Page): Locator => page.getByRole('log', { name: 'Chat' })

export const chatList = (page: Page): Locator =>
  page.getByRole('region', { name: 'Chat Conversations' })
export const scriptList = (page: Page): Locator =>
  page.getByRole('region', { name: 'Previous Scripts' })

/** An item of a sidebar list, by its title. */
export const inList = (list: Locator, title: string): Locator =>
  list.getByRole('listitem').getByRole('button', { name: title }).first()

export async function openEditor(
  page: Page,
  person: BrowserPerson,
  address = '/editor/new',
): Promise<void> {
  await signInAs(page, person)
  await page.goto(address)
  await expect(nameField(page)).toBeVisible()
}

type NewScript = { view?: 'chat' | 'both' | 'page'; title?: string }

/** Opens a script of a new writer. */
export async function openScript(
  page: Page,
  text: string,
  { view = 'page', title = 'Tram' }: NewScript = {},
) {
  const writer = await createPerson('writer')
  const id = await addScript(writer, title, text)
  if (view !== 'chat') await startIn(page, view)
  await openEditor(page, writer, `/editor/${id}`)
  if (view !== 'chat') await expect(scriptPage(page)).toBeVisible()
  return { writer, id }
}

/** Opens a conversation from the sidebar and waits until it shows this text. */
export async function openConversation(page: Page, title: string, says?: string): Promise<void> {
  await inList(chatList(page), title).click()
  await expect(inList(chatList(page), title)).toHaveAttribute('aria-current', 'true')
  if (says !== undefined) await expect(chatLog(page).getByText(says).first()).toBeVisible()
}

export async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Account' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  return menu
}

/** The dialog that asks before the writer leaves unsaved work. */
export const leaveQuestion = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** Holds these requests until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/** Makes these requests fail on the server. */
export const fillDisk = (page: Page, address: string) =>
  page.route(address, (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'the disk is full' } }),
  )
