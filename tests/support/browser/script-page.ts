import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { type BrowserPerson, sql } from './people.ts'

/** The editable text. */
export const scriptPage = (page: Page) => page.getByRole('textbox', { name: 'Script page' })

export const chooseView = (page: Page, view: 'Chat' | 'Both' | 'Page') =>
  page.getByRole('group', { name: 'View' }).getByRole('button', { name: view }).click()

/** To be called before the page is opened: makes it open in this view instead of the chat. */
export const startIn = (page: Page, view: 'chat' | 'both' | 'page') =>
  page.addInitScript((chosen) => {
    // A blank page has no storage.
    if (location.origin !== 'null') localStorage.setItem('script-writer-view', chosen)
  }, view)

/** The lines that the writer sees, each with its element type. */
export const shownLines = (page: Page) =>
  scriptPage(page).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')]
      .filter(({ textContent }) => textContent !== '')
      .map((line) => {
        const element = /page-(?!line)([a-z-]+)/.exec(line.className)?.[1] ?? 'none'
        return `${element}: ${line.textContent}`
      }),
  )

/** The hash of the text that this person worked on last, as the server has it. */
async function storedHash({ id }: BrowserPerson): Promise<string | undefined> {
  const [draft] = await sql<{ text_hash: string }>(
    'select text_hash from public.script_drafts where user_id = $1 order by updated_at desc limit 1',
    [id],
  )
  return draft?.text_hash
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Waits until the server has this text. */
export const expectStored = (person: BrowserPerson, text: string) =>
  expect.poll(() => storedHash(person)).toBe(hashOf(text))
