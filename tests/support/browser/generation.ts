import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from '@playwright/test'
import { expect } from './expect.ts'
import { addConversation, openConversation, openEditor, promptBox } from './chats.ts'
import { type BrowserPerson, createPerson, sql } from './people.ts'
import type { Step } from './provider.ts'

export const START = '**/functions/v1/generate-script'
export const STATUS = '**/functions/v1/check-generation-status'

type ReceivedBody = { messages: { content: string }[] }

/** A prompt whose answer the test dictates step by step. */
export function heldAnswer(words = 'Write the next scene', name: string = randomUUID()) {
  const post = async (path: string, message: object): Promise<unknown> => {
    const answer = await fetch(`${process.env['SCRIPT_WRITER_PROVIDER']}/${path}`, {
      method: 'POST',
      body: JSON.stringify(message),
    })
    if (!answer.ok) throw new Error('The provider of the tests does not listen.')
    return answer.json()
  }
  const tell = (step: Step) => post('steps', { name, step })
  return {
    prompt: `${words} [held ${name}]`,
    say: (text: string) => tell({ say: text }),
    end: () => tell({ do: 'end' }),
    /** Ends it at the output limit. */
    cut: () => tell({ do: 'cut' }),
    reset: () => tell({ do: 'reset' }),
    /** All messages as the provider received them; empty before it did. */
    async received(): Promise<string> {
      const { body } = (await post('asked', { name })) as { body: ReceivedBody | null }
      return (body?.messages ?? []).map(({ content }) => content).join('\n\n')
    },
  }
}

export const stopButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Stop generating' })
export const answers = (page: Page): Locator => page.getByRole('article', { name: 'Answer' })
/** Dictates the answer to the next prompt, also to one whose words are the app's own. */
export const holdNext = (page: Page, { prompt }: ReturnType<typeof heldAnswer>) =>
  page.route(
    START,
    (route) => {
      const body = route.request().postDataJSON() as { prompt: string }
      void route.continue({ postData: { ...body, prompt: `${body.prompt} ${prompt}` } })
    },
    { times: 1 },
  )

/** Shows the text of an answer that is not the newest. */
export const unfold = (answer: Locator): Promise<void> =>
  answer.locator('button[aria-expanded="false"]').first().click()

export const thinking = (page: Page): Locator => page.getByText('Thinking...', { exact: true })
/** Until a save has ended. */
export const unsaved = (page: Page): Locator =>
  page
    .getByRole('banner')
    .locator('[data-save-state]')
    .filter({ hasText: /^(?:Changes since the last save, kept|Saving\.\.\.)$/ })

/** Opens a new script as a new writer. */
export async function openNewScript(page: Page): Promise<BrowserPerson> {
  const writer = await createPerson('writer')
  await openEditor(page, writer)
  return writer
}

/** A conversation with one answer, which is prepared in the database. */
export async function openBegunConversation(page: Page): Promise<BrowserPerson> {
  const writer = await createPerson('writer')
  await addConversation(writer, 'Begin', {
    messages: [
      ['user', 'Begin'],
      ['ai', 'INT. HARBOUR OFFICE - NIGHT\n\nA lamp burns.'],
    ],
  })
  await openEditor(page, writer)
  await openConversation(page, 'Begin', 'A lamp burns')
  return writer
}

export async function send(page: Page, prompt: string): Promise<void> {
  await promptBox(page).fill(prompt)
  await promptBox(page).press('Enter')
}

/** Sends a prompt with a dictated answer and waits until its first text is shown. */
export async function sendHeld(page: Page, words?: string) {
  const held = heldAnswer(words)
  await send(page, held.prompt)
  await held.say('INT. PIER - NIGHT\n\nA boat comes in.\n\n')
  await expect(answers(page).last()).toContainText('A boat comes in.')
  return held
}

/** Collects the requests to one function from now on. */
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

/** The text that the running generation is about. */
export async function askedText({ id }: BrowserPerson): Promise<string | undefined> {
  const [input] = await sql<{ text: string }>(
    `select coalesce(current_script, private.text_of_pieces(pieces)) as text
     from private.generation_inputs left join private.version_texts using (version_id)
     join public.generation_jobs on id = job_id where user_id = $1`,
    [id],
  )
  return input?.text
}

export const messagesOf = ({ id }: BrowserPerson) =>
  sql<{ type: string; content: string }>(
    'select type, content from public.chat_messages where user_id = $1 order by created_at, id',
    [id],
  )

/** How many generations count against this month's quota. */
export async function generationsUsed({ id }: BrowserPerson): Promise<number> {
  const [usage] = await sql<{ monthly_generations: number }>(
    'select monthly_generations from public.api_usage where user_id = $1',
    [id],
  )
  return usage?.monthly_generations ?? 0
}

/** Sets how many generations count against this month's quota. */
export const setGenerationsUsed = ({ id }: BrowserPerson, count: number) =>
  sql(
    `insert into public.api_usage (user_id, monthly_generations) values ($1, $2)
     on conflict (user_id, month) do update set monthly_generations = excluded.monthly_generations`,
    [id, count],
  )
