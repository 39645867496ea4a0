import type { Page } from '@playwright/test'
import { createPerson, setApproved, signInAs, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

const PENDING = '**/rest/v1/profiles?*approved=eq.false*'

const panel = (page: Page) => page.getByRole('button', { name: 'Admin Panel' })

/** Other tests create people at the same time, so the badge is compared with the database. */
async function isCurrent(page: Page): Promise<boolean> {
  const [row] = await sql<{ count: string }>(
    "select count(*) from public.profiles where not approved and role = 'scriptwriter'",
  )
  const count = Number(row?.count)
  const expected = count === 0 ? '' : `${count > 99 ? '99+' : count}${count} waiting for approval`
  return (await panel(page).textContent()) === `Admin Panel${expected}`
}

test('the badge updates live in two browsers, and up to 99 people are shown in digits', async ({
  page,
  elsewhere: other,
}) => {
  // Other tests change the count meanwhile.
  test.slow()
  const boss = await createPerson('badge-boss', { role: 'admin' })
  const first = await createPerson('badge-first', { approved: false })
  await signInAs(page, boss)
  await signInAs(other, boss)

  // How every number is shown: tests/unit/web/script-lists.test.ts.
  await test.step('12,345 show as 99+, and screen readers get the full number', async () => {
    await page.route(PENDING, (route) =>
      route.fulfill({ status: 206, headers: { 'content-range': '0-0/12345' } }),
    )
    await page.goto('/dashboard')
    await expect(panel(page).getByText('99+', { exact: true })).toBeVisible()
    await expect(panel(page)).toHaveAccessibleName('Admin Panel 12345 waiting for approval')
    await page.unroute(PENDING)
  })

  await test.step('both follow as people sign up and are approved', async () => {
    await other.goto('/dashboard')
    await expect(panel(other)).toContainText('waiting')
    const both = async () => (await isCurrent(page)) && (await isCurrent(other))
    await createPerson('badge-second', { approved: false })
    await expect.poll(both, { timeout: 30_000 }).toBe(true)
    await setApproved(first, true)
    await expect.poll(both, { timeout: 30_000 }).toBe(true)
    await setApproved(first, false)
    await expect.poll(both, { timeout: 30_000 }).toBe(true)
  })

  await test.step('there is no badge when nobody is pending', async () => {
    await page.route(PENDING, (route) =>
      route.fulfill({ status: 200, headers: { 'content-range': '*/0' } }),
    )
    await setApproved(first, true)
    await expect(panel(page)).toHaveText('Admin Panel')
  })
})
