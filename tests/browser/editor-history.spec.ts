import type { Page } from '@playwright/test'
import { chatLog, openEditor, openMenu } from '../support/browser-chats.ts'
import { unsaved } from '../support/browser-generation.ts'
import { expectAccessible, expectConsoleErrors, expectNotice } from '../support/browser-page.ts'
import { createPerson, sql } from '../support/browser-people.ts'
import { addScript } from '../support/browser-scripts.ts'
import { expect, test } from './fixtures.ts'

const scene = (weather: string) => `INT. TRAM - NIGHT\n\n${weather} on the windows.`

/** A script that was saved three times. */
async function savedThrice() {
  const writer = await createPerson('historian')
  const id = await addScript(writer, 'Tram', scene('Rain'))
  for (const weather of ['Hail', 'Snow'])
    await sql('update public.scripts set content = to_jsonb($2::text) where id = $1', [
      id,
      scene(weather),
    ])
  return { writer, address: `/editor/${id}` }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'History' })
const versions = (page: Page) => dialog(page).getByRole('list', { name: 'Versions' })
const version = (page: Page, number: number) =>
  versions(page)
    .getByRole('listitem')
    .filter({ hasText: `Version ${number}` })

test('the history lists every version, shows one and restores it, here and in another tab', async ({
  page,
}) => {
  const { writer, address } = await savedThrice()
  await openEditor(page, writer, address)
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(chatLog(other)).toContainText('Snow on the windows.')

  await page.getByRole('button', { name: 'History' }).click()
  await expect(versions(page).getByRole('listitem')).toHaveCount(3)
  await expect(version(page, 3)).toContainText('Current')
  await expect(version(page, 3)).toContainText(/Imported · .+ · \d+ words/)
  await expect(version(page, 3).getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  await expectAccessible(page)

  await dialog(page).getByRole('button', { name: 'Show version 1' }).click()
  await expect(dialog(page).getByRole('article')).toContainText('Rain on the windows.')
  await expect(dialog(page).getByRole('button', { name: 'All versions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Show version 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Restore version 1' }).click()
  await expectNotice(page, 'Version Restored')
  await expect(versions(page).getByRole('listitem')).toHaveCount(4)
  await expect(version(page, 4)).toContainText(/Current.*Restored/)
  await page.keyboard.press('Escape')
  for (const tab of [page, other]) {
    await expect(chatLog(tab)).toContainText('Rain on the windows.')
    await expect(unsaved(tab)).toBeVisible()
  }
})

test('a restore that fails says why and changes nothing', async ({ page, consoleErrors }) => {
  const { writer, address } = await savedThrice()
  await openEditor(page, writer, address)
  await page.setViewportSize({ width: 390, height: 740 })
  await (await openMenu(page)).getByRole('menuitem', { name: 'History' }).click()
  await page.route('**/rpc/restore_version', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'the disk is full' } }),
  )
  await dialog(page).getByRole('button', { name: 'Restore version 2' }).click()
  await expect(
    dialog(page).getByText('Failed to restore the version: the disk is full'),
  ).toBeVisible()
  await expect(versions(page).getByRole('listitem')).toHaveCount(3)

  await page.unroute('**/rpc/restore_version')
  await page.route(
    '**/rpc/version_text',
    (route) => route.fulfill({ status: 400, json: { code: 'XX', message: 'not this one' } }),
    { times: 1 },
  )
  await dialog(page).getByRole('button', { name: 'Show version 2' }).click()
  await expect(dialog(page).getByText('Failed to load the version: not this one')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByRole('article')).toContainText('Hail on the windows.')
  expectConsoleErrors(consoleErrors, /status of/)
})

test('a new script has no versions yet', async ({ page }) => {
  await openEditor(page, await createPerson('beginner'))
  await page.getByRole('button', { name: 'History' }).click()
  await expect(dialog(page).getByText(/^No versions yet/)).toBeVisible()
})
