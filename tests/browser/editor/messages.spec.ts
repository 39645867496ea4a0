import type { Locator, Page } from '@playwright/test'
import {
  addConversation,
  chatLog,
  hold,
  leaveQuestion,
  nameField,
  openConversation,
  openEditor,
} from '../../support/browser/chats.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { answers } from '../../support/browser/generation.ts'
import { DESKTOP, expectConsoleErrors, expectNotice } from '../../support/browser/page.ts'
import { createPerson, sql } from '../../support/browser/people.ts'
import { chooseView, startIn } from '../../support/browser/script-page.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const MESSAGES = '**/rest/v1/chat_messages?id=eq*'

const said = (page: Page) => chatLog(page).locator('p.whitespace-pre-wrap').allTextContents()

async function deleteMessage(page: Page, which: number): Promise<void> {
  await chatLog(page).locator('p.whitespace-pre-wrap').nth(which).hover()
  await chatLog(page).getByRole('button', { name: 'Options for this message' }).nth(which).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
}

test('messages are deleted one by one, and return if that fails', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('sweeper')
  const three = { messages: ['One.', 'Two.', 'Three.'].map((text) => ['user', text] as const) }
  await addConversation(writer, 'Swept', three)
  await addConversation(writer, 'Restored', three)
  const twins = await addConversation(writer, 'Twins', {
    messages: [
      ['user', 'Again.'],
      ['ai', 'INT. TRAM - NIGHT'],
      ['user', 'Again.'],
      ['user', 'The last.'],
    ],
  })
  await openEditor(page, writer)

  await test.step('a loading state shows until the messages arrive', async () => {
    const messages = '**/rest/v1/chat_messages?*'
    const release = await hold(page, messages)
    await openConversation(page, 'Swept')
    await expect(chatLog(page).getByText('Loading...')).toBeVisible()
    release()
    await expect(chatLog(page).getByText('Three.')).toBeVisible()
    await page.unroute(messages)
  })

  await test.step('two deleted in quick succession are both confirmed', async () => {
    const release = await hold(page, MESSAGES)
    await deleteMessage(page, 1)
    await expect.poll(() => said(page)).toEqual(['One.', 'Three.'])
    await deleteMessage(page, 1)
    await expect.poll(() => said(page)).toEqual(['One.'])
    release()
    await expect(page.getByText('Message Deleted')).toHaveCount(2)
    await expect.poll(() => said(page)).toEqual(['One.'])
    await page.unroute(MESSAGES)
  })

  await test.step('one whose deletion fails returns to its place', async () => {
    await openConversation(page, 'Restored', 'Three.')
    const released = Promise.withResolvers<void>()
    // Reloading the list fails too.
    const messages = '**/rest/v1/chat_messages?*'
    await page.route(messages, async (route) => {
      if (route.request().method() !== 'DELETE') return route.abort()
      await released.promise
      return route.fulfill({ status: 500, json: { code: 'XX000', message: 'the disk is full' } })
    })
    await deleteMessage(page, 1)
    await expect.poll(() => said(page)).toEqual(['One.', 'Three.'])
    released.resolve()
    await expectNotice(page, 'Delete Failed', 'Failed to delete message from database.')
    await expect.poll(() => said(page)).toEqual(['One.', 'Two.', 'Three.'])
    expectConsoleErrors(consoleErrors, /500|ERR_FAILED/)
    await page.unroute(messages)
  })

  await test.step('another one with the same text is left alone', async () => {
    await openConversation(page, 'Twins', 'The last.')
    await deleteMessage(page, 1)
    await expect.poll(() => said(page)).toEqual(['Again.', 'The last.'])
    const left = () =>
      sql<{ content: string }>(
        'select content from public.chat_messages where conversation_id = $1 order by created_at',
        [twins],
      )
    await expect
      .poll(async () => (await left()).map(({ content }) => content))
      .toEqual(['Again.', 'INT. TRAM - NIGHT', 'The last.'])
    await page.reload()
    await expect.poll(() => said(page)).toEqual(['Again.', 'The last.'])
  })

  await test.step('one that no longer exists says so', async () => {
    await page.route(MESSAGES, async (route) => {
      await sql(`delete from public.chat_messages where conversation_id = $1 and type = 'user'`, [
        twins,
      ])
      await route.continue()
    })
    await deleteMessage(page, 0)
    await expectNotice(page, 'Delete Failed', 'Message not found.')
    await expect.poll(() => said(page)).toEqual([])
  })
})

const SCRIPT = `int. tram - night

Rain on the *windows*. MARA counts coins.

MARA
(whispering)
Don't look up.

JONAS
I never do.

CUT TO:

EXT. DEPOT - LATER`

const ELSEWHERE = 'https://elsewhere.example'
const hostile = [
  `<img src="${ELSEWHERE}/a.png" onerror="window.hacked = true">`,
  '<script>window.hacked = true</script>',
  `[a](javascript:window.hacked=true) ![b](${ELSEWHERE}/b.png) <style>*{display:none}</style>`,
  '\u202eright to left\u200f תסריט \u2066mark',
  '🎬👩‍👩‍👧‍👧'.repeat(20),
  'W'.repeat(200),
  'W'.repeat(5_000),
]

test('an answer is laid out as a screenplay and copies as clean text, and hostile ones are shown as text', async ({
  page,
  context,
}) => {
  const writer = await createPerson('typesetter')
  await addConversation(writer, 'Talk', { messages: [['ai', SCRIPT]] })
  const id = await addConversation(writer, `<b>${'W'.repeat(200)}`, {
    messages: hostile.flatMap((text) => [['user', text] as const, ['ai', text] as const]),
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openEditor(page, writer)
  await openConversation(page, 'Talk', 'Rain on the')
  const sheet = page.getByRole('article', { name: 'Answer' }).locator('.screenplay')
  const parts = await sheet
    .locator('[data-element]')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.getAttribute('data-element'),
        (element as HTMLElement).innerText,
        Math.round(element.getBoundingClientRect().left),
      ]),
    )
  expect(parts.map(([kind, text]) => [kind, text])).toEqual([
    ['scene-heading', 'INT. TRAM - NIGHT'],
    ['action', 'Rain on the windows. MARA counts coins.'],
    ['character', 'MARA'],
    ['parenthetical', '(whispering)'],
    ['dialogue', "Don't look up."],
    ['character', 'JONAS'],
    ['dialogue', 'I never do.'],
    ['transition', 'CUT TO:'],
    ['scene-heading', 'EXT. DEPOT - LATER'],
  ])
  const [heading, action, character, parenthetical, dialogue] = parts.map(([, , left]) =>
    Number(left),
  )
  expect(heading).toBe(action)
  expect(action).toBeLessThan(dialogue ?? 0)
  expect(dialogue).toBeLessThan(parenthetical ?? 0)
  expect(parenthetical).toBeLessThan(character ?? 0)
  await expect(sheet.locator('.italic')).toHaveText('windows')
  await expect(sheet).toHaveCSS('font-family', /^"?Courier Prime/)
  expect(await page.evaluate(() => document.fonts.check('12px "Courier Prime"'))).toBe(true)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await sheet.evaluate((element) => window.getSelection()?.selectAllChildren(element))
  await page.keyboard.press('Control+c')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(
      `INT. TRAM - NIGHT

Rain on the windows. MARA counts coins.

MARA
(whispering)
Don't look up.

JONAS
I never do.

CUT TO:

EXT. DEPOT - LATER`,
    )

  await test.step('hostile messages and titles are shown as text, without overflow or requests elsewhere', async () => {
    const [about] = await sql<{ work_id: string }>(
      'select work_id from public.chat_conversations where id = $1',
      [id],
    )
    await page.evaluate(
      ([chat, work]) => {
        const { idx } = history.state as { idx: number }
        const state = { usr: { chat }, key: 'x', idx: idx + 1 }
        history.pushState(state, '', `/editor/${work}`)
        dispatchEvent(new PopStateEvent('popstate', { state }))
      },
      [id, about?.work_id ?? ''],
    )
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Answer' })).toHaveCount(hostile.length)
    await nameField(page).fill(hostile[0] ?? '')
    for (const width of [360, 1280])
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 })
        expect(await said(page)).toEqual(hostile)
        expect(await chatLog(page).locator('img, script, style, a').count()).toBe(0)
        const spilling = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('[role="log"], article')]
            .filter((part) => part.scrollWidth > part.clientWidth)
            .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        )
        expect(spilling).toEqual([])
      })
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    const origin = new URL(page.url()).origin
    expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([])
  })
})

test('an answer that is not the newest takes two lines, and unfolds for whoever reads or searches it', async ({
  page,
}) => {
  const scene = (name: string) => `INT. ${name} - NIGHT\n\n${'It rains.\n\n'.repeat(60)}The end.`
  const writer = await createPerson('folder', { learningLoop: true })
  const scriptId = await addScript(writer, 'Rain', scene('THIRD'))
  const chat = await addConversation(writer, 'Chat: Rain', {
    scriptId,
    messages: ['FIRST', 'SECOND', 'THIRD'].flatMap((name) => [
      ['user', name] as const,
      ['ai', scene(name)] as const,
    ]),
  })
  await startIn(page, 'both')
  await page.setViewportSize(DESKTOP)
  await openEditor(page, writer, `/editor/${scriptId}`)
  const [first, second, third] = [0, 1, 2].map((index) => answers(page).nth(index)) as [
    Locator,
    Locator,
    Locator,
  ]
  const text = (answer: Locator) => answer.getByText('The end.')
  const line = (answer: Locator) => answer.getByRole('button', { expanded: false })

  await test.step('what every answer has stays below its line', async () => {
    await expect(text(third)).toBeInViewport()
    for (const answer of [first, second]) {
      await expect(text(answer)).toBeHidden()
      for (const name of [
        'Add To Learning Loop',
        'Download as .docx',
        'Open in Google Docs',
        'Try again',
      ])
        await expect(answer.getByRole('button', { name })).toBeVisible()
      const box = await answer.boundingBox()
      // Two rows of buttons where the words of all do not fit into one.
      expect(box?.height).toBeLessThan(110)
    }
    await expect(line(first)).toHaveAccessibleName('INT. FIRST - NIGHT, 123 lines')
    await expectAccessible(page, chatLog(page))
  })
  await test.step('the Learning Loop is named in words there too', async () => {
    const widthOf = async (words: string) =>
      (await first.getByText(words, { exact: true }).boundingBox())?.width ?? 0
    expect(await widthOf('Add To Learning Loop')).toBeGreaterThan(80)
    await first.getByRole('button', { name: 'Add To Learning Loop' }).click()
    const kept = "This response has already been saved for AI's Learning Loop."
    await expect(first.getByText(kept, { exact: true })).toBeVisible()
    expect(await widthOf(kept)).toBeGreaterThan(80)
    await expect(text(first)).toBeHidden()
  })
  await test.step('one click or Enter unfolds it and folds it again', async () => {
    await line(first).press('Enter')
    await expect(text(first)).toBeVisible()
    await first.getByRole('button', { expanded: true }).click()
    await expect(text(first)).toBeHidden()
  })
  await test.step("the browser's search finds what is folded", async () => {
    const folded = second.locator('[hidden="until-found"]')
    await expect(folded).toHaveCount(1)
    // As the browser does before it scrolls to a match.
    await folded.dispatchEvent('beforematch')
    await expect(text(second)).toBeVisible()
    await expect(second.locator('[hidden]')).toHaveCount(0)
  })
  await test.step('an answer from elsewhere folds nothing that is being read, until the chat is opened again', async () => {
    await sql(
      `insert into public.chat_messages (user_id, conversation_id, type, content, withheld)
       values ($1, $2, 'ai', 'It is fine.', 'question')`,
      [writer.id, chat],
    )
    await expect(chatLog(page).getByText('It is fine.')).toBeVisible()
    await expect(text(third)).toBeVisible()
    await page.reload()
    await expect(chatLog(page).getByText('It is fine.')).toBeVisible()
    await expect(text(third)).toBeHidden()
    await expect(third).toContainText('Current script')
  })
  await test.step('without the page the script itself is never folded', async () => {
    await chooseView(page, 'Chat')
    await expect(text(third)).toBeVisible()
    await expect(text(second)).toBeHidden()
  })
})
