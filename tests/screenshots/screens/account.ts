import type { Page } from '@playwright/test'
import { expect, type Screen } from '../screen.ts'

/** The theme switch is the last part of a page to appear. */
async function open(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
}

const answerInvitation = (page: Page, json: object) =>
  page.route('**/auth/v1/invitation', (route) => route.fulfill({ json }))

export const accountScreens: readonly Screen[] = [
  { name: 'login', open: (page) => open(page, '/login', 'Sign in') },
  {
    name: 'login-failed',
    showsToast: true,
    async open(page) {
      await open(page, '/login', 'Sign in')
      await page.getByLabel('Email').fill('writer@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      // Toasts stay for as long as the pointer is over them.
      await page.locator('[data-sonner-toast]').filter({ hasText: 'Login Failed' }).hover()
    },
  },
  {
    name: 'login-reset-request',
    async open(page) {
      await open(page, '/login', 'Sign in')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('button', { name: 'Send Reset Email' })).toBeVisible()
    },
  },
  { name: 'sign-up', open: (page) => open(page, '/signup', /account/i) },
  {
    name: 'sign-up-error',
    async open(page) {
      await open(page, '/signup', /account/i)
      await page.getByLabel('Email').fill('new@example.com')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'sign-up-invited',
    async open(page) {
      await answerInvitation(page, { state: 'pending', email: 'invited@example.com' })
      await open(page, '/signup#invitation=token', /account/i)
      await expect(page.getByText('You are invited')).toBeVisible()
    },
  },
  {
    name: 'sign-up-invitation-expired',
    async open(page) {
      await answerInvitation(page, { state: 'expired' })
      await open(page, '/signup#invitation=token', /account/i)
      await expect(page.getByText('This invitation has expired.')).toBeVisible()
    },
  },
  {
    name: 'reset-password-invalid',
    open: (page) => open(page, '/auth/reset-password', 'Invalid Reset Link'),
  },
  {
    name: 'reset-password',
    async open(page, { sessions }) {
      const { accessToken = '', refreshToken = '' } = sessions.get('forgetful') ?? {}
      const tokens = `access_token=${accessToken}&refresh_token=${refreshToken}&type=recovery`
      await page.goto(`/auth/reset-password#${tokens}`)
      await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
    },
  },
  { name: 'pending', as: 'waiting', open: (page) => open(page, '/pending', /approval/i) },
  { name: 'not-found', open: (page) => open(page, '/no/such/page', 'Oops! Page not found') },
]
