import type { Page } from '@playwright/test'
import { expect, screen, type Screen } from '../screen.ts'

/** Fixed days and numbers, because the real last thirty days depend on today's date. */
const DAYS = Array.from({ length: 30 }, (_, at) => ({
  day: new Date(Date.UTC(2026, 1, 9 + at)).toISOString().slice(0, 10),
  generations: (at * 7) % 23,
}))

async function open(page: Page): Promise<void> {
  await page.route('**/rpc/generations_per_day', (route) => route.fulfill({ json: DAYS }))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(page.getByText('agnes@example.com').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Changes, newest first' })).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
}

export const adminScreens: readonly Screen[] = [
  screen('admin', 'admin', open),
  screen('admin-audit-log', 'admin', async (page) => {
    await open(page)
    await page.getByRole('table', { name: 'Changes, newest first' }).scrollIntoViewIfNeeded()
    await page.evaluate(() => {
      document.scrollingElement?.scrollTo({ top: 1_000_000, behavior: 'instant' })
    })
  }),
  screen('admin-restrict', 'admin', async (page) => {
    await open(page)
    await page.getByRole('searchbox').fill('bruno')
    const users = page.getByRole('table', { name: 'Scriptwriters, newest first' })
    await expect(users.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Restrict' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Restrict User Access' })).toBeVisible()
  }),
  screen('admin-error', 'admin', async (page) => {
    await page.route('**/rpc/list_users', (route) =>
      route.fulfill({ status: 500, json: { message: 'no' } }),
    )
    await page.route('**/rpc/generations_per_day', (route) => route.fulfill({ json: DAYS }))
    await page.goto('/admin')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Changes, newest first' })).toBeVisible()
    await expect(page.locator('canvas').first()).toBeVisible()
  }),
]
