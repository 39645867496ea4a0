import type { Page } from '@playwright/test'
import { expectAccessible } from '../../support/browser/axe.ts'
import { openEditor, promptBox } from '../../support/browser/chats.ts'
import { expectConsoleErrors, expectNoOverflow, PHONE } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

const options = (page: Page) => page.getByRole('option')
const list = (page: Page) => page.getByRole('listbox', { name: 'Saved prompts' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Saved prompts' })
const button = (page: Page) => page.getByRole('button', { name: 'Saved prompts' })

async function save(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
}

test('prompts are saved by name, found by a slash, changed, deleted, and shared by administrators', async ({
  page,
  elsewhere,
  consoleErrors,
}) => {
  const writer = await createPerson('writer')
  const admin = await createPerson('keeper-of-prompts', { role: 'admin' })
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/prompts')) reads.push(request.method())
  })
  await openEditor(page, writer)
  const box = promptBox(page)

  await test.step('a prompt is saved under a name, which is used once', async () => {
    await box.fill('Make it shorter.')
    expect(reads).toEqual([])
    await button(page).click()
    await expect(dialog(page).getByText('Nothing saved yet.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Save this prompt' }).click()
    await expect(dialog(page).getByRole('textbox', { name: 'Prompt' })).toHaveValue(
      'Make it shorter.',
    )
    await expect(dialog(page).getByText('For everybody')).toHaveCount(0)
    await save(page, 'Shorter')
    await expect(dialog(page).getByRole('button', { name: /^Shorter/ })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Save this prompt' }).click()
    await save(page, 'SHORTER')
    await expect(
      dialog(page).getByText('You have a saved prompt with this name already.'),
    ).toBeVisible()
    expectConsoleErrors(consoleErrors, /409/)
    await expectAccessible(page, dialog(page))
    await save(page, 'Short and sad')
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(button(page)).toBeFocused()
  })

  await test.step('what an administrator saves for everybody has a sign, and no buttons to change it', async () => {
    await openEditor(elsewhere, admin)
    await button(page).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
    await button(elsewhere).click()
    await dialog(elsewhere).getByRole('button', { name: 'New prompt' }).click()
    await dialog(elsewhere).getByRole('textbox', { name: 'Prompt' }).fill('In our house style.')
    await dialog(elsewhere).getByRole('checkbox', { name: 'For everybody' }).check()
    await save(elsewhere, 'House style')
    const row = dialog(page).getByRole('listitem').filter({ hasText: 'House style' })
    await expect(row).toContainText('For everybody')
    await expect(row.getByRole('button')).toHaveCount(1)
    await expect(dialog(elsewhere)).not.toContainText('Shorter')
    await page.keyboard.press('Escape')
  })

  await test.step('a slash in an empty prompt opens the list; keys filter, move, insert and close', async () => {
    await box.fill('')
    await box.press('/')
    await expect(list(page)).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page, list(page))
    await box.press('ArrowDown')
    await expect(box).toHaveAttribute(
      'aria-activedescendant',
      (await options(page).nth(1).getAttribute('id')) ?? '',
    )
    await box.pressSequentially('sho')
    await expect(options(page)).toHaveText([/Short and sad/, /Shorter/])
    await box.press('ArrowUp')
    await box.press('Enter')
    await expect(list(page)).toBeHidden()
    await expect(box).toHaveValue('Make it shorter.')
    await expect(box).toBeFocused()
    await box.fill('')
    await box.pressSequentially('/ho')
    await expect(options(page)).toHaveText([/House style/, /Short and sad/, /Shorter/])
    await box.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(box).toHaveValue('/ho')
    await box.fill('')
    await box.pressSequentially('a/')
    await expect(list(page)).toBeHidden()
  })

  await test.step('it is inserted where the cursor is, in place of what is selected', async () => {
    await box.fill('Write a scene. Then stop.')
    await box.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(15, 25))
    await button(page).click()
    await dialog(page)
      .getByRole('button', { name: /^House style/ })
      .click()
    await expect(box).toHaveValue('Write a scene. In our house style.')
    await expect(box).toBeFocused()
  })

  await test.step('it is renamed, changed and deleted, in every tab', async () => {
    await button(page).click()
    await dialog(page).getByRole('button', { name: 'Edit Short and sad' }).click()
    await dialog(page).getByRole('textbox', { name: 'Prompt' }).fill('Sadder.')
    await save(page, 'Sad')
    await dialog(page).getByRole('button', { name: 'Delete Shorter' }).click()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2)
    expect(
      await sql('select name, text from public.prompts where user_id = $1', [writer.id]),
    ).toEqual([{ name: 'Sad', text: 'Sadder.' }])
    await dialog(elsewhere).getByRole('button', { name: 'Delete House style' }).click()
    await expect(dialog(elsewhere).getByRole('alert')).toHaveText(
      'Delete House style for everybody?',
    )
    await dialog(elsewhere).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
    await page.keyboard.press('Escape')
  })

  await test.step('a tap inserts on a phone, where everything fits', async () => {
    await page.setViewportSize(PHONE)
    await box.fill('')
    await box.press('/')
    await expectNoOverflow(page)
    await options(page).first().click()
    await expect(box).toHaveValue('Sadder.')
    await button(page).click()
    await expectAccessible(page, dialog(page))
    await expectNoOverflow(page)
  })
})
