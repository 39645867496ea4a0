import type { Page } from '@playwright/test'
import {
  addConversation,
  chatLog,
  leaveQuestion,
  nameField,
  openConversation,
  openEditor,
  openMenu,
  promptBox,
  saveButton,
  storedScripts,
  openScript,
} from '../../support/browser/chats.ts'
import { unsaved } from '../../support/browser/generation.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectNotice, expectConsoleErrors } from '../../support/browser/page.ts'
import { createPerson, sql, signInByHand } from '../../support/browser/people.ts'
import { expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { goTo } from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const SCENE = 'INT. TRAM - NIGHT\n\nRain.'

/** Confirms the browser's dialog about leaving unsaved work. */
const agree = (page: Page) => page.on('dialog', (dialog) => void dialog.accept())

test('an unsent prompt is kept per conversation, and found in a new tab', async ({ page }) => {
  const writer = await createPerson('drafts')
  await addConversation(writer, 'First', { messages: [['user', 'In the first.']] })
  await addConversation(writer, 'Second', { messages: [['user', 'In the second.']] })
  await openEditor(page, writer)
  await promptBox(page).fill('for a new one')
  await openConversation(page, 'First', 'In the first.')
  await expect(promptBox(page)).toHaveValue('')
  await promptBox(page).fill('for the first\nin two lines')
  await openConversation(page, 'Second', 'In the second.')
  await expect(promptBox(page)).toHaveValue('')
  await promptBox(page).fill('for the second')
  await page.getByRole('button', { name: 'New Chat' }).click()
  await expect(promptBox(page)).toHaveValue('for a new one')

  // A new tab finds the draft too, as after a crash.
  const other = await page.context().newPage()
  await other.goto('/editor/new')
  await expect(promptBox(other)).toHaveValue('for a new one')
})

test('typed text survives an expired session, unseen by the next user of the browser, until it is saved or discarded by Leave', async ({
  page,
  consoleErrors,
}) => {
  const anna = await createPerson('anna')
  const bert = await createPerson('bert')
  const id = await addScript(anna, 'Her script', SCENE)
  await openEditor(page, anna, `/editor/${id}`)
  await nameField(page).fill('Her new name')
  await promptBox(page).fill('Her secret wish')

  // The session has ended on the server, and the access token has expired.
  await page.evaluate(() => {
    const key = 'script-writer-session'
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
    const over = { ...session, expires_at: 1, refresh_token: 'over' }
    localStorage.setItem(key, JSON.stringify(over))
  })
  agree(page)
  await page.reload()
  await expect(page).toHaveURL('/login')
  expectConsoleErrors(consoleErrors, /400/)

  await signInByHand(page, bert)
  await expect(page).toHaveURL('/dashboard')
  await goInApp(page, `/editor/${id}`)
  await expectNotice(page, 'Error loading script', 'Script not found or access denied.')
  await goInApp(page, '/editor/new')
  await expect(nameField(page)).toHaveValue('Untitled Script')
  await expect(promptBox(page)).toHaveValue('')
  const menu = await openMenu(page)
  await menu.getByRole('menuitem', { name: 'Log out' }).click()

  await signInByHand(page, anna)
  await page.getByRole('link', { name: 'Her script' }).click()
  await expect(nameField(page)).toHaveValue('Her new name')
  await expect(promptBox(page)).toHaveValue('Her secret wish')
  await expect(unsaved(page)).toBeVisible()

  await test.step('a saved name is no longer kept in the browser', async () => {
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    await expect(nameField(page)).toHaveValue('Her new name')
    expect((await storedScripts(anna))[0]?.title).toBe('Her new name')
    await expect
      .poll(() => page.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
      .not.toContain('title:')
  })
  await test.step('Leave discards it', async () => {
    await nameField(page).fill('As it might be')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Her new name' }).click()
    await expect(nameField(page)).toHaveValue('Her new name')
  })
})

test('a session that ends while one types waits for a pause, and signing in leads back to the cursor', async ({
  page,
  consoleErrors,
}) => {
  const { writer } = await openScript(page, SCENE, { view: 'both' })
  await goTo(page, { behind: 'NIGHT' })
  await page.keyboard.type(' OR')
  await sql('delete from auth.sessions where user_id = $1', [writer.id])
  const bar = page.getByText('Your session has ended. What you typed is kept.')
  let typed = ' OR'
  await expect(async () => {
    typed += 'X'
    await page.keyboard.type('X')
    await expect(bar).toBeVisible({ timeout: 200 })
  }).toPass()
  for (const letter of ' DAWN') await page.keyboard.type(letter)
  await expect(page.getByText('Auth Error')).toBeVisible()
  await expect(scriptPage(page)).toContainText(`INT. TRAM - NIGHT${typed} DAWN`)

  await expect(page).toHaveURL('/login')
  await signInByHand(page, writer)
  await expect(scriptPage(page)).toBeFocused()
  await page.keyboard.type('!')
  await expectStored(writer, SCENE.replace('NIGHT', `NIGHT${typed} DAWN!`))

  await test.step('at once with a click', async () => {
    await sql('delete from auth.sessions where user_id = $1', [writer.id])
    await expect(async () => {
      await page.keyboard.type('X')
      await expect(bar).toBeVisible({ timeout: 200 })
    }).toPass()
    await nameField(page).click()
    await expect(page).toHaveURL('/login', { timeout: 1_000 })
  })
  consoleErrors.length = 0
})

test('every way of leaving with unsaved work asks first, and Stay keeps everything; the first save keeps the prompt', async ({
  page,
}) => {
  const writer = await createPerson('stayer')
  await addConversation(writer, 'Elsewhere', { messages: [['user', 'Over there.']] })
  const scriptId = await addScript(writer, 'Another script', SCENE)
  await addConversation(writer, 'About it', { scriptId, messages: [['user', 'About that one.']] })
  await addConversation(writer, 'Unsaved', { messages: [['ai', SCENE]] })
  await openEditor(page, writer)
  await test.step('New Chat discards the name of an empty script after confirmation', async () => {
    await nameField(page).fill('A name without a script')
    await page.getByRole('button', { name: 'New Chat' }).click()
    await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
    await expect(nameField(page)).toHaveValue('A name without a script')
    await page.getByRole('button', { name: 'New Chat' }).click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(nameField(page)).toHaveValue('Untitled Script')
  })

  // The browser asks before the tab is closed or reloaded.
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  await nameField(page).fill('A name at last')
  await expect(unsaved(page)).toBeVisible()
  await page.evaluate(() => location.reload())
  await expect.poll(() => questions).toEqual(['beforeunload'])
  await expect(nameField(page)).toHaveValue('A name at last')

  await test.step('a prompt typed before the first save is still there after it', async () => {
    await promptBox(page).fill('A heist on the last tram')
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}$/)
    await expect(promptBox(page)).toHaveValue('A heist on the last tram')
  })
  await test.step('what is saved can be left without a question', async () => {
    await expect(unsaved(page)).toBeHidden()
    await page.reload()
    await expect(nameField(page)).toHaveValue('A name at last')
    await expect(promptBox(page)).toHaveValue('A heist on the last tram')
    await goInApp(page, '/dashboard')
    await page.getByRole('button', { name: 'Create New Script' }).click()
    await expect(promptBox(page)).toHaveValue('')
    expect(questions).toEqual(['beforeunload'])
  })

  await openConversation(page, 'Unsaved', 'Rain.')
  await promptBox(page).fill('half a thought')

  const address = page.url()
  const ways: [string, () => Promise<unknown>][] = [
    ['a link', () => page.getByRole('link', { name: 'Dashboard' }).click()],
    ['the sidebar', () => page.getByRole('button', { name: 'Back to Dashboard' }).click()],
    ['the back button', () => page.evaluate(() => history.back())],
    ['New Chat', () => page.getByRole('button', { name: 'New Chat' }).click()],
    ['another conversation', () => page.getByRole('button', { name: /^Elsewhere/ }).click()],
    ['Log out', async () => (await openMenu(page)).getByText('Log out').click()],
    [
      'another script',
      async () => {
        await page.getByRole('tab', { name: 'Scripts' }).click()
        await page.getByRole('button', { name: 'Another script' }).click()
      },
    ],
    ['New Script', () => page.getByRole('button', { name: 'New Script' }).click()],
  ]
  for (const [way, leave] of ways) {
    await test.step(way, async () => {
      await leave()
      await expect(leaveQuestion(page)).toBeVisible()
      await expect(leaveQuestion(page)).toHaveAccessibleDescription(
        'Changes since the last save are kept, and so is your chat.',
      )
      await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
      await expect(leaveQuestion(page)).toBeHidden()
      await expect(page).toHaveURL(address)
      await expect(chatLog(page).getByText('Rain.')).toBeVisible()
      await expect(promptBox(page)).toHaveValue('half a thought')
    })
  }

  await test.step('the back button also asks when it leads to another script in the editor', async () => {
    await page.getByRole('button', { name: 'Another script' }).click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    // Opening the latest conversation adds no history entry.
    await expect(chatLog(page).getByText('About that one.')).toBeVisible()
    await page.getByRole('tab', { name: 'Chats' }).click()
    await openConversation(page, 'Unsaved', 'Rain.')
    await page.evaluate(() => history.back())
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(chatLog(page).getByText('About that one.')).toBeVisible()
  })
})
