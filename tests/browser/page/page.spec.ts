import type { Page } from '@playwright/test'
import { openEditor, openScript } from '../../support/browser/chats.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { createPerson } from '../../support/browser/people.ts'
import {
  chooseView,
  expectStored,
  scriptPage,
  shownLines,
} from '../../support/browser/script-page.ts'
import { expect, test } from '../fixtures.ts'

const typedHeading = 'int. tram 28 - night'

const scene = [
  typedHeading.toUpperCase(),
  '',
  'Rain on every window. An empty tram grinds uphill through Alfama, and nobody on it says a word.',
  '',
  'INÊS',
  "You're early.",
  '',
  'RUI',
  '(to the floor)',
  'You always said I was late.',
].join('\n')

test('a scene is written by keys alone, stored, and still there after a reload', async ({
  page,
}) => {
  const writer = await createPerson('page-writer')
  await openEditor(page, writer, '/editor/new')
  await chooseView(page, 'Page')
  await expect(page.getByText('page 1 of 1')).toBeVisible()
  await scriptPage(page).focus()
  const { keyboard } = page
  await keyboard.type(typedHeading)
  await keyboard.press('Enter')
  await keyboard.insertText(
    'Rain on every window. An empty tram grinds uphill through Alfama, and nobody on it says a word.',
  )
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Element: Character' })).toBeVisible()
  await keyboard.type('inês')
  await keyboard.press('Enter')
  await keyboard.insertText("You're early.")
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type('rui')
  await keyboard.press('Enter')
  await keyboard.type('(to the floor')
  await keyboard.press('Enter')
  await keyboard.insertText('You always said I was late.')
  await expect(page.getByRole('button', { name: 'Element: Dialogue' })).toBeVisible()
  expect(await shownLines(page)).toEqual([
    // In capitals since the cursor has left it, and in all exports.
    'scene-heading: INT. TRAM 28 - NIGHT',
    'action: Rain on every window. An empty tram grinds uphill through Alfama, and nobody on it says a word.',
    'character: INÊS',
    "dialogue: You're early.",
    'character: RUI',
    'parenthetical: (to the floor)',
    'dialogue: You always said I was late.',
  ])
  await expectAccessible(page, page.getByRole('main'))
  await expectStored(writer, scene)

  await page.reload()
  await expect(scriptPage(page)).toContainText('You always said I was late.')
  // The cursor is where it was.
  await scriptPage(page).focus()
  await keyboard.type(' Always.')
  await expectStored(writer, `${scene} Always.`)

  // Undo removes one word at a time.
  await keyboard.press('Control+z')
  await expectStored(writer, `${scene} `)
  await keyboard.press('Control+Shift+Z')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/editor\/[0-9a-f-]{36}$/)
  await expectStored(writer, `${scene} Always.`)
})

test('a multi-camera script has its own rows and columns', async ({ page }) => {
  const said = 'You always said I was late. You always said that you would wait for me.'
  const text = `Page Setup: multi-camera\n\n${scene}\n\nShe waits.\n\nRUI\n${said}`
  await openScript(page, text)
  await expect(scriptPage(page)).toContainText("RUI (CONT'D)")
  await expect(scriptPage(page)).not.toContainText('multi-camera')
  const placeOf = (shown: string) =>
    scriptPage(page)
      .getByText(shown, { exact: false })
      .last()
      .evaluate((line) => {
        const { height } = line.getBoundingClientRect()
        const style = getComputedStyle(line)
        const cell = Number.parseFloat(style.fontSize) * 0.6
        const rows = height / Number.parseFloat(style.lineHeight)
        const { textTransform, textDecorationLine } = style
        const indent = Number.parseFloat(style.paddingLeft) / cell
        return { rows, indent, textTransform, textDecorationLine }
      })
  expect(await placeOf('you would wait')).toMatchObject({
    rows: 4,
    indent: expect.closeTo(7.5, 1),
    textTransform: 'none',
  })
  expect(await placeOf('She waits')).toMatchObject({ rows: 1, textTransform: 'uppercase' })
  expect(await placeOf('TRAM 28')).toMatchObject({ textDecorationLine: 'underline' })
})

test('the view is chosen in a group, remembered, and divided with keys; two windows show what is typed in either', async ({
  page,
}) => {
  const { id } = await openScript(page, scene, { view: 'chat' })
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
  await expect(scriptPage(page)).toBeHidden()
  await chooseView(page, 'Both')
  await expect(scriptPage(page)).toContainText('grinds uphill')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
  const divider = (tab: Page) => tab.getByRole('separator', { name: 'Width of the chat' })
  const before = Number(await divider(page).getAttribute('aria-valuenow'))
  await divider(page).press('ArrowRight')
  await expect(divider(page)).toHaveAttribute('aria-valuenow', String(before + 24))
  const other = await page.context().newPage()
  await test.step('the browser remembers both for the next time it opens the editor', async () => {
    await other.goto(`/editor/${id}`)
    await expect(divider(other)).toHaveAttribute('aria-valuenow', String(before + 24))
    await expect(scriptPage(other)).toContainText('grinds uphill')
  })

  await chooseView(page, 'Page')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeHidden()
  await scriptPage(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Rain.')
  await expect(scriptPage(other)).toContainText('You always said I was late. Rain.')
  await scriptPage(other).focus()
  await other.keyboard.press('Control+Home')
  await other.keyboard.press('End')
  await other.keyboard.type(' again')
  await expect(scriptPage(page)).toContainText('INT. TRAM 28 - NIGHT again')
  // What the other window typed is not undone here.
  await scriptPage(page).focus()
  await page.keyboard.press('Control+z')
  await expect(scriptPage(other)).not.toContainText('Rain.')
  await expect(scriptPage(page)).toContainText('INT. TRAM 28 - NIGHT again')
  await test.step('a heading gets its capitals from the window that typed it, once it is left', async () => {
    await other.keyboard.press('Control+End')
    await expect(scriptPage(page)).toContainText('INT. TRAM 28 - NIGHT AGAIN')
    await expect(scriptPage(other)).toContainText('INT. TRAM 28 - NIGHT AGAIN')
  })

  await page.setViewportSize({ width: 1_000, height: 800 })
  await expect(page.getByRole('group', { name: 'View' }).getByRole('button')).toHaveCount(2)
  await expect(scriptPage(page)).toBeVisible()
})

test('what was kept of a Final Draft file shows only while the cursor is in it', async ({
  page,
}) => {
  const text = `Title: Fog\nFinal Draft:\n    ${'kept-'.repeat(200)}\n\nINT. PIER - DAY\n\nFog.\n`
  await openScript(page, text)
  await scriptPage(page).focus()
  await page.keyboard.press('Control+Home')
  await expect
    .poll(async () => (await shownLines(page)).slice(0, 3))
    .toEqual([
      'title-text: Title: Fog',
      'title-text: Final Draft:',
      'scene-heading: INT. PIER - DAY',
    ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await shownLines(page))[2]).toContain('kept-kept-')
})

/** Whether the sheet fits the pane, and the status names a scene that is on the screen. */
const isInAgreement = (page: Page) =>
  page.evaluate(() => {
    const pane = document.querySelector('.cm-scroller')
    const sheet = document.querySelector('.cm-content')
    if (!pane || !sheet) return 'no page'
    const [outer, inner] = [pane.getBoundingClientRect(), sheet.getBoundingClientRect()]
    if (inner.left < outer.left || inner.right > outer.right) return 'wider than the pane'
    const status = document.querySelector('section[aria-label="Counts"]')?.textContent ?? ''
    const named = /scene (\d+) of/.exec(status)?.[1]
    // Its heading is on the screen, or what is on the screen is all below it.
    const lines = [...document.querySelectorAll('.cm-line')].filter((line) => {
      const { top, bottom } = line.getBoundingClientRect()
      return bottom > outer.top && top < outer.bottom && line.textContent !== ''
    })
    const isShown = lines.some(({ textContent }) => textContent.includes(`stop ${named},`))
    return isShown ? `scene ${named}` : `scene ${named}, not shown`
  })

test('position, zoom and status agree in whatever order the page is opened and resized', async ({
  page,
}) => {
  const text = [
    'Title: Tram\n\n',
    ...Array.from({ length: 200 }, (_, n) => {
      const waits = Array.from({ length: 3 }, () => `The tram waits at stop ${n + 1}, and waits.`)
      return `INT. STOP - NIGHT\n\n${waits.join('\n\n')}\n\n`
    }),
  ].join('')
  await page.setViewportSize({ width: 1280, height: 720 })
  await openScript(page, text)
  await expect(page.getByText(/ words$/)).toBeVisible()
  await scriptPage(page).focus()
  await expect(async () => {
    await page.keyboard.press('Control+End')
    await expect.poll(() => isInAgreement(page), { timeout: 3_000 }).toBe('scene 200')
  }).toPass()
  await test.step('closed at once and opened beside the chat, with the list of scenes', async () => {
    await page.getByRole('button', { name: 'Scenes', exact: true }).click()
    await scriptPage(page).focus()
    for (let times = 0; times < 60; times += 1) await page.keyboard.press('ArrowUp')
    await chooseView(page, 'Chat')
    await chooseView(page, 'Both')
    await expect.poll(() => isInAgreement(page)).toMatch(/^scene 1[89]\d$/)
  })
  const place = await isInAgreement(page)
  await test.step('after a reload, as page, and in other sizes', async () => {
    await page.reload()
    await expect.poll(() => isInAgreement(page)).toBe(place)
    await chooseView(page, 'Page')
    await expect.poll(() => isInAgreement(page)).toBe(place)
    const sizes = [
      { width: 390, height: 700 },
      { width: 1440, height: 900 },
      { width: 768, height: 1024 },
      { width: 1280, height: 720 },
    ]
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect.poll(() => isInAgreement(page)).toBe(place)
    }
    // The next size comes before the page has reached its place in the last one.
    for (const size of [...sizes, ...sizes]) await page.setViewportSize(size)
    await expect.poll(() => isInAgreement(page)).toBe(place)
  })
  await test.step('the status follows what is looked at, when that is not where the cursor is', async () => {
    await page.locator('.cm-scroller').evaluate((pane) => (pane.scrollTop = pane.scrollHeight / 2))
    await expect.poll(() => isInAgreement(page)).toMatch(/^scene (9|10|11)\d$/)
    await chooseView(page, 'Chat')
    await chooseView(page, 'Both')
    await expect.poll(() => isInAgreement(page)).toMatch(/^scene (9|10|11)\d$/)
    await page.locator('.cm-scroller').evaluate((pane) => (pane.scrollTop = 0))
    await expect(page.getByText(/page 1 of/)).toBeVisible()
    await expect(page.getByText('200 scenes')).toBeVisible()
  })
})
