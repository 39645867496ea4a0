import { expectAccessible } from '../support/browser/axe.ts'
import { DESKTOP, expectNoOverflow, keepStill, notices, PHONE } from '../support/browser/page.ts'
import {
  type ComponentsServer,
  startComponentsServer,
} from '../support/browser/components-server.ts'
import { expect, test } from './fixtures.ts'

let server: ComponentsServer

test.beforeAll(async () => {
  server = await startComponentsServer()
})

test.afterAll(() => server.close())

test('on a phone components fit, axe finds nothing in any, and dialogs work by keyboard', async ({
  page,
}) => {
  await keepStill(page)
  await page.goto(server.address)
  await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  await test.step('at 360 px nothing overflows and every control is at least 44 px high', async () => {
    await expectNoOverflow(page)
    const tooSmall = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, textarea')]
        .filter((control) => control.getBoundingClientRect().height < 44)
        .map((control) => control.outerHTML),
    )
    expect(tooSmall).toEqual([])
  })

  await test.step('a table wider than the phone scrolls in its own region, also by keyboard', async () => {
    const frame = page.getByRole('region', { name: 'Users, newest first' })
    await frame.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)

    await page.setViewportSize(DESKTOP)
    await expect(frame).not.toHaveAttribute('tabindex')
  })

  await test.step('axe finds nothing in any component', async () => {
    await page.setViewportSize(PHONE)
    for (const name of ['Check', 'Information', 'Success', 'Failure', 'Account']) {
      await page.getByRole('button', { name, exact: true }).press('Enter')
    }
    await expect(page.getByText('Script title cannot be empty.', { exact: true })).toBeVisible()
    await expect(page.getByText('Save Error')).toBeVisible()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Rename script' }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.setViewportSize(DESKTOP)
  })

  await test.step('a dialog traps the focus and restores it on close', async () => {
    const trigger = page.getByRole('button', { name: 'Rename script' })
    await trigger.focus()
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Rename script' })
    await expect(dialog.getByLabel('Script name')).toBeFocused()
    const stops = ['Cancel', 'Rename', 'Close']
    for (const name of stops) {
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('button', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel('Script name')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(trigger).toBeFocused()
  })

  await test.step('a failed confirmation stays open, and its toast can be dismissed above it', async () => {
    await page.getByRole('button', { name: 'Delete script' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete script' })
    await question.getByRole('button', { name: 'Delete' }).click()

    const notice = notices(page).filter({ hasText: 'Failed to delete script' })
    await expect(notice).toBeVisible()
    await expect(question.getByText('Failed to delete script')).toBeVisible()
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toBeHidden()
    await expect(question).toBeVisible()

    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('Script deleted')).toBeVisible()
  })
})
