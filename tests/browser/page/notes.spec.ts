import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectNoViolations } from '../../support/browser/axe.ts'
import { openEditor } from '../../support/browser/chats.ts'
import {
  addNotes,
  markedWords,
  noteCard,
  notesPanel,
  storedNotes,
} from '../../support/browser/notes.ts'
import { heldAnswer, holdNext } from '../../support/browser/generation.ts'
import { notices } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expectStored, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { goTo } from '../../support/browser/typing.ts'
import { expect, test } from '../fixtures.ts'

const TRAM = `INT. TRAM 28 - NIGHT

Rain on every window. An empty tram grinds uphill.

RUI, 45, sits rigid at the back, both hands on the rail.

INÊS
You're early. [[Is she?]]

EXT. RIVER - DAWN

The tram is full. Nobody looks at them.
`

const HEAVY = TRAM.replace('Rain', 'Heavy Rain').replace('The tram is', 'The whole tram is')

const AFRAID = 'He is afraid before we know of what.'
const FULL = 'Earlier it was empty.'

async function openNotes(page: Page, name: string) {
  const writer = await createPerson(name)
  const scriptId = await addScript(writer, 'Tram', TRAM)
  await addNotes(writer, TRAM, [
    { quote: 'RUI, 45, sits rigid at the back', body: AFRAID },
    { quote: 'The tram is full.', body: FULL, reader: 'Script supervisor' },
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  await startIn(page, 'page')
  await openEditor(page, writer, `/editor/${scriptId}`)
  await expect(scriptPage(page)).toContainText('Rain on')
  return { writer, scriptId }
}

const openPanel = (page: Page) => page.getByRole('button', { name: 'Notes', exact: true }).click()

test('notes stand on their words and follow them; they are listed by scene and settled, on two devices', async ({
  page,
  elsewhere,
}) => {
  const { writer, scriptId } = await openNotes(page, 'noted')
  await test.step('their words are marked, without the panel', async () => {
    await expect
      .poll(() => markedWords(page))
      .toEqual(['RUI, 45, sits rigid at the back', 'The tram is full.'])
  })
  await openPanel(page)
  const panel = notesPanel(page)
  await test.step('the panel lists them by scene, with those in the text', async () => {
    await expect(panel.getByText('3 open')).toBeVisible()
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
      '1 INT. TRAM 28 - NIGHT',
      '2 EXT. RIVER - DAWN',
    ])
    await expect(noteCard(page, 'Is she?')).toContainText('In the text')
    await expectAccessible(page, panel)
  })
  await test.step('a click on the quote goes to its words', async () => {
    await noteCard(page, FULL).getByRole('button', { name: 'Go to “The tram is full.”' }).click()
    await expect(page.locator('mark.note-current')).toHaveText('The tram is full.')
    await expect(noteCard(page, FULL)).toHaveAttribute('data-current', 'true')
  })
  await test.step('marks follow what is typed before and inside of their words', async () => {
    await scriptPage(page).getByText('Rain on').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('Heavy ')
    await scriptPage(page).getByText('The tram is full.').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.type(' whole')
    await expect
      .poll(() => markedWords(page))
      .toEqual(['RUI, 45, sits rigid at the back', 'The whole tram is full.'])
    await expectStored(writer, HEAVY)
    // The page stores what became of the words; whoever reads can follow the others without it.
    const held = async () => (await storedNotes(writer)).map((note) => note.held)
    await expect.poll(held, { timeout: 20_000 }).toEqual([null, 'The whole tram is full.'])
    const places = (await storedNotes(writer)).map(({ start, end }) => HEAVY.slice(start, end))
    expect(places).toContain('The whole tram is full.')
    await expect(noteCard(page, FULL)).toContainText('Its text has changed since.')
  })
  await test.step('they are downloaded as a PDF', async () => {
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'More about notes' }).click()
    await page.getByRole('menuitem', { name: 'Export as PDF' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Tram - Notes.pdf')
    const content = await readFile(await file.path())
    expect(content.toString('latin1')).toMatch(/^%PDF-1\.[^]*%%EOF\s*$/)
  })
  await test.step('what is done here is done elsewhere, and can be undone', async () => {
    await elsewhere.setViewportSize({ width: 1280, height: 800 })
    await startIn(elsewhere, 'page')
    await openEditor(elsewhere, writer, `/editor/${scriptId}`)
    await openPanel(elsewhere)
    await expect(noteCard(elsewhere, AFRAID)).toBeVisible()
    await noteCard(page, AFRAID).getByRole('button', { name: 'Done' }).click()
    await expect(noteCard(page, AFRAID)).toHaveCount(0)
    await expect(noteCard(elsewhere, AFRAID)).toHaveCount(0)
    await expect.poll(() => markedWords(elsewhere)).toEqual(['The whole tram is full.'])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(noteCard(page, AFRAID)).toBeVisible()
    await expect(noteCard(elsewhere, AFRAID)).toBeVisible()
    // A mark that is drawn during the next click would end it.
    await expect.poll(() => markedWords(page)).toContain('RUI, 45, sits rigid at the back')
  })
  await test.step('one whose words the server has not looked for is found when it is opened', async () => {
    await expectStored(writer, HEAVY)
    await sql(
      'update public.script_notes set start = 0, "end" = 0 where user_id = $1 and body = $2',
      [writer.id, AFRAID],
    )
    await elsewhere.reload()
    const lost = noteCard(elsewhere, AFRAID)
    await expect(lost).toContainText('Its text is not in the script any more.')
    await lost.getByText('RUI, 45, sits rigid at the back').click()
    await expect(lost).not.toContainText('is not in the script')
    await expect.poll(() => markedWords(elsewhere)).toContain('RUI, 45, sits rigid at the back')
  })
  await test.step('words that are gone are said to be gone, and come back with undo', async () => {
    await scriptPage(page).getByText('RUI, 45').click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Delete')
    await expect(noteCard(page, AFRAID)).toContainText('Its text is not in the script any more.')
    await expect(noteCard(page, AFRAID)).toContainText('RUI, 45, sits rigid at the back')
    await page.keyboard.press('Control+z')
    await expect(noteCard(page, AFRAID)).not.toContainText('is not in the script')
    await expect.poll(() => markedWords(page)).toContain('RUI, 45, sits rigid at the back')
  })
  await test.step('the filters choose who and which', async () => {
    await panel.getByRole('combobox', { name: 'Reader' }).selectOption('Script supervisor')
    await expect(panel.getByRole('article')).toHaveCount(1)
    await panel.getByRole('combobox', { name: 'Reader' }).selectOption('Everybody')
    await panel.getByRole('combobox', { name: 'State' }).selectOption('Dismissed')
    await expect(panel).toContainText('No note matches.')
    await panel.getByRole('button', { name: 'Show all notes' }).click()
    await expect(panel.getByRole('article')).toHaveCount(3)
  })
})

test('with keys alone: from note to note, done, a note of my own, and a prompt about its words', async ({
  page,
}) => {
  const { writer } = await openNotes(page, 'keyed')
  await expect.poll(() => markedWords(page)).toHaveLength(2)
  await test.step('a note that is gone to is shown, and what was not shown is not settled', async () => {
    await expect(notesPanel(page)).toHaveCount(0)
    await goTo(page, { behind: 'RUI, 45' })
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect(page.locator('mark.note-current')).toHaveCount(1)
    await page.keyboard.press('Alt+o')
    await expect(noteCard(page, AFRAID)).toBeVisible()
    expect(await storedNotes(writer)).toMatchObject([{ state: 'open' }, { state: 'open' }])
    await expect(scriptPage(page)).toBeFocused()
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await expect(notesPanel(page)).toHaveCount(0)
    await goTo(page, { behind: 'NIGHT' })
  })
  await page.keyboard.press('Alt+.')
  await expect(page.locator('mark.note-current')).toHaveText('The tram is full.')
  await expect(noteCard(page, FULL)).toBeVisible()
  await expect(scriptPage(page)).toBeFocused()
  await page.keyboard.press('Alt+,')
  await expect(page.locator('mark.note-current')).toHaveText('RUI, 45, sits rigid at the back')
  await page.keyboard.press('Alt+o')
  await expect.poll(() => storedNotes(writer)).toMatchObject([{ state: 'done' }, { state: 'open' }])
  await expect.poll(() => markedWords(page)).toEqual(['The tram is full.'])

  await test.step('selected words get a note', async () => {
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    for (let word = 0; word < 2; word += 1) await page.keyboard.press('Control+Shift+ArrowRight')
    await page.keyboard.press('Alt+m')
    await expect(page.getByRole('textbox', { name: 'Your note' })).toBeFocused()
    await expect.poll(() => markedWords(page)).toContain('Rain on')
    await page.keyboard.type('Too much')
    // A phone that is rotated.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('.fixed[data-side-panel]')).toBeAttached()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.locator('aside[data-side-panel]')).toBeAttached()
    await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue('Too much')
    await page.getByRole('textbox', { name: 'Your note' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' weather.')
    await page.keyboard.press('Control+Enter')
    await expect(noteCard(page, 'Too much weather.')).toBeVisible()
    await expect(noteCard(page, 'Too much weather.')).toContainText('You')
    expect((await storedNotes(writer)).map(({ quote }) => quote)).toContain('Rain on')
  })
  await test.step('it can be rewritten and deleted, and deleting be undone', async () => {
    await noteCard(page, 'Too much weather.').getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Edit your note' }).fill('Less weather.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(noteCard(page, 'Less weather.')).toBeVisible()
    await noteCard(page, 'Less weather.').getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(noteCard(page, 'Less weather.')).toHaveCount(0)
    const toast = page.locator('[data-sonner-toast]', { hasText: 'Note deleted' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(noteCard(page, 'Less weather.')).toBeVisible()
  })
  await test.step('the arrows lead through the list', async () => {
    await noteCard(page, 'Less weather.')
      .getByRole('button', { name: /^Go to/ })
      .focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(
      noteCard(page, FULL).getByRole('button', { name: 'Go to “The tram is full.”' }),
    ).toBeFocused()
  })
  await test.step("'Change this' is a prompt about the quote", async () => {
    await page.keyboard.press('Alt+c')
    const prompt = page.getByRole('textbox', { name: /prompt|message/i })
    await expect(prompt).toBeFocused()
    await expect(prompt).toHaveValue(`Change this. Script supervisor says: ${FULL}`)
    await expect(page.getByRole('button', { name: /Selection · 4 words/ })).toBeVisible()
  })
  await test.step('after the answer it says what is there now, and can be settled', async () => {
    const held = heldAnswer('')
    await holdNext(page, held)
    await page.keyboard.press('Enter')
    await held.say('<text>Every seat is taken.</text>')
    await held.end()
    await expect(scriptPage(page)).toContainText('Every seat is taken.')
    const told = notices(page).filter({ hasText: 'Changed, as the note asked' })
    await expect(told).toContainText('It says now: “Every seat is taken.”')
    await expect(noteCard(page, FULL)).toContainText(
      'An answer has changed it. It says now:Every seat is taken.',
    )
    await told.getByRole('button', { name: 'Done with the note' }).click()
    await expect(noteCard(page, FULL)).toHaveCount(0)
    await expect
      .poll(async () => (await storedNotes(writer)).find(({ body }) => body === FULL)?.state)
      .toBe('done')
  })
})

test('a reader is chosen, reads while I type, is stopped and goes on; another writer sees none of it', async ({
  page,
  elsewhere,
}) => {
  const held = heldAnswer()
  const name = held.prompt.replace(/^.*(?=\[)/, '')
  const writer = await createPerson('read')
  const text = `${TRAM}\nRui waits ${name}.\n`
  const scriptId = await addScript(writer, 'Tram', text)
  await page.setViewportSize({ width: 1280, height: 800 })
  await startIn(page, 'page')
  await openEditor(page, writer, `/editor/${scriptId}`)
  await openPanel(page)
  const panel = notesPanel(page)
  const dialog = page.getByRole('dialog')
  await test.step('a reader of my own is described, and kept', async () => {
    await panel.getByRole('button', { name: 'Read the script...' }).click()
    await dialog.getByRole('button', { name: 'New reader...' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My aunt')
    await dialog.getByRole('textbox', { name: 'How they read' }).fill('She hates trams.')
    await dialog.getByRole('button', { name: 'Save reader' }).click()
    await expect(dialog.getByRole('radio', { name: 'My aunt' })).toBeChecked()
    await expectNoViolations(page, 'light', dialog)
    await dialog.getByRole('radio', { name: 'Producer' }).check()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('what is chosen and typed outlives a phone that is rotated', async () => {
    await panel.getByRole('button', { name: 'Read the script...' }).click()
    await dialog.getByRole('radio', { name: 'Producer' }).check()
    await dialog.getByRole('radio', { name: 'Chosen scenes' }).check()
    await dialog.getByRole('combobox', { name: 'From scene' }).selectOption('2 EXT. RIVER - DAWN')
    await dialog.getByRole('button', { name: 'New reader...' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('My uncle')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('.fixed[data-side-panel]')).toBeAttached()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('My uncle')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.locator('aside[data-side-panel]')).toBeAttached()
    await expect(dialog.getByRole('radio', { name: 'Producer' })).toBeChecked()
    await expect(dialog.getByRole('combobox', { name: 'From scene' })).toHaveValue('2')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('a reading of chosen scenes is stopped, also after a reload', async () => {
    await panel.getByRole('button', { name: 'Read the script...' }).click()
    await dialog.getByRole('radio', { name: 'Producer' }).check()
    await dialog.getByRole('radio', { name: 'Chosen scenes' }).check()
    await dialog.getByRole('combobox', { name: 'From scene' }).selectOption('2 EXT. RIVER - DAWN')
    await expect(dialog.getByText(/^This uses 1 generation/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Start reading' }).click()
    await expect(panel.getByText('Producer is reading, scene 1 of 1')).toBeVisible()
    await page.reload()
    await panel.getByRole('button', { name: 'Stop the reading by Producer' }).click()
    await expect(panel.getByText('Producer was stopped after 0 of 1 scenes.')).toBeVisible()
  })
  await test.step('it goes on with the same scenes after another reload, and its notes arrive where the words are by now', async () => {
    await page.reload()
    await panel.getByRole('button', { name: 'Go on reading' }).click()
    await expect(dialog.getByRole('radio', { name: 'Producer' })).toBeChecked()
    await expect(dialog.getByRole('combobox', { name: 'From scene' })).toHaveValue('2')
    await expect(dialog.getByRole('combobox', { name: 'To scene' })).toHaveValue('2')
    await expect(dialog.getByText(/^This uses 1 generation/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Start reading' }).click()
    await expect(panel.getByText('Producer is reading, scene 1 of 1')).toBeVisible()
    await scriptPage(page).getByText('Rain on').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('Heavy ')
    await held.say(
      '<note scene="2" quote="The tram is full.">A crowd, for nothing.</note>\n<note scene="1" quote="Not there at all">No.</note>\n<summary>Cheap, but for the crowd.</summary>',
    )
    await held.end()
    await expect(panel.getByText('Producer has read the script: 1 note.')).toBeVisible()
    await expect(panel.getByText('Cheap, but for the crowd.')).toBeVisible()
    await expect(
      panel.getByText('1 note was dropped: its quote is not in the script.'),
    ).toBeVisible()
    await expect(noteCard(page, 'A crowd, for nothing.')).toContainText('Producer')
    await expect.poll(() => markedWords(page)).toEqual(['The tram is full.'])
    await expectNoViolations(page, 'light', panel)
  })
  await test.step('nobody else has these notes', async () => {
    const other = await createPerson('stranger')
    const theirs = await addScript(other, 'Tram', TRAM)
    await elsewhere.setViewportSize({ width: 1280, height: 800 })
    await startIn(elsewhere, 'page')
    await openEditor(elsewhere, other, `/editor/${theirs}`)
    await openPanel(elsewhere)
    await expect(notesPanel(elsewhere).getByText('1 open')).toBeVisible()
    expect(await markedWords(elsewhere)).toEqual([])
  })
  await test.step('put into the text it is a note there, and undo takes it out', async () => {
    await panel.getByRole('button', { name: 'More about notes' }).click()
    await page.getByRole('menuitem', { name: 'Put into the text as [[...]]' }).click()
    const now = text.replace('Rain', 'Heavy Rain')
    const noted = now.replace('is full.', 'is full.[[Producer: A crowd, for nothing.]]')
    await expectStored(writer, noted)
    const origin = async () =>
      (
        await sql('select pending_origin from public.script_drafts where user_id = $1', [writer.id])
      )[0]
    expect(await origin()).toEqual({ pending_origin: 'pasted' })
    await scriptPage(page).focus()
    await page.keyboard.press('Control+z')
    await expectStored(writer, now)

    await noteCard(page, 'A crowd, for nothing.').getByRole('button', { name: 'Done' }).click()
    await addNotes(writer, now, [{ quote: 'is full.', body: 'Why full?', reader: null }])
    await expect(noteCard(page, 'Why full?')).toBeVisible()
    await panel.getByRole('button', { name: 'More about notes' }).click()
    await page.getByRole('menuitem', { name: 'Put into the text as [[...]]' }).click()
    await expectStored(writer, now.replace('is full.', 'is full.[[You: Why full?]]'))
    expect(await origin(), 'words of my own').toEqual({ pending_origin: 'typed' })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('Back closes the notes, and only then leaves the script', async ({ page }) => {
    const writer = await createPerson('back')
    const scriptId = await addScript(writer, 'Tram', TRAM)
    await startIn(page, 'page')
    await openEditor(page, writer, `/editor/${scriptId}`)
    await goInApp(page, '/dashboard')
    await goInApp(page, `/editor/${scriptId}`)
    await expect(scriptPage(page)).toContainText('Rain on')
    const sheet = page.getByRole('dialog', { name: 'Notes' })
    const open = async () => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Notes' }).click()
      await expect(sheet).toBeVisible()
    }
    await open()
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL(`/editor/${scriptId}`)
    await expect(scriptPage(page)).toContainText('Rain on')
    await open()
    await sheet.getByRole('button', { name: 'Close the panel' }).click()
    await expect(sheet).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/dashboard')
  })

  test('touched words open their note below them', async ({ page }) => {
    const writer = await createPerson('touched')
    const scriptId = await addScript(writer, 'Tram', TRAM)
    await addNotes(writer, TRAM, [
      { quote: 'RUI, 45, sits rigid at the back', body: AFRAID },
      { quote: 'The tram is full.', body: FULL, reader: 'Script supervisor' },
    ])
    await startIn(page, 'page')
    await openEditor(page, writer, `/editor/${scriptId}`)
    await expect.poll(() => markedWords(page)).toHaveLength(2)
    await page.locator('mark.note-text').first().tap()
    const sheet = page.getByRole('region', { name: 'Notes' })
    await expect(sheet).toContainText(AFRAID)
    await expectNoViolations(page, 'light', sheet)
    await sheet.getByRole('button', { name: 'Next note' }).tap()
    await expect(sheet).toContainText(FULL)
    await sheet.getByRole('button', { name: 'Dismiss' }).tap()
    await expect(sheet).toContainText(AFRAID)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toHaveCount(0)
  })
})
