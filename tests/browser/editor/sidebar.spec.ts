import type { Locator, Page } from '@playwright/test'
import { withOwnTimes } from '../../support/browser/admin.ts'
import {
  addConversation,
  chatList,
  chatLog,
  hold,
  inList,
  nameField,
  openConversation,
  openEditor,
  scriptList,
  fillDisk,
} from '../../support/browser/chats.ts'
import {
  allowConsoleErrors,
  expectConsoleErrors,
  expectNotice,
} from '../../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const CHATS = '**/rest/v1/chat_conversations?*order*'
const TITLES = '**/rest/v1/scripts?select=id%2Ctitle&*'

const showScripts = (page: Page) => page.getByRole('tab', { name: 'Scripts' }).click()
const titlesIn = (page: Page, list: 'chats' | 'scripts') =>
  (list === 'chats' ? chatList(page) : scriptList(page))
    .getByRole('listitem')
    .locator('[title]:not(button)')
    .allTextContents()

test('the sidebar has two tabs, opens on Chats, and both have an empty state and a list', async ({
  page,
}) => {
  const writer = await createPerson('empty')
  const joined = page.waitForEvent('websocket')
  await openEditor(page, writer)
  await expect(page.getByRole('tab')).toHaveText(['Scripts', 'Chats'])
  await expect(page.getByRole('tab', { name: 'Chats' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'New Chat' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chat Conversations' })).toBeVisible()
  await expect(page.getByPlaceholder('Search chats')).toBeVisible()
  await expect(page.getByText('No chat conversations yet.')).toBeVisible()

  await test.step('chats created or deleted on another device show up without a reload', async () => {
    await joined
    const id = await addConversation(writer, 'From my phone')
    await expect(inList(chatList(page), 'From my phone')).toBeVisible()
    await sql('delete from public.chat_conversations where id = $1', [id])
    await expect(page.getByText('No chat conversations yet.')).toBeVisible()
  })

  await showScripts(page)
  await expect(page.getByRole('button', { name: 'New Script' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Previous Scripts' })).toBeVisible()
  await expect(page.getByPlaceholder('Search scripts')).toBeVisible()
  await expect(page.getByText('No previous scripts.')).toBeVisible()

  await test.step('scripts are listed latest first; the current one is highlighted and ignores clicks', async () => {
    await addScript(writer, 'Tram', 'INT. TRAM - NIGHT')
    const heist = await addScript(writer, 'Heist')
    await scriptList(page).getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => titlesIn(page, 'scripts')).toEqual(['Heist', 'Tram'])
    await inList(scriptList(page), 'Tram').click()
    await expect(inList(scriptList(page), 'Tram')).toHaveAttribute('aria-current', 'true')
    await expect(inList(scriptList(page), 'Heist')).not.toHaveAttribute('aria-current', 'true')

    const steps = () => page.evaluate(() => history.length)
    const before = await steps()
    await inList(scriptList(page), 'Tram').click()
    await inList(scriptList(page), 'Heist').click()
    await expect(page).toHaveURL(`/editor/${heist}`)
    await expect(nameField(page)).toHaveValue('Heist')
    expect(await steps()).toBe(before + 1)

    await page.getByRole('button', { name: 'New Script' }).click()
    await expect(page).toHaveURL('/editor/new')
    await expect(nameField(page)).toHaveValue('Untitled Script')
  })
})

test("both lists show 'Loading...' until they arrive, or say why they did not, and Refresh reloads them", async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('slow-lists')
  const heist = await addConversation(writer, 'Heist')
  await addScript(writer, 'Tram')
  await signInAs(page, writer)
  // Without live updates.
  await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
  const failLater = async (address: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const asked: string[] = []
    await page.route(address, async (route) => {
      asked.push(route.request().url())
      await promise
      await route.fulfill({ status: 500, json: { code: 'XX000', message: 'out of order' } })
    })
    return { fail: resolve, asked }
  }
  const chats = await failLater(CHATS)
  const titles = await failLater(TITLES)
  const refresh = (list: Locator) => list.getByRole('button', { name: 'Refresh' }).click()
  await page.goto('/editor/new')
  await expect(chatList(page).getByText('Loading...')).toBeVisible()
  chats.fail()
  await expect(page.getByText("Couldn't load your chats.")).toBeVisible()
  await test.step('Refresh reloads the chats', async () => {
    await page.unroute(CHATS)
    await refresh(chatList(page))
    await expect(inList(chatList(page), 'Heist')).toBeVisible()
    await expect(page.getByText('Loading...')).toBeHidden()
    await sql('delete from public.chat_conversations where id = $1', [heist])
    await addConversation(writer, 'From elsewhere')
    await refresh(chatList(page))
    await expect(inList(chatList(page), 'From elsewhere')).toBeVisible()
    await expect(inList(chatList(page), 'Heist')).toBeHidden()
  })

  await showScripts(page)
  await expect(scriptList(page).getByText('Loading...')).toBeVisible()
  titles.fail()
  await expectNotice(page, 'Error', 'Failed to load sidebar scripts: out of order')
  await expect(scriptList(page).getByText("Couldn't load your scripts.")).toBeVisible()
  // A refused request is not retried.
  expect(titles.asked).toHaveLength(1)
  expectConsoleErrors(consoleErrors, /500/)
  await test.step('Refresh reloads the scripts', async () => {
    await page.unroute(TITLES)
    await refresh(scriptList(page))
    await expect(inList(scriptList(page), 'Tram')).toBeVisible()
    await expect(page.getByText('Loading...')).toBeHidden()
    await sql('delete from public.scripts where user_id = $1', [writer.id])
    await refresh(scriptList(page))
    await expect(page.getByText('No previous scripts.')).toBeVisible()
  })
})

test.describe('in another country', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Pacific/Auckland' })

  test("a chat shows the date of its last change in the user's locale and time zone", async ({
    page,
  }) => {
    const writer = await createPerson('abroad')
    const id = await addConversation(writer, 'Long ago')
    await withOwnTimes(
      'chat_conversations',
      `update public.chat_conversations set updated_at = '2026-03-04T20:00Z' where id = '${id}'`,
    )
    await openEditor(page, writer)
    // In this time zone it is already the fifth.
    await expect(inList(chatList(page), 'Long ago')).toContainText('5.3.2026')
  })
})

test('typing filters a list by title at once and by content once the server has answered', async ({
  page,
}) => {
  const writer = await createPerson('searcher')
  await addConversation(writer, 'The Heist', { messages: [['user', 'A tram.']] })
  await addConversation(writer, 'Lighthouse', { messages: [['ai', 'The HEISTMASTER waits.']] })
  await addConversation(writer, 'Untold')
  await openEditor(page, writer)

  await expect.poll(() => titlesIn(page, 'chats')).toEqual(['Untold', 'Lighthouse', 'The Heist'])
  const release = await hold(page, '**/rest/v1/rpc/search_conversations')
  const search = page.getByRole('searchbox', { name: 'Search chats' })
  await search.fill(' heist ')
  await expect.poll(() => titlesIn(page, 'chats')).toEqual(['The Heist'])
  release()
  await expect.poll(() => titlesIn(page, 'chats')).toEqual(['Lighthouse', 'The Heist'])

  await search.fill('nowhere to be found')
  await expect(page.getByText('No chats match your search.')).toBeVisible()
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect.poll(() => titlesIn(page, 'chats')).toHaveLength(3)
})

test('a conversation is deleted after a question', async ({ page, consoleErrors }) => {
  const writer = await createPerson('deleter')
  await addConversation(writer, 'Stays', { messages: [['user', 'Here I am.']] })
  const gone = await addConversation(writer, 'Goes', { messages: [['user', 'There I went.']] })
  await addConversation(writer, 'Selected', { messages: [['ai', 'INT. TRAM - NIGHT']] })
  await openEditor(page, writer)
  const question = page.getByRole('alertdialog', {
    description: 'Are you sure you want to delete this conversation? This action cannot be undone.',
  })
  const ask = async (title: string) => {
    await inList(chatList(page), title).hover()
    await page.getByRole('button', { name: `Options for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(question).toBeVisible()
  }
  const confirm = () => question.getByRole('button', { name: 'Delete' }).click()
  const cancel = () => question.getByRole('button', { name: 'Cancel' }).click()

  await test.step('Cancel leaves it alone', async () => {
    await ask('Goes')
    await cancel()
    await expect(question).toBeHidden()
    await expect(page.getByRole('button', { name: 'Options for Goes' })).toBeFocused()
  })
  await test.step('a failed deletion says why, and the conversation stays', async () => {
    const address = '**/rest/v1/rpc/delete_conversation'
    await fillDisk(page, address)
    await ask('Goes')
    await confirm()
    await expectNotice(page, 'Error', 'Failed to delete conversation: the disk is full')
    await cancel()
    await expect(inList(chatList(page), 'Goes')).toBeVisible()
    await page.unroute(address)
    expectConsoleErrors(consoleErrors, /500/)
  })
  const deleted = page
    .getByRole('region', { name: /^Notifications/ })
    .getByText('Conversation deleted')
  await test.step('deleting the selected one clears the editor without another question', async () => {
    await openConversation(page, 'Selected', 'INT. TRAM - NIGHT')
    await nameField(page).fill('A name for it')
    const told = Promise.withResolvers<void>()
    const address = '**/rest/v1/rpc/delete_conversation'
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      await told.promise
      await route.fulfill({ response: answer })
    })
    const asked = page.waitForResponse(
      async (answer) =>
        answer.url().includes('/rest/v1/profiles?select=approved') &&
        (await answer.text()).includes('"chat_conversations":[]'),
    )
    await ask('Selected')
    await confirm()
    await test.step('it is reported once, even if the live update arrives first', async () => {
      await asked
      await expect(inList(chatList(page), 'Selected')).toBeHidden()
      await expect(deleted).toHaveCount(0)
      told.resolve()
      await expectNotice(
        page,
        'Conversation deleted',
        'The conversation has been successfully deleted.',
      )
      await expect(deleted).toHaveCount(1)
    })
    await page.unroute(address)
    await expect(page.getByRole('heading', { name: 'Start Writing Your Script' })).toBeVisible()
    await expect(nameField(page)).toHaveValue('Untitled Script')
    await expect(page.getByRole('alertdialog')).toBeHidden()
    // The record of the text may be read at the moment when it is deleted.
    allowConsoleErrors(consoleErrors, /404 .*authorship/)
  })
  await test.step('deleting another one leaves the open one alone', async () => {
    await openConversation(page, 'Stays', 'Here I am.')
    await ask('Goes')
    await confirm()
    await expect.poll(() => titlesIn(page, 'chats')).toEqual(['Stays'])
    await expect(chatLog(page).getByText('Here I am.')).toBeVisible()
    expect(
      await sql('select 1 from public.chat_messages where conversation_id = $1', [gone]),
    ).toEqual([])
  })
})

test('on a phone the sidebar is a drawer that closes on selection', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const writer = await createPerson('phone')
  await addConversation(writer, 'On the tram', { messages: [['user', 'Hello there.']] })
  const script = await addScript(writer, 'Pocket script')
  await openEditor(page, writer)
  await expect(page.getByRole('tab', { name: 'Chats' })).toBeHidden()
  const opener = page.getByRole('button', { name: 'Open sidebar' })
  const drawer = page.getByRole('dialog', { name: 'Scripts and chats' })

  await opener.click()
  await expect(drawer.getByRole('tab', { name: 'Chats' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await drawer.getByRole('button', { name: 'Close sidebar' }).click()
  await expect(drawer).toBeHidden()
  await expect(opener).toBeFocused()

  await opener.click()
  await drawer.getByRole('button', { name: 'On the tram' }).first().click()
  await expect(drawer).toBeHidden()
  await expect(chatLog(page).getByText('Hello there.')).toBeVisible()

  await opener.click()
  await drawer.getByRole('tab', { name: 'Scripts' }).click()
  await drawer.getByRole('button', { name: 'Pocket script' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(`/editor/${script}`)

  // It reopens on the same tab.
  await opener.click()
  await expect(drawer.getByRole('tab', { name: 'Scripts' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await drawer.getByRole('tab', { name: 'Chats' }).click()
  await drawer.getByRole('button', { name: 'New Chat' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/editor/new')
  await opener.click()
  await drawer.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})
