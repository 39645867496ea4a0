import type { Page } from '@playwright/test'
import { findViolations } from '../support/browser/axe.ts'
import { expectNoOverflow } from '../support/browser/page.ts'
import { expect, test } from './fixtures.ts'

const STYLE = `<style>
  body { background: #fff; color: #222; font: 16px sans-serif }
  .box { background: #333; color: #fff; width: 200px }
  .small { width: 16px; height: 16px; padding: 0; margin: 0; border: 0 }
  @media (prefers-color-scheme: dark) { body { background: #333 } }
</style>`

async function show(page: Page, body: string): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>Page</title>${STYLE}<main><h1>Page</h1>${body}</main></html>`
  await page.setContent(html)
}

const ids = (found: string[]): string[] => found.map((line) => line.split(':')[0] ?? '')

/** How many texts and targets on the page are doubtful, so that axe has to judge them. */
const countDoubts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      window.findDoubtfulTexts(document.documentElement).length +
      window.findDoubtfulTargets(document.documentElement).length,
  )

const rows = Array.from({ length: 60 }, (_, row) => `<li class="row">Row ${row}</li>`).join('')

const LOW_CONTRAST = {
  'the last of many rows, by its own style': `<ul>${rows}<li class="row" style="color: #aaa">Last</li></ul>`,
  'a row on the background of another element around it': `<div style="background: #555"><ul><li>Row</li></ul></div>`,
  'a text that lets its background through': `<p style="color: rgba(0, 0, 0, 0.4)">Text</p>`,
  'a text on a colour that lets the one below through': `<div class="box"><p style="background: rgba(255, 255, 255, 0.6)">Text</p></div>`,
  'a text in a faded element': `<div style="opacity: 0.5"><p>Text</p></div>`,
  'a text on an element beside it': `<div style="position: relative; height: 40px"><div style="position: absolute; inset: 0; background: #444"></div><p style="position: relative">Text</p></div>`,
  'a text outside of the box that it belongs to': `<div class="box"><p style="margin: 0; color: #ddd; transform: translateX(300px)">Text</p></div>`,
  'a large text below three to one': `<p style="font-size: 40px; color: #aaa">Text</p>`,
  'the text in a field': `<input aria-label="Name" value="Text" style="color: #bbb">`,
}

test('axe finds low contrast, small targets, missing names and overflow, and is not asked about what is plainly right', async ({
  page,
}) => {
  await page.goto('about:blank')

  await test.step('a page of legible texts and large targets raises no doubts', async () => {
    const table = `<div role="region" aria-label="List" tabindex="0" style="overflow: auto; height: 60px"><ul>${rows}</ul></div>`
    await show(page, `${table}<div class="box">Text</div><button class="box">Save</button>`)
    expect(await findViolations(page)).toEqual([])
    expect(await countDoubts(page)).toBe(0)
  })

  for (const [what, body] of Object.entries(LOW_CONTRAST)) {
    await test.step(`low contrast: ${what}`, async () => {
      await show(page, body)
      expect(ids(await findViolations(page, ['color-contrast']))).toEqual(['color-contrast'])
    })
  }

  await test.step('a large text needs less contrast', async () => {
    await show(page, '<p style="font-size: 40px; color: #888">Text</p>')
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('low contrast in the other theme alone', async () => {
    await show(page, '<p>Text</p>')
    expect(await findViolations(page, ['color-contrast'])).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(new Set(ids(await findViolations(page, ['color-contrast'])))).toEqual(
      new Set(['color-contrast']),
    )
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('small targets beside each other, and one under another', async () => {
    const small = '<button class="small" aria-label="Close"></button>'
    await show(page, `<div style="display: flex">${small}${small}</div>`)
    expect(ids(await findViolations(page))).toEqual(['target-size', 'target-size'])
    expect(ids(await findViolations(page, ['target-size']))).toHaveLength(2)

    await show(page, small)
    expect(await findViolations(page)).toEqual([])

    const over = 'style="position: absolute; top: 0; left: 0; width: 90px; height: 30px"'
    await show(
      page,
      `<div style="position: relative"><button style="width: 100px; height: 40px">Under</button><button ${over}>Over</button></div>`,
    )
    expect(ids(await findViolations(page, ['target-size']))).toEqual(['target-size'])
  })

  await test.step('a field without a name, and a page that is too wide', async () => {
    await show(page, '<input><div style="width: 300vw; color: #aaa">Wide</div>')
    expect(ids(await findViolations(page))).toEqual(['color-contrast', 'label'])
    await expect(expectNoOverflow(page)).rejects.toThrow('toBe')
  })
})
