import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { type BrowserPerson, createPerson, remember, signInAs, sql } from './people.ts'

/** Opens /admin as a new administrator. */
export async function openAdmin(page: Page): Promise<BrowserPerson> {
  const admin = await createPerson('admin', { role: 'admin' })
  await signInAs(page, admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  return admin
}

export const usersTable = (page: Page): Locator =>
  page.getByRole('table', { name: 'Scriptwriters, newest first' })

/** The row of one person, found through the search. */
export async function findRow(page: Page, { email }: { email: string }): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search by email' }).fill(email)
  const row = usersTable(page).getByRole('row').filter({ hasText: email })
  await expect(usersTable(page).getByRole('row')).toHaveCount(2)
  return row
}

export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

export const broken = { status: 500, json: { message: 'no' } }

/** Runs statements without the trigger that sets timestamps. */
export const withOwnTimes = (table: string, statements: string) =>
  sql(`alter table public.${table} disable trigger keep_times;
    ${statements};
    alter table public.${table} enable trigger keep_times`)

/** Many people who signed up long ago, so that they stay off the first page of other tests. */
export async function createCrowd(name: string, count: number): Promise<void> {
  const crowd = await sql<{ id: string }>(
    `insert into auth.users (id, email)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0') || '@example.com'
     from generate_series(1, $2::int) as n
     returning id`,
    [name, count],
  )
  remember(...crowd.map(({ id }) => id))
  await withOwnTimes(
    'profiles',
    `update public.profiles
     set created_at = '2020-01-01'::timestamptz + substring(email from '(\\d{3})@')::int * interval '1 hour',
       approved = substring(email from '(\\d{3})@')::int % 3 = 0
     where email like '${name}%'`,
  )
}
