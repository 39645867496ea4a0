import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  addConversation,
  chatList,
  inList,
  leaveQuestion,
  nameField,
  openConversation,
  openEditor,
  fillDisk,
} from '../../support/browser/chats.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { answers } from '../../support/browser/generation.ts'
import { expectConsoleErrors, expectNotice, notices } from '../../support/browser/page.ts'
import {
  type BrowserPerson,
  createPerson,
  sql,
  signInByHand,
} from '../../support/browser/people.ts'
import { openDocx, textOf } from '../../support/documents/docx-reading.ts'
import { expect, test } from '../fixtures.ts'

const SCRIPT = `INT. TRAM - NIGHT

Rain on the **windows**.

MARA
(whispering)
Don't look up.

CUT TO:`

const SAID = 'Here is what I changed: the ending\n\n# Act two\n\nINT. BAR - DAY is gone'

async function openAnswer(page: Page): Promise<BrowserPerson> {
  const writer = await createPerson('exporter')
  await addConversation(writer, 'Nothing', { messages: [['ai', ' \n ']] })
  await addConversation(writer, 'Question', { messages: [['ai', SAID]] })
  await sql("update public.chat_messages set withheld = 'question' where content = $1", [SAID])
  await addConversation(writer, 'Talk', { messages: [['ai', SCRIPT]] })
  await openEditor(page, writer)
  await openConversation(page, 'Talk')
  await expect(page.getByRole('article', { name: 'Answer' })).toBeVisible()
  return writer
}

const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download as .docx' })

/** The id of this person's answer in the conversation with this title. */
async function answerIn({ id }: BrowserPerson, title: string): Promise<string | undefined> {
  const [message] = await sql<{ id: string }>(
    `select messages.id from public.chat_messages as messages
     join public.chat_conversations as chats on chats.id = conversation_id
     where chats.user_id = $1 and title = $2`,
    [id, title],
  )
  return message?.id
}

test('an answer downloads as a Word document and opens as a page to copy into Google Docs', async ({
  page,
  context,
  consoleErrors,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const writer = await openAnswer(page)

  await test.step('it downloads as a Word document, whose code is loaded on demand', async () => {
    expect(requests.filter((path) => /docx|word-document/.test(path))).toEqual([])
    await nameField(page).fill('a<b>:"c"/\\|?*\u202egpj Ünï 🎬')
    const started = page.waitForEvent('download')
    await downloadButton(page).click()
    const download = await started
    expect(requests.filter((path) => /docx|word-document/.test(path)).length).toBeGreaterThan(0)

    const { paragraphs, styleOf } = await openDocx(await readFile(await download.path()))
    const written = paragraphs.map((paragraph) => [styleOf(paragraph), textOf(paragraph)])
    expect(written.filter(([, text]) => text !== '')).toEqual([
      ['Scene Heading', 'INT. TRAM - NIGHT'],
      ['Action', 'Rain on the windows.'],
      ['Character', 'MARA'],
      ['Parenthetical', '(whispering)'],
      ['Dialogue', "Don't look up."],
      ['Transition', 'CUT TO:'],
    ])
    // More titles and their file names: tests/unit/contract/file-name.test.ts.
    expect(download.suggestedFilename()).toBe('a b c gpj Ünï 🎬.docx')
  })

  await nameField(page).fill('Last Tram')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open in Google Docs' }).click()
  const docs = await opened
  const docsErrors: string[] = []
  docs.on('console', (message) => {
    if (message.type() === 'error') docsErrors.push(message.text())
  })
  await expect(docs).toHaveTitle('Last Tram · Open in Google Docs · Script Writer')
  await expect(docs.getByRole('heading', { name: 'Open in Google Docs' })).toBeVisible()
  await expect(docs.getByRole('heading', { name: '1. Copy the text' })).toBeVisible()
  await expect(docs.getByRole('heading', { name: /^2\./ })).toBeVisible()
  await expect(docs.locator('[data-element="dialogue"]')).toHaveText("Don't look up.")
  await expect(docs.locator('.screenplay')).toHaveCSS('font-family', /^"?Courier Prime/)

  const link = docs.getByRole('link', { name: 'Create a new document' })
  await expect(link).toHaveAttribute('href', 'https://docs.google.com/document/create')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)

  const note = docs.getByText('Copied to clipboard')
  await expect(note).toBeHidden()
  await docs.bringToFront()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await docs.getByRole('button', { name: 'Copy to clipboard' }).click()
  await expect(note).toBeVisible()
  const copied = await docs.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text()
    return { html: await read('text/html'), plain: await read('text/plain') }
  })
  expect(copied.plain).toBe(
    "INT. TRAM - NIGHT\n\nRain on the windows.\n\nMARA\n(whispering)\nDon't look up.\n\nCUT TO:",
  )
  const layout = await page.evaluate((html) => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    return [...parsed.querySelectorAll('p')].map((line) => [
      line.textContent,
      line.style.marginLeft,
    ])
  }, copied.html ?? '')
  expect(layout).toEqual([
    ['INT. TRAM - NIGHT', '0px'],
    ['Rain on the windows.', '0px'],
    ['MARA', '2in'],
    ['(whispering)', '1.5in'],
    ["Don't look up.", '1in'],
    ['CUT TO:', '0px'],
  ])
  expect(copied.html).toMatch(/<b[^>]*>windows<\/b>/)

  await page.clock.runFor(2_900)
  await expect(note).toBeVisible()
  await page.clock.runFor(200)
  await expect(note).toBeHidden()

  await page.clock.resume()
  await test.step('axe finds nothing on it', () => expectAccessible(docs))
  expect(docsErrors).toEqual([])

  await test.step('a selection on that page is copied as clean text', async () => {
    await docs
      .locator('.screenplay')
      .evaluate((element) => element.ownerDocument.getSelection()?.selectAllChildren(element))
    await docs.keyboard.press('Control+c')
    await expect
      .poll(() => docs.evaluate(() => navigator.clipboard.readText()))
      .toBe(
        "INT. TRAM - NIGHT\n\nRain on the windows.\n\nMARA\n(whispering)\nDon't look up.\n\nCUT TO:",
      )
  })
  await test.step('a blocked pop-up is reported', async () => {
    await docs.close()
    await page.evaluate(() => {
      window.open = () => null
    })
    await page.getByRole('button', { name: 'Open in Google Docs' }).click()
    const reason = 'Your browser blocked the new page. Please allow pop-ups for this site.'
    await expect(answers(page).getByRole('alert').filter({ hasText: reason })).toBeVisible()
    await expect(notices(page).filter({ hasText: reason })).toHaveCount(0)
  })

  await test.step('a blank answer cannot be downloaded', async () => {
    await inList(chatList(page), 'Nothing').click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(inList(chatList(page), 'Nothing')).toHaveAttribute('aria-current', 'true')
    await downloadButton(page).click()
    await expectNotice(page, 'Cannot Download', 'Script content is empty.')
  })

  await test.step('what an answer says to the writer is whole in both, and no title page', async () => {
    await inList(chatList(page), 'Question').click()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(inList(chatList(page), 'Question')).toHaveAttribute('aria-current', 'true')
    const started = page.waitForEvent('download')
    await downloadButton(page).click()
    const { paragraphs } = await openDocx(await readFile(await (await started).path()))
    expect(paragraphs.map(textOf).filter((text) => text !== '')).toEqual(SAID.split('\n\n'))
    await goInApp(page, `/editor?answer=${await answerIn(writer, 'Question')}&title=Said`)
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.locator('.screenplay [data-element]')).toHaveText(SAID.split('\n\n'))
    await page.getByRole('button', { name: 'Copy to clipboard' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(SAID)
  })

  const dialogue = page.locator('[data-element="dialogue"]')
  await test.step("the page reports an answer that is gone or another writer's, and can be retried", async () => {
    const other = await createPerson('other')
    await addConversation(other, 'Secret', { messages: [['ai', SCRIPT]] })
    await goInApp(page, `/editor?answer=${await answerIn(other, 'Secret')}`)
    await expect(page.getByRole('alert')).toHaveText('Message not found.')
    await fillDisk(page, '**/rest/v1/chat_messages*')
    await goInApp(page, `/editor?answer=${await answerIn(writer, 'Talk')}&title=Last+Tram`)
    await expect(page.getByRole('alert')).toHaveText('Failed to load the text: the disk is full')
    await page.unroute('**/rest/v1/chat_messages*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(dialogue).toHaveText("Don't look up.")
    expectConsoleErrors(consoleErrors, /status of 500/)
  })

  await test.step('after a sign-in it is the same page again', async () => {
    await page.evaluate(() => localStorage.removeItem('script-writer-session'))
    await page.reload()
    await expect(page).toHaveURL('/login')
    await signInByHand(page, writer)
    await expect(dialogue).toHaveText("Don't look up.")
    await expect(page).toHaveTitle(/^Last Tram/)
    await goInApp(page, '/editor?answer=no-id')
    await expect(page.getByRole('alert')).toHaveText('Message not found.')
  })
})
