import type { Page } from '@playwright/test'
import { longScript } from '../../../bench/support/long-script.ts'
import { chatLog, leaveQuestion, promptBox } from '../../support/browser/chats.ts'
import {
  answers,
  heldAnswer,
  openNewScript,
  send,
  sendHeld,
} from '../../support/browser/generation.ts'
import { expect, test } from '../fixtures.ts'

type Observed = { grew: number[]; moved: number[] }

const lines = (name: string, count: number) =>
  `${Array.from({ length: count }, (_, n) => `${name} ${n + 1}.`).join('\n\n')}\n\n`

/** Records when the chat grows and when it is scrolled, by the page's fake clock. */
const observe = (page: Page) =>
  chatLog(page).evaluate((log) => {
    const observed: Observed = { grew: [], moved: [] }
    Object.assign(window, { observed })
    const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')
    Object.defineProperty(log, 'scrollTop', {
      configurable: true,
      get: () => scrollTop?.get?.call(log),
      set(top: number) {
        observed.moved.push(performance.now())
        scrollTop?.set?.call(log, top)
      },
    })
    // The first callback reports the initial size; growth before it would not get a callback of its own.
    return new Promise<void>((resolve) => {
      let isFirst = true
      new ResizeObserver(() => {
        if (!isFirst) observed.grew.push(performance.now())
        isFirst = false
        resolve()
      }).observe(log.firstElementChild as Element)
    })
  })

const observed = (page: Page) =>
  page.evaluate(() => (window as unknown as { observed: Observed }).observed)

/** A growing answer longer than the viewport, with the clock paused. */
async function openStreamingChat(page: Page) {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await openNewScript(page)
  const held = await sendHeld(page)
  await held.say(lines('Wave', 25))
  await expect(answers(page)).toContainText('Wave 25.')
  // For a moment after a message is sent, the chat scrolls without delay; skip that time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000)
  await expect.poll(() => distanceToEnd(page)).toBe(0)
  await observe(page)
  return held
}

const distanceToEnd = (page: Page) =>
  chatLog(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)

/**
 * Scrolls as a reader does, after any other scrolling has been reported in an event of its own. One event for
 * both would be taken for the browser's own scrolling while the text grows.
 */
const goUp = (page: Page, distance: number) =>
  chatLog(page).evaluate(async (log, up) => {
    const scrollTo = (top: number) =>
      new Promise((resolve) => {
        log.addEventListener('scroll', resolve, { once: true })
        log.scrollTo(0, top)
      })
    await scrollTo(log.scrollTop - 1)
    await scrollTo(log.scrollHeight - log.clientHeight - up)
  }, distance)

const toEnd = (page: Page) => page.getByRole('button', { name: 'Scroll to bottom' })

async function newChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New Chat' }).click()
  await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(answers(page)).toHaveCount(0)
}

/** Advances the clock until the text is rendered. */
const untilDrawn = (page: Page, words: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(50)
      return answers(page).textContent()
    })
    .toContain(words)

/** Advances the clock until the chat is at its end; its growth is only observed with the next frame. */
const untilAtEnd = (page: Page) =>
  expect
    .poll(async () => {
      await page.clock.runFor(50)
      return distanceToEnd(page)
    })
    .toBe(0)

test('the chat follows its end while it grows, unless the reader has scrolled up', async ({
  page,
}) => {
  const held = await openStreamingChat(page)

  await test.step('it scrolls to its end 150 ms after it has grown', async () => {
    await held.say(lines('Boat', 5))
    await untilDrawn(page, 'Boat 5.')
    await expect
      .poll(async () => {
        await page.clock.runFor(50)
        return (await observed(page)).moved
      })
      .toHaveLength(1)
    const { grew, moved } = await observed(page)
    expect((moved[0] ?? 0) - (grew[0] ?? 0)).toBe(150)
    expect(await distanceToEnd(page)).toBe(0)
  })

  await test.step('also from 100 px away', async () => {
    await goUp(page, 200)
    await expect(toEnd(page)).toBeVisible()
    await goUp(page, 100)
    await expect(toEnd(page)).toBeHidden()
    await held.say(lines('Tide', 5))
    await untilDrawn(page, 'Tide 5.')
    await untilAtEnd(page)
  })

  await test.step('not for a reader further up', async () => {
    await goUp(page, 101)
    await expect(toEnd(page)).toBeVisible()
    await observe(page)
    await held.say(lines('Gull', 5))
    await untilDrawn(page, 'Gull 5.')
    await expect.poll(async () => (await observed(page)).grew).not.toEqual([])
    await page.clock.runFor(1_000)
    expect((await observed(page)).moved).toEqual([])
    expect(await distanceToEnd(page)).toBeGreaterThan(101)
  })

  await test.step('content that shrinks above the viewport does not count as scrolling up', async () => {
    await toEnd(page).click()
    await page.clock.runFor(1_000)
    const answer = answers(page)
    // Content above the viewport shrinks, scroll anchoring compensates, and content is appended at the end.
    const message = chatLog(page).getByText('Write the next scene')
    await message.evaluate((words) => Object.assign(words.style, { paddingBottom: '60px' }))
    await page.clock.runFor(2_000)
    await untilAtEnd(page)
    const before = await chatLog(page).evaluate((log) => log.scrollTop)
    const scrolled = chatLog(page).evaluate(
      (log) =>
        new Promise<number>((resolve) => {
          log.addEventListener('scroll', () => resolve(log.scrollTop), { once: true })
        }),
    )
    await answer.evaluate((article) => {
      const log = article.closest('[role="log"]') as HTMLElement
      for (const words of log.querySelectorAll('p'))
        if (words.style.paddingBottom) words.style.paddingBottom = ''
      const added = document.createElement('div')
      added.style.height = '500px'
      article.append(added)
    })
    expect(await scrolled).toBe(before - 60)
    await untilAtEnd(page)
  })
})

test('fast text keeps its end in view until the reader scrolls up, and its lines keep their types', async ({
  page,
}) => {
  await openNewScript(page)
  await test.step('the end of the answer stays visible however fast the text arrives', async () => {
    const held = heldAnswer()
    await send(page, held.prompt)
    const script = longScript(10)
    for (let at = 0; at < script.length; at += 640) await held.say(script.slice(at, at + 640))
    await held.end()
    await expect(promptBox(page)).toBeEnabled()
    await expect(answers(page).getByRole('button').last()).toBeInViewport()
    await expect(toEnd(page)).toBeHidden()
  })
  await test.step('scrolling up with the wheel stops the following', async () => {
    await newChat(page)
    const held = await sendHeld(page)
    await held.say(longScript(3))
    await expect.poll(() => chatLog(page).evaluate((log) => log.scrollTop)).toBeGreaterThan(900)
    await chatLog(page).hover()
    await page.mouse.wheel(0, -600)
    await expect(toEnd(page)).toBeVisible()
    await held.say(longScript(2))
    await held.end()
    await expect(promptBox(page)).toBeEnabled()
    await expect(toEnd(page)).toBeVisible()
    await expect(answers(page).getByRole('button').last()).not.toBeInViewport()
  })
  await test.step('a rendered line keeps its element type while more text arrives', async () => {
    await newChat(page)
    const held = await sendHeld(page)
    await chatLog(page).evaluate((log) => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new MutationObserver((changes) => {
        for (const { target, oldValue } of changes) {
          const { dataset, textContent } = target as HTMLElement
          moved.push(`${oldValue} became ${dataset['element']}: ${textContent}`)
        }
      }).observe(log, { subtree: true, attributeOldValue: true, attributeFilter: ['data-element'] })
    })
    const script = longScript(2)
    await held.say(script)
    await held.end()
    await expect(promptBox(page)).toBeEnabled()
    await expect(answers(page).locator('[data-element="parenthetical"]').first()).toBeAttached()
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
  })
})
