import type { Page } from '@playwright/test'
import { longScript } from '../../../bench/support/long-script.ts'
import {
  addConversation,
  chatLog,
  openEditor,
  promptBox,
  openScript,
} from '../../support/browser/chats.ts'
import { answers, send } from '../../support/browser/generation.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const ANSWERS = 12

/** Many answers, the last of which is a script of twenty pages. */
async function openLongChat(page: Page): Promise<void> {
  const writer = await createPerson('talker')
  const script = longScript(20)
  const scriptId = await addScript(writer, 'The Counting of Boats', script)
  const messages = Array.from({ length: ANSWERS }, (_, n) => [
    ['user', `Prompt ${n + 1}`] as const,
    ['ai', n === ANSWERS - 1 ? script : longScript(1)] as const,
  ]).flat()
  await addConversation(writer, 'Long', { scriptId, messages })
  await openEditor(page, writer, `/editor/${scriptId}`)
}

test('a long conversation opens at its end and stays there while the rest renders', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openLongChat(page)
  await expect(promptBox(page)).toBeEnabled()
  await expect(answers(page).last().getByRole('button').last()).toBeInViewport()
  await expect(answers(page)).toHaveCount(ANSWERS)
  await expect(page.locator('[data-late]')).toHaveCount(0)
  await expect(answers(page).last().getByRole('button').last()).toBeInViewport()
  const moved = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  )
  expect(moved).toBeLessThan(0.05)

  // By wheel: a scroll without user input may be taken for the browser's own while the layout settles.
  await chatLog(page).hover()
  await page.mouse.wheel(0, -100_000)
  await expect(chatLog(page).getByText('Prompt 1', { exact: true })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Scroll to bottom' })).toBeVisible()

  await test.step('the first scene can be opened while the script is still rendering', async () => {
    await page.getByRole('button', { name: 'Back to Dashboard' }).click()
    await page.getByRole('link', { name: 'The Counting of Boats' }).click()
    await page.getByRole('button', { name: /scenes/ }).click()
    await page.getByRole('menuitem', { name: /PIER 1 - / }).click()
    await expect(
      answers(page).last().locator('[data-element="scene-heading"]').first(),
    ).toBeInViewport()
  })
})

test('a long script without a conversation opens at its beginning, and one with a conversation at its end', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const states: string[] = []
    Object.assign(window, { states })
    new MutationObserver(() => {
      const chunks = [...document.querySelectorAll('.screenplay[data-late] > [data-chunk]')]
      const state = chunks.map((chunk) => ((chunk as HTMLElement).dataset['chunk'] ? '-' : '#'))
      if (chunks.length > 0) states.push(state.join(''))
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-chunk'] })
  })
  await openScript(page, longScript(20), { view: 'chat', title: 'The Counting of Boats' })
  const headings = page
    .getByRole('article', { name: 'Current script' })
    .locator('[data-element="scene-heading"]')
  await expect(headings.first()).toBeInViewport()
  await expect(page.locator('[data-late]')).toHaveCount(0)
  await expect(headings.first()).toBeInViewport()
  expect(await chatLog(page).evaluate((log) => log.scrollTop)).toBe(0)
  await test.step('it is rendered from its beginning', async () => {
    const states = await page.evaluate(() => (window as unknown as { states: string[] }).states)
    expect(states.length).toBeGreaterThan(0)
    for (const state of states) expect(state).toMatch(/^#{3,}-+$/)
  })

  await send(page, 'Count them again')
  await expect(answers(page).last().getByRole('button').last()).toBeInViewport()
})

test('a conversation longer than one page of the API shows its last message', async ({ page }) => {
  const writer = await createPerson('chatterbox')
  const scriptId = await addScript(writer, 'Endless')
  const chat = await addConversation(writer, 'Endless', { scriptId })
  await sql(
    `insert into public.chat_messages (user_id, conversation_id, type, content, created_at)
     select $1, $2, 'user', 'Prompt ' || n, now() + n * interval '1 millisecond'
     from generate_series(1, 1001) as n`,
    [writer.id, chat],
  )
  // Without live updates nothing is loaded twice.
  await page.routeWebSocket('**/realtime/**', () => undefined)
  const loaded = new Set<string>()
  page.on('response', async (response) => {
    if (!response.url().includes('/rest/v1/chat_')) return
    const text = await response.text().catch(() => '')
    for (const prompt of text.match(/"Prompt \d+"/g) ?? []) loaded.add(prompt)
  })
  await openEditor(page, writer, `/editor/${scriptId}`)
  // A CSS selector, because role and text locators examine every element on each poll.
  const prompts = page.locator('[role="log"] p[dir="auto"]')
  await expect(prompts.last()).toHaveText('Prompt 1001')
  await expect(prompts.last()).toBeInViewport()
  await expect.poll(() => loaded.size).toBe(1001)
})
