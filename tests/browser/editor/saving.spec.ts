import type { Page } from '@playwright/test'
import {
  chatLog,
  fillDisk,
  hold,
  nameField,
  openEditor,
  saveButton,
  storedScripts,
  openScript,
} from '../../support/browser/chats.ts'
import { unsaved } from '../../support/browser/generation.ts'
import { expectNotice, expectConsoleErrors, notices } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

const SAVE = '**/rest/v1/rpc/save_script*'
const SCENE = 'INT. TRAM - NIGHT\n\nRain.'

const conflict = (page: Page) =>
  page.getByRole('dialog', { name: 'This script was changed elsewhere' })

const titlesOf = async (writer: BrowserPerson) =>
  (await storedScripts(writer)).map(({ title }) => title)

test('a save that fails says why and can be repeated; a name is validated, and keys save too', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('failing')
  await openEditor(page, writer)
  // Every cause and its sentence: tests/unit/web/save-failure.test.ts.
  await test.step('because of a reason of the server', async () => {
    await nameField(page).fill('Precious')
    await fillDisk(page, SAVE)
    await saveButton(page).click()
    await expectNotice(page, 'Save Error', 'Save failed: the disk is full')
    await expect(saveButton(page)).toHaveText('Save')
    await expect(nameField(page)).toHaveValue('Precious')
    await expect(unsaved(page)).toBeVisible()

    await page.unroute(SAVE)
    await saveButton(page).click()
    await expectNotice(page, 'Success!')
    await expect.poll(() => titlesOf(writer)).toEqual(['Precious'])
    expectConsoleErrors(consoleErrors, /status of/)
  })

  await test.step('because the browser is offline, at once', async () => {
    await nameField(page).fill('In a tunnel')
    await fillDisk(page, SAVE)
    await saveButton(page).click()
    await expectNotice(page, 'Save Error', 'Save failed: the disk is full')
    await page.unroute(SAVE)
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
    const failure = notices(page).filter({ hasText: 'Save Error' })
    // Toasts stay while one is pointed at, unless they are taken back.
    await failure.first().hover()
    await expect(failure, 'only what is true').toHaveCount(1)
    await context.setOffline(false)
    await expect(failure, 'not true any more').toHaveCount(0)
    await saveButton(page).click()
    await expect.poll(() => titlesOf(writer)).toEqual(['In a tunnel'])
    expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED|status of 500/)
  })

  await test.step('a blank name is refused before anything is sent', async () => {
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
  })
  await test.step('a name is trimmed', async () => {
    await nameField(page).fill('\t Tram  ')
    await saveButton(page).click()
    await expect.poll(() => titlesOf(writer)).toEqual(['Tram'])
    await expectNotice(page, 'Success!', 'Your script has been saved successfully.')
    await expect(nameField(page)).toHaveValue('Tram')
  })
  for (const keys of ['Control+s', 'Meta+s'])
    await test.step(`${keys} saves from anywhere`, async () => {
      await nameField(page).fill(`By ${keys}`)
      await page.getByRole('textbox', { name: 'Prompt' }).focus()
      await page.keyboard.press(keys)
      await expect.poll(() => titlesOf(writer)).toEqual([`By ${keys}`])
      await expect(unsaved(page)).toBeHidden()
    })
  await test.step('a signed-out writer is told so before the name is validated', async () => {
    await nameField(page).fill(' ')
    // Requests that are still running would fail without the session.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => localStorage.removeItem('script-writer-session'))
    await saveButton(page).click()
    await expectNotice(
      page,
      'Authentication Error',
      'You must be logged in to save scripts. Please refresh and try again.',
    )
  })
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
  const lost = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('save_script'),
  )
  await saveButton(page).click()
  await lost
  await expectNotice(
    page,
    'Save Error',
    'Network error. Please check your connection and try again.',
  )
}

test('a second click, or a lost response, creates no second script, and the next script is another one', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('lost')
  await openEditor(page, writer)
  const newChat = () => page.getByRole('button', { name: 'New Chat' }).click()
  const newScript = async () => {
    await newChat()
    // Until it is open, a name would go to the script that is left.
    await expect(nameField(page)).toHaveValue('Untitled Script')
  }

  await test.step("Save shows 'Saving...', and a second click creates no second script", async () => {
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
    expect(await titlesOf(writer)).toEqual(['Once'])
    // What was typed during the save is still unsaved.
    await expect(nameField(page)).toHaveValue('Once upon a time')
    await expect(unsaved(page)).toBeVisible()
    await saveButton(page).click()
    await expect(unsaved(page)).toBeHidden()
    expect(await titlesOf(writer)).toEqual(['Once upon a time'])
    await page.unroute(SAVE)
  })
  await test.step('retrying creates no second script', async () => {
    await newScript()
    await nameField(page).fill('Lost and found')
    await loseAnswer(page)
    await saveButton(page).click()
    await expect(unsaved(page)).toBeHidden()
    expect(await titlesOf(writer)).toEqual(['Once upon a time', 'Lost and found'])
  })
  await test.step('a new script does not overwrite the first', async () => {
    await newScript()
    await nameField(page).fill('The first')
    await loseAnswer(page)
    await newChat()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(nameField(page)).toHaveValue('Untitled Script')
    await nameField(page).fill('The second')
    await saveButton(page).click()
    await expect
      .poll(() => titlesOf(writer))
      .toEqual(['Once upon a time', 'Lost and found', 'The first', 'The second'])
  })
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET/)
})

test('what is saved elsewhere is shown here and merged; a save over another title asks what to do', async ({
  page,
  consoleErrors,
}) => {
  const { writer, id } = await openScript(page, SCENE, { view: 'chat', title: 'Shared' })
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
  await expect(unsaved(page)).toBeHidden()

  await nameField(page).fill('Mine')
  await saveElsewhere('Theirs', `${SCENE} Hail.`)
  await expect(chatLog(page)).toContainText('Rain. Hail.')
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  await expect(conflict(page)).toBeHidden()
  await expect(unsaved(page)).toBeHidden()
  const now = `${SCENE} Hail.`
  expect(await storedScripts(writer)).toEqual([{ id, title: 'Mine', content: now }])
  expectConsoleErrors(consoleErrors, /409/)

  const choose = (name: string) => conflict(page).getByRole('button', { name }).click()
  /** Renames the script here and elsewhere; the other name is saved first. */
  const collide = async (scriptId: string | undefined, title: string, theirs: string) => {
    await nameField(page).fill(title)
    await sql('update public.scripts set title = $2 where id = $1', [scriptId, theirs])
    await saveButton(page).click()
    await expect(conflict(page)).toBeVisible()
  }

  await test.step('Cancel changes nothing and keeps what was typed', async () => {
    await collide(id, 'Mine again', 'Theirs')
    await choose('Cancel')
    await expect(conflict(page)).toBeHidden()
    expect(await titlesOf(writer)).toEqual(['Theirs'])
    await expect(nameField(page)).toHaveValue('Mine again')
    await expect(unsaved(page)).toBeVisible()
  })
  await test.step('Overwrite replaces it, and the next save has no conflict', async () => {
    await saveButton(page).click()
    await choose('Overwrite')
    await expect(conflict(page)).toBeHidden()
    await expect(unsaved(page)).toBeHidden()
    expect(await titlesOf(writer)).toEqual(['Mine again'])
    await nameField(page).fill('Mine still')
    await saveButton(page).click()
    await expect(unsaved(page)).toBeHidden()
    await expect(conflict(page)).toBeHidden()
  })
  await test.step("'Keep both' saves a copy and opens it", async () => {
    await collide(id, 'Mine', 'Theirs again')
    await choose('Keep both')
    await expect(nameField(page)).toHaveValue('Mine (copy)')
    const [theirs, mine] = await storedScripts(writer)
    expect(theirs).toEqual({ id, title: 'Theirs again', content: now })
    expect(mine).toMatchObject({ title: 'Mine (copy)', content: now })
    await expect(page).toHaveURL(`/editor/${mine?.id}`)
    await expect(unsaved(page)).toBeHidden()
  })
  await test.step('the name of a copy is shortened to the maximum length', async () => {
    const [, copy] = await storedScripts(writer)
    await collide(copy?.id, 'W'.repeat(200), 'Theirs too')
    await choose('Keep both')
    await expect.poll(async () => (await titlesOf(writer)).at(-1)).toBe(`${'W'.repeat(193)} (copy)`)
  })
  expectConsoleErrors(consoleErrors, /409/)
})
