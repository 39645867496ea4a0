import { readFile } from 'node:fs/promises'
import { Zip } from '../../../screenplay/formats.ts'
import { codeNow } from '../../support/authenticator.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  addToConfig,
  expectBadField,
  expectNotice,
  expectConsoleErrors,
} from '../../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { openSecurity, signInElsewhere } from '../../support/browser/security.ts'
import { expect, test } from '../fixtures.ts'

test('sessions are ended, the data is downloaded, a second factor is set up, and the account deleted', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('many')
  await sql(
    `insert into public.scripts (user_id, title, content) values ($1, 'Farewell', '"FADE OUT."')`,
    [writer.id],
  )
  await signInAs(page, writer)
  const elsewhere = [await signInElsewhere(writer), await signInElsewhere(writer)]
  await signInElsewhere(writer)
  await sql(
    `update auth.sessions set refreshed_at = refreshed_at - interval '3 hours' where user_id = $1`,
    [writer.id],
  )
  const dialog = await openSecurity(page)
  const sessions = dialog.getByRole('listitem')
  await expect(sessions).toHaveCount(4)
  await expect(sessions.first()).toContainText('This device')
  await expect(sessions.first()).toContainText('127.0.0.1')
  await test.step('this device is active now, whenever its session was last renewed', async () => {
    const times = await page.evaluate(() => {
      const at = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
      // The minute may have changed since.
      return [Date.now(), Date.now() - 60_000].map((time) => `Active now, ${at.format(time)}`)
    })
    const text = await sessions.first().innerText()
    expect(times.filter((time) => text.includes(time))).toHaveLength(1)
    await expect(sessions.last()).toContainText('Last used ')
  })
  await sessions
    .last()
    .getByRole('button', { name: /^Sign out / })
    .click()
  await expect(sessions).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  for (const client of elsewhere) expect((await client.auth.getUser()).error).not.toBeNull()

  await test.step('the data is downloaded as a zip file', async () => {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download my data' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Script Writer.zip')
    const zip = new Zip(new Uint8Array(await readFile(await file.path())))
    const script = await zip.read('scripts/Farewell.fountain')
    expect(new TextDecoder().decode(script)).toBe('FADE OUT.')
  })

  const warning = dialog.getByText('Turning it on signs you out on all other devices.')
  await expect(warning).toBeVisible()
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await expect(
    dialog.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible()
  const drawn = await dialog
    .getByRole('img', { name: 'QR code' })
    .evaluate((image) => (image as HTMLImageElement).naturalWidth)
  expect(drawn).toBeGreaterThan(0)
  await test.step('the dialog is accessible with everything open', async () => {
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expectAccessible(page)
  })
  const secret = (await dialog.locator('code').textContent()) ?? ''
  const code = dialog.getByLabel('Code', { exact: true })
  await code.fill('000000')
  await code.press('Enter')
  await expectBadField(code, 'This code is wrong or was already used.')
  expectConsoleErrors(consoleErrors, /422/)
  await code.fill(codeNow(secret))
  await code.press('Enter')
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\n')).toEqual(await codes.allTextContents())
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await expect(dialog.getByText('You have 10 recovery codes left.')).toBeVisible()
  await test.step('loaded again, the editor goes on with the stronger session and offers the dialog too', async () => {
    await page.goto('/editor')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Security' }).click()
    await expect(dialog.getByText('This device')).toBeVisible()
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(dialog.getByRole('button', { name: 'Set up' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  // Loading a page also shows that the weaker session is still valid.
  await openSecurity(page)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  const password = dialog.getByLabel('Your password')
  const confirm = dialog.getByRole('button', { name: 'Delete account for good' })
  await confirm.click()
  await expectBadField(password, 'Please enter your password.')
  await password.fill('not the password')
  await confirm.click()
  await expectBadField(password, 'This is not your password.')
  expectConsoleErrors(consoleErrors, /400/)
  await password.fill(writer.password)
  await confirm.click()
  await expect(page).toHaveURL('/login')
  await expectNotice(page, 'Account deleted')
  expect(await sql('select from auth.users where id = $1', [writer.id])).toEqual([])
  consoleErrors.splice(0)
})

test('where admins need a second factor, one without it is asked to set it up first', async ({
  page,
}) => {
  const admin = await createPerson('unready', { role: 'admin' })
  await signInAs(page, admin)
  // Only this page gets the setting of REQUIRE_ADMIN_MFA=true, because the tests share their database.
  await addToConfig(page, { requireAdminMfa: true })
  await page.goto('/admin')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: 'Admin Panel' })).toBeHidden()
  const note = page.getByRole('complementary', { name: 'Security' })
  await expect(note).toContainText('on hold until you set up a second factor')
  await note.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Security' })
  await dialog.getByRole('button', { name: 'Set up' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(codeNow(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /Admin Panel/ })).toBeVisible()
})
