import { expect, type Locator, type Page } from '@playwright/test'
import { type BrowserPerson, sql } from './people.ts'

export const reviewBar = (page: Page): Locator =>
  page.getByRole('toolbar', { name: 'Review of the answer' })

/** Waits until the review bar says which change, or alternative, of how many is shown. */
export const reviewPlace = (page: Page, text: string) => expect(reviewBar(page)).toContainText(text)

/** Applies an answer as the server does in the transaction that ends the job. */
export async function applyAnswer({ id }: BrowserPerson, text: string, others: string[] = []) {
  await sql(
    `with job as (
       insert into public.generation_jobs (user_id, prompt) values ($1, 'Go') returning id
     )
     select private.apply_answer_text(drafts.work_id, job.id, $2, $3)
     from job, public.script_drafts as drafts where drafts.user_id = $1`,
    [id, text, others],
  )
}

export async function keptBy({ id }: BrowserPerson): Promise<number[]> {
  const [row] = await sql<{ kept: number[] }>(
    'select kept from public.answer_reviews where user_id = $1',
    [id],
  )
  return row?.kept ?? []
}
