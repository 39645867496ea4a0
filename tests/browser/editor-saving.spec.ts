import type { Page } from '@playwright/test'
import {
  addConversation,
  chatLog,
  hold,
  nameField,
  openConversation,
  openEditor,
  saveButton,
  storedScripts,
} from '../support/browser-chats.ts'
import { expectNotice, expectConsoleErrors } from '../support/browser-page.ts'
import { createPerson, sql } from '../support/browser-people.ts'
import { addScript } from '../support/browser-scripts.ts'
import { expect, test } from './fixtures.ts'

const SAVE = '**/rest/v1/rpc/save_script'
const SCENE = 'INT. TRAM - NIGHT\n\nRain.'

const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'This script was changed elsewhere' })

test('a blank name is refused before anything is sent, and a name is trimmed', async ({ page }) => {
  const writer = await createPerson('nameless')
  await openEditor(page, writer)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('save_script')) sent += 1
  })
  for (const blank of ['', '   ']) {
    await nameField(page).fill(blank)
    await saveButton(page).click()
    await expectNotice(
      page,
      'Validation Error',
      'Script title cannot be empty. Please enter a title.',
    )
  }
  expect(sent).toBe(0)
  await nameField(page).fill('\t Tram  ')
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Tram'])
  await expect(nameField(page)).toHaveValue('Tram')
})

test('a signed-out writer is told so before the name is validated', async ({ page }) => {
  await openEditor(page, await createPerson('forgotten'))
  await nameField(page).fill(' ')
  // What the page is still loading would fail without the session.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => localStorage.removeItem('script-writer-session'))
  await saveButton(page).click()
  await expectNotice(
    page,
    'Authentication Error',
    'You must be logged in to save scripts. Please refresh and try again.',
  )
})

test('Ctrl+S and Cmd+S save from anywhere', async ({ page }) => {
  const writer = await createPerson('keys')
  await openEditor(page, writer)
  for (const keys of ['Control+s', 'Meta+s']) {
    await nameField(page).fill(`By ${keys}`)
    await page.getByRole('textbox', { name: 'Prompt' }).focus()
    await page.keyboard.press(keys)
    await expectNotice(page, 'Success!', 'Your script has been saved successfully.')
    await expect.poll(async () => (await storedScripts(writer))[0]?.title).toBe(`By ${keys}`)
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  }
})

// Every cause and its sentence: tests/unit/web/save-failure.test.ts.
const refusals = [
  {
    cause: 'an expired token',
    answer: { status: 401, json: { code: 'PGRST303', message: 'JWT expired' } },
    sentence: 'Authentication expired. Please refresh the page and try again.',
  },
  {
    cause: 'a reason of the server',
    answer: { status: 500, json: { code: 'XX000', message: 'the disk is full' } },
    sentence: 'Save failed: the disk is full',
  },
]

for (const { cause, answer, sentence } of refusals) {
  test(`a save that fails because of ${cause} says so and keeps what was typed`, async ({
    page,
    consoleErrors,
  }) => {
    const writer = await createPerson('failing')
    await openEditor(page, writer)
    await nameField(page).fill('Precious')
    await page.route(SAVE, (route) => route.fulfill(answer))
    await saveButton(page).click()
    await expectNotice(page, 'Save Error', sentence)
    await expect(saveButton(page)).toHaveText('Save')
    await expect(nameField(page)).toHaveValue('Precious')
    await expect(page.getByText('Unsaved changes')).toBeVisible()

    await page.unroute(SAVE)
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Precious'])
    expectConsoleErrors(consoleErrors, /status of/)
  })
}

test('saving offline is reported at once', async ({ page, context, consoleErrors }) => {
  const writer = await createPerson('offline')
  await openEditor(page, writer)
  await nameField(page).fill('In a tunnel')
  await context.setOffline(true)
  await saveButton(page).click()
  await expectNotice(
    page,
    'Save Error',
    'Network error. Please check your connection and try again.',
  )
  // The offline bar shrinks the editor instead of pushing its lower edge off the screen.
  await expect(page.getByText(/^You're offline/)).toBeVisible()
  await expect(page.getByText(/generations left/)).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  expect(await storedScripts(writer)).toHaveLength(1)
  expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED/)
})

test("Save shows 'Saving...', and a second click creates no second script", async ({ page }) => {
  const writer = await createPerson('impatient')
  await openEditor(page, writer)
  await nameField(page).fill('Once')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('save_script')) asked += 1
  })
  const release = await hold(page, SAVE)
  await saveButton(page).dblclick()
  await page.keyboard.press('Control+s')
  await expect(saveButton(page)).toHaveText('Saving...')
  await nameField(page).fill('Once upon a time')
  release()
  await expectNotice(page, 'Success!')
  expect(asked).toBe(1)
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Once'])
  // What was typed during the save is still unsaved.
  await expect(nameField(page)).toHaveValue('Once upon a time')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Once upon a time'])
})

/** The server saves, but its response is lost. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route(
    SAVE,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await saveButton(page).click()
  await expectNotice(
    page,
    'Save Error',
    'Network error. Please check your connection and try again.',
  )
}

test('retrying a first save whose response was lost creates one script', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('lost')
  await openEditor(page, writer)
  await nameField(page).fill('Lost and found')
  await loseAnswer(page)
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Lost and found'])
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET/)
})

test('a new script after a lost save response does not overwrite the first', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('next')
  await openEditor(page, writer)
  await nameField(page).fill('The first')
  await loseAnswer(page)
  await page.getByRole('button', { name: 'New Chat' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(nameField(page)).toHaveValue('Untitled Script')
  await nameField(page).fill('The second')
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual([
    'The first',
    'The second',
  ])
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET/)
})

/** Two tabs open the script and rename it; the other one saves first. */
async function savedElsewhere(page: Page, title = 'Mine') {
  const writer = await createPerson('two-tabs')
  const id = await addScript(writer, 'Shared', SCENE)
  await openEditor(page, writer, `/editor/${id}`)
  await nameField(page).fill(title)
  const other = await page.context().newPage()
  await other.goto(`/editor/${id}`)
  await expect(nameField(other)).toBeVisible()
  await nameField(other).fill('Theirs')
  await saveButton(other).click()
  await expectNotice(other, 'Success!')
  await saveButton(page).click()
  await expect(conflict(page)).toBeVisible()
  return { writer, id }
}

test('what is saved elsewhere is shown here, and merged with a title typed meanwhile', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('in-step')
  const id = await addScript(writer, 'Shared', SCENE)
  await openEditor(page, writer, `/editor/${id}`)
  await expect(chatLog(page)).toContainText('Rain.')
  const saveElsewhere = (title: string, text: string) =>
    sql('update public.scripts set title = $2, content = to_jsonb($3::text) where id = $1', [
      id,
      title,
      text,
    ])
  await saveElsewhere('Theirs', `${SCENE} Wind.`)
  await expect(nameField(page)).toHaveValue('Theirs')
  await expect(chatLog(page)).toContainText('Rain. Wind.')
  await expect(page.getByText('Unsaved changes')).toBeHidden()

  await nameField(page).fill('Mine')
  await saveElsewhere('Theirs', `${SCENE} Hail.`)
  await expect(chatLog(page)).toContainText('Rain. Hail.')
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  await expect(conflict(page)).toBeHidden()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(await storedScripts(writer)).toEqual([{ id, title: 'Mine', content: `${SCENE} Hail.` }])
  expectConsoleErrors(consoleErrors, /409/)
})

test('Overwrite replaces a script that was saved elsewhere', async ({ page, consoleErrors }) => {
  const { writer } = await savedElsewhere(page)
  await conflict(page).getByRole('button', { name: 'Overwrite' }).click()
  await expectNotice(page, 'Success!')
  await expect(conflict(page)).toBeHidden()
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Mine'])
  // The next save has no conflict.
  await nameField(page).fill('Mine still')
  await saveButton(page).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(conflict(page)).toBeHidden()
  expectConsoleErrors(consoleErrors, /409/)
})

test("'Keep both' saves a copy of a script that was saved elsewhere and opens it", async ({
  page,
  consoleErrors,
}) => {
  const { writer, id } = await savedElsewhere(page)
  await conflict(page).getByRole('button', { name: 'Keep both' }).click()
  await expectNotice(page, 'Success!')
  const [theirs, mine] = await storedScripts(writer)
  expect(theirs).toEqual({ id, title: 'Theirs', content: SCENE })
  expect(mine).toMatchObject({ title: 'Mine (copy)', content: SCENE })
  await expect(page).toHaveURL(`/editor/${mine?.id}`)
  await expect(nameField(page)).toHaveValue('Mine (copy)')
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expectConsoleErrors(consoleErrors, /409/)
})

test('the name of a copy is shortened to the maximum length', async ({ page, consoleErrors }) => {
  const { writer } = await savedElsewhere(page, 'W'.repeat(200))
  await conflict(page).getByRole('button', { name: 'Keep both' }).click()
  await expectNotice(page, 'Success!')
  expect((await storedScripts(writer)).at(-1)?.title).toBe(`${'W'.repeat(193)} (copy)`)
  expectConsoleErrors(consoleErrors, /409/)
})

test('Cancel leaves a script that was saved elsewhere unchanged and keeps what was typed', async ({
  page,
  consoleErrors,
}) => {
  const { writer } = await savedElsewhere(page)
  await conflict(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(conflict(page)).toBeHidden()
  expect((await storedScripts(writer)).map(({ title }) => title)).toEqual(['Theirs'])
  await expect(nameField(page)).toHaveValue('Mine')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await saveButton(page).click()
  await expect(conflict(page)).toBeVisible()
  expectConsoleErrors(consoleErrors, /409/)
})

test('an answer that was saved stays saved after a reload', async ({ page }) => {
  const writer = await createPerson('reloader')
  await addConversation(writer, 'A tram', { messages: [['ai', SCENE]] })
  await openEditor(page, writer)
  await openConversation(page, 'A tram', 'Rain.')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await saveButton(page).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await page.reload()
  await expect(chatLog(page).getByText('Rain.')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(
    await sql('select 1 from public.saved_scripts where user_id = $1', [writer.id]),
  ).toHaveLength(1)
})
