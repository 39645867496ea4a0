import type { Page } from '@playwright/test'
import { linkMailedTo } from '../support/browser-mail.ts'
import {
  type BrowserPerson,
  createPerson,
  openSession,
  signInAs,
  uniqueEmail,
} from '../support/browser-people.ts'
import {
  expectAccessible,
  expectBadField,
  expectNotice,
  forgive,
  keepStill,
} from '../support/browser-page.ts'
import { expect, test } from './fixtures.ts'

const INVALID = 'This password reset link is invalid or has expired.'
const NEW_PASSWORD = 'a quite different one'

const email = (page: Page) => page.getByLabel('Email')
const first = (page: Page) => page.getByLabel('New Password', { exact: true })
const second = (page: Page) => page.getByLabel('Confirm New Password')
const send = (page: Page) => page.getByRole('button', { name: 'Send Reset Email' })

async function askForLink(page: Page, address: string): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await email(page).fill(address)
  await send(page).click()
}

async function linkFor(page: Page, person: BrowserPerson): Promise<string> {
  await askForLink(page, person.email)
  await expectNotice(page, 'Reset Email Sent', 'Check your email for password reset instructions.')
  return linkMailedTo(person.email, /^Reset your/)
}

async function set(page: Page, password: string, again = password): Promise<void> {
  await first(page).fill(password)
  await second(page).fill(again)
  await page.getByRole('button', { name: 'Update Password' }).click()
}

async function signIn(page: Page, { email: address }: BrowserPerson, password: string) {
  await email(page).fill(address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('from the forgotten password to a new one, by the link in the mail', async ({
  page,
  complaints,
}) => {
  const writer = await createPerson('forgetful')
  const link = await linkFor(page, writer)
  await page.goto(link)
  await expect(first(page)).toBeVisible()
  await expect(page.getByText(`Choose a new password for ${writer.email}.`)).toBeVisible()
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
  forgive(complaints, /422/)

  await set(page, NEW_PASSWORD)
  await expect(page).toHaveURL('/login')
  await expectNotice(
    page,
    'Password Updated',
    'Your password has been successfully updated. You can now log in.',
  )
  await signIn(page, writer, writer.password)
  await expectNotice(page, 'Login Failed', 'Invalid login credentials')
  forgive(complaints, /400/)
  await signIn(page, writer, NEW_PASSWORD)
  await expect(page).toHaveURL('/dashboard')
})

test('a link works once: the second time it is invalid, and leads back to /login', async ({
  page,
}) => {
  const link = await linkFor(page, await createPerson('twice'))
  await page.goto(link)
  await expect(first(page)).toBeVisible()
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(INVALID)
  await expectNotice(page, 'Invalid Reset Link', INVALID)
  expect(await page.evaluate(() => window.location.hash)).toBe('')
  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL('/login')
})

test('while somebody else is signed in, the link is still its own, and ends with nobody signed in', async ({
  page,
}) => {
  const anna = await createPerson('anna')
  const link = await linkFor(page, anna)
  const bert = await createPerson('bert')
  await signInAs(page, bert)
  await page.goto(link)
  await expect(page.getByText(`Choose a new password for ${anna.email}.`)).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('script-writer-session'))
  expect(stored).toContain(bert.email)

  await set(page, NEW_PASSWORD)
  await expect(page).toHaveURL('/login')
  await signIn(page, anna, NEW_PASSWORD)
  await expect(page).toHaveURL('/dashboard')
})

test('the tokens may also come in the query, and a second link may follow in the same tab', async ({
  page,
}) => {
  const { access_token, refresh_token } = await openSession(await createPerson('query'))
  const tokens = `access_token=${access_token}&refresh_token=${refresh_token}`
  await page.goto(`/auth/reset-password?${tokens}&type=recovery`)
  await expect(first(page)).toBeVisible()
  await expect(page).toHaveURL('/auth/reset-password')

  await page.goto(`/auth/reset-password#${tokens}&type=signup`)
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(page).toHaveURL('/auth/reset-password')
  await page.goto(`/auth/reset-password#${tokens}&type=recovery`)
  await expect(first(page)).toBeVisible()
  await expect(page).toHaveURL('/auth/reset-password')
})

for (const [what, address, refusal] of [
  ['without tokens', '/auth/reset-password', undefined],
  ['with one token', '/auth/reset-password#access_token=a.b.c&type=recovery', undefined],
  [
    'with forged tokens',
    '/auth/reset-password#access_token=a.b.c&refresh_token=r&type=recovery',
    undefined,
  ],
  [
    "with the server's refusal",
    '/auth/reset-password#error=access_denied&error_code=otp_expired',
    undefined,
  ],
  [
    'with tokens that the server does not know',
    `/auth/reset-password#access_token=${forged()}&refresh_token=r&type=recovery`,
    /40[013]/,
  ],
] as const) {
  test(`an address ${what} is an invalid link`, async ({ page, complaints }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
    await expect(page.getByText(INVALID).first()).toBeVisible()
    await expect(page).toHaveURL('/auth/reset-password')
    if (refusal) forgive(complaints, refusal)
  })
}

/** Well made, not expired, and signed by nobody. */
function forged(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ exp: 4_000_000_000, sub: 'x' })}.c2ln`
}

test('while the link is verified the page says so; an unreachable server can be asked again', async ({
  page,
  complaints,
}) => {
  const link = await linkFor(page, await createPerson('patient'))
  const release = Promise.withResolvers<void>()
  await page.route('**/auth/v1/user', async (route) => {
    await release.promise
    await route.abort()
  })
  await page.goto(link)
  await expect(page.getByText('Verifying reset link...')).toBeVisible()
  await expect(page).toHaveURL('/auth/reset-password')
  release.resolve()
  await expect(
    page.getByText("Can't reach the server. Please check your connection."),
  ).toBeVisible()
  forgive(complaints, /ERR_FAILED/)
  await page.unroute('**/auth/v1/user')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(first(page)).toBeVisible()

  await page.route('**/auth/v1/user', (route) => route.abort())
  await set(page, NEW_PASSWORD)
  await expectNotice(page, 'Error', "Can't reach the server. Please check your connection.")
  forgive(complaints, /ERR_FAILED/)
})

test('the request form says what is wrong, keeps the address, and leads back', async ({
  page,
  complaints,
}) => {
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
  forgive(complaints, /400/)

  await page.getByRole('button', { name: 'Back to Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(email(page)).toHaveValue('nobody')
  await expect(email(page)).toBeFocused()
})

test('a mail that could not be asked for is an error: in our words without an answer', async ({
  page,
  complaints,
}) => {
  const address = uniqueEmail('stranger')
  await page.route('**/auth/v1/recover**', (route) => route.fulfill({ status: 500, json: {} }))
  await askForLink(page, address)
  await expectNotice(page, 'Error', 'Failed to send reset email.')
  await page.unroute('**/auth/v1/recover**')
  // Nobody learns whether the address has an account.
  const request = page.waitForRequest('**/auth/v1/recover**')
  await send(page).click()
  await expectNotice(page, 'Reset Email Sent', 'Check your email for password reset instructions.')
  const redirect = new URL((await request).url()).searchParams.get('redirect_to')
  expect(redirect).toBe(`${new URL(page.url()).origin}/auth/reset-password`)
  await send(page).click()
  await expect(
    page.getByText(/^Too many requests\. Please try again in \d+ seconds\.$/),
  ).toBeVisible()
  forgive(complaints, /500|429/)
})

test('axe finds nothing on the way to a new password', async ({ page }) => {
  await keepStill(page)
  const link = await linkFor(page, await createPerson('axe'))
  await expectAccessible(page)
  await page.goto(link)
  await expect(first(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  await expectAccessible(page)
  await set(page, 'seven77')
  await expectBadField(first(page), 'Password must be at least 8 characters long.')
  await expectAccessible(page)
  await page.goto('about:blank')
  await page.goto('/auth/reset-password')
  await expectNotice(page, 'Invalid Reset Link', INVALID)
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  await expectAccessible(page)
})
