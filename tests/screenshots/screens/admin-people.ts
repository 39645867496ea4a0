import type { Page } from '@playwright/test'
import { expect, screen, type Screen } from '../screen.ts'

const LONG = 'a.very.long.address.of.a.new.writer@department.of.screenplays.example.com'

const invitation = (email: string, state: string, more: object = {}) => ({
  id: `invitation-of-${email}`,
  email,
  state,
  invited_by_email: 'admin@example.com',
  created_at: '2026-03-09T16:20:00Z',
  sent_at: '2026-03-09T16:20:00Z',
  expires_at: '2026-03-16T16:20:00Z',
  accepted_at: null,
  revoked_at: null,
  revoked_by_email: null,
  total_count: 5,
  ...more,
})

const INVITATIONS = [
  invitation(LONG, 'pending'),
  invitation('hanna@example.com', 'pending', { invited_by_email: LONG }),
  invitation('ivo@example.com', 'accepted', { accepted_at: '2026-03-10T08:00:00Z' }),
  invitation('jana@example.com', 'expired', { expires_at: '2026-03-08T16:20:00Z' }),
  invitation('kasimir@example.com', 'revoked', {
    revoked_at: '2026-03-10T09:00:00Z',
    revoked_by_email: 'second-admin@example.com',
    invited_by_email: null,
  }),
]

const ADMINS = [
  ['admin@example.com', true, true],
  ['second-admin@example.com', true, false],
  ['former-admin@example.com', false, false],
].map(([email, approved, is_self]) => ({
  id: `admin-${email}`,
  email,
  approved,
  is_self,
  created_at: '2026-01-07T09:00:00Z',
}))

const OUTCOMES = [
  { email: 'lena@example.com', outcome: 'invited', token: 'token', expires_at: null },
  { email: LONG, outcome: 'already_invited', token: null, expires_at: null },
  { email: 'agnes@example.com', outcome: 'has_account', token: null, expires_at: null },
  { email: 'no@address', outcome: 'invalid', token: null, expires_at: null },
]

async function open(page: Page, invitations: readonly object[]): Promise<void> {
  await page.route('**/rpc/list_invitations', (route) => route.fulfill({ json: invitations }))
  await page.route('**/rpc/list_administrators', (route) => route.fulfill({ json: ADMINS }))
  await page.route('**/rpc/invite', (route) => route.fulfill({ json: OUTCOMES }))
  await page.goto('/admin?section=invitations')
  await expect(page.getByText('former-admin@example.com')).toBeVisible()
}

async function openMenu(page: Page): Promise<void> {
  await page.goto('/admin')
  await page.getByRole('searchbox').fill('bruno')
  const users = page.getByRole('table', { name: 'Scriptwriters, newest first' })
  await expect(users.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'More actions for bruno@example.com' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}

export const adminPeopleScreens: readonly Screen[] = [
  screen('admin-user-menu', 'admin', openMenu),
  screen('admin-user-delete', 'admin', async (page) => {
    await openMenu(page)
    await page.getByRole('menuitem', { name: 'Delete account' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Delete account?' })).toBeVisible()
  }),
  screen('admin-approve-shown', 'admin', async (page) => {
    await page.goto('/admin')
    await page.getByText('Pending', { exact: true }).first().click()
    await page.getByRole('button', { name: /^Approve all/ }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('admin-invitations', 'admin', (page) => open(page, INVITATIONS)),
  screen('admin-invitations-sent', 'admin', async (page) => {
    await open(page, INVITATIONS)
    await page.getByLabel('Email addresses').fill('lena@example.com')
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByRole('list', { name: 'What became of the addresses' })).toBeVisible()
  }),
  screen('admin-invitations-empty', 'admin', async (page) => {
    await open(page, [])
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await expect(page.getByText('Please enter an email address.')).toBeVisible()
  }),
  screen('admin-invitations-error', 'admin', async (page) => {
    await page.route(/rpc\/list_(?:invitations|administrators)/, (route) =>
      route.fulfill({ status: 500, json: { message: 'no' } }),
    )
    await page.goto('/admin?section=invitations')
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(2)
  }),
]
