import type { Page } from '@playwright/test'
import { expect, screen, type Screen } from '../screen.ts'

/** The theme switch is the last part of a page to appear. */
async function open(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
}

const answerInvitation = (page: Page, json: object) =>
  page.route('**/auth/v1/invitation', (route) => route.fulfill({ json }))

export const accountScreens: readonly Screen[] = [
  screen('login', null, (page) => open(page, '/login', 'Sign in')),
  screen(
    'login-failed',
    null,
    async (page) => {
      await open(page, '/login', 'Sign in')
      await page.getByLabel('Email').fill('writer@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      // Toasts stay for as long as the pointer is over them.
      await page.locator('[data-sonner-toast]').filter({ hasText: 'Login Failed' }).hover()
    },
    { showsToast: true },
  ),
  screen('login-reset-request', null, async (page) => {
    await open(page, '/login', 'Sign in')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('button', { name: 'Send Reset Email' })).toBeVisible()
  }),
  screen('sign-up', null, (page) => open(page, '/signup', /account/i)),
  screen('sign-up-error', null, async (page) => {
    await open(page, '/signup', /account/i)
    await page.getByLabel('Email').fill('new@example.com')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  }),
  screen('sign-up-invited', null, async (page) => {
    await answerInvitation(page, { state: 'pending', email: 'invited@example.com' })
    await open(page, '/signup#invitation=token', /account/i)
    await expect(page.getByText('You are invited')).toBeVisible()
  }),
  screen('sign-up-invitation-expired', null, async (page) => {
    await answerInvitation(page, { state: 'expired' })
    await open(page, '/signup#invitation=token', /account/i)
    await expect(page.getByText('This invitation has expired.')).toBeVisible()
  }),
  screen('reset-password-invalid', null, (page) =>
    open(page, '/auth/reset-password', 'Invalid Reset Link'),
  ),
  screen('reset-password', null, async (page, { sessions }) => {
    const { accessToken = '', refreshToken = '' } = sessions.get('forgetful') ?? {}
    const tokens = `access_token=${accessToken}&refresh_token=${refreshToken}&type=recovery`
    await page.goto(`/auth/reset-password#${tokens}`)
    await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  }),
  screen('pending', 'waiting', (page) => open(page, '/pending', /approval/i)),
  screen('not-found', null, (page) => open(page, '/no/such/page', 'Oops! Page not found')),
]
