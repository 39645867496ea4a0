import type { Page } from '@playwright/test'
import { chatLog, hold, promptBox } from '../../support/browser/chats.ts'
import {
  answers,
  generationsUsed,
  heldAnswer,
  jobsOf,
  messagesOf,
  openNewScript,
  send,
  sendHeld,
  START,
  STATUS,
  stopButton,
  thinking,
  unsaved,
} from '../../support/browser/generation.ts'
import { expectNotice, expectConsoleErrors } from '../../support/browser/page.ts'
import { signInAs, sql } from '../../support/browser/people.ts'
import { expect, test } from '../fixtures.ts'

// Which failure of a provider gets which code is tested in tests/integration/ai/providers.test.ts.
const providerFailures = [
  [
    'before it writes',
    'refuse 429',
    'The AI is overloaded right now. Please try again in a minute.',
  ],
  ['while it writes', 'broken', "The AI service can't be reached right now. Please try again."],
] as const

test('a provider that fails is reported in plain words and costs nothing', async ({ page }) => {
  const writer = await openNewScript(page)
  for (const [moment, request, sentence] of providerFailures)
    await test.step(moment, async () => {
      await page.getByRole('button', { name: 'New Chat' }).click()
      await expect(page.getByText('No answer yet.')).toHaveCount(0)
      await send(page, `Write [${request}]`)
      await expectNotice(page, 'Generation failed', sentence)
      await expect(promptBox(page)).toBeEnabled()
      await expect(thinking(page)).toHaveCount(0)
      await expect(answers(page)).toHaveCount(0)
      await expect(unsaved(page)).toHaveCount(0)
      await expect(page.getByText('No answer yet.')).toBeVisible()
      expect(await generationsUsed(writer)).toBe(0)
    })
})

test("'Try again' retries an unanswered message without storing it twice", async ({ page }) => {
  const writer = await openNewScript(page)
  const held = await sendHeld(page)
  await held.reset()
  await expectNotice(page, 'Generation failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await held.say('INT. PIER - NIGHT\n\nA second take.')
  await expect(answers(page)).toContainText('A second take.')
  await expect(page.getByText('No answer yet.')).toHaveCount(0)
  await held.end()
  await expectNotice(page, 'Script Generated')
  expect(await messagesOf(writer)).toHaveLength(2)
})

test('a failed start is reported, and the stored message can be retried', async ({
  page,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  const retry = () => page.getByRole('button', { name: 'Try again' }).click()

  await test.step('a message that cannot be stored stays in the prompt box', async () => {
    const address = '**/rest/v1/rpc/start_conversation'
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { message: 'No paper.', code: 'XX000' } }),
    )
    await send(page, 'Write')
    await expectNotice(page, 'Failed to start script generation', 'No paper.')
    await expect(promptBox(page)).toHaveValue('Write')
    await expect(promptBox(page)).toBeEnabled()
    expect(await jobsOf(writer)).toEqual([])
    await page.unroute(address)
    expectConsoleErrors(consoleErrors, /status of 500/)
  })
  await test.step('the server refuses it with status 200', async () => {
    await page.route(START, (route) =>
      route.fulfill({ json: { success: false, error: 'Out of ink.', code: 'odd' } }),
    )
    await send(page, 'Write')
    await expectNotice(page, 'Failed to start script generation', 'Out of ink.')
    await page.unroute(START)
  })
  await test.step('the server returns no job', async () => {
    await page.route(START, (route) => route.fulfill({ json: { success: true } }))
    await retry()
    await expectNotice(page, 'Failed to start generation job', 'Please try again.')
    await expect(promptBox(page)).toBeEnabled()
    await page.unroute(START)
  })
  await test.step('the server fails', async () => {
    await page.route(START, (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'Out of order.', code: 'odd' } }),
    )
    await retry()
    await expectNotice(page, 'Failed to start script generation', 'Out of order.')
    await expect(promptBox(page)).toBeEnabled()
    await page.unroute(START)
    expectConsoleErrors(consoleErrors, /status of 500/)
  })
  await retry()
  await expectNotice(page, 'Script Generated')
  expect(await messagesOf(writer)).toHaveLength(2)
})

test("a start whose response is lost shows 'Processing...' and continues as one generation", async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)
  const held = heldAnswer()
  let tries = 0
  // The server accepts the request, but its response is lost.
  await page.route(
    START,
    async (route) => {
      tries += 1
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 2 },
  )
  await send(page, held.prompt)
  await expectNotice(
    page,
    'Processing...',
    'The request is taking longer than expected but may still be processing. Please wait...',
  )
  await expect(thinking(page)).toBeVisible()
  await expect(promptBox(page)).toBeDisabled()
  await page.clock.runFor(5_000)
  await expect.poll(() => tries).toBe(2)
  await page.clock.runFor(5_000)
  await held.say('INT. PIER - NIGHT\n\nA boat comes in.')
  await expect(answers(page)).toContainText('A boat comes in.')
  await held.end()
  await expectNotice(page, 'Script Generated')
  expect(await jobsOf(writer)).toEqual([{ status: 'completed', error: null }])
  expect(await generationsUsed(writer)).toBe(1)
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET/)
})

test('a second tab that has not heard of a generation is refused and then follows it', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  await send(page, 'Begin')
  await expectNotice(page, 'Script Generated')
  const other = await context.newPage()
  // Without live updates.
  await other.routeWebSocket(/realtime/, (socket) => socket.close())
  await signInAs(other, writer)
  await other.goto('/editor/new')
  await other
    .getByRole('button', { name: /^Begin/ })
    .first()
    .click()
  await expect(answers(other)).toHaveCount(1)

  const held = await sendHeld(page)
  await send(other, 'Me too')
  await expectNotice(
    other,
    'Failed to start script generation',
    'An answer is already being written in this conversation.',
  )
  await expect(answers(other).last()).toContainText('A boat comes in.')
  await expect(stopButton(other)).toBeVisible()
  await held.end()
  // The scene is added to the script.
  await expectNotice(page, 'Script Generated')
  await expectNotice(other, 'Script Generated')
  expect(consoleErrors).toEqual([])
})

test('after seven minutes a Timeout Error is shown, and an answer that comes later is not lost', async ({
  page,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)
  const held = await sendHeld(page)
  await page.clock.fastForward('07:00')
  await expectNotice(page, 'Timeout Error', 'Temporary Error, please try again in a new chat.')
  await expect(thinking(page)).toHaveCount(0)
  await expect(promptBox(page)).toBeEnabled()
  await expect(stopButton(page)).toHaveCount(0)

  await held.say('It is empty.')
  await held.end()
  await expect(answers(page)).toContainText('It is empty.')
  expect(await jobsOf(writer)).toEqual([{ status: 'completed', error: null }])
})

test('a prompt that waits for its turn says so, and its seven minutes begin afterwards', async ({
  page,
}) => {
  await page.clock.install()
  let place = 3
  await page.route(STATUS, (route) =>
    place > 0
      ? route.fulfill({ json: { status: 'pending', partial: '', place } })
      : route.continue(),
  )
  await openNewScript(page)
  const held = heldAnswer()
  await send(page, held.prompt)
  for (const line of [
    'Waiting in line: 2 requests are ahead of yours.',
    'Waiting in line: 1 request is ahead of yours.',
    'Waiting in line: you are next.',
  ]) {
    await expect(page.getByText(line)).toBeVisible()
    await expect(stopButton(page)).toBeVisible()
    place = Math.max(1, place - 1)
    await page.clock.fastForward('03:00')
  }
  place = 0
  await held.say('INT. PIER - NIGHT\n\nA boat comes in.\n\n')
  await expect(answers(page).last()).toContainText('A boat comes in.')
  await expect(thinking(page)).toBeVisible()
  await page.clock.fastForward('07:00')
  await expectNotice(page, 'Timeout Error', 'Temporary Error, please try again in a new chat.')
  await held.end()
  await expect(promptBox(page)).toBeEnabled()
})

test('a generation that the server times out shows the same Timeout Error', async ({ page }) => {
  const writer = await openNewScript(page)
  await sendHeld(page)
  await sql(
    `update public.generation_jobs set deadline_at = clock_timestamp() - interval '6 seconds'
     where user_id = $1`,
    [writer.id],
  )
  await expectNotice(page, 'Timeout Error', 'Temporary Error, please try again in a new chat.')
  await expect(promptBox(page)).toBeEnabled()
})

test('a generation is given up after 120 polls if the 7-minute timer never fires', async ({
  page,
}) => {
  await page.clock.install()
  // Status calls are answered inside the page, so ten minutes of polling take no real time.
  await page.addInitScript(() => {
    const realTimeout = window.setTimeout.bind(window)
    const realFetch = window.fetch.bind(window)
    const polls = { count: 0 }
    const withoutLongTimer = (run: () => void, after: number) =>
      after > 400_000 ? 0 : realTimeout(run, after)
    const answerPolls: typeof fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      if (!address.endsWith('/check-generation-status')) return realFetch(input, init)
      polls.count += 1
      return Promise.resolve(Response.json({ status: 'processing', partial: '' }))
    }
    Object.assign(window, { polls, setTimeout: withoutLongTimer, fetch: answerPolls })
  })
  const polls = () =>
    page.evaluate(() => (window as unknown as { polls: { count: number } }).polls.count)
  await openNewScript(page)
  await sendHeld(page)
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5_000)
        return polls()
      },
      { intervals: [0] },
    )
    .toBe(120)
  await expect(stopButton(page)).toBeVisible()
  await page.clock.runFor(5_000)
  await expectNotice(
    page,
    'Generation failed',
    'Generation timed out after 10 minutes - please try again',
  )
  await expect(promptBox(page)).toBeEnabled()
  expect(await polls()).toBe(120)
})

test('a stop that does not reach the server is reported and can be repeated', async ({
  page,
  consoleErrors,
}) => {
  await openNewScript(page)
  await sendHeld(page)
  await page.route('**/functions/v1/cancel-generation', (route) => route.abort(), { times: 1 })
  await stopButton(page).click()
  await expectNotice(page, 'Error', "Couldn't stop the generation. Please check your connection.")
  await stopButton(page).click()
  await expectNotice(page, 'Generation Stopped')
  await expect(chatLog(page).getByText('Generation stopped by user.')).toBeVisible()
  expectConsoleErrors(consoleErrors, /ERR_FAILED/)
})

const stopped = [{ status: 'failed', error: 'Generation stopped by user.' }]
const waiting = (page: Page) => expectNotice(page, 'Processing...')

async function expectStopped(page: Page): Promise<void> {
  await expectNotice(page, 'Generation Stopped', 'AI generation has been cancelled.')
  await expect(promptBox(page)).toBeEnabled()
  await expect(thinking(page)).toHaveCount(0)
}

/** The server accepts the request, but its response is lost. */
const loseStarts = async (page: Page) => {
  let tries = 0
  await page.route(START, async (route) => {
    tries += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  return () => tries
}

test('stopping while a lost start is being retried works at once and cancels the accepted job', async ({
  page,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  const tries = await loseStarts(page)
  await send(page, heldAnswer().prompt)
  await waiting(page)
  await stopButton(page).click()
  await expectStopped(page)
  await expect(chatLog(page).getByText('Generation stopped by user.')).toBeVisible()
  expect(await jobsOf(writer)).toEqual(stopped)
  expect(tries()).toBe(1)
  await expect(stopButton(page)).toHaveCount(0)
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET/)
})

test('stopping offline works at once, and the server is told after reconnecting', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  await loseStarts(page)
  await send(page, heldAnswer().prompt)
  await waiting(page)
  await context.setOffline(true)
  await stopButton(page).click()
  await expectStopped(page)
  await context.setOffline(false)
  await expect(chatLog(page).getByText('Generation stopped by user.')).toBeVisible()
  expect(await jobsOf(writer)).toEqual(stopped)
  consoleErrors.length = 0
})

test('a request that never reached the server is stopped without a job and can be retried', async ({
  page,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  await page.route(START, (route) => route.abort('connectionrefused'))
  await send(page, 'Write')
  await waiting(page)
  await page.keyboard.press('Escape')
  await expectStopped(page)
  await page.unroute(START)
  expect(await jobsOf(writer)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNotice(page, 'Script Generated')
  expect(await jobsOf(writer)).toEqual([{ status: 'completed', error: null }])
  expect(await generationsUsed(writer)).toBe(1)
  expectConsoleErrors(consoleErrors, /ERR_CONNECTION_REFUSED/)
})

test('stopping while the start is still pending cancels the job once it is accepted', async ({
  page,
}) => {
  const writer = await openNewScript(page)
  const release = await hold(page, START)
  await send(page, heldAnswer().prompt)
  await expect(stopButton(page)).toBeVisible()
  await expect(chatLog(page).getByText('Write the next scene')).toBeVisible()
  await stopButton(page).click()
  await expectStopped(page)
  expect(await jobsOf(writer)).toEqual([])
  release()
  await expect(chatLog(page).getByText('Generation stopped by user.')).toBeVisible()
  expect(await jobsOf(writer)).toEqual(stopped)
  await expect(stopButton(page)).toHaveCount(0)
})
