import type { Locator, Page } from '@playwright/test'
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
import { goInApp } from '../../support/browser/in-app.ts'
import {
  DESKTOP,
  expectAccessible,
  expectLegible,
  expectNotice,
  expectConsoleErrors,
  keepStill,
  PHONE,
  THEMES,
} from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const SCRIPT = `INT. TRAM - NIGHT #1#

Rain. [[A note.]]

MARA
(whispering)
Don't look up.

CUT TO:`

test('axe finds nothing in the editor', async ({ page, consoleErrors }) => {
  test.setTimeout(240_000)
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
  const check = (what: string, part: Locator, open: () => Promise<unknown>) =>
    test.step(what, async () => {
      await open()
      await expectAccessible(page, [PHONE], THEMES, part)
    })
  const everything = page.locator(':root')
  const menu = page.getByRole('menu')
  const close = () => page.keyboard.press('Escape')
  // The width changes what is shown and its size, the theme only colours, so one theme is enough here.
  const onDesktop = (what: string, part: Locator) =>
    test.step(`${what}, on a desktop`, () => expectLegible(page, [DESKTOP], ['dark'], part))

  await check('an empty desk', everything, () => openEditor(page, writer))
  // The rest of the page is the same as with a conversation.
  await onDesktop('an empty desk', page.getByRole('region', { name: 'Chat', exact: true }))
  await page.setViewportSize(PHONE)
  const mark = page.getByRole('banner').getByTitle('Unsaved changes')
  await expect(mark).toHaveCount(0)
  await check('a conversation, with a mark for its unsaved name', everything, async () => {
    await goInApp(page, `/editor/${scriptId}`)
    await expect(page.getByRole('button', { name: 'Add To Learning Loop' })).toBeVisible()
    await expect(page.getByText('No answer yet.')).toBeVisible()
    await nameField(page).fill('A name that is far too long for the screen of a phone')
    await expect(mark).toBeInViewport({ ratio: 1 })
    await expect(mark).toContainText('Unsaved changes')
    const size = await mark.locator('[aria-hidden]').boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(8)
  })
  await nameField(page).fill('Seen before')
  await expect(mark).toHaveCount(0)
  await check('the menu of a message', menu, async () => {
    await chatLog(page).getByText('A heist on the last tram.').hover()
    await chatLog(page).getByRole('button', { name: 'Options for this message' }).first().click()
    await expect(menu).toBeVisible()
  })
  await close()
  await check('the account menu', menu, async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(menu).toBeVisible()
  })
  await check('the password dialog with an error', page.getByRole('dialog'), async () => {
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Please fill out this field.')).toBeVisible()
  })
  await close()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Open sidebar' }).click()
  const drawer = page.getByRole('dialog')
  await check('the scripts', drawer, async () => {
    await drawer.getByRole('tab', { name: 'Scripts' }).click()
    await expect(drawer.getByRole('button', { name: 'Seen before' })).toBeVisible()
  })
  // The question before leaving is the same dialog with a different text.
  await check('the question before a deletion', page.getByRole('alertdialog'), async () => {
    await drawer.getByRole('tab', { name: 'Chats' }).click()
    await drawer.getByRole('button', { name: /^Chat: Seen before/ }).hover()
    await drawer.getByRole('button', { name: 'Options for Chat: Seen before' }).click()
    // This menu has the same item as the menu of a message.
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await close()
  await expect(drawer).toBeHidden()

  await check('a conflict', page.getByRole('dialog'), async () => {
    await nameField(page).fill('Mine')
    await sql(`update public.scripts set title = 'Theirs' where id = $1`, [scriptId])
    await saveButton(page).click()
    await expect(
      page.getByRole('dialog', { name: 'This script was changed elsewhere' }),
    ).toBeVisible()
  })
  expectConsoleErrors(consoleErrors, /409/)
  await close()
  await expect(page.getByRole('dialog')).toBeHidden()

  // The sidebar is a drawer on a phone; menus and dialogs are the same on both.
  await page.setViewportSize(DESKTOP)
  const side = page.getByRole('complementary')
  await expect(side.getByRole('button', { name: /^Chat: Seen before/ })).toBeVisible()
  await onDesktop('a conversation', everything)
  await side.getByRole('tab', { name: 'Scripts' }).click()
  await expect(scriptList(page).getByRole('listitem').first()).toBeVisible()
  await onDesktop('the scripts', side)
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
  await addScript(bert, 'His secret', SCRIPT)
  await addConversation(bert, 'His secret talk')
  await openEditor(page, bert)
  // Puts her conversation into his browser history.
  await page.evaluate((id) => {
    history.replaceState({ usr: { chat: id }, key: 'x', idx: 0 }, '', '/editor/new')
  }, chat)
  await page.reload()
  await expect(nameField(page)).toHaveValue('Untitled Script')
  await expect(inList(chatList(page), 'His secret talk')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('secret')
  await expect(chatList(page).getByRole('listitem')).toHaveText([/His secret talk/])
  await page.getByRole('tab', { name: 'Scripts' }).click()
  await page.getByRole('searchbox', { name: 'Search scripts' }).fill('secret')
  await expect(scriptList(page).getByRole('listitem')).toHaveText([/His secret/])
  await expect(page.getByText(/Her secret/)).toHaveCount(0)
})
