import type { Page } from '@playwright/test'
import { addConversation, leaveQuestion, nameField, hold } from '../support/browser/chats.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { card, cardTitles, openDashboard } from '../support/browser/dashboard.ts'
import { keepStill, notices } from '../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../support/browser/people.ts'
import { scriptPage, startIn } from '../support/browser/script-page.ts'
import { addScript, addScripts } from '../support/browser/scripts.ts'
import { expectStorage, goTo, STORED, typeKeys } from '../support/browser/typing.ts'
import { expect, test } from './fixtures.ts'

const LIST = '**/rest/v1/saved_scripts*'
const DELETION = '**/rest/v1/rpc/delete_script'

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search scripts' })

test('an empty dashboard has a header, buttons to the editor and Logout', async ({ page }) => {
  const writer = await createPerson('beginner')
  await openDashboard(page, writer)
  const header = page.getByRole('banner')
  await expect(header.getByText('Script Writer')).toBeVisible()
  await expect(header.getByText('v2.0')).toBeVisible()
  await expect(header.getByText(writer.email)).toBeVisible()

  await test.step('the empty state and its buttons lead to the editor', async () => {
    await expect(page.getByRole('heading', { name: 'No scripts yet' })).toBeVisible()
    await expect(search(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Create Your First Script' }).click()
    await expect(page).toHaveURL('/editor')
    await page.goBack()
    await page.getByRole('button', { name: 'Create New Script' }).click()
    await expect(page).toHaveURL('/editor')
    await page.goBack()
  })
  await test.step('a writer sees no Admin Panel button', async () => {
    await expect(page.getByRole('heading', { name: 'My Scripts' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Admin Panel' })).toHaveCount(0)
  })
  await test.step('Logout shows a toast and leads to /login', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Logged out successfully!')).toBeVisible()
  })
})

test('a later visit asks for the scripts before the code of the app has run, once, and only for whoever is signed in', async ({
  page,
}) => {
  const anna = await createPerson('anna')
  const bert = await createPerson('bert')
  await addScript(anna, "Anna's")
  await addScript(bert, "Bert's")
  await openDashboard(page, anna)
  const listed: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/saved_scripts?') && request.method() === 'GET')
      listed.push(request.url())
  })

  await test.step('the list is there when the app starts', async () => {
    const release = await hold(page, '**/assets/app-*.js')
    const answered = page.waitForResponse(LIST)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await answered
    expect(listed).toHaveLength(1)
    release()
    await expect(card(page, "Anna's")).toBeVisible()
    await expect(page.getByText('1 script')).toBeVisible()
    expect(listed).toHaveLength(1)
  })
  await test.step('after signing out nothing of it is left, and another writer sees only theirs', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    const kept = await page.evaluate(() => JSON.stringify(localStorage))
    expect(kept).not.toContain(anna.id)
    await signInAs(page, bert)
    await page.goto('/dashboard')
    await expect(card(page, "Bert's")).toBeVisible()
    await page.goto('/dashboard')
    await expect(card(page, "Bert's")).toBeVisible()
    await expect(card(page, "Anna's")).toHaveCount(0)
    expect(listed.filter((url) => url.includes(anna.id))).toHaveLength(1)
  })
})

test("cards show title, preview and time, can be searched and sorted, and open the editor; other people's scripts are absent", async ({
  page,
  consoleErrors,
}) => {
  const anna = await createPerson('anna')
  const bert = await createPerson('bert')
  await addScript(bert, "Bert's")
  const id = await addScript(anna, 'Long', `<p>${'word '.repeat(30)}</p>`)
  await addScript(anna, 'night 10', { value: 'x'.repeat(100) })
  await addScript(anna, 'Night 9')
  const titlePage = 'Title:\n\t_**SALT LINE**_\nCredit: written by\nAuthor: Ann'
  const story = '.THE PIER #1#\n\n[[Colder?]]\nRain on *everything*.\n\n@McCOY\nHm.'
  const whole = await addScript(anna, 'Whole', 'Snow on nothing.')
  await addScript(anna, 'Title page', titlePage)
  await sql('update public.scripts set content = to_jsonb($2::text) where id = $1', [
    whole,
    `${titlePage}\n\n${story}`,
  ])
  await openDashboard(page, anna)

  await expect(page.getByText('5 scripts')).toBeVisible()
  await expect
    .poll(() => cardTitles(page))
    .toEqual(['Whole', 'Title page', 'Night 9', 'night 10', 'Long'])
  await expect(card(page, 'Long')).toContainText(`${'word '.repeat(30).slice(0, 100)}...`)
  await expect(card(page, 'night 10').getByText('x'.repeat(100), { exact: true })).toBeVisible()
  await expect(card(page, 'Night 9')).toContainText('Click to start writing your script...')

  const [row] = await sql<{ updated_at: Date }>(
    'select updated_at from public.scripts where id = $1',
    [id],
  )
  const shown = await page.evaluate(
    (time) =>
      new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(time),
    row?.updated_at.getTime(),
  )
  await expect(card(page, 'Long')).toContainText(`Last modified ${shown}`)

  await test.step('a preview omits markup and the title page', async () => {
    const preview = (title: string) => card(page, title).getByRole('paragraph').first()
    await expect(preview('Whole')).toHaveText('THE PIER Rain on everything. McCOY Hm.')
    await expect(preview('Title page')).toHaveText('SALT LINE written by Ann')
  })
  await test.step('they are sorted by title', async () => {
    const sort = page.getByRole('combobox', { name: 'Sort by' })
    await sort.selectOption('Title')
    await expect
      .poll(() => cardTitles(page))
      .toEqual(['Long', 'Night 9', 'night 10', 'Title page', 'Whole'])
  })
  await test.step('the search matches titles at once and content on the server, and announces the count', async () => {
    await page.getByRole('heading', { name: 'My Scripts' }).click()
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('HT 1')
    await expect.poll(() => cardTitles(page)).toEqual(['night 10'])
    await expect(page.getByRole('status').filter({ hasText: '1 script' })).toBeVisible()
    await search(page).fill('EVERYthing')
    await expect.poll(() => cardTitles(page)).toEqual(['Whole'])
    await search(page).fill('a/b nowhere')
    await expect(page.getByText('No scripts match your search.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(search(page)).toHaveValue('')
    await expect(page.getByText('5 scripts')).toBeVisible()
  })
  await test.step('titles can be searched even when the server does not answer', async () => {
    await page.route('**/rpc/search_scripts', (route) =>
      route.fulfill({ status: 500, json: { message: 'no' } }),
    )
    await search(page).fill('lon')
    await expect(page.getByText('Only titles were searched')).toBeVisible()
    await expect(card(page, 'Long')).toBeVisible()
    expect(consoleErrors.splice(0)).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(page.getByText('5 scripts')).toBeVisible()
  })
  await test.step('the card, its title and its edit icon open the editor', async () => {
    // Clicks the middle of the card, not its title.
    await card(page, 'Long').click()
    await expect(page).toHaveURL(`/editor/${id}`)
    await page.goBack()
    await page.getByRole('link', { name: 'Long' }).press('Enter')
    await expect(page).toHaveURL(`/editor/${id}`)
    await page.goBack()
    await page.getByRole('button', { name: 'Edit Long' }).click()
    await expect(page).toHaveURL(`/editor/${id}`)
  })
})

test('a confirmed deletion removes the card at once, and one that fails says why', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('deleter')
  for (const [title, chats] of [
    ['Silent', []],
    ['Kept', ['Stays']],
    ['Cleared', ['Goes', 'Goes too']],
  ] as const) {
    const scriptId = await addScript(writer, title)
    for (const chat of chats) await addConversation(writer, chat, { scriptId })
  }
  const first = await addScript(writer, 'First')
  for (const title of ['Second', 'Third']) await addScript(writer, title)
  await test.step('a loading state shows until the list arrives', async () => {
    const arrive = await hold(page, LIST)
    await openDashboard(page, writer)
    await expect(page.getByText('Loading dashboard...')).toBeVisible()
    arrive()
    await expect(card(page, 'First')).toBeVisible()
    await expect(page.getByText('Loading dashboard...')).toBeHidden()
    await page.unroute(LIST)
  })

  await page.getByRole('button', { name: 'Delete Second' }).click()
  const question = page.getByRole('alertdialog', {
    description: 'Are you sure you want to delete this script? This action cannot be undone.',
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete Second' })).toBeFocused()

  // The card is removed before the server has answered.
  const release = await hold(page, DELETION)
  await page.getByRole('button', { name: 'Delete Second' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => cardTitles(page)).toEqual(['Third', 'First', 'Cleared', 'Kept', 'Silent'])
  await expect(page.getByRole('link', { name: 'First' })).toBeFocused()
  release()
  await expect(page.getByText('Script deleted')).toBeVisible()
  await expect(page.getByText('The script has been removed from your collection.')).toBeVisible()
  expect(
    await sql('select title from public.scripts where user_id = $1', [writer.id]),
  ).toHaveLength(5)
  await expect(page.getByText('5 scripts')).toBeVisible()
  await page.unroute(DELETION)

  const ask = (title: string) => page.getByRole('button', { name: `Delete ${title}` }).click()
  const confirm = () => question.getByRole('button', { name: 'Delete' }).click()
  await test.step('a refused one restores the card', async () => {
    await page.route(DELETION, (route) => route.fulfill({ status: 500, json: { message: 'boom' } }))
    await ask('Third')
    await confirm()
    await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Failed to delete script: boom').first()).toBeVisible()
    await expect(card(page, 'Third')).toBeVisible()
    await page.unroute(DELETION)
    expect(consoleErrors.splice(0)).toHaveLength(1)
  })
  await test.step('a script that no longer exists leaves the list', async () => {
    await expect(card(page, 'First')).toBeVisible()
    await sql('delete from public.scripts where id = $1', [first])
    await ask('First')
    await confirm()
    await expect(
      page.getByText('Failed to delete script: it no longer exists.').first(),
    ).toBeVisible()
    await expect.poll(() => cardTitles(page)).toEqual(['Third', 'Cleared', 'Kept', 'Silent'])
    expect(consoleErrors.splice(0)).toHaveLength(1)
  })

  await test.step('the question says what happens to its chats, and can delete them too', async () => {
    await ask('Cleared')
    await question.getByRole('checkbox', { name: 'Also delete its 2 chats' }).check()
    await confirm()
    await expect(question).toBeHidden()
    await ask('Kept')
    // The choice made for another script does not carry over.
    await expect(question.getByRole('checkbox', { name: 'Also delete its chat' })).not.toBeChecked()
    await expect(question.getByText('Otherwise it stays in your chat list.')).toBeVisible()
    await confirm()
    await expect(question).toBeHidden()
    await expect.poll(() => cardTitles(page)).toEqual(['Third', 'Silent'])
    const counted = page.waitForResponse(/chat_conversations/)
    await ask('Silent')
    await counted
    await expect(question).toBeVisible()
    await expect(question.getByRole('checkbox')).toHaveCount(0)
    const chats = () =>
      sql('select title, script_id from public.chat_conversations where user_id = $1', [writer.id])
    await expect.poll(chats).toEqual([{ title: 'Stays', script_id: null }])
  })
})

test('scripts reload when the tab becomes visible, and stay as they are if that fails', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('offline')
  await addScript(writer, 'Old')
  await openDashboard(page, writer)
  await expect(card(page, 'Old')).toBeVisible()
  await addScript(writer, 'New')

  const show = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await show('visible')
  await expect(card(page, 'New')).toBeVisible()

  let tries = 0
  await page.route(LIST, (route) => {
    tries += 1
    return route.fulfill({ status: 500, json: { message: 'no' } })
  })
  await show('hidden')
  await show('visible')
  await expect(page.getByText("Couldn't refresh your scripts.")).toBeVisible()
  expect(tries).toBe(1)
  await expect(card(page, 'Old')).toBeVisible()
  expect(consoleErrors.splice(0)).toHaveLength(1)
})

// More scripts than one response holds. For 5,000 scripts, see npm run bench:dashboard.
test('with 1,200 scripts only a few are rendered, and all are reachable by scrolling and keyboard', async ({
  page,
}) => {
  const writer = await createPerson('prolific')
  await addScripts(writer, 1_200)
  await openDashboard(page, writer)
  await expect(card(page, 'Script 1200')).toBeVisible()
  await expect(page.getByText('1200 scripts')).toBeVisible()
  expect(await page.getByRole('listitem').count()).toBeLessThan(60)
  await expect(card(page, 'Script 1200')).toHaveAttribute('aria-setsize', '1200')

  await page.getByRole('link', { name: 'Script 1200', exact: true }).focus()
  // A link and three buttons in each card.
  for (let stop = 0; stop < 80; stop += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Script 1180', exact: true })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Script 1180', exact: true })).toBeInViewport()

  await page.keyboard.press('Control+End')
  await expect(card(page, 'Script 1')).toBeInViewport()
  expect(await page.getByRole('listitem').count()).toBeLessThan(60)
  // The focused card stays mounted although it is far away, so Tab continues from it.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit Script 1180' })).toBeFocused()

  await search(page).fill('script 23')
  await expect(page.getByText('11 scripts')).toBeVisible()
})

test('axe finds nothing on the dashboard, nothing overflows, and an administrator opens the Admin Panel', async ({
  page,
  consoleErrors,
}) => {
  await keepStill(page)
  const boss = await createPerson('an-administrator-with-a-long-address', { role: 'admin' })
  await createPerson('somebody-waiting', { approved: false })
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: { message: 'no' } }))
  await openDashboard(page, boss)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(consoleErrors.splice(0)).toHaveLength(1)
  await page.unroute(LIST)
  await notices(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { name: 'No scripts yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Admin Panel.*waiting/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()

  await addScript(boss, 'A title', 'Some text')
  await addScript(boss, 'Another title')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(card(page, 'A title')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
  await expectAccessible(page)
  await test.step('at 360 px every control is at least 44 px high', async () => {
    const tooSmall = await page.evaluate(() =>
      [...document.querySelectorAll('button, input:not([hidden]), select')]
        .filter((control) => control.getBoundingClientRect().height < 44)
        .map((control) => control.outerHTML),
    )
    expect(tooSmall).toEqual([])
  })
  await page.getByRole('button', { name: 'Admin Panel' }).click()
  await expect(page).toHaveURL('/admin')
})

test('a text that was never saved is listed below the scripts, opened again and deleted after a question', async ({
  page,
}) => {
  const writer = await createPerson('unsaved')
  const other = await createPerson('not-mine')
  await addConversation(other, 'Theirs', { messages: [['ai', 'INT. TRAM - NIGHT\n\nTheirs.']] })
  const section = page.getByRole('region', { name: 'Not saved yet' })
  const rows = section.getByRole('listitem')
  const toDashboard = () => page.getByRole('link', { name: 'Dashboard' }).click()
  const write = async (text: string) => {
    await goTo(page, 'end')
    await typeKeys(page, text)
  }
  await startIn(page, 'page')
  await openDashboard(page, writer)
  await expect(section).toHaveCount(0)

  await test.step('Leave keeps it', async () => {
    await page.getByRole('button', { name: 'Create New Script' }).click()
    await write('int. attic - night\n\nThe lamp hums in B flat.')
    await toDashboard()
    await leaveQuestion(page).getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(/attic - night/i)
    await expect(rows).toContainText('The lamp hums in B flat.')
    await expectAccessible(page)
  })
  await test.step('it is opened again, also after a reload', async () => {
    await rows.getByRole('button', { name: /^Open / }).click()
    await expect(scriptPage(page)).toContainText('The lamp hums in B flat.')
    await page.reload()
    await write(' Nora tunes.')
    await expectStorage(page, STORED)
    await expect(scriptPage(page)).toContainText('The lamp hums in B flat. Nora tunes.')
  })
  await test.step('Save and leave makes it a script', async () => {
    await nameField(page).fill('B flat')
    await toDashboard()
    await leaveQuestion(page).getByRole('button', { name: 'Save and leave' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(card(page, 'B flat')).toContainText('Nora tunes.')
    await expect(section).toHaveCount(0)
  })
  await test.step('a text that is begun elsewhere appears by itself, follows what is written there, and is deleted after a question', async () => {
    await addConversation(writer, 'Chat', { messages: [['ai', 'INT. PIER - DAY\n\nFo']] })
    await expect(rows).toContainText('INT. PIER - DAY Fo')
    await sql(
      `select private.replace_text(id, $2, 'typed') from public.script_drafts
       where user_id = $1 and script_id is null`,
      [writer.id, 'INT. PIER - DAY\n\nFog.'],
    )
    await expect(rows).toContainText('INT. PIER - DAY Fog.')
    const question = page.getByRole('alertdialog', { name: 'Delete text' })
    const ask = () => rows.getByRole('button', { name: 'Delete INT. PIER - DAY' }).click()
    await ask()
    await expect(question).toContainText('Its chats stay in your chat list.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rows).toHaveCount(1)
    await ask()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(section).toHaveCount(0)
    await expect(card(page, 'B flat')).toBeVisible()
  })
})
