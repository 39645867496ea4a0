import type { Page } from '@playwright/test'
import { linkMailedTo, resetLinkOf } from '../../support/browser/mail.ts'
import {
  createPerson,
  openSession,
  signInAs,
  uniqueEmail,
  signInByHand,
} from '../../support/browser/people.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  expectBadField,
  expectNotice,
  expectConsoleErrors,
  keepStill,
} from '../../support/browser/page.ts'
import { expect, test } from '../fixtures.ts'

const INVALID = 'This password reset link is invalid or has expired.'
const NEW_PASSWORD = 'a quite different one'

const email = (page: Page) => page.getByLabel('Email')
const first = (page: Page) => page.getByLabel('New Password', { exact: true })
const second = (page: Page) => page.getByLabel('Confirm New Password')
const send = (page: Page) => page.getByRole('button', { name: 'Send Reset Email' })

async function set(page: Page, password: string, again = password): Promise<void> {
  await first(page).fill(password)
  await second(page).fill(again)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

test('the form asks for a link, which the mail has, and the link lets the password be replaced', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('forgetful')
  await keepStill(page)
  await page.goto('/login')
  await email(page).fill('anna@example.com')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await expect(email(page)).toHaveValue('anna@example.com')
  await expect(email(page)).toBeFocused()
  await expect(email(page)).toHaveAttribute('autocomplete', 'email')

  await email(page).fill('')
  await send(page).click()
  await expectNotice(page, 'Error', 'Please enter your email address.')
  await expectBadField(email(page), 'Please enter your email address.')
  await email(page).fill('nobody')
  await send(page).click()
  const words = 'Unable to validate email address: invalid format'
  await expectNotice(page, 'Error', words)
  await expectBadField(email(page), words)
  expectConsoleErrors(consoleErrors, /400/)

  const address = uniqueEmail('stranger')
  await test.step('a failed request is reported', async () => {
    await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 500, json: {} }))
    await email(page).fill(address)
    await send(page).click()
    await expectNotice(page, 'Error', 'Failed to send reset email.')
    await page.unroute('**/auth/v1/recover**')
  })
  await test.step('a successful one does not reveal whether the account exists', async () => {
    const request = page.waitForRequest('**/auth/v1/recover**')
    await send(page).click()
    await expectNotice(
      page,
      'Reset Email Sent',
      'Check your email for password reset instructions.',
    )
    const redirect = new URL((await request).url()).searchParams.get('redirect_to')
    expect(redirect).toBe(`${new URL(page.url()).origin}/auth/reset-password`)
    await send(page).click()
    await expect(
      page.getByRole('main').getByText(/^Too many requests\. Please try again in \d+ seconds\.$/),
    ).toBeVisible()
    expectConsoleErrors(consoleErrors, /500|429/)
  })

  await test.step('the way back keeps the address, and only the password is left to type', async () => {
    await email(page).fill(writer.email)
    await send(page).click()
    await linkMailedTo(writer.email, /^Reset your/)
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(email(page)).toHaveValue(writer.email)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  })

  const link = await linkMailedTo(writer.email, /^Reset your/)
  await page.goto(link)
  await expect(first(page)).toBeVisible()
  await expect(page.getByText(`For ${writer.email}.`)).toBeVisible()
  expect(await page.evaluate(() => window.location.href)).toBe(
    `${new URL(page.url()).origin}/auth/reset-password`,
  )

  await set(page, 'short', 'shorter')
  await expectNotice(
    page,
    "Passwords Don't Match",
    'Please make sure both passwords are identical.',
  )
  await expectBadField(second(page), 'Please make sure both passwords are identical.')
  await set(page, 'seven77')
  await expectNotice(page, 'Password Too Short', 'Password must be at least 8 characters long.')
  await expectBadField(first(page), 'Password must be at least 8 characters long.')
  await set(page, writer.password)
  const same = 'New password should be different from the old password.'
  await expectNotice(page, 'Error', same)
  await expectBadField(first(page), same)
  expectConsoleErrors(consoleErrors, /422/)

  await set(page, NEW_PASSWORD)
  await expect(page).toHaveURL('/login')
  await expectNotice(
    page,
    'Password Updated',
    'Your password has been successfully updated. You can now log in.',
  )

  await test.step('the second time the link is invalid and leads back to /login', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(INVALID)
    await expectNotice(page, 'Invalid Reset Link', INVALID)
    expect(await page.evaluate(() => window.location.hash)).toBe('')
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await expect(page).toHaveURL('/login')
  })
  await test.step('the new password signs in, the old one does not', async () => {
    await signInByHand(page, writer)
    await expectNotice(page, 'Login Failed', 'Invalid login credentials')
    expectConsoleErrors(consoleErrors, /400/)
    await signInByHand(page, { ...writer, password: NEW_PASSWORD })
    await expect(page).toHaveURL('/dashboard')
  })
})

test('a link works for its own account while somebody else is signed in, and signs everyone out', async ({
  page,
}) => {
  const anna = await createPerson('anna')
  const link = await resetLinkOf(anna)
  const bert = await createPerson('bert')
  await signInAs(page, bert)
  await page.goto(link)
  await expect(page.getByText(`For ${anna.email}.`)).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('script-writer-session'))
  expect(stored).toContain(bert.email)

  await set(page, NEW_PASSWORD)
  await expect(page).toHaveURL('/login')
  await signInByHand(page, { ...anna, password: NEW_PASSWORD })
  await expect(page).toHaveURL('/dashboard')
})

/** Well formed and not expired, but with a bad signature. */
function forged(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ exp: 4_000_000_000, sub: 'x' })}.c2ln`
}

// Which addresses are recovery links: tests/unit/web/recovery-link.test.ts.
test('a link is verified first, in the query string or the hash, and a forged one is invalid', async ({
  page,
  consoleErrors,
}) => {
  await keepStill(page)
  const { access_token, refresh_token } = await openSession(await createPerson('query'))
  const tokens = `access_token=${access_token}&refresh_token=${refresh_token}`
  const invalid = page.getByRole('heading', { name: 'Invalid Reset Link' })

  await test.step('the page says that it verifies the link, and an unreachable server can be retried', async () => {
    const release = Promise.withResolvers<void>()
    await page.route('**/auth/v1/user', async (route) => {
      await release.promise
      await route.abort()
    })
    await page.goto(`/auth/reset-password?${tokens}&type=recovery`)
    await expect(page.getByText('Verifying reset link...')).toBeVisible()
    await expect(page).toHaveURL('/auth/reset-password')
    release.resolve()
    await expect(
      page.getByText("Can't reach the server. Please check your connection."),
    ).toBeVisible()
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
    await page.unroute('**/auth/v1/user')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(first(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('so can the change, after a password that is too short', async () => {
    await set(page, 'seven77')
    await expectBadField(first(page), 'Password must be at least 8 characters long.')
    await page.route('**/auth/v1/user', (route) => route.abort())
    await set(page, NEW_PASSWORD)
    await expectNotice(page, 'Error', "Can't reach the server. Please check your connection.")
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
    await page.unroute('**/auth/v1/user')
  })
  await test.step('another link can be opened in the same tab', async () => {
    await page.goto(`/auth/reset-password#${tokens}&type=signup`)
    await expect(invalid).toBeVisible()
    await expect(page).toHaveURL('/auth/reset-password')
    await page.goto(`/auth/reset-password#${tokens}&type=recovery`)
    await expect(first(page)).toBeVisible()
    await expect(page).toHaveURL('/auth/reset-password')
  })
  await test.step('a forged one is refused by the server', async () => {
    await page.goto(`/auth/reset-password#access_token=${forged()}&refresh_token=r&type=recovery`)
    await expect(invalid).toBeVisible()
    await expect(page.getByText(INVALID).first()).toBeVisible()
    await expect(page).toHaveURL('/auth/reset-password')
    expectConsoleErrors(consoleErrors, /40[013]/)
  })
})
