import type { Page } from '@playwright/test'
import { findViolations } from '../support/browser/axe.ts'
import { expectNoOverflow } from '../support/browser/page.ts'
import { expect, test } from './fixtures.ts'

const STYLE = `<style>
  body { background: #fff; color: #222; font: 16px sans-serif }
  .small { width: 16px; height: 16px; padding: 0; margin: 0; border: 0 }
  @media (prefers-color-scheme: dark) { body { background: #333 } }
</style>`

async function show(page: Page, body: string): Promise<void> {
  const html = `<!doctype html><html lang="en"><title>Page</title>${STYLE}<main><h1>Page</h1>${body}</main></html>`
  await page.setContent(html)
}

const ids = async (page: Page): Promise<Set<string>> =>
  new Set((await findViolations(page)).map((line) => line.split(':')[0] ?? ''))

test('axe finds low contrast in either theme, small targets and missing names, and overflow is noticed', async ({
  page,
}) => {
  await show(page, '<p>Text</p><button>Save</button>')
  expect(await ids(page)).toEqual(new Set())
  await expectNoOverflow(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ids(page)).toEqual(new Set(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light' })

  const small = '<button class="small" aria-label="Close"></button>'
  await show(page, `<div style="display: flex">${small}${small}</div>`)
  expect(await ids(page)).toEqual(new Set(['target-size']))

  await show(page, '<input><div style="width: 300vw">Wide</div>')
  expect(await ids(page)).toEqual(new Set(['label']))
  await expect(expectNoOverflow(page)).rejects.toThrow('overflow')
})
