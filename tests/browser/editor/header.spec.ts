import type { Page } from '@playwright/test'
import { createPerson, signInAs, sql, signInByHand } from '../../support/browser/people.ts'
import { expectBadField, expectNotice, expectConsoleErrors } from '../../support/browser/page.ts'
import { hold, nameField, openMenu, saveButton } from '../../support/browser/chats.ts'
import { expect, test } from '../fixtures.ts'

const newPassword = 'another good password'

async function openPasswordDialog(page: Page) {
  const menu = await openMenu(page)
  await menu.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await expect(dialog).toBeVisible()
  return {
    dialog,
    first: dialog.getByLabel('New Password', { exact: true }),
    second: dialog.getByLabel('Confirm New Password', { exact: true }),
    submit: dialog.getByRole('button', { name: /^Updat/ }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  }
}

test('the header names the product and the script, leads back, and its menu changes the password and logs out', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('header')
  const [script] = await sql<{ id: string }>(
    `insert into public.scripts (user_id, title, content) values ($1, 'Slow', '""') returning id`,
    [writer.id],
  )
  const header = page.getByRole('banner')
  await test.step('a loading state shows until the script has arrived', async () => {
    await signInAs(page, writer)
    const release = await hold(page, '**/rest/v1/scripts?*content*')
    await page.goto(`/editor/${script?.id}`)
    await expect(page.getByText('Loading script editor...')).toBeVisible()
    release()
    await expect(nameField(page)).toHaveValue('Slow')
  })
  await expect(header.getByText('Script Writer')).toBeVisible()
  await expect(header.getByText('v2.0')).toBeVisible()
  await expect(nameField(page)).toHaveAttribute('placeholder', 'Enter script name...')
  await expect(saveButton(page)).toHaveText('Save')

  await test.step('Analyze reports that the feature is unavailable', async () => {
    await page.getByRole('button', { name: 'Analyze' }).click()
    await expectNotice(
      page,
      'Feature Temporarily Unavailable',
      'Script analysis will be available soon.',
    )
  })
  await test.step('a name that is not saved is shown as a whole beside what is said about it, at every width', async () => {
    const before = page.viewportSize()
    await nameField(page).fill('The Lisbon Job')
    for (const width of [1100, 1280, 1440, 1600, 1700, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(header.getByText('Changes since the last save, kept')).toBeVisible()
      const hidden = await nameField(page).evaluate(
        (field) => field.scrollWidth - field.clientWidth,
      )
      expect(hidden, `at ${width} px`).toBeLessThanOrEqual(0)
      const { height = 0 } = (await header.boundingBox()) ?? {}
      const { y = 0 } = (await header.getByText('Script Writer').boundingBox()) ?? {}
      expect(height, `at ${width} px`).toBe(60)
      expect(y, `at ${width} px`).toBeGreaterThanOrEqual(0)
    }
    if (before) await page.setViewportSize(before)
    await nameField(page).fill('Slow')
  })
  await test.step('on a phone the mark is beside the name, which stays where it is', async () => {
    const before = page.viewportSize()
    const boxOf = async () => (await nameField(page).boundingBox()) ?? { x: 0, y: 0, height: 0 }
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const { x, y, height } = await boxOf()
      await nameField(page).fill('Slow, but not that slow')
      const mark = header.locator('[data-save-state="changed"] [aria-hidden]')
      await expect(mark).toBeInViewport({ ratio: 1 })
      const now = await boxOf()
      expect([now.x, now.y], `at ${width} px`).toEqual([x, y])
      const dot = (await mark.boundingBox()) ?? { y: 0, height: 0 }
      expect(dot.y).toBeGreaterThan(y)
      expect(dot.y + dot.height).toBeLessThan(y + height)
      await nameField(page).fill('Slow')
    }
    if (before) await page.setViewportSize(before)
  })
  await test.step('the links lead to the dashboard, whose heading has the focus', async () => {
    const heading = page.getByRole('heading', { name: 'My Scripts' })
    await header.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(heading).toBeFocused()
    await page.goBack()
    await page.getByRole('button', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(heading).toBeFocused()
    await page.goBack()
  })
  await test.step('the menu has its label, the email, Change Password and Log out', async () => {
    const menu = await openMenu(page)
    await expect(menu.getByText('Account', { exact: true })).toBeVisible()
    await expect(menu.getByText(writer.email)).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Change Password' })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })

  await test.step('it validates in order before it sends anything', async () => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url())
    })
    const { dialog, first, second, submit } = await openPasswordDialog(page)
    await expect(dialog).toHaveAccessibleDescription(
      "Enter your new password below. Make sure it's at least 6 characters long.",
    )
    await expect(first).toHaveAttribute('required')
    await expect(second).toHaveAttribute('required')

    await submit.click()
    await expectBadField(first, 'Please fill out this field.')
    await first.fill('short')
    await submit.click()
    await expectBadField(second, 'Please fill out this field.')

    // Both rules are violated: the mismatch is reported first.
    await second.fill('other')
    await submit.click()
    await expectBadField(second, "New passwords don't match")
    await expectNotice(page, 'Error', "New passwords don't match")
    await second.fill('short')
    await submit.click()
    await expectBadField(first, 'Password must be at least 6 characters long')
    await expectNotice(page, 'Error', 'Password must be at least 6 characters long')
    expect(sent).toEqual([])
  })

  await test.step('Cancel and Escape discard what was typed', async () => {
    // The dialog is still open from the step before, with an error.
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()

    const { first, second, submit } = await openPasswordDialog(page)
    await expect(first).toHaveValue('')
    await expect(second).toHaveValue('')
    await expect(first).not.toHaveAttribute('aria-invalid', 'true')
    await first.fill('one thing')
    await second.fill('another thing')
    await submit.click()
    await expectBadField(second, "New passwords don't match")
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
  })

  await test.step("a password that the server refuses is reported in the server's words", async () => {
    await page.route('**/auth/v1/user', (route) =>
      route.fulfill({ status: 422, json: { code: 422, error_code: 'x', msg: 'Not that one.' } }),
    )
    const { dialog, first, second, submit, cancel } = await openPasswordDialog(page)
    await expect(first).toHaveValue('')
    await expect(second).toHaveValue('')
    await expect(second).not.toHaveAttribute('aria-invalid', 'true')
    await first.fill(newPassword)
    await second.fill(newPassword)
    await submit.click()
    await expectNotice(page, 'Error', 'Not that one.')
    await expect(dialog).toBeVisible()
    await expectBadField(first, 'Not that one.')
    await expect(first).toHaveValue(newPassword)
    expectConsoleErrors(consoleErrors, /422/)

    await page.unroute('**/auth/v1/user')
    await page.route('**/auth/v1/user', (route) => route.abort())
    await submit.click()
    await expectNotice(page, 'Error', "Can't reach the server. Please check your connection.")
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
    await page.unroute('**/auth/v1/user')
    await cancel.click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a changed password is confirmed, closes the dialog and works for the next sign-in', async () => {
    const { dialog, first, second, submit, cancel } = await openPasswordDialog(page)
    await first.fill(newPassword)
    await second.fill(newPassword)
    const release = await hold(page, '**/auth/v1/user')
    await submit.click()
    await expect(submit).toHaveText('Updating...')
    await expect(cancel).toBeDisabled()
    release()
    await expectNotice(page, 'Success', 'Password updated successfully')
    await expect(dialog).toBeHidden()
    await expect(nameField(page)).toBeVisible()

    const again = await openPasswordDialog(page)
    await expect(again.first).toHaveValue('')
    await again.cancel.click()

    await test.step("a Log out that fails leads to /login, and shows and logs 'Logout Error'", async () => {
      await page.route('**/auth/v1/logout*', (route) =>
        route.fulfill({ status: 500, json: { code: 500, msg: 'Out of order.' } }),
      )
      const menu = await openMenu(page)
      await menu.getByRole('menuitem', { name: 'Log out' }).click()
      await expectNotice(page, 'Logout Error')
      await expect(page).toHaveURL('/login')
      expect(consoleErrors.filter((text) => text.startsWith('Logout Error'))).toHaveLength(1)
      expectConsoleErrors(consoleErrors, /Logout Error|500/)
    })
    await expect(page.getByText('Your session has ended.')).toBeHidden()
    // Whoever signs out starts at the dashboard the next time.
    await signInByHand(page, { ...writer, password: newPassword })
    await expect(page).toHaveURL('/dashboard')
  })
})
