import type { Page } from '@playwright/test'
import { expect, screen, type Screen } from '../screen.ts'

const LONG =
  'On Saturday the server gets a new disk and is down from 8:00 to 10:00.\nSave your scripts before that. Answers that are being written at that time are finished afterwards, and what you type while the server is away is kept in your browser until it is back.'

const notice = (number: number, state: string, body: string, more: object = {}) => ({
  id: `notice-${number}`,
  body,
  state,
  starts_at: '2026-03-09T16:20:00Z',
  ends_at: null,
  for_pending: false,
  created_by_email: 'admin@example.com',
  created_at: '2026-03-09T16:20:00Z',
  updated_at: '2026-03-09T16:20:00Z',
  dismissals: 12,
  total_count: 3,
  ...more,
})

const NOTICES = [
  notice(1, 'planned', 'The office is closed on Friday.', {
    starts_at: '2026-03-13T08:00:00Z',
    ends_at: '2026-03-14T08:00:00Z',
    dismissals: 0,
  }),
  notice(2, 'current', LONG, { for_pending: true, dismissals: 1204 }),
  notice(3, 'ended', 'Welcome to Script Writer.', { ends_at: '2026-03-10T08:00:00Z' }),
]

async function open(page: Page, list: readonly object[]): Promise<void> {
  await page.route('**/rpc/list_notices', (route) => route.fulfill({ json: list }))
  await page.goto('/admin?section=notices')
  await expect(page.getByRole('heading', { name: 'New notice' })).toBeVisible()
}

export const adminNoticesScreens: readonly Screen[] = [
  screen('admin-notices', 'admin', async (page) => {
    await open(page, NOTICES)
    await expect(page.getByText('Welcome to Script Writer.')).toBeVisible()
  }),
  screen('admin-notices-invalid', 'admin', async (page) => {
    await open(page, [])
    await page.getByLabel('Text').fill('Backup tonight.')
    await page.getByLabel('To', { exact: true }).fill('2020-01-01T10:00')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('The end is in the past.')).toBeVisible()
  }),
  screen('admin-notices-change', 'admin', async (page) => {
    await open(page, NOTICES)
    await page.getByRole('button', { name: /^Change the notice “On Saturday/ }).click()
    await expect(page.getByRole('dialog', { name: 'Change notice' })).toBeVisible()
  }),
  screen('dashboard-notice', 'writer', async (page) => {
    const notices = [{ id: 'notice-2', body: LONG }]
    await page.route('**/rpc/notices_now', (route) =>
      route.fulfill({ json: { notices, changes_in: null } }),
    )
    await page.goto('/dashboard')
    await expect(page.getByText('The Last Tram').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Dismiss notice' })).toBeVisible()
  }),
]
