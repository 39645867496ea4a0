import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { programPdf } from '../../bench/support/program-pdf.ts'
import { docxOf, fdxOf, plainTextOf } from '../../screenplay/formats.ts'
import { formatEighths, eighthsOf, layout, pageOf } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/model.ts'
import { pdfOf } from '../../server/documents/pdf.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { nameField, storedScripts } from '../support/browser/chats.ts'
import { goInApp } from '../support/browser/in-app.ts'
import { expectInPlace, expectNotice, notices } from '../support/browser/page.ts'
import { type BrowserPerson, createPerson, signInAs } from '../support/browser/people.ts'
import { addScript } from '../support/browser/scripts.ts'
import { encodedText } from '../support/documents/encoded-text.ts'
import { languages } from '../support/documents/languages.ts'
import { expect, test } from './fixtures.ts'

const source = await readFile('tests/scripts/the-night-ferry.fountain', 'utf8')
const screenplay = parse(source)
const pages = layout(screenplay)
const headings = screenplay.elements.filter(({ type }) => type === 'scene-heading')

async function exported(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const EVERY_ELEMENT =
  'INT. PIER - DAY\n\nRain.\n\nANN\n(low)\nHush.\n~La la\n\n~Lo lo\n\nBEN\n~Li li\n\n' +
  '> THE END <\n\nEVA\n(high)\nYes.\n\nIDA ^\n(deep)\nNo.\n\nCUT TO:\n\nFog.'

type Place = { text: string; left: number; top: number; bottom: number }

/** Whether there is a line directly above. */
const isClose = (places: readonly Place[], { top }: Place, line: number) =>
  places.some((other) => other.top < top - line / 2 && top - other.bottom < line / 2)

test('a script shows its pages and scenes, is placed as printed, and is exported in every format', async ({
  page,
}) => {
  const writer = await createPerson('exporter')
  const scriptId = await addScript(writer, 'The Night Ferry', source)
  await signInAs(page, writer)
  await page.goto(`/editor/${scriptId}`)
  await expect(nameField(page)).toHaveValue('The Night Ferry')
  const open = async (title: string, text: string) => {
    await goInApp(page, '/dashboard')
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
    await goInApp(page, `/editor/${await addScript(writer, title, text)}`)
    await expect(nameField(page)).toHaveValue(title)
  }

  await test.step("the editor shows the script's pages, minutes and scenes", async () => {
    await expect(page.getByText(`${formatEighths(eighthsOf(pages))} pages`)).toBeVisible()
    await expect(page.getByText(/^≈ \d+ min$/)).toBeVisible()
    await page.getByRole('button', { name: `${headings.length} scenes` }).click()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveCount(headings.length)
    await expect(items).toContainText(headings.map((heading) => `p. ${pageOf(pages, heading)}`))
    await items.last().click()
    const last = page.locator('.screenplay [data-element="scene-heading"]').last()
    await expect(last).toBeInViewport()
  })
  await test.step('as Word, Final Draft, Fountain and plain text', async () => {
    const word = await exported(page, 'Word (.docx)')
    expect(word.name).toBe('The Night Ferry.docx')
    expect(word.bytes.subarray(0, 2).toString()).toBe('PK')
    const finalDraft = await exported(page, 'Final Draft (.fdx)')
    expect(finalDraft.name).toBe('The Night Ferry.fdx')
    expect(finalDraft.bytes.toString()).toBe(await fdxOf(screenplay))
    const fountain = await exported(page, 'Fountain (.fountain)')
    expect(fountain.bytes.toString()).toBe(source)
    const plain = await exported(page, 'Plain text (.txt)')
    expect(plain.bytes.toString()).toBe(plainTextOf(screenplay, pages))
  })
  await test.step('as a PDF with as many pages as the editor shows, on the chosen paper', async () => {
    const printed = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length
    const letter = await exported(page, 'PDF (.pdf)')
    expect(letter.name).toBe('The Night Ferry.pdf')
    expect(printed(letter.bytes)).toBe(pages.pages.length + pages.titlePages.length)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitemradio', { name: 'A4' }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    const a4 = await exported(page, 'PDF (.pdf)')
    expect(a4.bytes.toString('latin1')).toContain('595.27')
  })
  await test.step('from a menu that reopens on the next click, however quick', async () => {
    const button = page.getByRole('button', { name: 'Export' })
    await expect(page.getByRole('menu')).toBeHidden()
    await button.hover()
    const press = async () => {
      await page.mouse.down()
      await page.mouse.up()
    }
    await press()
    await expect(page.getByRole('menu')).toBeVisible()
    await press()
    await press()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('menu')).toBeVisible()
  })
  await test.step('an empty script cannot be exported', async () => {
    await page.keyboard.press('Escape')
    await open('Empty', '')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click()
    await expectNotice(page, 'Cannot Download', 'Script content is empty.')
  })
  await test.step('on screen every element is placed as on the printed page', async () => {
    await open('Every element', EVERY_ELEMENT)
    const sheet = page.locator('.screenplay').last()
    await expect(sheet).toContainText('Fog.')
    const shown = await sheet.evaluate((element) => {
      const cell = document.createRange()
      const places = [...element.querySelectorAll('p')].map((part) => {
        cell.setStart(part.firstChild as Node, 0)
        cell.setEnd(part.firstChild as Node, 1)
        const { left, width } = cell.getBoundingClientRect()
        const { top, bottom } = part.getBoundingClientRect()
        const cells = (left - element.getBoundingClientRect().left) / width
        return { text: part.innerText, left: cells, top, bottom }
      })
      return { places, line: Number.parseFloat(getComputedStyle(element).lineHeight) }
    })
    const printed = layout(parse(EVERY_ELEMENT)).pages.flatMap(({ lines }) =>
      lines.map(({ row, left, spans }) => ({
        text: spans.map(({ text }) => text).join(''),
        left: (left - 1.5) * 10,
        top: row,
        bottom: row + 1,
      })),
    )
    expect(shown.places).toHaveLength(printed.length)
    for (const place of printed) {
      const same = shown.places.find(({ text }) => text === place.text)
      if (!same) throw new Error(`${place.text} is not on the screen.`)
      // Centred lines may differ by half a cell.
      expect(Math.abs(same.left - place.left), `left of ${place.text}`).toBeLessThan(0.6)
      expect(isClose(shown.places, same, shown.line), `empty line before ${place.text}`).toBe(
        isClose(printed, place, 1),
      )
    }
  })
  await test.step('on a phone the scene list fits the screen, page numbers included', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open(
      'Endless',
      `INT. ${'ENDLESS '.repeat(8)}CORRIDOR - NIGHT\n\nA lamp.\n\n${'INT. PIER - DAY\n\nRain.\n\n'.repeat(headings.length)}`,
    )
    await page.getByRole('button', { name: /scenes/ }).click()
    await expect(page.getByRole('menuitem').first().getByText('p. 1')).toBeInViewport({ ratio: 1 })
  })
})

async function openDashboard(page: Page): Promise<BrowserPerson> {
  const writer = await createPerson('importer')
  await signInAs(page, writer)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
  return writer
}

const choose = (page: Page, name: string, bytes: Uint8Array | string) =>
  page
    .getByLabel('Script file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })

const SHORT =
  'Title: The Night Ferry\n\nINT. PIER - DAY\n\nRain.\n\nANN\nHush.\n\nEXT. SEA - NIGHT\n\nFog.\n'
const short = parse(SHORT)

const kinds: Record<string, () => Promise<Uint8Array | string> | string> = {
  fountain: () => SHORT,
  fdx: () => fdxOf(short),
  docx: () => docxOf(short),
  pdf: () => pdfOf(layout(short), { title: 'The Night Ferry' }),
}
test('a file that cannot be read changes nothing and says why; one of every kind is imported and opened', async ({
  page,
}) => {
  const writer = await openDashboard(page)
  await test.step('an empty file', async () => {
    await choose(page, 'empty.fountain', '')
    // In place, and not in a toast as well.
    const failure = page.getByRole('region', { name: 'Import Failed' })
    await expect(failure.getByText('The file is empty.', { exact: true })).toBeVisible()
    await expect(notices(page)).toHaveCount(0)
    expect(await storedScripts(writer)).toEqual([])
    await expect(page).toHaveURL(/\/dashboard$/)
  })
  await test.step('a file over 50 MB, which is not read at all', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
    const file = path.join(folder, 'huge.fountain')
    await writeFile(file, '')
    await truncate(file, 50 * 1024 * 1024 + 1)
    await page.getByLabel('Script file').setInputFiles(file)
    await expectInPlace(page, 'Import Failed', 'The file is larger than 50 MB.')
    expect(await storedScripts(writer)).toEqual([])
    await rm(folder, { recursive: true })
  })
  await test.step('a malformed PDF that is never read to its end is read in the background and can be cancelled', async () => {
    await choose(page, 'rain.pdf', `%PDF-1.7\n${'1 0 obj <<'.repeat(200_000)}`)
    await expect(page.getByText('Reading the file...')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Reading the file...')).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(await storedScripts(writer)).toEqual([])
  })
  await test.step('a PDF is imported with its emphasis, and the notice says what was left out', async () => {
    const hall = 'INT. HALL - DAY\n\nA **bold** word, an *italic* one and an _underlined_ one.\n'
    const header = (number: number) => [{ text: `Blue Rev. (0${number}/05/25)`, left: 1.5 }]
    const { pdf } = await programPdf(hall, { font: 'Courier', header })
    await choose(page, 'hall.pdf', pdf)
    const what =
      'hall has been added to your collection. Left out, because it repeats on the pages: "Blue Rev. (01/05/25)". A PDF only has what is printed: no notes, sections, synopses or page breaks. Locks come only from PDFs that were made here.'
    await expectNotice(page, 'Script imported', what)
    await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}$/)
    expect((await storedScripts(writer)).at(-1)?.content).toBe(hall)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
  })
  for (const [kind, make] of Object.entries(kinds))
    await test.step(`a ${kind} file is imported as a new script`, async () => {
      const before = await storedScripts(writer)
      await choose(page, `ferry.${kind}`, await make())
      await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}$/)
      await expectNotice(page, 'Script imported')
      await expect(page.getByRole('button', { name: '2 scenes', exact: true })).toBeVisible()
      const scripts = await storedScripts(writer)
      expect(scripts).toHaveLength(before.length + 1)
      const script = scripts.at(-1)
      expect(script?.title).toMatch(/the night ferry/i)
      await expect(page).toHaveURL(`/editor/${script?.id}`)
      await expect(nameField(page)).toHaveValue(script?.title ?? '')
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
    })
})

test('a text in another encoding is recognised, or the writer chooses how it reads', async ({
  page,
}) => {
  const writer = await openDashboard(page)
  const dialog = page.getByRole('dialog', { name: 'Which text is right?' })
  const encoding = dialog.getByLabel('Encoding')
  const preview = dialog.getByRole('region', { name: 'Preview' })
  const texts = async () => (await storedScripts(writer)).map(({ content }) => content)

  await test.step('what is recognised is said after the import', async () => {
    const russian = languages.find(([what]) => what === 'Russian')?.[2] ?? ''
    await choose(page, 'russian.txt', encodedText(russian, 'windows-1251'))
    await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}$/)
    await expectNotice(
      page,
      'Script imported',
      'russian has been added to your collection. Its text was read as Cyrillic (Windows-1251).',
    )
    expect(await texts()).toEqual([russian])
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible()
  })
  const bytes = encodedText('INT. BAR - NIGHT\n\nДождь.\n', 'windows-1251')
  await test.step('what is not is asked about; cancelling imports nothing', async () => {
    await choose(page, 'rain.fountain', bytes)
    await expect(dialog).toContainText('rain.fountain')
    await expect(preview).not.toBeEmpty()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Import' })).toBeEnabled()
    expect(await texts()).toHaveLength(1)
  })
  await test.step('the preview shows the chosen encoding, by keyboard too', async () => {
    await choose(page, 'rain.fountain', bytes)
    await expect(encoding).toBeFocused()
    await encoding.press('C')
    await expect(preview).not.toContainText('Дождь.')
    await encoding.selectOption('Cyrillic (Windows-1251)')
    await expect(preview).toHaveText('Дождь.')
    await expectAccessible(page)
  })
  await test.step('it is imported as chosen', async () => {
    await encoding.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}$/)
    await expectNotice(
      page,
      'Script imported',
      'rain has been added to your collection. Its text was read as Cyrillic (Windows-1251).',
    )
    expect((await texts()).at(-1)).toBe('INT. BAR - NIGHT\n\nДождь.\n')
  })
})

test('before a PDF with boxes is written, the writer learns of which characters and pages, and decides', async ({
  page,
}) => {
  const writer = await createPerson('boxes')
  const text = `${'Rain.\n\n'.repeat(30)}The sign says 雨.\n`
  await signInAs(page, writer)
  await page.goto(`/editor/${await addScript(writer, 'Signs', text)}`)
  await expect(nameField(page)).toHaveValue('Signs')
  const exportMenu = page.getByRole('button', { name: 'Export' })
  const dialog = page.getByRole('alertdialog', { name: 'Some characters cannot be printed' })
  const choosePdf = async () => {
    await exportMenu.click()
    await page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click()
  }
  const downloads: string[] = []
  page.on('download', (file) => downloads.push(file.suggestedFilename()))

  await choosePdf()
  await expect(dialog.getByRole('listitem')).toHaveText('雨U+96E8page 2')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(exportMenu).toBeEnabled()
  expect(downloads).toEqual([])

  await choosePdf()
  await dialog.getByRole('button', { name: 'Download anyway' }).click()
  await expect.poll(() => downloads).toEqual(['Signs.pdf'])
  await expect(dialog).toBeHidden()

  await exportMenu.click()
  await page.getByRole('menuitem', { name: 'Final Draft (.fdx)' }).click()
  await expect.poll(() => downloads).toEqual(['Signs.pdf', 'Signs.fdx'])
  await expect(dialog).toBeHidden()
})
