import type { Page } from '@playwright/test'
import {
  addConversation,
  chatList,
  chatLog,
  inList,
  nameField,
  openEditor,
  promptBox,
  saveButton,
  scriptList,
  storedScripts,
} from '../../support/browser/chats.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectNotice, expectConsoleErrors, keepStill } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const SCRIPT = `INT. TRAM - NIGHT #1#

Rain. [[A note.]]

MARA
(whispering)
Don't look up.

CUT TO:`

test('axe finds nothing in the editor, with a mark for an unsaved name and a conflict', async ({
  page,
  consoleErrors,
}) => {
  await keepStill(page)
  const writer = await createPerson('everybody', { learningLoop: true })
  const scriptId = await addScript(writer, 'Seen before', SCRIPT)
  await addConversation(writer, 'Chat: Seen before', {
    scriptId,
    messages: [
      ['user', 'A heist on the last tram.'],
      ['ai', SCRIPT],
      ['ai', 'Generation stopped by user.'],
      ['user', 'No answer to this.'],
    ],
  })
  await openEditor(page, writer, `/editor/${scriptId}`)
  await expect(page.getByRole('button', { name: 'Add To Learning Loop' })).toHaveCount(2)
  await expect(page.getByText('No answer yet.')).toBeVisible()
  const mark = page.getByRole('banner').getByTitle('Changes since the last save, kept')
  await expect(mark).toHaveCount(0)
  await nameField(page).fill('A name that is far too long for the screen of a phone')
  await expect(mark).toBeInViewport({ ratio: 1 })
  await expect(mark).toContainText('Changes since the last save, kept')
  const size = await mark.locator('[aria-hidden]').boundingBox()
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(8)
  await expectAccessible(page)

  await sql(`update public.scripts set title = 'Theirs' where id = $1`, [scriptId])
  await saveButton(page).click()
  const conflict = page.getByRole('dialog', { name: 'This script was changed elsewhere' })
  await expect(conflict).toBeVisible()
  await expectAccessible(page, conflict)
  expectConsoleErrors(consoleErrors, /409/)
})

/** Presses Tab until everything with one of these names has had the focus. */
async function tabThrough(page: Page, names: RegExp[]): Promise<void> {
  await page.evaluate(() => {
    const focused: string[] = []
    Object.assign(window, { focused })
    document.addEventListener('focusin', ({ target }) => {
      const { ariaLabel, textContent } = target as HTMLElement
      focused.push(ariaLabel ?? textContent)
    })
  })
  const missing = async () => {
    const focused = await page.evaluate(() => (window as unknown as { focused: string[] }).focused)
    return names.filter((name) => !focused.some((each) => name.test(each)))
  }
  for (let stops = 0; stops < 100 && (await missing()).length > 0; stops += 10)
    for (let stop = 0; stop < 10; stop += 1) await page.keyboard.press('Tab')
  expect(await missing(), 'what the keyboard does not reach').toEqual([])
}

test('everything can be reached by keyboard alone', async ({ page }) => {
  const writer = await createPerson('keyboarder')
  await addConversation(writer, 'To be deleted')
  await addConversation(writer, 'To be read', { messages: [['ai', SCRIPT]] })
  await openEditor(page, writer)
  // Whatever led here is gone.
  await expect(page.getByRole('main')).toBeFocused()
  await inList(chatList(page), 'To be read').focus()
  await page.keyboard.press('Enter')
  await expect(chatLog(page).getByText('Rain.')).toBeVisible()
  await tabThrough(page, [
    /^To be read/,
    /^Options for To be deleted/,
    /^Script Name$/,
    /^Account/,
    /^Chats$/,
    /^Download as/,
    /^Prompt$/,
  ])

  await page.getByRole('button', { name: 'Options for To be deleted' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectNotice(page, 'Conversation deleted')
  await expect(inList(chatList(page), 'To be deleted')).toBeHidden()

  await nameField(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Control+s')
  await expectNotice(page, 'Success!')
  expect((await storedScripts(writer))[0]?.title).toBe('By keyboard')

  await page.getByRole('button', { name: 'Account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()

  await page.getByRole('tab', { name: 'Chats' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Scripts' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'New Script' })).toBeVisible()

  await page.getByRole('button', { name: /^Download as/ }).focus()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('By keyboard.docx')
  await promptBox(page).focus()
  await page.keyboard.type('one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('two')
  await expect(promptBox(page)).toHaveValue('one\ntwo')
})

test("nobody can see another person's conversation, messages or script, by the browser history or by search", async ({
  page,
}) => {
  const anna = await createPerson('anna')
  const bert = await createPerson('bert')
  const scriptId = await addScript(anna, 'Her secret', SCRIPT)
  // Her script's own address: 'a URL whose script id is unknown, foreign or malformed' in states.spec.ts.
  const chat = await addConversation(anna, 'Her secret talk', {
    scriptId,
    messages: [['user', 'Her secret words']],
  })
  const own = await addScript(bert, 'His secret', SCRIPT)
  await addConversation(bert, 'His secret talk')
  await openEditor(page, bert)
  // Puts her conversation into his browser history.
  await page.evaluate(
    ([id, script]) =>
      history.replaceState({ usr: { chat: id }, key: 'x', idx: 0 }, '', `/editor/${script}`),
    [chat, own],
  )
  await page.reload()
  await expect(nameField(page)).toHaveValue('His secret')
  await expect(inList(chatList(page), 'His secret talk')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('secret')
  await expect(chatList(page).getByRole('listitem')).toHaveText([/His secret talk/])
  await page.getByRole('tab', { name: 'Scripts' }).click()
  await page.getByRole('searchbox', { name: 'Search scripts' }).fill('secret')
  await expect(scriptList(page).getByRole('listitem')).toHaveText([/His secret/])
  await expect(page.getByText(/Her secret/)).toHaveCount(0)
})
