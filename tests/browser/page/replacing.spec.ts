import type { Page } from '@playwright/test'
import { openScript } from '../../support/browser/chats.ts'
import { expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const TEXT = `INT. MARA'S ROOM - NIGHT

Mara sleeps. Rui does not.

MARA (V.O.)
(low)
I am Mara.

RUI
(low)
Low, Mara.
`

/** Opens find with these texts in its fields; the focus is on Replace. */
async function find(page: Page, text: string, by: string) {
  await scriptPage(page).focus()
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
  for (let field = 0; field < 3; field += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await page.keyboard.type(by)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Replace', exact: true })).toBeFocused()
}

test('replacing keeps the letter case and what every line is, says what it skipped, and offers to rename', async ({
  page,
}) => {
  const { writer } = await openScript(page, TEXT)
  const search = page.getByRole('search', { name: 'Find and replace' })

  await test.step('all at once, in capitals where it was in capitals, undone at once', async () => {
    await find(page, 'mara', 'Marta')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(search.getByText('5 replaced.')).toBeVisible()
    await expectStored(writer, TEXT.replaceAll('MARA', 'MARTA').replaceAll('Mara', 'Marta'))
    await page.keyboard.press('Escape')
    await expect(scriptPage(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expectStored(writer, TEXT)
  })

  await test.step('one after the other', async () => {
    await find(page, 'mara', 'Marta')
    await page.keyboard.press('Enter')
    await expect(search.getByRole('status')).toHaveText('1 of 5')
    await page.keyboard.press('Enter')
    await expect(search.getByRole('status')).toHaveText('1 of 4')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(search.getByRole('status')).toHaveText('1 of 2')
    const [first, rest] = [TEXT.slice(0, 90), TEXT.slice(90)]
    const replaced = first.replaceAll('MARA', 'MARTA').replace('Mara', 'Marta') + rest
    await expectStored(writer, replaced)
    await page.keyboard.press('Escape')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z')
    await expectStored(writer, TEXT)
  })

  await test.step('if case matters it is as typed, and a cue is forced to stay a cue', async () => {
    await find(page, 'MARA', 'Marta')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(search.getByRole('checkbox', { name: 'Match case' })).toBeChecked()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(search.getByText('2 replaced.')).toBeVisible()
    await expectStored(
      writer,
      TEXT.replace("MARA'S", "Marta'S").replace('MARA (V.O.)', '@Marta (V.O.)'),
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expectStored(writer, TEXT)
  })

  await test.step('what cannot be forced is skipped and counted', async () => {
    await find(page, '(low)', 'Low')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(search.getByText('Nothing replaced, 2 skipped: they would change')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(search.getByText('Nothing replaced, 1 skipped: it would change')).toBeVisible()
    await expect(search.getByRole('status')).toHaveText('2 of 2')
    await page.keyboard.press('Escape')
    await expectStored(writer, TEXT)
  })

  await test.step("a character's name can be renamed instead", async () => {
    await find(page, 'Low', 'Inês')
    const offer = search.getByRole('button', { name: 'Rename a character' })
    await expect(offer).toBeHidden()
    await page.keyboard.press('Escape')
    await find(page, 'rui', 'Inês')
    await expect(search.getByText('RUI is a character.')).toBeVisible()
    await offer.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Rename a character' })
    await expect(dialog.getByLabel('Character')).toHaveValue('RUI')
    await expect(dialog.getByLabel('New name')).toHaveValue('Inês')
    await page.keyboard.press('Escape')
    await expect(scriptPage(page)).toBeFocused()
    await find(page, 'rui', 'Inês')
    await offer.press('Enter')
    await dialog.getByLabel('New name').press('Enter')
    await expectStored(writer, TEXT.replace('RUI', 'INÊS').replace('Rui', 'Inês'))
    await expect(scriptPage(page)).toBeFocused()
  })
})
