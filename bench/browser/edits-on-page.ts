import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Server } from '../support/launch.ts'
import { typingInReview } from './review-typing.ts'
import { environmentFor } from '../support/provider.ts'
import { scenePromptFor, type Timing } from '../support/scripted-provider.ts'
import {
  addScript,
  contextOptions,
  launchChromium,
  signedIn,
  signUp,
  startWeb,
  type Web,
} from './web-bench.ts'

/** What edits-in-page.js adds to the page. */
type InPage = { benchEdits: { streaming: number; review: number } }

const seen = (page: Page) => page.evaluate(() => (globalThis as unknown as InPage).benchEdits)

async function changeFirstScene(page: Page, address: string, provider: Server, name: string) {
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Script page' }).waitFor()
  // Wait until the pages are laid out.
  await page.waitForTimeout(1_500)
  // Scroll past the title page.
  await page.locator('.script-page .cm-scroller').evaluate((scroller) => {
    scroller.scrollTop = 1_000
  })
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill(scenePromptFor(name, 1))
  await prompt.press('Enter')
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchEdits.review > 0)
  const { streaming, review } = await seen(page)
  const timings = (await (await fetch(provider.url)).json()) as Record<string, Timing>
  const { first, last } = timings[name] as Timing
  if (streaming === 0) throw new Error('the scene did not grow on the page')
  return { shown: streaming - first, reviewed: review - last }
}

type Options = { script: string; rounds: number }

/** Measures how soon changes are shown and how fast keys are during a review, in milliseconds. */
export async function measurePage(folder: string, provider: Server, options: Options) {
  const web = await startWeb(path.join(folder, 'web'), environmentFor(provider))
  const browser = await launchChromium()
  const changes = await changesOnPage(web, browser, provider, options)
  return { changes, keys: await typingInReview(web, browser, { ...options, rounds: 3 }) }
}

/** Times from the provider's tokens to the page of a writer who looks at the scene. */
async function changesOnPage(
  web: Web,
  browser: Browser,
  provider: Server,
  { script, rounds }: Options,
) {
  const writer = await signUp(web, 'page-writer')
  const context = await signedIn(await browser.newContext(contextOptions(web)), writer, {
    file: 'edits-in-page.js',
    settings: "localStorage.setItem('script-writer-view', 'both')",
  })
  const page = await context.newPage()
  const times = []
  for (let round = 0; round <= rounds; round += 1) {
    const address = `/editor/${await addScript(web, writer, script)}`
    times.push(await changeFirstScene(page, address, provider, `page-${round}`))
  }
  await context.close()
  // The first round also loads the code.
  return times.slice(1)
}
