import type { Page } from '@playwright/test'
import {
  addConversation,
  chatList,
  chatLog,
  nameField,
  openEditor,
  saveButton,
  storedScripts,
  openScript,
} from '../../support/browser/chats.ts'
import {
  answers,
  heldAnswer,
  send,
  sendHeld,
  stopButton,
  unsaved,
} from '../../support/browser/generation.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectNotice } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { chooseView, scriptPage } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const SCENE = 'INT. TRAM - NIGHT\n\nRain on the windows.'

const sheet = (page: Page) => page.getByRole('article', { name: 'Current script' })

test('an opened script stays in view after a failure, a stop and an answer', async ({ page }) => {
  const { writer } = await openScript(page, SCENE, { view: 'chat' })
  // Also with a script, in either mode and beside the page.
  const heading = page.getByRole('heading', { name: 'Start Writing Your Script' })
  const example = page.getByRole('button', { name: /^A heist on the last tram/ })
  for (const view of ['Both', 'Chat'] as const) {
    await chooseView(page, view)
    for (const mode of ['Ask', 'Change']) {
      await page.getByRole('button', { name: mode, exact: true }).click()
      await expect(heading).toBeInViewport()
      await expect(page.getByText(/^Describe your story idea:/)).toBeVisible()
      await expect(example).toBeVisible()
    }
  }

  await send(page, 'Write [refuse 429]')
  await expect(chatLog(page).getByText('Generation failed', { exact: true })).toBeVisible()
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await expect(sheet(page)).toBeInViewport()

  await sendHeld(page)
  await expect(sheet(page)).toBeInViewport()
  await stopButton(page).click()
  await expect(page.getByText("The script wasn't changed.")).toBeVisible()
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await expect(unsaved(page)).toHaveCount(0)
  await saveButton(page).click()
  await expectNotice(page, 'Success!')
  expect(await storedScripts(writer)).toMatchObject([{ content: SCENE }])
  // The script stays above the answer, which did not change it.
  await expect(chatLog(page).getByRole('article').first()).toHaveAccessibleName('Current script')

  const held = await sendHeld(page, 'Go on at a pier')
  await held.end()
  await expectNotice(page, 'Script Generated')
  // The answer added a scene to the script, so the script stays above the answer.
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await expect(sheet(page)).toContainText('A boat comes in.')
  await expect(chatLog(page).getByRole('article').first()).toHaveAccessibleName('Current script')
  await expect(unsaved(page)).toBeVisible()
  await expect(answers(page)).toHaveCount(2)

  await test.step("'Ask' belongs to its conversation: a new script is written", async () => {
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    await ask.click()
    await saveButton(page).click()
    await expect(unsaved(page)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Scripts' }).click()
    await page.getByRole('button', { name: 'New Script' }).click()
    await expect(sheet(page)).toHaveCount(0)
    const idea = heldAnswer('A ferry in the fog')
    await send(page, idea.prompt)
    await idea.say('INT. FERRY - NIGHT\n\nFog.')
    await idea.end()
    await expectNotice(page, 'Script Generated')
    await expect(answers(page).last()).toContainText('Fog.')
    await expect(unsaved(page)).toBeVisible()
    await expect(ask).toHaveAttribute('aria-pressed', 'false')
    await saveButton(page).click()
    await expect(unsaved(page)).toHaveCount(0)
    await page.goBack()
    await expect(sheet(page)).toContainText('Rain on the windows.')
    await expect(ask).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a script whose text was deleted is written, also where questions were asked', async () => {
    await chooseView(page, 'Both')
    await scriptPage(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('button', { name: 'Ask', exact: true })).toHaveCount(0)
    const idea = heldAnswer('A depot at dawn')
    await send(page, idea.prompt)
    await idea.say('INT. DEPOT - DAWN\n\nDust.')
    await idea.end()
    await expect(scriptPage(page)).toContainText('Dust.')
  })
})

test("'New chat about this script' starts a second chat that begins with the script", async ({
  page,
}) => {
  const writer = await createPerson('twice')
  const scriptId = await addScript(writer, 'Tram', SCENE)
  const first = await addConversation(writer, 'The first chat', {
    scriptId,
    messages: [['user', 'Shorter']],
  })
  // The link is shown only for a saved script.
  await openEditor(page, writer)
  await expect(page.getByRole('button', { name: 'New Chat' })).toBeVisible()
  await expect(page.getByRole('link', { name: /about this script/ })).toHaveCount(0)
  await goInApp(page, `/editor/${scriptId}`)
  await expect(chatLog(page).getByText('Shorter')).toBeVisible()
  await page.getByRole('link', { name: 'New chat about this script' }).click()
  await expect(chatLog(page).getByText('Shorter')).toHaveCount(0)
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await expect(nameField(page)).toHaveValue('Tram')
  await page.reload()
  await expect(sheet(page)).toBeVisible()
  await expect(chatLog(page).getByText('Shorter')).toHaveCount(0)

  await send(page, 'Longer')
  await expect(answers(page)).toBeVisible()
  const chats = () =>
    sql('select title from public.chat_conversations where script_id = $1 and id <> $2', [
      scriptId,
      first,
    ])
  await expect.poll(chats).toEqual([{ title: 'Longer' }])
})

test('a chat about an older state of the script shows the script as it was saved since', async ({
  page,
}) => {
  const writer = await createPerson('two-chats')
  const scriptId = await addScript(writer, 'Tram', '')
  await addConversation(writer, 'The old chat', {
    scriptId,
    messages: [
      ['user', 'Begin'],
      ['ai', 'INT. DEPOT - DAY\n\nEmpty.'],
    ],
  })
  await addConversation(writer, 'The new chat', { scriptId, messages: [['ai', SCENE]] })
  await openEditor(page, writer, `/editor/${scriptId}`)
  await expect(answers(page)).toContainText('Rain on the windows.')
  await saveButton(page).click()
  await expectNotice(page, 'Success!')

  // Saving named both chats after the script.
  const chats = chatList(page).getByRole('button', { name: /^Chat: Tram/ })
  await chats.and(page.locator(':not([aria-current="true"])')).click()
  await expect(answers(page)).toContainText('Empty.')
  await expect(sheet(page)).toContainText('Rain on the windows.')
  await expect(unsaved(page)).toHaveCount(0)
})
