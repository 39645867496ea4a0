import { text as textOf } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { openEditor, openMenu } from '../../support/browser/chats.ts'
import { heldAnswer } from '../../support/browser/generation.ts'
import {
  DESKTOP,
  expectConsoleErrors,
  expectNoOverflow,
  expectNotice,
  PHONE,
} from '../../support/browser/page.ts'
import { addNotes, noteCard } from '../../support/browser/notes.ts'
import { type BrowserPerson, createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { chooseView, scriptPage, startIn } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const WIDE = { width: 1440, height: 900 }

const SCRIPT = `INT. LIGHTHOUSE - NIGHT

MIRA, 60, keeper of the light, winds the clock.

MIRA
Nobody lights it after me.

JOSEF
Nobody.

EXT. PIER - DAY

JOSEF reads the letter and burns it.

JOSEF
Mira must never know.
`

type Added = { kind: string; name: string; body?: string; sources?: object[] }

async function addEntry(writer: BrowserPerson, workId: string, entry: Added): Promise<string> {
  const { kind, name, body = '', sources = [] } = entry
  const [row] = await sql<{ id: string }>(
    `insert into public.story_entries (user_id, work_id, kind, name, body, sources)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [writer.id, workId, kind, name, body, JSON.stringify(sources)],
  )
  return row?.id ?? ''
}

const storedEntries = ({ id }: BrowserPerson) =>
  sql<{ kind: string; name: string; aliases: string[]; body: string; pinned: boolean }>(
    `select kind, name, aliases, body, pinned from public.story_entries
     where user_id = $1 order by name`,
    [id],
  )

async function openScript(page: Page, text = SCRIPT, size = WIDE) {
  const writer = await createPerson('keeper')
  const id = await addScript(writer, 'Lighthouse', text)
  await page.setViewportSize(size)
  await startIn(page, 'page')
  await openEditor(page, writer, `/editor/${id}`)
  await expect(scriptPage(page)).toBeVisible()
  return { writer, id }
}

const biblePanel = (page: Page) => page.getByRole('complementary', { name: 'Bible' })
const bibleButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Bible', exact: true })

test('the panel stands beside the page, over it or in place of it, and gives the focus back', async ({
  page,
}) => {
  await openScript(page)
  const panel = biblePanel(page)
  const handle = page.getByRole('separator', { name: 'Width of the panel' })
  const right = async (locator = scriptPage(page)) => {
    const box = await locator.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0)
  }

  await test.step('its button opens it with the focus in it, and Escape closes it', async () => {
    await bibleButton(page).click()
    await expect(panel).toBeFocused()
    await expect(bibleButton(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(panel.getByText('What is true in this story')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bibleButton(page)).toBeFocused()
    await expect(bibleButton(page)).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('it is as wide as the writer makes it, never over the page, also after a reload', async () => {
    await bibleButton(page).click()
    await handle.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(handle).toHaveAttribute('aria-valuenow', '344')
    expect(await right()).toBeLessThanOrEqual((await panel.boundingBox())?.x ?? 0)
    await page.reload()
    await expect(handle).toHaveAttribute('aria-valuenow', '344')
    await expect(panel).not.toBeFocused()
    await handle.focus()
    await page.keyboard.press('End')
    expect(await right()).toBeLessThanOrEqual((await panel.boundingBox())?.x ?? 0)
    await page.keyboard.press('Home')
    await expect(handle).toHaveAttribute('aria-valuenow', '280')
  })

  await test.step('beside chat and page the text gets smaller, and another panel takes its place', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await chooseView(page, 'Both')
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
    await expect(panel).toBeVisible()
    await expect
      .poll(async () => (await right()) - ((await panel.boundingBox())?.x ?? 0))
      .toBeLessThanOrEqual(0)
    const tools = page.getByRole('toolbar', { name: 'Page tools' })
    expect(
      await tools.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0)
    await page.getByRole('banner').getByRole('button', { name: 'Notes', exact: true }).click()
    const notes = page.getByRole('complementary', { name: 'Notes' })
    await expect(notes.getByText('No notes yet')).toBeVisible()
    await expect(panel).toBeHidden()
    await bibleButton(page).click()
    await expect(panel.getByText('What is true in this story')).toBeVisible()
    await chooseView(page, 'Page')
  })

  await test.step('Escape on the page closes only what covers it', async () => {
    await scriptPage(page).focus()
    await page.keyboard.press('Escape')
    await expect(panel).toBeVisible()
    await page.setViewportSize({ width: 870, height: 800 })
    await expect(handle).toBeHidden()
    await expect(panel).toBeVisible()
    await scriptPage(page).focus()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('where it would cover the page, it is not shown again by itself', async () => {
    await bibleButton(page).click()
    await expect(panel).toBeFocused()
    await page.reload()
    await expect(scriptPage(page)).toBeVisible()
    await expect(bibleButton(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(panel).toBeHidden()
  })

  await test.step('on a phone it takes the screen', async () => {
    await page.setViewportSize(PHONE)
    const menu = await openMenu(page)
    await menu.getByRole('menuitem', { name: 'Bible' }).click()
    const sheet = page.getByRole('dialog', { name: 'Bible' })
    await expect(sheet).toBeVisible()
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(PHONE.width)
    await sheet.getByRole('button', { name: 'Close the panel' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
  })
})

test('entries are typed, searched, pinned, edited and deleted by keyboard, and quotes lead to the page', async ({
  page,
  consoleErrors,
}) => {
  const { writer, id } = await openScript(page)
  await addEntry(writer, id, {
    kind: 'thread',
    name: 'The letter',
    body: 'Who wrote it?',
    sources: [{ scene: 'EXT. PIER - DAY', quote: 'reads the letter and burns it' }],
  })
  await bibleButton(page).focus()
  await page.keyboard.press('Enter')
  const panel = biblePanel(page)
  await expect(panel.getByRole('heading', { name: 'The letter' })).toBeVisible()

  await test.step('a new entry needs a name, and is stored', async () => {
    await panel.getByRole('button', { name: 'New' }).press('Enter')
    const form = panel.getByRole('form', { name: 'New entry' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(form.getByText('Please give it a name.')).toBeVisible()
    await page.keyboard.type('Mira')
    await form.getByLabel('Also called').fill('the keeper,  Mirabel , the keeper')
    await form.getByLabel('What is true').fill('Keeps the light.\nTrusts nobody.')
    await page.keyboard.press('Control+Enter')
    await expect(form).toBeHidden()
    await expect(panel.getByText('Also called the keeper, Mirabel')).toBeVisible()
    expect(await storedEntries(writer)).toMatchObject([
      {
        kind: 'character',
        name: 'Mira',
        aliases: ['the keeper', 'Mirabel'],
        body: 'Keeps the light.\nTrusts nobody.',
      },
      { name: 'The letter' },
    ])
  })

  await test.step('a name that is taken is refused in its place', async () => {
    await panel.getByRole('button', { name: 'New' }).press('Enter')
    await page.keyboard.type('mira')
    await page.keyboard.press('Enter')
    await expect(panel.getByText(/has an entry with this kind and name already/)).toBeVisible()
    expectConsoleErrors(consoleErrors, /409/)
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(panel.getByRole('form')).toBeHidden()
  })

  await test.step('the search finds names, other names and texts', async () => {
    const search = panel.getByRole('searchbox', { name: 'Search the bible' })
    await search.fill('MIRABEL trusts')
    await expect(panel.getByRole('heading', { name: 'The letter' })).toBeHidden()
    await expect(panel.getByRole('heading', { name: 'Mira', exact: true })).toBeVisible()
    await search.fill('whale')
    await expect(panel.getByText('No entries match your search.')).toBeVisible()
    await search.press('Escape')
    await expect(search).toHaveValue('')
    await expect(panel).toBeVisible()
  })

  await test.step('it is pinned, which the card says, changed and deleted', async () => {
    await expect(panel.getByText('The AI gets this when the request or its scenes')).toBeVisible()
    await panel.getByRole('button', { name: 'Pin', exact: true }).press('Enter')
    await expect(panel.getByText('every request, because it is pinned.')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Unpin' })).toBeVisible()
    await panel.getByRole('button', { name: 'Edit Mira' }).press('Enter')
    const form = panel.getByRole('form', { name: 'Edit Mira' })
    await form.getByLabel('What is true').fill('Keeps the light.')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(panel).toBeVisible()
    // Closed without a decision: it goes on where it was.
    await panel.getByRole('button', { name: 'Edit Mira' }).press('Enter')
    await expect(form.getByLabel('What is true')).toHaveValue('Keeps the light.')
    await form.getByRole('button', { name: 'Save entry' }).press('Enter')
    await expect(form).toBeHidden()
    await expect
      .poll(async () => (await storedEntries(writer))[0])
      .toMatchObject({ body: 'Keeps the light.', pinned: true })
    await panel.getByRole('button', { name: 'Delete Mira' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(panel.getByRole('heading', { name: 'Mira', exact: true })).toBeHidden()
    expect(await storedEntries(writer)).toHaveLength(1)
  })

  await test.step('a quote leads to its words on the page, or says that they are gone', async () => {
    await panel.getByRole('button', { name: /^The letter/ }).press('Enter')
    await panel.getByRole('button', { name: /reads the letter and burns it/ }).press('Enter')
    await expect(scriptPage(page)).toBeFocused()
    await expect
      .poll(() => page.evaluate(() => getSelection()?.toString()))
      .toBe('reads the letter and burns it')
    await page.keyboard.type('waits')
    await panel.getByRole('button', { name: /reads the letter and burns it/ }).press('Enter')
    await expect(page.getByText('These words are not in the script any more.')).toBeVisible()
    await page.keyboard.press('Control+z')
    await page.setViewportSize(PHONE)
    const sheet = page.getByRole('dialog', { name: 'Bible' })
    await sheet.getByRole('button', { name: /^The letter/ }).click()
    await sheet.getByRole('button', { name: /reads the letter and burns it/ }).click()
    await expect(sheet).toBeHidden()
    await expect(scriptPage(page)).toBeFocused()
  })
})

test('quotes and notes lead to the card of their scene while the board is shown', async ({
  page,
}) => {
  const scenes = Array.from(
    { length: 40 },
    (_, n) => `# Act ${n + 1}\n\nINT. ROOM ${n + 1} - DAY\n\nA table.\n`,
  )
  const text = `${scenes.join('\n')}\nINT. CELLAR - NIGHT\n\nThe last bottle is gone.\n`
  const { writer, id } = await openScript(page, text)
  await addEntry(writer, id, {
    kind: 'thing',
    name: 'Bottle',
    sources: [
      { scene: 'INT. CELLAR - NIGHT', quote: 'The last bottle is gone.' },
      { scene: 'INT. CELLAR - NIGHT', quote: 'The first bottle is gone.' },
    ],
  })
  await addNotes(writer, text, [
    { quote: 'The last bottle', body: 'Who took it?' },
    { quote: 'A table.', body: 'Too many tables.' },
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  const card = (heading: string) => page.locator('[data-card]').filter({ hasText: heading })
  await expect(card('ROOM 1 -')).toBeInViewport()
  await expect(card('CELLAR')).not.toBeInViewport()

  await test.step('a quote selects the card and brings it into view', async () => {
    await bibleButton(page).click()
    const panel = biblePanel(page)
    await panel.getByRole('button', { name: /^Bottle/ }).click()
    await panel.getByRole('button', { name: /The last bottle is gone/ }).click()
    await expect(card('CELLAR')).toBeFocused()
    await expect(card('CELLAR')).toHaveAttribute('aria-pressed', 'true')
    await expect(card('CELLAR')).toBeInViewport({ ratio: 1 })
  })

  await test.step('a quote that is gone is told, and the board stays', async () => {
    await biblePanel(page)
      .getByRole('button', { name: /The first bottle is gone/ })
      .click()
    await expect(page.getByText('These words are not in the script any more.')).toBeVisible()
    await expect(card('CELLAR')).toBeVisible()
  })

  await test.step('a note marks its card, and leaves focus and selection alone', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Notes', exact: true }).click()
    const note = noteCard(page, 'Too many tables.').locator('[data-go]')
    await note.click()
    await expect(card('ROOM 1 -')).toHaveAttribute('aria-current', 'true')
    await expect(card('ROOM 1 -')).toBeInViewport({ ratio: 1 })
    await expect(card('ROOM 1 -')).not.toBeFocused()
    await expect(card('CELLAR')).toHaveAttribute('aria-pressed', 'true')
    await noteCard(page, 'Who took it?').locator('[data-go]').click()
    await expect(card('CELLAR')).toHaveAttribute('aria-current', 'true')
    await expect(card('CELLAR')).toBeInViewport({ ratio: 1 })
    await expect(card('ROOM 1 -')).not.toHaveAttribute('aria-current')
  })
})

test('the bible of a new script is there after a reload, before a word is written', async ({
  page,
}) => {
  const writer = await createPerson('planner')
  await page.setViewportSize(WIDE)
  await startIn(page, 'page')
  await openEditor(page, writer)
  await bibleButton(page).click()
  const panel = biblePanel(page)
  await panel.getByRole('button', { name: 'New' }).click()
  await page.keyboard.type('Mira')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Mira' })).toBeVisible()
  await expect(page).not.toHaveURL(/\/new$/)
  await page.reload()
  await expect(panel.getByRole('heading', { name: 'Mira' })).toBeVisible()
  await scriptPage(page).click()
  await page.keyboard.type('INT. LIGHTHOUSE - NIGHT')
  await expect(scriptPage(page)).toContainText('LIGHTHOUSE')
})

test('two devices that write the same entry lose nothing, and a bible belongs to one writer', async ({
  page,
  elsewhere,
}) => {
  const { writer, id } = await openScript(page)
  const entry = await addEntry(writer, id, { kind: 'character', name: 'Mira', body: 'A keeper.' })
  const stranger = await createPerson('stranger')
  await addEntry(stranger, await addScript(stranger, 'Other', 'INT. B'), {
    kind: 'character',
    name: 'Strange',
  })
  await elsewhere.setViewportSize(DESKTOP)
  await startIn(elsewhere, 'page')
  await signInAs(elsewhere, writer)
  await elsewhere.goto(`/editor/${id}`)
  for (const one of [page, elsewhere]) {
    await bibleButton(one).click()
    await biblePanel(one).getByRole('button', { name: /^Mira/ }).click()
    await expect(biblePanel(one).getByText('A keeper.')).toBeVisible()
    await expect(biblePanel(one).getByText('Strange')).toBeHidden()
  }
  const edit = async (one: Page) => {
    await biblePanel(one).getByRole('button', { name: /^Edit/ }).click()
    const form = biblePanel(one).getByRole('form')
    return { form, body: form.getByLabel('What is true'), name: form.getByLabel('Name') }
  }
  const save = { name: 'Save entry' }

  await test.step('what was changed in other fields is put together', async () => {
    const here = await edit(page)
    await here.body.fill('Keeps the light.')
    const there = await edit(elsewhere)
    await there.name.fill('Mirabel')
    await there.form.getByRole('button', save).click()
    await expect(there.form).toBeHidden()
    await expect(here.name).toHaveValue('Mirabel')
    await here.form.getByRole('button', save).click()
    await expect(biblePanel(elsewhere).getByText('Keeps the light.')).toBeVisible()
  })

  await test.step('what both have changed is asked', async () => {
    const here = await edit(page)
    await here.body.fill('Mine.')
    const there = await edit(elsewhere)
    await there.body.fill('Theirs.')
    await there.form.getByRole('button', save).click()
    await expect(here.form.getByRole('alert')).toContainText('Theirs.')
    await expect(here.body).toHaveValue('Mine.')
    await here.form.getByRole('button', { name: 'Use that' }).click()
    await expect(here.body).toHaveValue('Theirs.')
    await here.body.fill('Both: Mine. Theirs.')
    await here.form.getByRole('button', save).click()
    await expect(biblePanel(elsewhere).getByText('Both: Mine. Theirs.')).toBeVisible()
  })

  await test.step('what was deleted elsewhere is not lost while it is written', async () => {
    const here = await edit(page)
    await here.body.fill('Still here.')
    await sql('delete from public.story_entries where id = $1', [entry])
    await expect(here.form.getByText(/deleted on another device/)).toBeVisible()
    await expect(biblePanel(elsewhere).getByText('What is true in this story')).toBeVisible()
    await biblePanel(page).getByRole('button', save).click()
    await expect(biblePanel(elsewhere).getByText('Still here.')).toBeVisible()
  })
})

const proposed = (name: string, quote: string, { kind = 'character', scene = 1 } = {}) =>
  `<entry kind="${kind}" name="${name}">\nSays who.\n<quote scene="${scene}">${quote}</quote>\n</entry>`

test('the script is read for the bible: what it costs, progress, stop, and what is proposed is decided', async ({
  page,
}) => {
  const held = heldAnswer()
  const name = held.prompt.replace(/^.*(?=\[)/, '')
  const { writer, id } = await openScript(page, `${SCRIPT}\nThe end. ${name}\n`)
  await addEntry(writer, id, { kind: 'character', name: 'Mira', body: 'A keeper.' })
  await bibleButton(page).click()
  const panel = biblePanel(page)
  const read = panel.getByRole('button', { name: 'Read the script for the bible' })

  await test.step('it says how many generations it takes before it starts, and can be stopped', async () => {
    await read.press('Enter')
    await expect(panel.getByText(/It reads 2 scenes and uses 1 generation\./)).toContainText(
      'You have 100 left this month.',
    )
    await expect(panel.getByRole('button', { name: 'Start reading' })).toBeFocused()
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
    await read.press('Enter')
    await panel.getByRole('button', { name: 'Start reading' }).press('Enter')
    await expect(panel.getByRole('progressbar', { name: 'Reading the script' })).toBeVisible()
    await page.reload()
    await panel.getByRole('button', { name: 'Stop reading' }).press('Enter')
    await expect(panel.getByText(/^Stopped after 0 of 1 parts/)).toBeVisible()
    await panel.getByRole('button', { name: 'Hide this message' }).press('Enter')
    await expect(panel.getByText(/^Stopped/)).toBeHidden()
  })

  await test.step('proposals come with quotes, and what was invented is counted', async () => {
    await read.press('Enter')
    await panel.getByRole('button', { name: 'Start reading' }).press('Enter')
    await expect(panel.getByRole('progressbar')).toBeVisible()
    await held.say(
      [
        proposed('MIRA', 'keeper of the light'),
        proposed('JOSEF', 'reads the letter', { scene: 2 }),
        proposed('Lamp', 'winds the clock', { kind: 'thing' }),
        proposed('Whale', 'a whale appears', { kind: 'thing' }),
        proposed('Pier', 'burns it', { kind: 'place', scene: 2 }),
      ].join('\n'),
    )
    await held.end()
    await expect(panel.getByText(/^The script was read\. 4 entries were proposed\./)).toContainText(
      '1 proposal was dropped: its quote is not in the script.',
    )
    await expect(panel.getByRole('button', { name: /^Accept / })).toHaveText([
      'Accept all',
      'Accept',
      'Accept',
      'Accept',
      'Accept',
    ])
    await expect(panel.getByText('Character, changed')).toBeVisible()
    await expect(panel.getByText('Says now: A keeper.')).toBeVisible()
    const handle = page.getByRole('separator', { name: 'Width of the panel' })
    await handle.focus()
    await page.keyboard.press('Home')
    await expect(handle).toHaveAttribute('aria-valuenow', '280')
    await expectNoOverflow(page)
    await panel.getByRole('button', { name: /reads the letter/ }).click()
    await expect
      .poll(() => page.evaluate(() => getSelection()?.toString()))
      .toBe('reads the letter')
    expect(await storedEntries(writer)).toHaveLength(1)
  })

  await test.step('one is accepted, one is changed, one is rejected and back', async () => {
    await panel.getByRole('button', { name: 'Accept MIRA' }).press('Enter')
    await expect(panel.getByRole('button', { name: 'Accept MIRA' })).toBeHidden()
    await panel.getByRole('button', { name: 'Edit the proposal JOSEF' }).press('Enter')
    const form = panel.getByRole('form', { name: 'Edit JOSEF' })
    await form.getByLabel('Name').fill('Josef')
    await form.getByLabel('What is true').fill('Her brother.')
    await page.keyboard.press('Control+Enter')
    await expect(form).toBeHidden()
    await panel.getByRole('button', { name: 'Reject Lamp' }).press('Enter')
    await expect(panel.getByRole('button', { name: 'Accept Lamp' })).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(panel.getByRole('button', { name: 'Accept Lamp' })).toBeVisible()
    await panel.getByRole('button', { name: 'Reject Lamp' }).press('Enter')
    await expect(panel.getByRole('button', { name: 'Accept Lamp' })).toBeHidden()
    await panel.getByRole('button', { name: 'Accept Pier' }).press('Enter')
    await expect(panel.getByRole('heading', { name: 'Places 1' })).toBeVisible()
    expect(await storedEntries(writer)).toMatchObject([
      { name: 'Josef', body: 'Her brother.' },
      { name: 'Mira', body: 'Says who.' },
      { name: 'Pier', kind: 'place' },
    ])
  })

  await test.step('a script without changes is read again only on request', async () => {
    await read.press('Enter')
    await expect(panel.getByText(/Every scene was read already/)).toBeVisible()
    await panel.getByRole('button', { name: 'Read all of it again' }).press('Enter')
    await expect(panel.getByText(/It reads 2 scenes/)).toBeVisible()
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
  })

  await test.step('what the script says of a character is counted as it is now', async () => {
    await panel.getByRole('button', { name: /^Josef/ }).click()
    await expect(panel.getByText('2 scenes · from scene 1 · 2 speeches · 5 words')).toBeVisible()
    await expect(panel.getByText('Speaks with MIRA 1')).toBeVisible()
    await scriptPage(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n\nINT. CELLAR - NIGHT\n\nJosef waits.')
    await expect(panel.getByText('3 scenes · from scene 1 · 2 speeches · 5 words')).toBeVisible()
  })
})

test('a bible is exported and imported, and renaming a character offers to rename it in the script', async ({
  page,
}) => {
  const { writer, id } = await openScript(page)
  await addEntry(writer, id, { kind: 'character', name: 'Mira', body: 'A keeper.' })
  await bibleButton(page).click()
  const panel = biblePanel(page)
  await expect(panel).toBeFocused()
  const choose = async (content: string) => {
    await panel
      .getByLabel('Import a bible (.md)...')
      .setInputFiles({ name: 'bible.md', mimeType: 'text/markdown', buffer: Buffer.from(content) })
  }

  await test.step('the export of the script has its bible', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('banner')
        .getByRole('button', { name: 'Export' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Bible (.md)' }).click()),
    ])
    expect(download.suggestedFilename()).toBe('Lighthouse bible.md')
    const content = await textOf(await download.createReadStream())
    expect(content).toBe('# Bible: Lighthouse\n\n## Characters\n\n### Mira\n\nA keeper.\n')
    await choose(
      `${content.replace('A keeper.', 'Also called: the keeper\n\nKeeps.')}\n## Rules\n### No phones\n`,
    )
    await expectNotice(page, 'Bible imported', '1 entry added, 1 changed, 0 as they were.')
    await expect(panel.getByRole('heading', { name: 'No phones' })).toBeVisible()
  })

  await test.step('another file changes nothing and says why', async () => {
    await choose('## Spells\n\n### Abra\n')
    await expectNotice(
      page,
      'The bible was not imported',
      'Nothing was changed: its section is none of Characters, Places, Things, Rules and Threads (line 1).',
    )
    expect(await storedEntries(writer)).toHaveLength(2)
  })

  await test.step('the script follows a new name on request', async () => {
    await panel.getByRole('button', { name: /^Mira/ }).click()
    await panel.getByRole('button', { name: 'Edit Mira' }).click()
    await panel.getByRole('form').getByLabel('Name').fill('Marta')
    await page.keyboard.press('Enter')
    await expect(panel.getByText('The script still calls this character MIRA.')).toBeVisible()
    await panel.getByRole('button', { name: 'Rename in the script...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rename a character' })
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(scriptPage(page)).toContainText('MARTA')
    await expect(scriptPage(page)).not.toContainText('MIRA')
    await expect(panel.getByText(/still calls/)).toBeHidden()
  })
})
