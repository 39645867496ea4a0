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
} from '../../support/browser/chats.ts'
import { answers, send, sendHeld, thinking } from '../../support/browser/generation.ts'
import { expectNotice, expectConsoleErrors } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const ELSEWHERE = 'This conversation was deleted in another tab or on another device.'

const emptyEditor = (page: Page) => page.getByRole('heading', { name: 'Start Writing Your Script' })
const notices = (page: Page) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText('Conversation deleted')

async function remove(page: Page, title: string): Promise<void> {
  await inList(chatList(page), title).hover()
  await page.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
}

test('a conversation deleted in another tab is cleared here, and the typed prompt is kept', async ({
  page,
  context,
}) => {
  const writer = await createPerson('two-tabs')
  const scriptId = await addScript(writer, 'The Tram', 'INT. TRAM - NIGHT')
  await addConversation(writer, 'Chat: The Tram', { scriptId, messages: [['user', 'Rain!']] })
  await addConversation(writer, 'Another', { messages: [['user', 'Untouched.']] })
  await openEditor(page, writer, `/editor/${scriptId}`)
  await expect(chatLog(page).getByText('Rain!')).toBeVisible()
  await promptBox(page).pressSequentially('And then it')
  const other = await context.newPage()
  await other.goto('/editor/new')
  await remove(other, 'Chat: The Tram')
  await expectNotice(
    other,
    'Conversation deleted',
    'The conversation has been successfully deleted.',
  )

  await expectNotice(page, 'Conversation deleted', ELSEWHERE)
  await expect(page).toHaveURL('/editor/new')
  await expect(emptyEditor(page)).toBeVisible()
  await expect(nameField(page)).toHaveValue('Untitled Script')
  await expect(promptBox(page)).toBeFocused()
  await page.keyboard.type(' snows')
  await expect(promptBox(page)).toHaveValue('And then it snows')
  await promptBox(page).press('Enter')
  await expect(answers(page)).toHaveCount(1)
  await expect(inList(chatList(page), 'And then it snows')).toHaveAttribute('aria-current', 'true')
  await openConversation(other, 'Another', 'Untouched.')
})

test('what is typed is kept when its conversation is deleted elsewhere', async ({ page }) => {
  const writer = await createPerson('twice-typed')
  const add = (title: string) => addConversation(writer, title, { messages: [['user', 'Hello.']] })
  const [shortLived, goneMeanwhile, stillThere] = [
    await add('Short-lived'),
    await add('Gone meanwhile'),
    await add('Still there'),
  ]
  const removeElsewhere = (id: string) =>
    sql('delete from public.chat_conversations where id = $1', [id])
  await openEditor(page, writer)
  await test.step('the draft of a new chat is kept next to the rescued prompt', async () => {
    await promptBox(page).fill('For later.')
    await openConversation(page, 'Short-lived', 'Hello.')
    await promptBox(page).fill('For now.')
    await removeElsewhere(shortLived)
    await expect(emptyEditor(page)).toBeVisible()
    await expect(promptBox(page)).toHaveValue('For later.\n\nFor now.')
  })

  await test.step('a page that was away notices the deletion when it returns', async () => {
    await openConversation(page, 'Gone meanwhile', 'Hello.')
    await page.goto('about:blank')
    await removeElsewhere(goneMeanwhile)
    await page.goBack()
    await expectNotice(page, 'Conversation deleted', ELSEWHERE)
    await expect(emptyEditor(page)).toBeVisible()
  })

  await test.step('a generation ends silently', async () => {
    await sendHeld(page, 'To be deleted')
    await sql(`delete from public.chat_conversations where user_id = $1 and title like 'To be%'`, [
      writer.id,
    ])
    await expectNotice(page, 'Conversation deleted', ELSEWHERE)
    await expect(emptyEditor(page)).toBeVisible()
    await expect(thinking(page)).toHaveCount(0)
    await expect(promptBox(page)).toBeEnabled()
  })

  await test.step('being restricted does not clear the open conversation', async () => {
    await page.reload()
    await openConversation(page, 'Still there', 'Hello.')
    await promptBox(page).fill('Unsent.')
    const asked = page.waitForResponse(/profiles\?select=approved%2Cchat_conversations/)
    await page.route('**/rest/v1/profiles?select=approved%2Cchat*', (route) =>
      route.fulfill({ json: [{ approved: false, chat_conversations: [] }] }),
    )
    await sql(`insert into public.chat_conversations (user_id, title) values ($1, 'Short')`, [
      writer.id,
    ])
    await sql(`delete from public.chat_conversations where user_id = $1 and id <> $2`, [
      writer.id,
      stillThere,
    ])
    await asked
    await expect(promptBox(page)).toHaveValue('Unsent.')
    await expect(inList(chatList(page), 'Still there')).toHaveAttribute('aria-current', 'true')
    await expect(notices(page)).toHaveCount(0)
  })
})

test('a deletion made here is reported once, even if the live update arrives first', async ({
  page,
}) => {
  const writer = await createPerson('own-deleter')
  await addConversation(writer, 'Mine', { messages: [['user', 'Hello.']] })
  await openEditor(page, writer)
  await openConversation(page, 'Mine', 'Hello.')
  const told = Promise.withResolvers<void>()
  await page.route('**/rest/v1/rpc/delete_conversation', async (route) => {
    const answer = await route.fetch()
    await told.promise
    await route.fulfill({ response: answer })
  })
  const asked = page.waitForResponse(
    async (answer) =>
      answer.url().includes('/rest/v1/profiles?select=approved') &&
      (await answer.text()).includes('"chat_conversations":[]'),
  )
  await remove(page, 'Mine')
  await asked
  await expect(inList(chatList(page), 'Mine')).toBeHidden()
  await expect(notices(page)).toHaveCount(0)
  told.resolve()
  await expectNotice(
    page,
    'Conversation deleted',
    'The conversation has been successfully deleted.',
  )
  await expect(emptyEditor(page)).toBeVisible()
  await expect(notices(page)).toHaveCount(1)
})

const SCENE = 'INT. TRAM - NIGHT\n\nRain.'
const deletedScript = (page: Page) =>
  page.getByRole('dialog', { name: 'This script was deleted elsewhere' })

test('a script that was deleted elsewhere can be saved as a new one, before it is asked about too', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('late-talker')
  const id = await addScript(writer, 'The Tram', SCENE)
  await openEditor(page, writer, `/editor/${id}`)
  await sql('delete from public.scripts where id = $1', [id])
  await send(page, 'More rain')
  await expectNotice(
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
  await saveButton(page).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()

  const [{ id: copy, content: text } = { id: '', content: '' }] = await storedScripts(writer)
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
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    expect(await storedScripts(writer)).toEqual([])
    await saveButton(page).click()
    await expect(deletedScript(page)).toBeVisible()
  })

  await deletedScript(page).getByRole('button', { name: 'Save as new script' }).click()
  await expect.poll(() => storedScripts(writer)).toHaveLength(1)
  await expectNotice(page, 'Success!', 'Your script has been saved successfully.')
  await expect(deletedScript(page)).toBeHidden()
  const [saved] = await storedScripts(writer)
  expect(saved).toMatchObject({ title: 'The Night Tram', content: text })
  await expect(page).toHaveURL(`/editor/${saved?.id}`)
  await expect(chatLog(page).getByText('More rain')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(
    await sql('select title, script_id from public.chat_conversations where user_id = $1', [
      writer.id,
    ]),
  ).toEqual([{ title: 'Chat: The Night Tram', script_id: saved?.id }])
  expectConsoleErrors(consoleErrors, /404/)
})
