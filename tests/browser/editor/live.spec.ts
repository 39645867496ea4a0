import type { Page, WebSocketRoute } from '@playwright/test'
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
  openBegunConversation,
  openNewScript,
  send,
  sendHeld,
  stopButton,
  thinking,
} from '../../support/browser/generation.ts'
import {
  allowConsoleErrors,
  expectInBoth,
  expectNotice,
  notices,
} from '../../support/browser/page.ts'
import { setApproved, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

const noticeOf = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(title, { exact: true })

const hasEnded = async (writer: { id: string }) =>
  expect
    .poll(() =>
      sql(
        `select 1 from public.generation_jobs
         where user_id = $1 and status in ('pending', 'processing')`,
        [writer.id],
      ),
    )
    .toEqual([])

const newChat = (page: Page) => page.getByRole('button', { name: 'New Chat' }).click()
const leave = (page: Page) =>
  leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()

// How a stream is resumed, and polling where there is none: tests/unit/web/generation/generations.test.ts.

test('generations go on while another conversation is open, after a reload and while nobody looks', async ({
  page,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  page.on('dialog', (dialog) => void dialog.accept())
  const first = await sendHeld(page, 'The first tale')

  await test.step('two conversations can generate at the same time', async () => {
    await newChat(page)
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
  })

  await test.step('a reload continues where it was', async () => {
    await page.reload()
    await expect(answers(page)).toContainText('It is empty.')
    await expect(thinking(page)).toBeVisible()
    await expect(promptBox(page)).toBeDisabled()
    await first.say(' Nobody rows.')
    await expect(answers(page)).toContainText('It is empty. Nobody rows.')
    await first.end()
    await expectNotice(page, 'Script Generated')
    await expect(stopButton(page)).toHaveCount(0)
    await expect(answers(page)).toHaveCount(1)
    await inList(chatList(page), 'The second tale').click()
    await leave(page)
    await expect(answers(page)).toHaveCount(1)
    await expect(answers(page)).toContainText('Sand.')
  })

  await test.step('an answer finished while the page was closed is there on return', async () => {
    await newChat(page)
    await leave(page)
    const held = await sendHeld(page, 'Write while I am away')
    await page.goto('about:blank')
    await held.say('It is empty.')
    await held.end()
    await hasEnded(writer)
    await page.goto('/editor/new')
    await openConversation(page, 'Write while I am away', 'It is empty.')
    await expect(answers(page)).toHaveCount(1)
    await expect(stopButton(page)).toHaveCount(0)
  })

  await test.step('deleting a conversation also ends its generation', async () => {
    await newChat(page)
    await leave(page)
    const [said, used] = [await messagesOf(writer), await generationsUsed(writer)]
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
    expect(await messagesOf(writer)).toEqual(said)
    expect(await generationsUsed(writer)).toBe(used + 1)
    await expect(noticeOf(page, 'Generation Stopped')).toHaveCount(0)
    await expect(noticeOf(page, 'Generation failed')).toHaveCount(0)
    // Before the deletion is confirmed, the page may request the job's stream or status, or the record of
    // the unsaved script, and get a 404.
    allowConsoleErrors(consoleErrors, /status of 404 .*(-generation|authorship)/)
  })
})

test('another tab of the same person follows a generation and can stop it, and without live updates is refused first', async ({
  page,
  context,
}) => {
  await openBegunConversation(page)
  const other = await context.newPage()
  const sockets: WebSocketRoute[] = []
  const connected = Promise.withResolvers<void>()
  let isLive = true
  await other.routeWebSocket(/realtime/, async (socket) => {
    await connected.promise
    sockets.push(socket)
    if (isLive) socket.connectToServer()
    else void socket.close()
  })
  await other.goto('/editor/new')
  await openConversation(other, 'Begin', 'A lamp burns')
  // Each tab follows the other, and catches up with what happened before it was connected.
  const first = await sendHeld(page, 'The second scene')
  connected.resolve()
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

  await test.step('a tab that has not heard of a generation is refused and then follows it', async () => {
    isLive = false
    await Promise.all(sockets.map((socket) => socket.close()))
    await expect(promptBox(page)).toBeEnabled()
    await expect(promptBox(other)).toBeEnabled()
    const held = heldAnswer('The fourth scene')
    await send(page, held.prompt)
    await held.say('INT. ATTIC - DAY\n\nDust.\n\n')
    await expect(answers(page).last()).toContainText('Dust.')
    await send(other, 'Me too')
    await expectInBoth(
      other,
      'Failed to start script generation',
      'An answer is already being written in this conversation.',
    )
    await expect(answers(other).last()).toContainText('Dust.')
    await expect(stopButton(other)).toBeVisible()
    await held.end()
    await expect(stopButton(page)).toHaveCount(0)
    await expect(stopButton(other)).toHaveCount(0)
    await expect(answers(other).last()).toContainText('New scene: INT. ATTIC - DAY')
    // Nothing of the refused prompt is stored.
    await expect(promptBox(other)).toHaveValue('Me too')
    await expect(chatLog(other).getByText('Me too')).toHaveCount(0)
  })
})

test('signing out during a generation loses nothing; a restricted writer goes to /pending', async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)
  const held = await sendHeld(page, 'Before I go')
  // Signing out stops all polling, and the generation is followed again after signing in.
  const polls = callsOf(page, 'check-generation-status')
  const streams = callsOf(page, 'stream-generation')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await held.say('It is empty.')
  // The browser must finish deleting its stored texts before the fake clock advances.
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).length)
  await expect.poll(databases).toBe(0)
  // Longer than the polling interval.
  await page.clock.runFor(6_000)
  await page.getByRole('textbox', { name: 'Email' }).fill(writer.email)
  await page.getByLabel('Password', { exact: true }).fill(writer.password)
  expect([...polls, ...streams]).toEqual([])
  await page.getByRole('button', { name: 'Sign In' }).click()
  const greeting = notices(page).filter({ hasText: 'Logged in successfully!' })
  await greeting.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Create New Script' }).click()
  await openConversation(page, 'Before I go', 'It is empty.')
  await expect(stopButton(page)).toBeVisible()
  await held.end()
  await expectNotice(page, 'Script Generated')
  expect(await jobsOf(writer)).toEqual([{ status: 'completed', error: null }])

  await test.step('a writer restricted during a generation goes to /pending', async () => {
    await sendHeld(page)
    await setApproved(writer, false)
    await expect(page).toHaveURL('/pending')
    allowConsoleErrors(consoleErrors, /status of 40[134]/)
  })
})
