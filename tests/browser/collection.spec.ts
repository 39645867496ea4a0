import { readFile } from 'node:fs/promises'
import { Zip } from '../../screenplay/formats.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { card, cardTitles, openDashboard } from '../support/browser/dashboard.ts'
import { expectConsoleErrors } from '../support/browser/page.ts'
import { createPerson, sql } from '../support/browser/people.ts'
import { startIn } from '../support/browser/script-page.ts'
import { addScript } from '../support/browser/scripts.ts'
import { expectStorage, goTo, STORED, typeKeys } from '../support/browser/typing.ts'
import { expect, test } from './fixtures.ts'

test('a card shows its first lines as script, its length and the time of its working text', async ({
  page,
}) => {
  const writer = await createPerson('reader')
  const scene = 'INT. ATTIC - NIGHT\n\nA lamp hums.\n\nNORA\nB flat.\n\n'
  const id = await addScript(writer, 'Lamps', `${scene}===\n\n${scene}`)
  await addScript(writer, 'Later')
  await openDashboard(page, writer)
  const line = (text: string) => card(page, 'Lamps').getByText(text, { exact: true }).first()

  await test.step('a heading is bold, a name and dialogue are indented, in the type of scripts', async () => {
    await expect(line('INT. ATTIC - NIGHT')).toHaveCSS('font-weight', '700')
    await expect(line('A lamp hums.')).toHaveCSS('font-weight', '400')
    await expect(line('A lamp hums.')).toHaveCSS('font-family', /Courier Prime/)
    const indents = async () => {
      const parts = ['A lamp hums.', 'B flat.', 'NORA'].map((text) =>
        line(text).evaluate((part) => Number.parseFloat(getComputedStyle(part).paddingLeft)),
      )
      return Promise.all(parts)
    }
    const [action = 0, dialogue = 0, name = 0] = await indents()
    expect(action).toBe(0)
    expect(dialogue).toBeGreaterThan(20)
    expect(name).toBeGreaterThan(dialogue)
  })
  await test.step('its pages and scenes are counted once, and again after it was saved', async () => {
    await expect(card(page, 'Lamps')).toContainText('2 pages, 2 scenes')
    await expect(card(page, 'Later')).not.toContainText('page')
    const stored = () =>
      sql('select pages, scenes from public.saved_scripts where script_id = $1', [id])
    await expect.poll(stored).toEqual([{ pages: 2, scenes: 2 }])
    const reads: string[] = []
    page.on('request', (request) => {
      if (/scripts\?select=id%2Ctitle%2Ccontent/.test(request.url())) reads.push(request.url())
    })
    await page.reload()
    await expect(card(page, 'Lamps')).toContainText('2 pages, 2 scenes')
    expect(reads).toEqual([])
    await sql('update public.scripts set content = to_jsonb($2::text) where id = $1', [id, scene])
    await page.reload()
    await expect(card(page, 'Lamps')).toContainText('1 page, 1 scene')
  })
  await test.step('what was typed since it was saved is its last change', async () => {
    await expect.poll(() => cardTitles(page)).toEqual(['Lamps', 'Later'])
    await addScript(writer, 'Newest')
    await page.reload()
    await expect.poll(() => cardTitles(page)).toEqual(['Newest', 'Lamps', 'Later'])
    await startIn(page, 'page')
    await page.goto(`/editor/${id}`)
    await goTo(page, 'end')
    await typeKeys(page, 'More.')
    await expectStorage(page, STORED)
    await page.goto('/dashboard')
    await expect.poll(() => cardTitles(page)).toEqual(['Lamps', 'Newest', 'Later'])
  })
})

test('scripts are listed, renamed, duplicated and tagged from their menu, and a choice of view is remembered', async ({
  page,
  context,
  consoleErrors,
}) => {
  const writer = await createPerson('organiser')
  const id = await addScript(writer, 'Draft', 'INT. ATTIC - NIGHT\n\nA lamp.')
  await addScript(writer, 'Other')
  await openDashboard(page, writer)
  const choose = async (title: string, item: string) => {
    await page.getByRole('button', { name: `More for ${title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const dialog = page.getByRole('dialog')

  await test.step('a list instead of cards, also after a reload', async () => {
    const view = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(view('Grid')).toHaveAttribute('aria-pressed', 'true')
    const height = async () => (await card(page, 'Draft').boundingBox())?.height ?? 0
    expect(await height()).toBeGreaterThan(200)
    await view('List').click()
    await expect.poll(height).toBeLessThan(80)
    await page.reload()
    await expect(view('List')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(height).toBeLessThan(80)
    await view('Grid').click()
  })
  await test.step('Rename changes the name, and not to a blank one', async () => {
    await choose('Draft', 'Rename')
    await test.step('Tab stays in the dialog', async () => {
      await expect(dialog.getByRole('textbox', { name: 'Script Name' })).toBeFocused()
      for (const name of ['Cancel', 'Rename', 'Close']) {
        await page.keyboard.press('Tab')
        await expect(dialog.getByRole('button', { name })).toBeFocused()
      }
      await page.keyboard.press('Tab')
      await expect(dialog.getByRole('textbox', { name: 'Script Name' })).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
    })
    await dialog.getByRole('textbox', { name: 'Script Name' }).fill(' ')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog).toContainText('Script title cannot be empty. Please enter a title.')
    await dialog.getByRole('textbox', { name: 'Script Name' }).fill('The Attic')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(card(page, 'The Attic')).toBeVisible()
    await expect(page.getByRole('button', { name: 'More for The Attic' })).toBeFocused()
    const [row] = await sql('select title from public.scripts where id = $1', [id])
    expect(row).toEqual({ title: 'The Attic' })
  })
  await test.step('a tag is made, shown on the card, and filters the cards', async () => {
    await choose('The Attic', 'Tags')
    await dialog.getByRole('textbox', { name: 'New tag' }).fill('pilot')
    await dialog.getByRole('radio', { name: 'Blue' }).check()
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'pilot' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(card(page, 'The Attic').getByRole('list', { name: 'Tags' })).toHaveText('pilot')
    const filter = page.getByRole('button', { name: 'pilot', exact: true })
    await filter.click()
    await expect.poll(() => cardTitles(page)).toEqual(['The Attic'])
    await expect(page.getByText('1 script', { exact: true })).toBeVisible()
    await filter.click()
    await expect(card(page, 'Other')).toBeVisible()
  })
  await test.step('a box responds before the server does, and takes it back with a sentence if that fails', async () => {
    await choose('Other', 'Tags')
    const box = dialog.getByRole('checkbox', { name: 'pilot' })
    // The dialog hides the cards from assistive technology.
    const onCard = page.locator('article', { hasText: 'Other' }).getByText('pilot')
    const held = Promise.withResolvers<void>()
    await page.route('**/rest/v1/script_tags*', async (route) => {
      await held.promise
      await route.fulfill({ status: 500, json: {} })
    })
    await box.click()
    await expect(box).toBeChecked()
    await expect(onCard).toBeVisible()
    held.resolve()
    await expect(dialog.getByText("Couldn't change the tags. Please try again.")).toBeVisible()
    await expect(box).not.toBeChecked()
    await expect(onCard).toHaveCount(0)
    await page.unroute('**/rest/v1/script_tags*')
    expectConsoleErrors(consoleErrors, /500/)
    await dialog.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('Duplicate makes another script with the same text and tags', async () => {
    await choose('The Attic', 'Duplicate')
    await expect(card(page, 'The Attic (copy)')).toContainText('A lamp.')
    await expect(card(page, 'The Attic (copy)').getByRole('list')).toHaveText('pilot')
    await expect(page.getByText('Script duplicated')).toBeVisible()
  })
  await test.step("another tab's tags appear by themselves, and a deleted tag leaves all scripts", async () => {
    const tab = await context.newPage()
    await tab.goto('/dashboard')
    await expect(card(tab, 'The Attic').getByRole('list', { name: 'Tags' })).toHaveText('pilot')
    await choose('Other', 'Tags')
    await dialog.getByRole('checkbox', { name: 'pilot' }).click()
    await expect(card(tab, 'Other').getByRole('list', { name: 'Tags' })).toHaveText('pilot')

    await dialog.getByRole('button', { name: 'Rename tag pilot' }).click()
    const field = dialog.getByRole('textbox', { name: 'Name of the tag' })
    await expect(field).toBeFocused()
    await field.fill('other')
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('checkbox', { name: 'pilot' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Rename tag pilot' }).click()
    await field.fill('season one')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'season one' })).toBeFocused()
    await expect(card(tab, 'Other').getByRole('list', { name: 'Tags' })).toHaveText('season one')

    await dialog.getByRole('button', { name: 'Delete tag season one' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'season one' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Delete tag season one' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog).toContainText('No tags yet.')
    await expect(tab.getByRole('button', { name: 'season one', exact: true })).toHaveCount(0)
    await expect(card(tab, 'Other').getByRole('list', { name: 'Tags' })).toHaveCount(0)
    await tab.close()
  })
})

test('several scripts are tagged, exported as a zip file and deleted after the question', async ({
  page,
}) => {
  const writer = await createPerson('selector')
  for (const title of ['Kept', 'Same?', 'same'])
    await addScript(writer, title, `INT. ${title.toUpperCase()} - DAY\n\nDust.`)
  await openDashboard(page, writer)
  const bar = page.getByRole('region', { name: 'Select scripts' })
  const box = (title: string) =>
    page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
  const begin = () => page.getByRole('button', { name: 'Select', exact: true }).click()
  await begin()
  await expect(bar.getByRole('button', { name: 'Done' })).toBeFocused()
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await card(page, 'Same?').click()
  await box('same').check()
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page)

  await test.step('a tag is put on all of them', async () => {
    await bar.getByRole('button', { name: 'Tags' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 scripts' })
    await dialog.getByRole('textbox', { name: 'New tag' }).fill('short')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'short' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Done' }).click()
    for (const title of ['Same?', 'same'])
      await expect(card(page, title).getByRole('list', { name: 'Tags' })).toHaveText('short')
    await expect(card(page, 'Kept').getByRole('list', { name: 'Tags' })).toHaveCount(0)
  })
  for (const [format, extension] of [
    ['Fountain', 'fountain'],
    ['Final Draft', 'fdx'],
  ] as const)
    await test.step(`the zip file has each as .${extension}, with names of their own`, async () => {
      const download = page.waitForEvent('download')
      await bar.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: format }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('Scripts.zip')
      const zip = new Zip(new Uint8Array(await readFile(await file.path())))
      const [first, second] = ['same', 'Same (2)'].map((name) => `${name}.${extension}`)
      const read = async (name = '') => new TextDecoder().decode(await zip.read(name))
      expect(await read(first)).toContain('INT. SAME - DAY')
      expect(await read(second)).toContain('INT. SAME? - DAY')
      expect(zip.has(`Kept.${extension}`)).toBe(false)
    })
  await test.step('the question names them, and only they are deleted', async () => {
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete 2 scripts' })
    await expect(question).toContainText(
      'Are you sure you want to delete these 2 scripts? This action cannot be undone.',
    )
    await expect(question.getByRole('listitem')).toHaveText(['same', 'Same?'])
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => cardTitles(page)).toEqual(['Kept'])
    await expect(page.getByText('2 scripts have been removed from your collection.')).toBeVisible()
    const left = await sql('select title from public.scripts where user_id = $1', [writer.id])
    expect(left).toEqual([{ title: 'Kept' }])
    await expect(bar).toHaveCount(0)
  })
  await test.step('Done ends the selection', async () => {
    await begin()
    await bar.getByRole('button', { name: 'Select all' }).click()
    await expect(box('Kept')).toBeChecked()
    await bar.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('link', { name: 'Kept' })).toBeVisible()
  })
})

test('Change Password is in the header, and the question about a script names it below its sentence', async ({
  page,
}) => {
  const writer = await createPerson('changer')
  await addScript(writer, 'Named')
  await openDashboard(page, writer)
  await page.getByRole('banner').getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Delete Named' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    /Are you sure you want to delete this script\? This action cannot be undone\.\s*Named/,
  )
})
