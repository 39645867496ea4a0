import type { Page, Route } from '@playwright/test'
import {
  addConversation,
  chatLog,
  hold,
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
  setGenerationsUsed,
  START,
  STATUS,
  stopButton,
  thinking,
  unsaved,
} from '../../support/browser/generation.ts'
import {
  expectConsoleErrors,
  expectInBoth,
  expectInPlace,
  expectNotice,
} from '../../support/browser/page.ts'
import { expect, test } from '../fixtures.ts'

const USAGE = '**/rest/v1/rpc/generation_allowance'

// Every retry, time limit and way of stopping is tested in tests/unit/web/generation/generations.test.ts, and
// which failure of a provider gets which code in tests/integration/ai/providers.test.ts.
const OVERLOADED = 'The AI is overloaded right now. Please try again in a minute.'
const UNREACHABLE = "The AI service can't be reached right now. Please try again."
const providerFailures = [
  ['before it writes', 'refuse 429', OVERLOADED],
  ['while it writes', 'broken', UNREACHABLE],
] as const

async function newChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Chat' }).click()
  await expect(page.getByRole('heading', { name: 'Start Writing Your Script' })).toBeVisible()
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** In the conversation, below the prompt. */
async function expectFailed(page: Page, ...sentences: string[]): Promise<void> {
  const failed = chatLog(page).getByText(/^Generation failed /)
  await expect(failed).toHaveText(sentences.map((sentence) => `Generation failed ${sentence}`))
}

test('what fails is reported in plain words, costs nothing and can be retried', async ({
  page,
  consoleErrors,
}) => {
  const writer = await openNewScript(page)
  const limitReached = () =>
    expectNotice(
      page,
      'Monthly Limit Reached',
      "You've reached your monthly script generation limit, please contact admin for support.",
    )
  const starts = callsOf(page, 'generate-script')
  await test.step('a limit that the page does not know of is enforced by the server, and the prompt is kept', async () => {
    await expect(page.getByText('100 of 100 generations left')).toBeVisible()
    // With the request on its way, the page cannot have read the limit again.
    const reachLimit = async (route: Route) => {
      await setGenerationsUsed(writer, 100)
      await route.continue()
    }
    await page.route(START, reachLimit, { times: 1 })
    await send(page, 'One more')
    await limitReached()
    await expect(promptBox(page)).toHaveValue('One more')
    await expect(promptBox(page)).toBeEnabled()
    await expect(page.getByText('0 of 100 generations left', { exact: true })).toBeVisible()
    expect(starts).toHaveLength(1)
    expectConsoleErrors(consoleErrors, /status of 429/)
  })
  await setGenerationsUsed(writer, 0)
  for (const [moment, request, sentence] of providerFailures)
    await test.step(`the provider fails ${moment}`, async () => {
      await newChat(page)
      await send(page, `Write [${request}]`)
      await expectNotice(page, 'Generation failed', sentence)
      await expectFailed(page, sentence)
      await expect(promptBox(page)).toBeEnabled()
      await expect(promptBox(page)).toBeFocused()
      await expect(thinking(page)).toHaveCount(0)
      await expect(answers(page)).toHaveCount(0)
      await expect(unsaved(page)).toHaveCount(0)
      await expect(tryAgain(page)).toBeVisible()
      expect(await generationsUsed(writer)).toBe(0)
    })
  await test.step('every failed prompt keeps its reason after a reload, and is asked again without being stored twice', async () => {
    await newChat(page)
    const held = heldAnswer('What is it about?')
    await send(page, held.prompt)
    await held.say('It is')
    await expect(answers(page)).toContainText('It is')
    await held.reset()
    await expectFailed(page, UNREACHABLE)
    await send(page, 'Write [refuse 429]')
    await expectFailed(page, UNREACHABLE, OVERLOADED)
    await page.reload()
    await expectFailed(page, UNREACHABLE, OVERLOADED)
    await expect(tryAgain(page)).toHaveCount(2)
    const before = await messagesOf(writer)

    await tryAgain(page).first().press('Enter')
    // The button is gone, and the focus is not lost with it.
    await expect(chatLog(page)).toBeFocused()
    await expectFailed(page, OVERLOADED)
    await held.say('It is about a boat.')
    await held.end()
    await expect(answers(page)).toContainText('It is about a boat.')
    await expectFailed(page, OVERLOADED)
    await expect(promptBox(page)).toBeEnabled()
    const answer = { type: 'ai', content: 'It is about a boat.' }
    expect(await messagesOf(writer)).toEqual([...before, answer])
    expect(await generationsUsed(writer)).toBe(1)

    // Another answer is one to its own prompt, not to the last one.
    await answers(page).getByRole('button', { name: 'Try again' }).click()
    await held.say('It is about a boat.')
    await held.end()
    await expect(answers(page).getByRole('group', { name: '2 of 2' })).toBeVisible()
    await expect(promptBox(page)).toBeEnabled()
    expect(await messagesOf(writer)).toEqual([...before, answer, answer])
    await setGenerationsUsed(writer, 0)
  })

  const answered = await messagesOf(writer)
  const kept = async () => {
    await expect(promptBox(page)).toHaveValue('Write')
    await expect(promptBox(page)).toBeEnabled()
    await expect(chatLog(page).getByText('Write', { exact: true })).toHaveCount(0)
  }
  await test.step('a prompt that the server refuses stays in its box', async () => {
    await newChat(page)
    await page.route(START, (route) =>
      route.fulfill({ json: { success: false, error: 'Out of ink.', code: 'odd' } }),
    )
    await send(page, 'Write')
    await expectInBoth(page, 'Failed to start script generation', 'Out of ink.')
    await kept()
    await page.unroute(START)
  })
  await test.step('the server returns no job', async () => {
    await page.route(START, (route) => route.fulfill({ json: { success: true } }))
    await promptBox(page).press('Enter')
    await expectInBoth(page, 'Failed to start generation job', 'Please try again.')
    await kept()
    await page.unroute(START)
  })
  await test.step('the server fails', async () => {
    await page.route(START, (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'Out of order.', code: 'odd' } }),
    )
    await promptBox(page).press('Enter')
    await expectInBoth(page, 'Failed to start script generation', 'Out of order.')
    await kept()
    await page.unroute(START)
    expectConsoleErrors(consoleErrors, /status of 500/)
    expect(await messagesOf(writer)).toEqual(answered)
  })
  await test.step("'Try again' does not store the message twice, and is allowed when the usage check itself fails", async () => {
    await addConversation(writer, 'Unanswered', { messages: [['user', 'Write']] })
    await openConversation(page, 'Unanswered', 'Write')
    const before = (await messagesOf(writer)).length
    await page.route(USAGE, (route) => route.fulfill({ status: 500, body: '{}' }))
    await tryAgain(page).click()
    await expectNotice(page, 'Script Generated')
    await expect(page.getByText('No answer yet.')).toHaveCount(0)
    expect(await messagesOf(writer)).toHaveLength(before + 1)
    expect(await generationsUsed(writer)).toBe(1)
    expectConsoleErrors(consoleErrors, /status of 500/)
  })
})

test('a server that is slow or silent is waited for, and no answer is lost', async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)

  await test.step("a start whose response is lost shows 'Processing...' and continues as one generation", async () => {
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
    expect((await messagesOf(writer)).map(({ type }) => type)).toEqual(['user', 'ai'])
    await expect(chatLog(page).getByText('Write the next scene')).toHaveCount(1)
    await expect(promptBox(page)).toHaveValue('')
    expect(await generationsUsed(writer)).toBe(1)
    expectConsoleErrors(consoleErrors, /ERR_CONNECTION_RESET/)
  })

  await test.step('a prompt that waits for its turn says so', async () => {
    let place = 3
    await page.route(STATUS, (route) =>
      place > 0
        ? route.fulfill({ json: { status: 'pending', partial: '', place } })
        : route.continue(),
    )
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
    await held.say('INT. PIER - NIGHT\n\nA second boat.\n\n')
    await expect(answers(page).last()).toContainText('A second boat.')
    await expect(thinking(page)).toBeVisible()
    await page.unroute(STATUS)

    await test.step('seven minutes later there is a Timeout Error', async () => {
      await page.clock.fastForward('07:00')
      await expectNotice(page, 'Timeout Error', 'Temporary Error, please try again in a new chat.')
      await expect(thinking(page)).toHaveCount(0)
      await expect(promptBox(page)).toBeEnabled()
      await expect(stopButton(page)).toHaveCount(0)
    })
    await test.step('an answer that comes later is not lost', async () => {
      await held.say('It is empty.')
      await held.end()
      await expect(answers(page).last()).toContainText('It is empty.')
      const completed = { status: 'completed', error: null }
      expect(await jobsOf(writer)).toEqual([completed, completed])
    })
  })
})

const stopped = { status: 'failed', error: 'Generation stopped by user.' }
const byUser = (page: Page) => chatLog(page).getByText('Generation stopped by user.')

async function expectStopped(page: Page): Promise<void> {
  await expectNotice(page, 'Generation Stopped', 'AI generation has been cancelled.')
  await expect(promptBox(page)).toBeEnabled()
  await expect(promptBox(page)).toBeFocused()
  await expect(thinking(page)).toHaveCount(0)
}

test('stopping works at once, and one that does not reach the server can be repeated', async ({
  page,
  consoleErrors,
}) => {
  await page.clock.install()
  const writer = await openNewScript(page)
  const lastJob = async () => (await jobsOf(writer)).at(-1)

  await test.step('while the start is still pending: the job is cancelled once it is accepted', async () => {
    const release = await hold(page, START)
    await send(page, heldAnswer().prompt)
    await expect(stopButton(page)).toBeVisible()
    await expect(chatLog(page).getByText('Write the next scene')).toBeVisible()
    await stopButton(page).click()
    await expectStopped(page)
    // As long as nobody knows whether the server has it, it is in the box.
    await expect(promptBox(page)).toHaveValue(/^Write the next scene/)
    expect(await jobsOf(writer)).toEqual([])
    release()
    await expect(byUser(page)).toBeVisible()
    await expect(chatLog(page).getByText('Write the next scene')).toBeVisible()
    await expect(promptBox(page)).toHaveValue('')
    expect(await jobsOf(writer)).toEqual([stopped])
    await expect(stopButton(page)).toHaveCount(0)
    await page.unroute(START)
  })

  await test.step('without a job, if the request never arrived; it can be sent again', async () => {
    await newChat(page)
    await page.route(START, (route) => route.abort('connectionrefused'))
    await send(page, 'Write')
    await expect(stopButton(page)).toBeVisible()
    await expect.poll(() => consoleErrors.join()).toMatch(/ERR_CONNECTION_REFUSED/)
    await page.keyboard.press('Escape')
    await expectStopped(page)
    await page.unroute(START)
    expect(await jobsOf(writer)).toHaveLength(1)
    await expect(promptBox(page)).toHaveValue('Write')
    await promptBox(page).press('Enter')
    await expect(answers(page)).toHaveCount(1)
    await expect(chatLog(page).getByText('Write', { exact: true })).toHaveCount(1)
    await expectNotice(page, 'Script Generated')
    expect(await lastJob()).toEqual({ status: 'completed', error: null })
    expectConsoleErrors(consoleErrors, /ERR_CONNECTION_REFUSED/)
  })

  await test.step('a stop that does not reach the server is reported and can be repeated', async () => {
    await expect(promptBox(page)).toBeEnabled()
    await sendHeld(page)
    await page.route('**/functions/v1/cancel-generation', (route) => route.abort(), { times: 1 })
    await stopButton(page).click()
    await expectInPlace(
      page,
      'Error',
      "Couldn't stop the generation. Please check your connection.",
    )
    await stopButton(page).click()
    await expect(byUser(page)).toBeVisible()
    await expect(stopButton(page)).toHaveCount(0)
    expectConsoleErrors(consoleErrors, /ERR_FAILED/)
  })
})
