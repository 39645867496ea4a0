import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { allowConsoleErrors } from '../../support/browser/page.ts'
import { createPerson, signInAs } from '../../support/browser/people.ts'
import { rounds } from '../../support/rounds.ts'
import {
  buildPage,
  expectState,
  openText,
  servePage,
  storedText,
  textArea,
  typeAt,
} from '../../support/working-text-page/serve.ts'
import { expect, test } from '../fixtures.ts'

const SECONDS = rounds('typing-seconds')

/** Milliseconds between words. */
const TYPING = 100

/** Types numbered lines, at least two, at the end of the text or after its first line, until the time is over. */
async function typeLines(page: Page, name: string, place: 'end' | 6, end: number) {
  const lines: string[] = []
  await typeAt(page, place, '')
  while (Date.now() < end || lines.length < 2) {
    const line = `${name} writes line ${lines.length + 1}.`
    for (const word of `${line}\n`.split(/(?<= )/)) {
      await page.keyboard.insertText(word)
      await pause(TYPING)
    }
    lines.push(line)
  }
  return lines
}

test(`two browsers type for ${SECONDS} s, one of them offline half of the time: every line is there`, async ({
  page,
  context,
  elsewhere: other,
  consoleErrors,
}) => {
  test.setTimeout(120_000 + SECONDS * 2_000)
  const script = await buildPage()
  const writer = await createPerson('together')
  const workId = randomUUID()
  await servePage(context, script)
  await signInAs(page, writer)
  await openText(page, workId)
  await typeAt(page, 'end', 'FIRST\n\nLAST\n')
  await expectState(page, { storage: 'stored' })
  const elsewhere = other.context()
  await servePage(elsewhere, script)
  await signInAs(other, writer)
  await openText(other, workId)

  const end = Date.now() + SECONDS * 1_000
  const phase = Math.max(1_000, (SECONDS * 1_000) / 8)
  let isOffline = false
  const switching = setInterval(() => {
    isOffline = !isOffline
    void elsewhere.setOffline(isOffline)
  }, phase)
  const typed = await Promise.all([
    typeLines(page, 'Anna', 'end', end),
    typeLines(other, 'Bert', 6, end),
  ])
  clearInterval(switching)
  await elsewhere.setOffline(false)

  for (const one of [page, other]) await expectState(one, { storage: 'stored', error: null })
  await expect
    .poll(async () => (await textArea(other).inputValue()) === (await textArea(page).inputValue()))
    .toBe(true)
  const text = (await storedText(workId)) ?? ''
  expect(await textArea(page).inputValue()).toBe(text)
  const written = ['FIRST', 'LAST', ...typed.flat()]
  expect(text.split('\n').filter(Boolean).toSorted()).toEqual(written.toSorted())
  expect(typed.map(({ length }) => length > 1)).toEqual([true, true])

  await test.step('a text that a browser has its own copy of shows what was written elsewhere meanwhile', async () => {
    await page.goto('about:blank')
    await typeAt(other, 'end', 'Meanwhile.')
    await expectState(other, { storage: 'stored' })
    await openText(page, workId)
    await expect(textArea(page)).toHaveValue(`${text}Meanwhile.`)
  })
  // Whoever sends second is refused, and merges.
  allowConsoleErrors(consoleErrors, /409/)
})
