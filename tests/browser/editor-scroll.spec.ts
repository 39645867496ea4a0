import type { Page } from '@playwright/test'
import { chatLog } from '../support/browser-chats.ts'
import { answers, openDesk, sendHeld } from '../support/browser-generation.ts'
import { expect, test } from './fixtures.ts'

type Observed = { grew: number[]; moved: number[] }

const lines = (name: string, count: number) =>
  `${Array.from({ length: count }, (_, n) => `${name} ${n + 1}.`).join('\n\n')}\n\n`

/** From now on the page notes, by the clock that the test drives, when the chat grew and was scrolled. */
const observe = (page: Page) =>
  chatLog(page).evaluate((log) => {
    const observed: Observed = { grew: [], moved: [] }
    Object.assign(window, { observed })
    let isFirst = true
    new ResizeObserver(() => {
      if (!isFirst) observed.grew.push(performance.now())
      isFirst = false
    }).observe(log.firstElementChild as Element)
    const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')
    Object.defineProperty(log, 'scrollTop', {
      configurable: true,
      get: () => scrollTop?.get?.call(log),
      set(top: number) {
        observed.moved.push(performance.now())
        scrollTop?.set?.call(log, top)
      },
    })
  })

const observed = (page: Page) =>
  page.evaluate(() => (window as unknown as { observed: Observed }).observed)

/** An answer that is longer than the window, whose clock stands still from now on. */
async function openGrowingChat(page: Page) {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await openDesk(page)
  const held = await sendHeld(page)
  await held.say(lines('Wave', 25))
  await expect(answers(page)).toContainText('Wave 25.')
  // What was just sent is kept in sight for a moment, without delay.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3_000)
  await expect.poll(() => distanceToEnd(page)).toBe(0)
  await observe(page)
  return held
}

const distanceToEnd = (page: Page) =>
  chatLog(page).evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)

const goUp = (page: Page, distance: number) =>
  chatLog(page).evaluate(
    (log, up) => log.scrollTo(0, log.scrollHeight - log.clientHeight - up),
    distance,
  )

const toEnd = (page: Page) => page.getByRole('button', { name: 'Scroll to the end' })

/** Lets the clock run until the words are drawn. */
const untilDrawn = (page: Page, words: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(50)
      return answers(page).textContent()
    })
    .toContain(words)

test('the end of the chat is followed 150 ms after it has moved', async ({ page }) => {
  const held = await openGrowingChat(page)
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

test('whoever is 100 px away from the end is taken along', async ({ page }) => {
  const held = await openGrowingChat(page)
  await goUp(page, 200)
  await expect(toEnd(page)).toBeVisible()
  await goUp(page, 100)
  await expect(toEnd(page)).toBeHidden()
  await held.say(lines('Boat', 5))
  await untilDrawn(page, 'Boat 5.')
  await page.clock.runFor(1_000)
  expect(await distanceToEnd(page)).toBe(0)
})

test('whoever is further away than 100 px reads on in peace', async ({ page }) => {
  const held = await openGrowingChat(page)
  await goUp(page, 101)
  await expect(toEnd(page)).toBeVisible()
  await held.say(lines('Boat', 5))
  await untilDrawn(page, 'Boat 5.')
  await page.clock.runFor(1_000)
  expect((await observed(page)).grew).not.toEqual([])
  expect((await observed(page)).moved).toEqual([])
  expect(await distanceToEnd(page)).toBeGreaterThan(101)
})
