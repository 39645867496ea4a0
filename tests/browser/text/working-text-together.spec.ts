import type { Page } from '@playwright/test'
import { send, heldAnswer } from '../../support/browser/generation.ts'
import { allowConsoleErrors } from '../../support/browser/page.ts'
import { type BrowserPerson, createPerson, signInAs } from '../../support/browser/people.ts'
import { scriptPage, startIn } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import {
  goTo,
  openText,
  sameText,
  storedText,
  storedVersions,
  typeKeys,
} from '../../support/browser/typing.ts'
import { newClient } from '../../support/client.ts'
import { rounds } from '../../support/rounds.ts'
import { expect, test } from '../fixtures.ts'

const SECONDS = rounds('typing-seconds')

/** Milliseconds per key. */
const PACE: [number, number] = [15, 150]

const SCRIPT = 'INT. TRAM - NIGHT\n\nFirst.\n\nEXT. STOP - DAY\n\nSecond.'

/** Whoever sends second is refused, and merges. */
const EXPECTED = /409|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/

type Open = { writer: BrowserPerson; id: string }

async function openBoth(page: Page, other: Page): Promise<Open> {
  const writer = await createPerson('together')
  const id = await addScript(writer, 'Tram', SCRIPT)
  for (const one of [page, other]) {
    await startIn(one, 'page')
    await signInAs(one, writer)
    await openText(one, id)
    await expect(scriptPage(one)).toContainText('Second.')
  }
  return { writer, id }
}

/** Types numbered lines, at least two, each in its own paragraph, until the time is over. */
async function typeLines(page: Page, name: string, behind: string, end: number) {
  const lines: string[] = []
  await goTo(page, { behind })
  while (Date.now() < end || lines.length < 2) {
    const line = `${name} writes line ${lines.length + 1}.`
    await typeKeys(page, `\n${line}`, PACE)
    lines.push(line)
  }
  return lines
}

/** Types numbered words into one line. */
async function typeWords(page: Page, name: string, behind: string, end: number) {
  const words: string[] = []
  await goTo(page, { behind })
  while (Date.now() < end || words.length < 3) {
    const word = `${name}${words.length + 1}x`
    await typeKeys(page, ` ${word}`, PACE)
    words.push(word)
  }
  return words
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/** Takes a browser offline half of the time. */
function interrupt(page: Page): () => Promise<void> {
  const context = page.context()
  let isOffline = false
  const phase = Math.max(1_000, (SECONDS * 1_000) / 8)
  const timer = setInterval(() => {
    isOffline = !isOffline
    void context.setOffline(isOffline)
  }, phase)
  return async () => {
    clearInterval(timer)
    await context.setOffline(false)
  }
}

const until = () => Date.now() + SECONDS * 1_000

for (const [where, behind, isInterrupted] of [
  ['in different scenes', 'Second.', false],
  ['in different scenes, one of them often offline', 'Second.', true],
  ['in one scene', 'INT. TRAM', false],
] as const)
  test(`two browsers type for ${SECONDS} s ${where}: every letter stands where it was typed`, async ({
    page,
    elsewhere,
    consoleErrors,
  }) => {
    test.setTimeout(120_000 + SECONDS * 2_000)
    const { id } = await openBoth(page, elsewhere)
    const reconnect = isInterrupted ? interrupt(elsewhere) : async () => undefined
    const end = until()
    const typed = await Promise.all([
      typeLines(page, 'Anna', 'First.', end),
      typeLines(elsewhere, 'Bert', behind, end),
    ])
    await reconnect()
    const text = await sameText(id, page, elsewhere)
    expect(linesOf(text).toSorted()).toEqual([...linesOf(SCRIPT), ...typed.flat()].toSorted())
    for (const lines of typed)
      expect(linesOf(text).filter((line) => lines.includes(line))).toEqual(lines)
    const versions = await storedVersions(id)
    // The text as it was saved; offline edits add theirs, mine and the merged one.
    if (!isInterrupted) expect(versions.length).toBeLessThan(5)
    allowConsoleErrors(consoleErrors, EXPECTED)
  })

test(`two browsers type for ${SECONDS} s in one line: every word is whole, and both are asked`, async ({
  page,
  elsewhere,
  consoleErrors,
}) => {
  test.setTimeout(120_000 + SECONDS * 2_000)
  const { id } = await openBoth(page, elsewhere)
  const end = until()
  const typed = await Promise.all([
    typeWords(page, 'anna', 'First.', end),
    typeWords(elsewhere, 'bert', 'First.', end),
  ])
  const text = await sameText(id, page, elsewhere)
  const found = text.split(/\s+/).filter((word) => /^(anna|bert)\d+x$/.test(word))
  expect(found.toSorted()).toEqual(typed.flat().toSorted())
  const copies = linesOf(text).filter((line) => line.startsWith('First.')).length
  expect(linesOf(text).length).toBe(linesOf(SCRIPT).length + copies - 1)
  // A line that was continued on both sides stands twice, with a question on both pages.
  for (const one of [page, elsewhere])
    await expect(one.getByRole('toolbar', { name: 'Changed here and elsewhere' })).toHaveCount(
      copies > 1 ? 1 : 0,
    )
  allowConsoleErrors(consoleErrors, EXPECTED)
})

test(`answers and restored versions arrive for ${SECONDS} s while a writer types: nothing is lost`, async ({
  page,
  elsewhere,
  consoleErrors,
}) => {
  test.setTimeout(120_000 + SECONDS * 3_000)
  const { writer, id } = await openBoth(page, elsewhere)
  await elsewhere.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Chat' }).click()
  const client = await newClient(process.env['SCRIPT_WRITER_URL'] ?? '')
  await client.auth.signInWithPassword({ email: writer.email, password: writer.password })
  const end = until()
  let arrivals = 0
  const arriving = async () => {
    while (Date.now() < end || arrivals < 2) {
      arrivals += 1
      const answer = heldAnswer('Make the first scene shorter')
      await send(elsewhere, answer.prompt)
      await answer.say(`<scene id="1">\nINT. TRAM - NIGHT\n\nAnswer ${arrivals}.\n</scene>`)
      await answer.end()
      await expect.poll(() => storedText(id)).toContain(`Answer ${arrivals}.`)
      if (arrivals % 2 === 1) continue
      const { data } = await client.rpc('script_history', { script_id: id })
      const before = data?.find(({ origin }) => origin === 'answer')
      await client.rpc('restore_version', { version_id: before?.id ?? '' })
    }
  }
  const [lines] = await Promise.all([typeLines(page, 'Anna', 'Second.', end), arriving()])
  const text = await sameText(id, page)
  const whole = [text, ...(await storedVersions(id)).map(([, version]) => version)]
  const lost = lines.filter((line) => !whole.some((one) => linesOf(one).includes(line)))
  expect(lost).toEqual([])
  // A restored version may take away lines that were there; what was typed since is in the text.
  expect(linesOf(text)).toContain(lines.at(-1))
  allowConsoleErrors(consoleErrors, EXPECTED)
})
