import type { Page } from '@playwright/test'
import {
  addConversation,
  chatList,
  chatLog,
  hold,
  inList,
  nameField,
  openEditor,
  scriptList,
} from '../../support/browser/chats.ts'
import { type BrowserPerson, createPerson, sql } from '../../support/browser/people.ts'
import { addScript, addScripts } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const searchChats = (page: Page) => page.getByRole('searchbox', { name: 'Search chats' })
const searchScripts = (page: Page) => page.getByRole('searchbox', { name: 'Search scripts' })
const titlesIn = (page: Page, list: 'chats' | 'scripts') =>
  (list === 'chats' ? chatList(page) : scriptList(page))
    .getByRole('listitem')
    .locator('[title]:not(button)')
    .allTextContents()

/** For lists of a thousand: role locators compute the role of every item on each poll. */
const longList = (page: Page) => ({
  item: (title: string) => page.locator(`li [title="${title}"]`),
  titles: () => page.locator('li [title]:not(button)').allTextContents(),
  search: (text: string) => page.locator('input[type="search"]').fill(text),
})

/** Adds as many conversations as the list holds, all newer than the existing ones. */
const fillList = ({ id }: BrowserPerson) =>
  sql(
    `insert into public.chat_conversations (user_id, title)
     select $1, 'Talk ' || n from generate_series(1, 1000) as n`,
    [id],
  )

test('a search finds and opens chats and scripts that are too old for the list', async ({
  page,
}) => {
  const writer = await createPerson('archivist')
  const scriptId = await addScript(writer, 'The Beacon', 'EXT. SEA - NIGHT')
  await addConversation(writer, 'Wreckage', { messages: [['user', 'A zeppelin lands.']] })
  await addConversation(writer, 'Midnightlight 100%_done', {
    scriptId,
    messages: [['user', 'Make it brighter.']],
  })
  await fillList(writer)
  await addScript(writer, 'Wreck', 'A lightship burns.')
  await addScripts(writer, 1_000)
  await openEditor(page, writer)
  const list = longList(page)
  await expect(list.item('Talk 1000')).toBeVisible()

  await test.step('of a long list a few rows are rendered, and keys reach all of them', async () => {
    const row = (place: number) => chatList(page).locator(`li[aria-posinset="${place}"]`)
    expect((await list.titles()).length).toBeLessThan(60)
    await row(1000).locator('button').last().focus()
    // Each has two buttons.
    for (let steps = 0; steps < 39; steps += 1) await page.keyboard.press('Shift+Tab')
    await expect(row(981).locator('button').first()).toBeFocused()
    await expect(row(981)).toBeInViewport()
  })

  await list.search('NIGHTLIGHT')
  await expect.poll(list.titles).toEqual(['Midnightlight 100%_done'])
  await inList(chatList(page), 'Midnightlight').click()
  await expect(page).toHaveURL(`/editor/${scriptId}`)
  await expect(nameField(page)).toHaveValue('The Beacon')
  await expect(chatLog(page).getByText('Make it brighter.')).toBeVisible()

  await searchChats(page).fill('zeppelin')
  await expect.poll(() => titlesIn(page, 'chats')).toEqual(['Wreckage'])
  await inList(chatList(page), 'Wreckage').click()
  await expect(page).not.toHaveURL(`/editor/${scriptId}`)
  await expect(chatLog(page).getByText('A zeppelin lands.')).toBeVisible()

  await searchChats(page).fill('nowhere to be found')
  await expect(chatList(page).getByText('No chats match your search.')).toBeVisible()
  await expect(chatLog(page).getByText('A zeppelin lands.')).toBeVisible()

  await test.step('so do scripts', async () => {
    await page.getByRole('tab', { name: 'Scripts' }).click()
    await expect(list.item('Script 1000')).toBeVisible()
    await list.search('lightship')
    await expect.poll(list.titles).toEqual(['Wreck'])
    await searchScripts(page).fill('EACO')
    await expect.poll(() => titlesIn(page, 'scripts')).toEqual(['The Beacon'])
    await inList(scriptList(page), 'The Beacon').click()
    await expect(page).toHaveURL(`/editor/${scriptId}`)
    await expect(nameField(page)).toHaveValue('The Beacon')
  })
})

test('the search text stays when a result is opened, until it is cleared; the focus stays in the list', async ({
  page,
}) => {
  const writer = await createPerson('returner')
  await addScript(writer, 'The Oldest')
  await addScripts(writer, 60)
  const scriptId = await addScript(writer, 'The Beacon', 'EXT. SEA - NIGHT')
  await addScript(writer, 'Wreckage')
  const pier = await addScript(writer, 'The Pier')
  await addConversation(writer, 'Beacon talk', {
    scriptId: pier,
    messages: [['user', 'Make it brighter.']],
  })
  await addConversation(writer, 'Something else')
  await openEditor(page, writer)
  const clear = page.getByRole('button', { name: 'Clear search' })
  await expect(clear).toBeHidden()
  await searchChats(page).fill('beacon')
  await expect.poll(() => titlesIn(page, 'chats')).toEqual(['Beacon talk'])
  await page.getByRole('tab', { name: 'Scripts' }).click()
  await searchScripts(page).fill('beacon')
  await expect.poll(() => titlesIn(page, 'scripts')).toEqual(['The Beacon'])
  await inList(scriptList(page), 'The Beacon').click()
  await expect(page).toHaveURL(`/editor/${scriptId}`)
  await expect(nameField(page)).toHaveValue('The Beacon')
  await expect(searchScripts(page)).toHaveValue('beacon')
  expect(await titlesIn(page, 'scripts')).toEqual(['The Beacon'])

  await page.getByRole('tab', { name: 'Chats' }).click()
  await expect(searchChats(page)).toHaveValue('beacon')
  await inList(chatList(page), 'Beacon talk').click()
  await expect(nameField(page)).toHaveValue('The Pier')
  await expect(searchChats(page)).toHaveValue('beacon')
  expect(await titlesIn(page, 'chats')).toEqual(['Beacon talk'])

  await test.step('the clear button empties the search box and keeps the focus in it', async () => {
    await clear.click()
    await expect(inList(chatList(page), 'Something else')).toBeVisible()
    await expect(searchChats(page)).toBeFocused()
    await expect(searchChats(page)).toHaveValue('')
    await expect(clear).toBeHidden()
  })

  await test.step('opening a script or chat by keyboard keeps the focus in the list', async () => {
    await inList(chatList(page), 'Something else').focus()
    await page.keyboard.press('Enter')
    await expect(nameField(page)).toHaveValue('Untitled Script')
    await expect(inList(chatList(page), 'Something else')).toBeFocused()
    await page.getByRole('tab', { name: 'Scripts' }).click()
    await clear.click()
    const oldest = scriptList(page).getByRole('button', { name: 'The Oldest' })
    await oldest.focus()
    await page.keyboard.press('Enter')
    await expect(nameField(page)).toHaveValue('The Oldest')
    await expect(oldest).toBeFocused()
    await expect(oldest).toBeInViewport()
  })
})

test("a search is debounced to one request and shows 'Searching...' until it has answered", async ({
  page,
}) => {
  const writer = await createPerson('patient')
  await addConversation(writer, 'Lighthouse', { messages: [['user', 'A zeppelin lands.']] })
  await openEditor(page, writer)
  await expect(inList(chatList(page), 'Lighthouse')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('search_conversations')) asked.push(request.postData() ?? '')
  })
  const release = await hold(page, '**/rest/v1/rpc/search_conversations')
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  await searchChats(page).pressSequentially('zeppelin')
  await expect(chatList(page).getByText('Searching...')).toBeVisible()
  await page.clock.runFor(1_000)
  await expect.poll(() => asked).toEqual([expect.stringContaining('"zeppelin"')])
  await expect(chatList(page).getByText('Searching...')).toBeVisible()
  release()
  await page.clock.resume()
  await expect(inList(chatList(page), 'Lighthouse')).toBeVisible()
})
