import type { Locator, Page } from '@playwright/test'
import { expect as hasty } from '../browser/fixtures.ts'
import { type BrowserPerson, createPerson, signInAs, sql } from './browser-people.ts'

/** The machine may be busy with more than this test. */
export const expect = hasty.configure({ timeout: 15_000 })

/** Opens /admin as an admin of this test alone. */
export async function openAdmin(page: Page): Promise<BrowserPerson> {
  const admin = await createPerson('admin', { role: 'admin' })
  await signInAs(page, admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  return admin
}

export const usersTable = (page: Page): Locator =>
  page.getByRole('table', { name: 'Scriptwriters, newest first' })

/** The line of one person, found by the search as an admin would. */
export async function findRow(page: Page, { email }: { email: string }): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search by email' }).fill(email)
  const row = usersTable(page).getByRole('row').filter({ hasText: email })
  await expect(usersTable(page).getByRole('row')).toHaveCount(2)
  return row
}

export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Times are the database's own: what must lie elsewhere in time is written with that trigger asleep. */
export const withOwnTimes = (table: string, statements: string) =>
  sql(`alter table public.${table} disable trigger keep_times;
    ${statements};
    alter table public.${table} enable trigger keep_times`)

/** Many people who signed up long ago, so that they crowd nobody else's first page. */
export async function createCrowd(name: string, count: number): Promise<void> {
  await sql(
    `insert into auth.users (id, email)
     select gen_random_uuid(), $1 || lpad(n::text, 3, '0') || '@example.com'
     from generate_series(1, $2::int) as n`,
    [name, count],
  )
  await withOwnTimes(
    'profiles',
    `update public.profiles
     set created_at = '2020-01-01'::timestamptz + substring(email from '(\\d{3})@')::int * interval '1 hour',
       approved = substring(email from '(\\d{3})@')::int % 3 = 0
     where email like '${name}%'`,
  )
}
