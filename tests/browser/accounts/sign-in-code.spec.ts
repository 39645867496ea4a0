import type { Page } from '@playwright/test'
import { nextCode } from '../../support/authenticator.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { resetLinkOf } from '../../support/browser/mail.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  expectBadField,
  expectNotice,
  expectConsoleErrors,
  keepStill,
} from '../../support/browser/page.ts'
import { sql, signInByHand } from '../../support/browser/people.ts'
import { createSecuredPerson, type SecuredPerson } from '../../support/browser/security.ts'
import { expect, test } from '../fixtures.ts'

const code = (page: Page) => page.getByLabel('Code', { exact: true })

async function enterPassword(page: Page, person: SecuredPerson): Promise<void> {
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login')
  await signInByHand(page, person)
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
}

test('after the password a code of the app is asked for, or a recovery code', async ({
  page,
  consoleErrors,
}) => {
  const person = await createSecuredPerson('coded')
  await keepStill(page)
  await enterPassword(page, person)
  await expect(code(page)).toBeFocused()
  await test.step('a wrong code is said at the field', async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectBadField(code(page), 'Please enter the code.')
    await code(page).fill('000000')
    await code(page).press('Enter')
    await expectBadField(code(page), 'This code is wrong or was already used.')
    await expectNotice(page, 'Login Failed', 'This code is wrong or was already used.')
    expectConsoleErrors(consoleErrors, /422/)
    await expectAccessible(page)
  })
  await test.step('without the code no page opens, also after a reload, and one can go back', async () => {
    for (const path of ['/dashboard', '/editor', '/admin', '/pending']) {
      if (path === '/dashboard') await page.goto(path)
      else await goInApp(page, path)
      await expect(page).toHaveURL('/login')
      await expect(code(page)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await expect(page.getByLabel('Email')).toBeVisible()
  })
  await test.step('the next code of the app signs in', async () => {
    await enterPassword(page, person)
    await code(page).fill(nextCode(person.secret))
    await code(page).press('Enter')
    await expect(page).toHaveURL('/dashboard')
    await expectNotice(page, 'Logged in successfully!')
  })

  const recoveryCode = page.getByLabel('Recovery code', { exact: true })
  // That it works once only: tests/integration/auth/second-factors.test.ts.
  await test.step('a recovery code signs in too', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await enterPassword(page, person)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await recoveryCode.fill('aaaa-bbbb-cccc')
    await recoveryCode.press('Enter')
    await expectBadField(recoveryCode, 'This code is wrong or was already used.')
    expectConsoleErrors(consoleErrors, /422/)
    await recoveryCode.fill(person.codes[0] ?? '')
    await recoveryCode.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })
})

test('a forgotten password is reset with the code', async ({ page, consoleErrors }) => {
  const person = await createSecuredPerson('forgetful')
  await page.goto(await resetLinkOf(person))
  await page.getByLabel('New Password', { exact: true }).fill('another long password')
  await page.getByLabel('Confirm New Password').fill('another long password')
  await code(page).fill('000000')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expectBadField(code(page), 'This code is wrong or was already used.')
  expectConsoleErrors(consoleErrors, /422/)
  await code(page).fill(nextCode(person.secret))
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page).toHaveURL('/login')
  await expectNotice(page, 'Password Updated')
  const [told] = await sql<{ count: string }>(
    "select count(*) from private.mail_outbox where recipient = $1 and template = 'password_changed'",
    [person.email],
  )
  expect(told?.count).toBe('1')
})
