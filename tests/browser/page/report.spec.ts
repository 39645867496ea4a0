import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { authorshipRecord } from '../../../contract/authorship.ts'
import { nameField, openEditor, openMenu } from '../../support/browser/chats.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { DESKTOP, expectConsoleErrors } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { chooseView, expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { countWords } from '../../../screenplay/model.ts'
import { expect, test } from '../fixtures.ts'

const imported = `INT. TRAM - NIGHT

Rain on every window. Rui waits.

INÊS
You are late.

EXT. RIVER - DAWN

INÊS
Rui?
`

/** A script that is half imported and half from an answer. */
async function addHalf(name: string) {
  const writer = await createPerson(name)
  const id = await addScript(writer, 'The Lisbon Job', imported)
  const text = `${imported}\nRUI\nNow you have to wait for me here, as I did for you all night.\n`
  await sql(
    `select private.replace_text(drafts.id, $2, 'answer')
     from public.script_drafts as drafts where drafts.script_id = $1`,
    [id, text],
  )
  return { writer, text, address: `/editor/${id}` }
}

const openReport = (page: Page) => page.getByRole('button', { name: 'Report', exact: true }).click()
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const asTable = (page: Page, name: string) =>
  card(page, name).getByRole('button', { name: `Show as table: ${name}` })
const share = (page: Page) => page.getByRole('button', { name: /^[<>]?\d+% (yours|imported)/ })

const contentOf = async (download: Download) => readFile(await download.path())

test('a report says that nothing is written, why it fails, who wrote the script and what is in it; so does the status line', async ({
  page,
  consoleErrors,
}) => {
  const { writer, text, address } = await addHalf('reporter')
  await openEditor(page, writer)
  await test.step('of nothing it says so', async () => {
    await page.setViewportSize({ width: 390, height: 740 })
    await (await openMenu(page)).getByRole('menuitem', { name: 'Report' }).click()
    await expect(page.getByText('Nothing is written yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the script' }).click()
    await expect(page.getByText('Nothing is written yet.')).toHaveCount(0)
  })

  await test.step('one that fails says why', async () => {
    let [isBroken, requests] = [true, 0]
    await page.route('**/functions/v1/authorship?*', (route) => {
      requests += 1
      return isBroken
        ? route.fulfill({ status: 400, json: { success: false, error: 'Not now.', code: 'later' } })
        : route.continue()
    })
    await page.setViewportSize(DESKTOP)
    await goInApp(page, address)
    await expect(nameField(page)).toHaveValue('The Lisbon Job')
    await openReport(page)
    await expect(
      page.getByRole('alert').getByText('Failed to load the report: Not now.'),
    ).toBeVisible()
    await expect(card(page, 'Voices')).toContainText('RUI')
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    const before = requests
    await tryAgain.click()
    await expect.poll(() => requests).toBeGreaterThan(before)
    isBroken = false
    await expect(async () => {
      // The status line may have requested the record again in the meantime, and received it.
      if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 1_000 })
      await expect(card(page, 'Who wrote it')).toContainText('Imported', { timeout: 2_000 })
    }).toPass()
    expectConsoleErrors(consoleErrors, /status of 400/)
    await page.unroute('**/functions/v1/authorship?*')
    await page.keyboard.press('Escape')
    await expect(card(page, 'Who wrote it')).toHaveCount(0)
  })

  await openReport(page)

  await test.step('who wrote it, as a whole and by scene', async () => {
    const who = card(page, 'Who wrote it')
    await expect(who).toContainText(/from \d+ recorded versions?, chain intact/)
    await expect(who).toContainText(/AI, kept \d+% \(unknown model \d+\)/)
    await expect(who).toContainText(/Imported \d+%/)
    await expect(who).toContainText(/\d+ words came in as a whole: .* is not recorded\./)
    await expect(who.getByRole('listitem').filter({ hasText: 'INT. TRAM' })).toContainText(
      'imported',
    )
    await expect(page.getByRole('button', { name: 'Back to the script' })).toBeFocused()
    await asTable(page, 'Who wrote it').click()
    const row = who.getByRole('row', { name: /1 INT\. TRAM - NIGHT/ })
    await expect(row.getByRole('cell')).toHaveText([/\d+/, '0%', '0%', '100%', '0%'])
    await test.step('a table wider than the screen scrolls by itself, also by keyboard', async () => {
      const frame = who.getByRole('region')
      await expect(frame).not.toHaveAttribute('tabindex')
      await page.setViewportSize({ width: 320, height: 640 })
      await frame.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
      await page.setViewportSize(DESKTOP)
    })
  })

  await test.step('scenes, voices, who appears where', async () => {
    await asTable(page, 'Scenes').click()
    await expect(card(page, 'Scenes').getByRole('row', { name: /RIVER - DAWN/ })).toContainText(
      'Day',
    )
    await expect(card(page, 'Voices').getByRole('listitem')).toHaveText([
      /^RUI15 · 1 sp\.$/,
      /^INÊS4 · 2 sp\.$/,
    ])
    const where = card(page, 'Who appears where')
    await expect(where.getByRole('row', { name: /^RUI/ }).getByRole('cell')).toHaveText([
      'Named in the action',
      'Speaks',
    ])
    await asTable(page, 'Who appears where').click()
    await expect(where.getByRole('row', { name: /INT\. TRAM/ })).toContainText('INÊSRUI')
  })

  await test.step('over time and by day', async () => {
    await expect(card(page, 'Over time')).toContainText('words by origin, version by version')
    await asTable(page, 'Pages per day').click()
    await expect(card(page, 'Pages per day').getByRole('row')).toHaveCount(2)
  })

  await expectAccessible(page)

  await test.step('the statement and the record are downloaded, and Escape leads back', async () => {
    const download = async (name: string, role: 'button' | 'menuitem' = 'button') => {
      const started = page.waitForEvent('download')
      await page.getByRole(role, { name, exact: true }).click()
      return await started
    }
    const statement = await download('Statement (PDF)')
    expect(statement.suggestedFilename()).toBe('The Lisbon Job - Authorship.pdf')
    expect((await contentOf(statement)).subarray(0, 5).toString()).toBe('%PDF-')

    const record = await download('Record (JSON)')
    expect(record.suggestedFilename()).toBe('The Lisbon Job - Record.json')
    const known = JSON.parse((await contentOf(record)).toString()) as object
    expect(known).toMatchObject({ format: 'script-writer-authorship', formatVersion: 1 })
    expect(known).not.toHaveProperty('texts')

    await page.getByRole('button', { name: 'More downloads' }).click()
    const whole = await contentOf(await download('Record with all texts (JSON)', 'menuitem'))
    const { texts, text: now } = authorshipRecord.parse(JSON.parse(whole.toString()))
    const pieces = texts?.byHash[now.text_hash]?.map((at) => texts.pieces[at])
    expect(pieces?.join('')).toBe(text)

    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused()
    await expect(card(page, 'Who wrote it')).toHaveCount(0)
  })

  await test.step('the status line shows the share, and the margin marks what was not typed', async () => {
    await chooseView(page, 'Page')
    await expect(share(page)).toHaveText(/^\d+% imported$/)
    await expect(share(page)).toHaveAttribute('title', /^AI, kept \d+%.*, Imported \d+%\. Open/)

    await scriptPage(page).focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.insertText('authorship in the margin')
    await page.keyboard.press('Enter')
    const marks = page.locator('.origin-mark')
    await expect(marks.first()).toHaveAttribute('title', 'Imported')
    await expect(marks.last()).toHaveAttribute('title', 'AI, kept')

    await page.keyboard.press('Control+End')
    await page.keyboard.type('Mine.')
    await expectStored(writer, `${text}Mine.`)
    await expect(marks.last()).toHaveAttribute('title', 'Typed by you')

    await page.keyboard.press('Control+s')
    await expect(share(page)).toHaveText(/^\d+% imported, \d+% yours$/)
    await share(page).click()
    await expect(card(page, 'Who wrote it')).toContainText(/Typed by you \d+%/)
    await page.keyboard.press('Escape')
    await expect(share(page)).toBeFocused()

    await page.reload()
    await expect(marks.last()).toHaveAttribute('title', 'Typed by you')
  })

  await test.step('the page, the history and the report count the same words', async () => {
    const words = countWords(`${text}Mine.`)
    const counts = page.getByRole('region', { name: 'Counts' })
    await expect(counts.getByText(`${words} words`, { exact: true })).toBeVisible()
    await openReport(page)
    await asTable(page, 'Who wrote it').click()
    const whole = card(page, 'Who wrote it').getByRole('row', { name: /^The whole script/ })
    await expect(whole.getByRole('cell').first()).toHaveText(String(words))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'History', exact: true }).click()
    // The text as it is now, which the browser counts, and the version of it, which the database does.
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('button')
    await expect(versions.filter({ hasText: `${words} words` })).toHaveCount(2)
  })
})
