import type { Page } from '@playwright/test'
import {
  addConversation,
  chatList,
  chatLog,
  inList,
  nameField,
  openConversation,
  openEditor,
  promptBox,
  saveButton,
  storedScripts,
  openScript,
} from '../../support/browser/chats.ts'
import { answers, heldAnswer, send, thinking, unsaved } from '../../support/browser/generation.ts'
import { expectConsoleErrors, expectInBoth, expectNotice } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const ELSEWHERE = 'This conversation was deleted in another tab or on another device.'

const emptyEditor = (page: Page) => page.getByRole('heading', { name: 'Start Writing Your Script' })
const notices = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText('Conversation deleted')

test('what is typed is kept when its conversation is deleted elsewhere', async ({ page }) => {
  const writer = await createPerson('twice-typed')
  const scriptId = await addScript(writer, 'The Tram', 'INT. TRAM - NIGHT')
  const add = (title: string, talk = {}) =>
    addConversation(writer, title, { messages: [['user', 'Hello.']], ...talk })
  const [aboutTram, goneMeanwhile, other] = [
    await add('Chat: The Tram', { scriptId }),
    await add('Gone meanwhile'),
    await add('Other'),
  ]
  await add('Still there')
  const removeElsewhere = (id: string) =>
    sql('delete from public.chat_conversations where id = $1', [id])
  await openEditor(page, writer)
  await promptBox(page).fill('For later.')

  await test.step('being restricted does not clear the open conversation', async () => {
    await openConversation(page, 'Still there', 'Hello.')
    await promptBox(page).fill('Unsent.')
    const asked = page.waitForResponse(/profiles\?select=approved%2Cchat_conversations/)
    const address = '**/rest/v1/profiles?select=approved%2Cchat*'
    await page.route(address, (route) =>
      route.fulfill({ json: [{ approved: false, chat_conversations: [] }] }),
    )
    await removeElsewhere(other)
    await asked
    await expect(promptBox(page)).toHaveValue('Unsent.')
    await expect(inList(chatList(page), 'Still there')).toHaveAttribute('aria-current', 'true')
    await expect(notices(page)).toHaveCount(0)
    await page.unroute(address)
  })

  const held = heldAnswer('it snows')
  await test.step('the editor is cleared; the draft of a new chat is kept next to the rescued prompt', async () => {
    await openConversation(page, 'Chat: The Tram', 'Hello.')
    await expect(page).toHaveURL(`/editor/${scriptId}`)
    await promptBox(page).fill('And then')
    await removeElsewhere(aboutTram)
    await expectNotice(page, 'Conversation deleted', ELSEWHERE)
    await expect(page).toHaveURL('/editor/new')
    await expect(emptyEditor(page)).toBeVisible()
    await expect(nameField(page)).toHaveValue('Untitled Script')
    await expect(promptBox(page)).toBeFocused()
    await page.keyboard.insertText(` ${held.prompt}`)
    await expect(promptBox(page)).toHaveValue(`For later.\n\nAnd then ${held.prompt}`)
  })

  await test.step('a generation ends silently', async () => {
    await promptBox(page).press('Enter')
    await held.say('INT. PIER - NIGHT\n\nA boat comes in.\n\n')
    await expect(answers(page)).toContainText('A boat comes in.')
    await expect(inList(chatList(page), 'For later.')).toHaveAttribute('aria-current', 'true')
    await sql(`delete from public.chat_conversations where user_id = $1 and title like 'For%'`, [
      writer.id,
    ])
    await expect(emptyEditor(page)).toBeVisible()
    await expect(thinking(page)).toHaveCount(0)
    await expect(promptBox(page)).toBeEnabled()
  })

  await test.step('a page that was away notices the deletion when it returns', async () => {
    await openConversation(page, 'Gone meanwhile', 'Hello.')
    await page.goto('about:blank')
    await removeElsewhere(goneMeanwhile)
    await page.goBack()
    await expectNotice(page, 'Conversation deleted', ELSEWHERE)
    await expect(emptyEditor(page)).toBeVisible()
  })
})

const SCENE = 'INT. TRAM - NIGHT\n\nRain.'
const deletedScript = (page: Page) =>
  page.getByRole('dialog', { name: 'This script was deleted elsewhere' })

test('a script that was deleted elsewhere can be saved as a new one, before it is asked about too', async ({
  page,
  consoleErrors,
}) => {
  const { writer, id } = await openScript(page, SCENE, { view: 'chat', title: 'The Tram' })
  await sql('delete from public.scripts where id = $1', [id])
  await send(page, 'More rain')
  await expectInBoth(
    page,
    'Failed to start script generation',
    'This script was deleted elsewhere. Save it as a new script first.',
  )
  await expect(promptBox(page)).toHaveValue('More rain')
  await saveButton(page).click()
  await deletedScript(page).getByRole('button', { name: 'Save as new script' }).click()
  await expectNotice(page, 'Success!')
  await expect(page).not.toHaveURL(`/editor/${id}`)
  await promptBox(page).press('Enter')
  await expect(answers(page)).toHaveCount(1)
  expectConsoleErrors(consoleErrors, /404/)
  await expect(promptBox(page)).toBeEnabled()

  const [{ id: copy } = { id: '' }] = await storedScripts(writer)
  await sql('delete from public.scripts where id = $1', [copy])
  await nameField(page).fill('The Night Tram')
  await saveButton(page).click()
  await expectNotice(page, 'Save Error', 'Save failed: the script no longer exists.')
  await expect(deletedScript(page)).toBeVisible()
  expect(await storedScripts(writer)).toEqual([])

  await test.step('Cancel keeps everything, and the next save asks again', async () => {
    await deletedScript(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(deletedScript(page)).toBeHidden()
    await expect(nameField(page)).toHaveValue('The Night Tram')
    await expect(unsaved(page)).toBeVisible()
    expect(await storedScripts(writer)).toEqual([])
    await saveButton(page).click()
    await expect(deletedScript(page)).toBeVisible()
  })

  await deletedScript(page).getByRole('button', { name: 'Save as new script' }).click()
  await expect.poll(() => storedScripts(writer)).toHaveLength(1)
  await expectNotice(page, 'Success!', 'Your script has been saved successfully.')
  await expect(deletedScript(page)).toBeHidden()
  const [saved] = await storedScripts(writer)
  expect(saved).toMatchObject({
    title: 'The Night Tram',
    content: expect.stringMatching(/^INT\. TRAM - NIGHT[^]*A lamp burns over an open ledger\./),
  })
  await expect(page).toHaveURL(`/editor/${saved?.id}`)
  await expect(chatLog(page).getByText('More rain')).toBeVisible()
  await expect(unsaved(page)).toBeHidden()
  expect(
    await sql('select title, script_id from public.chat_conversations where user_id = $1', [
      writer.id,
    ]),
  ).toEqual([{ title: 'Chat: The Night Tram', script_id: saved?.id }])
  expectConsoleErrors(consoleErrors, /404/)
})
