import type { Page } from '@playwright/test'
import { openScript } from '../../support/browser/chats.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { DESKTOP, expectBadField, expectNotice, PHONE } from '../../support/browser/page.ts'
import { expectStored, scriptPage } from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

/** In portrait, where the page fits, but not with the list of scenes beside it. */
const TABLET = { width: 768, height: 1024 }

const scenes = [
  'INT. TRAM - NIGHT\n\n= They meet.\n\nRain.\n\nRUI\nRain again.\n\n',
  'EXT. RIVER - DAWN\n\nRui waits.\n\nINÊS\nYou are late.\n\n',
  'INT. KITCHEN - DAY\n\nCoffee.\n',
]

async function runCommand(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.insertText(words)
  await page.keyboard.press('Enter')
}

test('scenes are listed, jumped to, and moved byte for byte with keys and undone; names are completed', async ({
  page,
}) => {
  const { writer } = await openScript(page, scenes.join(''))
  const opener = page.getByRole('button', { name: 'Scenes', exact: true })
  await opener.click()
  const list = page.getByRole('navigation', { name: 'Scenes' })
  await expect(list).toContainText('INT. TRAM - NIGHT')
  await expect(list).toContainText('They meet.')
  await list
    .getByRole('button', { name: /EXT\. RIVER - DAWN/ })
    .first()
    .click()
  await expect(scriptPage(page)).toBeFocused()
  await expect(page.getByText('scene 2 of 3')).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expectStored(writer, [scenes[1], scenes[0], scenes[2]].join(''))
  await page.keyboard.press('Control+z')
  await expectStored(writer, scenes.join(''))

  await test.step('the list is as wide as the writer makes it, also later', async () => {
    const handle = page.getByRole('separator', { name: 'Width of the scene list' })
    await handle.focus()
    await page.keyboard.press('End')
    await expect(handle).toHaveAttribute('aria-valuenow', '440')
    await page.reload()
    await expect(handle).toHaveAttribute('aria-valuenow', '440')
    await expect.poll(async () => (await list.boundingBox())?.width).toBe(440)
    await handle.focus()
    await page.keyboard.press('Home')
  })

  await test.step('where they do not fit beside the page, scenes are numbers beside it and a list over it', async () => {
    await page.setViewportSize(TABLET)
    const strip = page.getByRole('navigation', { name: 'Scene numbers' })
    await expect(list).toBeHidden()
    await expect(opener).toHaveAttribute('aria-pressed', 'false')
    await strip.getByRole('button', { name: /^Scene 1, INT\. TRAM/ }).click()
    await expect(page.getByText('scene 1 of 3')).toBeVisible()
    await expect(strip.locator('[aria-current]')).toHaveText('1')
    await strip.locator('[aria-current]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByText('scene 2 of 3')).toBeVisible()
    await expect(scriptPage(page)).toBeFocused()
    const relaidOut = await page.locator('.script-page').evaluateHandle((element) => {
      const records: MutationRecord[] = []
      new MutationObserver((seen) => records.push(...seen)).observe(element, {
        attributeFilter: ['data-flows', 'style'],
      })
      return records
    })
    await opener.click()
    await list
      .getByRole('button', { name: /^Scene 3/ })
      .first()
      .click()
    await expect(list).toBeHidden()
    await expect(page.getByText('scene 3 of 3')).toBeVisible()
    expect(await relaidOut.evaluate((records) => records.length)).toBe(0)

    await opener.click()
    await expect(list).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(scriptPage(page)).toBeFocused()
    await opener.click()
    await expect(list).toBeVisible()
    await page.reload()
    await expect(scriptPage(page)).toBeVisible()
    await expect(opener).toHaveAttribute('aria-pressed', 'false')
    await expect(list).toBeHidden()
    await page.setViewportSize(DESKTOP)
    await expect(list).toContainText('INT. TRAM - NIGHT')
    await page.setViewportSize(TABLET)
    await expect(list).toBeHidden()
  })

  await test.step('completion offers names and never takes Enter unasked', async () => {
    await page.setViewportSize(DESKTOP)
    await scriptPage(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n')
    await page.keyboard.press('Tab')
    await page.keyboard.type('r')
    // Before, all names are offered, and none can be taken while the list is made anew.
    await expect(page.getByRole('option')).toHaveText([/^RUI/])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Here.')
    await expectStored(writer, `${scenes.join('')}\nRUI\nHere.`)
    await test.step('a new cue offers who may speak, and says which key takes the name', async () => {
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const options = page.getByRole('option')
      await expect(options).toHaveText([/^RUI/, /^INÊS/])
      const keys = options.locator('kbd:visible')
      await expect(keys).toHaveText(['Tab'])
      await expectAccessible(page, page.locator('.cm-tooltip'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(options.nth(1).locator('kbd:visible')).toHaveText(['Tab', 'Enter'])
      await expect(keys).toHaveCount(2)
    })
    await page.keyboard.type('ru')
    await expect(page.getByRole('option', { name: 'RUI' })).toBeVisible()
    // A new name that begins like a known one.
    await page.keyboard.press('Enter')
    await page.keyboard.type('Me too.')
    await expectStored(writer, `${scenes.join('')}\nRUI\nHere.\n\nRU\nMe too.`)
  })

  await test.step('two speeches side by side are named while the cursor is in one of them', async () => {
    const element = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(element('Element: Dialogue')).toBeVisible()
    await page.keyboard.press('Control+Alt+d')
    await expect(element('Element: Dialogue, Dual dialogue')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(element('Element: Character, Dual dialogue')).toBeVisible()
    await page.keyboard.press('Control+Home')
    await expect(element('Element: Scene heading')).toBeVisible()
  })
})

test('find and replace, renaming, the title page, going to a page and reading work, also while they load', async ({
  page,
}) => {
  const tools = Promise.withResolvers<void>()
  let isAsked = false
  await page.route('**/page-parts-*.js', async (route) => {
    isAsked = true
    await tools.promise
    await route.continue()
  })
  const text = scenes.join('')
  const { writer } = await openScript(page, text)
  await test.step('what is typed while find or the commands are still loading is for their field', async () => {
    await scriptPage(page).focus()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('layt')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    tools.resolve()
    const box = page.getByRole('textbox', { name: 'Find', exact: true })
    await expect(box).toHaveValue('la')
    await page.keyboard.type('te')
    await expect(box).toHaveValue('late')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('go to')
    expect(isAsked, 'they are loaded on their own').toBe(true)
    await expect(page.getByRole('combobox')).toHaveValue('go to')
    // The Escape event itself must move the focus, because the next key may follow at once.
    const focused = await page.evaluate(() => {
      const escape = new KeyboardEvent('keydown', {
        key: 'Escape',
        bubbles: true,
        cancelable: true,
      })
      document.activeElement?.dispatchEvent(escape)
      return document.activeElement?.ariaLabel
    })
    expect(focused).toBe('Script page')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.type('X')
    await expectStored(writer, `X${text}`)
    await page.keyboard.press('Control+z')
    await expectStored(writer, text)
  })

  await scriptPage(page).focus()
  await page.keyboard.press('Control+f')
  const search = page.getByRole('search', { name: 'Find and replace' })
  await expect(search.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('rain')
  await expect(search.getByRole('status')).toHaveText('2 found')
  await search.getByRole('combobox', { name: 'In' }).selectOption('dialogue')
  await expect(search.getByRole('status')).toHaveText('1 found')
  await search.getByRole('textbox', { name: 'Replace with' }).fill('Snow')
  await search.getByRole('button', { name: 'Replace all' }).click()
  const snowed = text.replace('Rain again.', 'Snow again.')
  await expectStored(writer, snowed)
  await page.keyboard.press('Escape')
  await expect(scriptPage(page)).toBeFocused()

  await runCommand(page, 'rename')
  const renaming = page.getByRole('dialog', { name: 'Rename a character' })
  await renaming.getByRole('combobox', { name: 'Character' }).selectOption('RUI')
  await renaming.getByRole('textbox', { name: 'New name' }).fill('Tomás')
  await page.keyboard.press('Enter')
  const renamed = snowed.replace('RUI', 'TOMÁS').replace('Rui waits.', 'Tomás waits.')
  await expectStored(writer, renamed)

  await runCommand(page, 'title page')
  await page.getByRole('dialog', { name: 'Title page' }).getByLabel('Title').fill('The Tram')
  await page.getByRole('button', { name: 'Save title page' }).click()
  await expectStored(writer, `Title: The Tram\n\n${renamed}`)

  await runCommand(page, 'go to page')
  await page.getByRole('textbox', { name: 'Page (1 to 1)' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(scriptPage(page)).toBeFocused()

  await runCommand(page, 'reading mode')
  const reading = page.getByRole('article', { name: 'Script, for reading' })
  await expect(reading.getByRole('heading', { level: 3 })).toHaveText([
    'INT. TRAM - NIGHT',
    'EXT. RIVER - DAWN',
    'INT. KITCHEN - DAY',
  ])
  await page.getByRole('button', { name: 'Back to the page' }).click()
  await expect(scriptPage(page)).toBeFocused()
  await runCommand(page, 'reading mode')
  await expect(reading).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reading).toBeHidden()
  await expect(scriptPage(page)).toBeFocused()

  await runCommand(page, 'save')
  await expectNotice(page, 'Success!')
  const download = page.waitForEvent('download')
  await runCommand(page, 'export fountain')
  expect((await download).suggestedFilename()).toMatch(/[.]fountain$/)
})

test('the page setup is changed in a dialog, is part of the text and is undone with it', async ({
  page,
}) => {
  const text = scenes.join('')
  const { writer } = await openScript(page, text)
  const opener = page.getByRole('button', { name: 'Page setup' })
  const dialog = page.getByRole('dialog', { name: 'Page setup' })
  const preset = (name: string) => dialog.getByRole('button', { name, exact: true })
  const stored = (setup: string) => expectStored(writer, `Page Setup: ${setup}\n\n${text}`)

  await test.step('a preset, by keyboard from the commands, and Ctrl+Z', async () => {
    await scriptPage(page).focus()
    await runCommand(page, 'page setup')
    await expect(preset('Screenplay')).toHaveAttribute('aria-pressed', 'true')
    await preset('Multi-camera').press('Enter')
    await expect(preset('Multi-camera')).toHaveAttribute('aria-pressed', 'true')
    // Action is in capitals at once.
    await expect(page.getByText('Coffee.')).toHaveCSS('text-transform', 'uppercase')
    await expect(dialog.getByLabel('Double-spaced dialogue')).toBeChecked()
    await stored('multi-camera')
    await page.keyboard.press('Escape')
    await expect(scriptPage(page)).toBeFocused()
    await page.keyboard.press('Control+z')
    await expectStored(writer, text)
  })

  await test.step('each setting', async () => {
    await opener.click()
    await expect(preset('Screenplay')).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByLabel('Paper').selectOption('A4')
    await expect(preset('A4')).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByLabel("Add (CONT'D) automatically").click()
    await dialog.getByLabel('Break pages only between sentences').click()
    await dialog.getByLabel('Text of (MORE)').fill('(+)')
    await dialog.getByLabel('Element', { exact: true }).selectOption('Character')
    await dialog.getByLabel('Lines above').fill('2')
    await stored('a4; character before 24; no sentence breaks; no continueds; more "(+)"')
    await preset('Screenplay').click()
  })

  await test.step('an edge outside its limits is refused, and the last good one stays', async () => {
    const left = dialog.getByLabel('Left', { exact: true })
    await dialog.getByLabel('Element', { exact: true }).selectOption('Dialogue')
    await left.fill('2')
    await left.fill('6')
    await expectBadField(left, '0 to 5.5')
    await left.blur()
    await expect(left).toHaveValue('2')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(opener).toBeFocused()
    await stored('dialogue left 2')
    // On a phone the tools fit in their row.
    await page.setViewportSize(PHONE)
    await expect(opener).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Commands' })).toBeInViewport({ ratio: 1 })
  })
})

test('focus mode shows the page alone, every icon says what it does, and the keys are listed', async ({
  page,
}) => {
  await openScript(page, scenes.join(''), { view: 'both' })
  await expect(scriptPage(page)).toContainText('Rain again.')
  const chrome = [
    page.getByRole('banner'),
    page.getByRole('region', { name: 'Chat' }),
    page.getByRole('toolbar', { name: 'Page tools' }),
    page.getByRole('navigation', { name: 'Scene numbers' }),
    page.getByText(/scene \d of 3/),
  ]
  for (const part of chrome) await expect(part).toBeVisible()
  const leave = page.getByRole('button', { name: 'Leave focus mode' })

  await test.step('Escape leaves focus mode, and so does its button', async () => {
    await scriptPage(page).focus()
    await runCommand(page, 'Focus mode')
    for (const part of chrome) await expect(part).toBeHidden()
    await expect(scriptPage(page)).toBeFocused()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('Alone.')
    await expect(scriptPage(page)).toContainText('Alone.')
    await page.keyboard.press('Escape')
    for (const part of chrome) await expect(part).toBeVisible()
    await expect(scriptPage(page)).toBeFocused()
    await runCommand(page, 'Focus mode')
    await leave.click()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(scriptPage(page)).toBeFocused()
  })

  await test.step('a button without words in it has a tooltip', async () => {
    for (const width of [1440, 1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 })
      const silent = await page.getByRole('button').evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            const words = [...button.querySelectorAll('span')].filter(
              (span) => span.clientWidth > 1 && span.textContent,
            )
            const isBare = words.length === 0 && button.querySelector('svg') !== null
            const own = [...button.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)
            return button.clientWidth > 0 && isBare && !own && !button.getAttribute('title')
          })
          .map((button) => button.outerHTML),
      )
      expect(silent).toEqual([])
    }
  })

  await test.step('? lists the keys, but is text where one writes; Ctrl+/ lists them there too', async () => {
    await page.setViewportSize(DESKTOP)
    const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await scriptPage(page).focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('Who?')
    await expect(scriptPage(page)).toContainText('Who?')
    await expect(overview).toHaveCount(0)
    await page.keyboard.press('Control+/')
    await expect(overview.getByText('Ctrl+Shift+Enter')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(overview).toHaveCount(0)
    await expect(scriptPage(page)).toBeFocused()
    await page.getByRole('button', { name: 'Find' }).focus()
    await page.keyboard.press('?')
    await expect(overview).toBeVisible()
  })
})
