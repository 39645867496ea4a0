import type { Page } from '@playwright/test'
import {
  chatList,
  chatLog,
  inList,
  leaveQuestion,
  openConversation,
  promptBox,
} from '../../support/browser/chats.ts'
import {
  answers,
  callsOf,
  generationsUsed,
  heldAnswer,
  jobsOf,
  messagesOf,
  openNewScript,
  send,
  sendHeld,
  STATUS,
  stopButton,
  STREAM,
  thinking,
} from '../../support/browser/generation.ts'
import {
  allowConsoleErrors,
  expectConsoleErrors,
  expectNotice,
  notices,
} from '../../support/browser/page.ts'
import { eventually, setApproved, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

const noticeOf = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(title, { exact: true })

const hasEnded = async (writer: { id: string }) =>
  eventually(async () => {
    const [job] = await sql(
      `select 1 from public.generation_jobs where user_id = $1 and status = 'completed'`,
      [writer.id],
    )
    return job
  })

test('a generation continues where it was after a reload', async ({ page }) => {
  await openNewScript(page)
  const held = await sendHeld(page)
  await page.reload()
  await expect(answers(page)).toContainText('A boat comes in.')
  await expect(thinking(page)).toBeVisible()
  await expect(promptBox(page)).toBeDisabled()
  await held.say('It is empty.')
  await expect(answers(page)).toContainText('It is empty.')
  await held.end()
  await expectNotice(page, 'Script Generated')
  await expect(answers(page)).toHaveCount(1)
})

test('another tab of the same person follows a generation and can stop it', async ({
  page,
  context,
}) => {
  await openNewScript(page)
  await send(page, 'Begin')
  await expectNotice(page, 'Script Generated')
  const other = await context.newPage()
  await other.goto('/editor/new')
  await openConversation(other, 'Begin', 'A lamp burns')
  // Each tab follows the other.
  const first = await sendHeld(page, 'The second scene')
  await expect(chatLog(other).getByText('The second scene')).toBeVisible()
  await expect(answers(other).last()).toContainText('A boat comes in.')
  await expect(promptBox(other)).toBeDisabled()
  await first.say('It is empty.')
  await expect(answers(other).last()).toContainText('It is empty.')
  await first.end()
  // The scene is added to the script.
  await expectNotice(other, 'Script Generated')
  await expect(answers(other)).toHaveCount(2)
  await expect(promptBox(other)).toBeEnabled()

  await expect(promptBox(page)).toBeEnabled()
  await sendHeld(page, 'The third scene')
  await stopButton(other).click()
  await expectNotice(other, 'Generation Stopped')
  await expectNotice(page, 'Generation Stopped')
  await expect(chatLog(page).getByText('Generation stopped by user.')).toBeVisible()
})

test('two conversations can generate at the same time', async ({ page }) => {
  await openNewScript(page)
  const first = await sendHeld(page, 'The first tale')
  await page.getByRole('button', { name: 'New Chat' }).click()
  await expect(promptBox(page)).toBeEnabled()
  await expect(thinking(page)).toHaveCount(0)
  const second = heldAnswer('The second tale')
  await send(page, second.prompt)
  await second.say('EXT. DESERT - DAY\n\nSand.')
  await expect(answers(page)).toContainText('Sand.')
  await first.say('It is empty.')

  await openConversation(page, 'The first tale')
  await expect(answers(page)).toContainText('A boat comes in.')
  await expect(answers(page)).toContainText('It is empty.')
  await expect(answers(page)).toHaveCount(1)
  await expect(stopButton(page)).toBeVisible()
  await second.end()
  await expectNotice(page, 'Script Generated')
  await expect(stopButton(page)).toBeVisible()
  await expect(answers(page)).not.toContainText('Sand.')
  await first.end()
  await expect(stopButton(page)).toHaveCount(0)
  await inList(chatList(page), 'The second tale').click()
  await leaveQuestion(page).getByRole('button', { name: 'Leave' }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('Sand.')
})

test('a stream that breaks off resumes without gaps or repetition', async ({
  page,
  consoleErrors,
}) => {
  await openNewScript(page)
  // Only the stream may deliver text.
  await page.route(STATUS, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), partial: '' } })
  })
  const streams = callsOf(page, 'stream-generation')
  let cut = 0
  await page.route(
    STREAM,
    async (route) => {
      cut += 1
      const body =
        'event: delta\nid: 23\ndata: {"text":"INT. PIER - NIGHT\\n\\nFog. "}\n\nevent: del'
      await route.fulfill({ contentType: 'text/event-stream', body })
    },
    { times: 1 },
  )
  const held = heldAnswer()
  await send(page, held.prompt)
  await held.say('INT. PIER - NIGHT\n\nFog. One two three. ')
  await expect(answers(page).locator('[data-element="action"]')).toHaveText('Fog. One two three.')
  expect(cut).toBe(1)
  expect(new URL(streams[1]?.url() ?? '').searchParams.get('after')).toBe('23')
  await held.say('Four five six.')
  await expect(answers(page).locator('[data-element="action"]')).toHaveText(
    'Fog. One two three. Four five six.',
  )
  await held.end()
  await expectNotice(page, 'Script Generated')
  expect(consoleErrors).toEqual([])
})

test('polling delivers the text where streaming is blocked', async ({ page, consoleErrors }) => {
  await page.route(STREAM, (route) => route.abort())
  await openNewScript(page)
  const held = await sendHeld(page)
  await held.end()
  await expectNotice(page, 'Script Generated')
  expectConsoleErrors(consoleErrors, /ERR_FAILED/)
})

test('going offline during a generation loses nothing', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  const held = await sendHeld(page)
  await context.setOffline(true)
  await held.say('It is empty.\n\n')
  await held.say('MIRA\nTold you.')
  await held.end()
  await hasEnded(writer)
  await expect(answers(page)).toContainText('A boat comes in.')
  await expect(thinking(page)).toBeVisible()
  await context.setOffline(false)
  await expectNotice(page, 'Script Generated')
  await expect(answers(page)).toContainText('It is empty.')
  await expect(answers(page)).toContainText('Told you.')
  await expect(answers(page)).toHaveCount(1)
  // Whether anything was requested meanwhile is a matter of time.
  allowConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED|WebSocket/)
})

test('an answer finished while the tab was closed is there on return', async ({
  page,
  context,
}) => {
  const writer = await openNewScript(page)
  const held = await sendHeld(page, 'Write while I am away')
  await page.close()
  await held.say('It is empty.')
  await held.end()
  await hasEnded(writer)
  const later = await context.newPage()
  await later.goto('/editor/new')
  await openConversation(later, 'Write while I am away', 'It is empty.')
  await expect(answers(later)).toHaveCount(1)
  await expect(stopButton(later)).toHaveCount(0)
})

test('deleting a conversation also ends its generation', async ({ page, consoleErrors }) => {
  const writer = await openNewScript(page)
  await sendHeld(page, 'To be deleted')
  await inList(chatList(page), 'To be deleted').hover()
  await page.getByRole('button', { name: /^Options for To be deleted/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectNotice(
    page,
    'Conversation deleted',
    'The conversation has been successfully deleted.',
  )
  await expect(page.getByRole('heading', { name: 'Start Writing Your Script' })).toBeVisible()
  await expect(promptBox(page)).toBeEnabled()
  await expect(thinking(page)).toHaveCount(0)
  expect(await messagesOf(writer)).toEqual([])
  expect(await generationsUsed(writer)).toBe(1)
  await expect(noticeOf(page, 'Generation Stopped')).toHaveCount(0)
  await expect(noticeOf(page, 'Generation failed')).toHaveCount(0)
  // The job's stream may end, and its status be asked for, before the deletion is confirmed; so may the
  // record of the script that nobody has saved.
  allowConsoleErrors(consoleErrors, /status of 404 .*(-generation|authorship)/)
})

test('a writer restricted during a generation goes to /pending', async ({
  page,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  await sendHeld(page)
  await setApproved(writer, false)
  await expect(page).toHaveURL('/pending')
  consoleErrors.splice(
    0,
    consoleErrors.length,
    ...consoleErrors.filter((text) => !/status of 40[134]/.test(text)),
  )
})

test('signing out stops all polling, and the generation is followed again after signing in', async ({
  page,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)
  const held = await sendHeld(page, 'Before I go')
  const polls = callsOf(page, 'check-generation-status')
  const streams = callsOf(page, 'stream-generation')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await held.say('It is empty.')
  // The fake clock must not overtake the browser, which deletes the texts stored in it.
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).length)
  await expect.poll(databases).toBe(0)
  // Longer than the polling interval.
  await page.clock.runFor(6_000)
  await page.getByRole('textbox', { name: 'Email' }).fill(writer.email)
  await page.getByLabel('Password', { exact: true }).fill(writer.password)
  expect([...polls, ...streams]).toEqual([])
  await page.getByRole('button', { name: 'Sign In' }).click()
  await notices(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Create New Script' }).click()
  await openConversation(page, 'Before I go', 'It is empty.')
  await expect(stopButton(page)).toBeVisible()
  await held.end()
  await expectNotice(page, 'Script Generated')
  expect(await jobsOf(writer)).toEqual([{ status: 'completed', error: null }])
})
