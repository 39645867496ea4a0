import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from '@playwright/test'
import { expect } from '../browser/fixtures.ts'
import { openEditor, promptBox } from './browser-chats.ts'
import { type BrowserPerson, createPerson, sql } from './browser-people.ts'
import type { Step } from './browser-provider.ts'

export const START = '**/functions/v1/generate-script'
export const STATUS = '**/functions/v1/check-generation-status'
export const STREAM = '**/functions/v1/stream-generation*'

/** An answer that goes on as the test says, and the words that ask for it. */
export function heldAnswer(words = 'Write the next scene') {
  const name = randomUUID()
  const tell = async (step: Step) => {
    const answer = await fetch(`${process.env['SCRIPT_WRITER_PROVIDER']}/steps`, {
      method: 'POST',
      body: JSON.stringify({ name, step }),
    })
    if (!answer.ok) throw new Error('The provider of the tests does not listen.')
  }
  return {
    prompt: `${words} [held ${name}]`,
    say: (text: string) => tell({ say: text }),
    end: () => tell({ do: 'end' }),
    reset: () => tell({ do: 'reset' }),
  }
}

export const stopButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Stop generating' })
export const answers = (page: Page): Locator => page.getByRole('article', { name: 'Answer' })
export const thinking = (page: Page): Locator => page.getByText('Thinking...', { exact: true })
export const unsaved = (page: Page): Locator => page.getByText('Unsaved changes')

/** The editor of a new script, for a person of this test alone. */
export async function openDesk(page: Page): Promise<BrowserPerson> {
  const writer = await createPerson('writer')
  await openEditor(page, writer)
  return writer
}

export async function send(page: Page, prompt: string): Promise<void> {
  await promptBox(page).fill(prompt)
  await promptBox(page).press('Enter')
}

/** Sends a prompt whose answer is held, and waits until its first words are on the page. */
export async function sendHeld(page: Page, words?: string) {
  const held = heldAnswer(words)
  await send(page, held.prompt)
  await held.say('INT. PIER - NIGHT\n\nA boat comes in.\n\n')
  await expect(answers(page).last()).toContainText('A boat comes in.')
  return held
}

/** The calls of one function from now on. */
export function callsOf(page: Page, name: string): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === `/functions/v1/${name}` && request.method() !== 'OPTIONS') calls.push(request)
  })
  return calls
}

export const jobsOf = ({ id }: BrowserPerson) =>
  sql<{ status: string; error: string | null }>(
    'select status, error from public.generation_jobs where user_id = $1 order by created_at',
    [id],
  )

export const messagesOf = ({ id }: BrowserPerson) =>
  sql<{ type: string; content: string }>(
    'select type, content from public.chat_messages where user_id = $1 order by created_at, id',
    [id],
  )

/** How many generations of this month are counted. */
export async function countedFor({ id }: BrowserPerson): Promise<number> {
  const [usage] = await sql<{ monthly_generations: number }>(
    'select monthly_generations from public.api_usage where user_id = $1',
    [id],
  )
  return usage?.monthly_generations ?? 0
}

/** As if so many generations had been begun this month. */
export const countUp = ({ id }: BrowserPerson, count: number) =>
  sql(
    `insert into public.api_usage (user_id, monthly_generations) values ($1, $2)
     on conflict (user_id, month) do update set monthly_generations = excluded.monthly_generations`,
    [id, count],
  )
