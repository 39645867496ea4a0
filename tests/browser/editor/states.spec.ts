import {
  addConversation,
  chatList,
  chatLog,
  inList,
  nameField,
  openConversation,
  openEditor,
  saveButton,
  scriptList,
  storedScripts,
  fillDisk,
} from '../../support/browser/chats.ts'
import { unsaved } from '../../support/browser/generation.ts'
import { goInApp } from '../../support/browser/in-app.ts'
import { expectConsoleErrors, expectNotice, notices } from '../../support/browser/page.ts'
import { createPerson, signInAs, sql } from '../../support/browser/people.ts'
import { addScript } from '../../support/browser/scripts.ts'
import { expect, test } from '../fixtures.ts'

const SCENE = 'INT. TRAM - NIGHT\n\nRain.'

test('a new script starts empty; the first save creates it; a chosen conversation brings its script, and New Chat clears everything', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('first-saver')
  const chat = await addConversation(writer, 'A tram', { messages: [['ai', SCENE]] })
  await addConversation(writer, 'About something else')
  await openEditor(page, writer, '/editor')
  await test.step('there is a hint, and an example that fills the prompt', async () => {
    await expect(nameField(page)).toHaveValue('Untitled Script')
    await expect(page.getByRole('heading', { name: 'Start Writing Your Script' })).toBeVisible()
    await expect(page.getByText(/^Describe your story idea/)).toBeVisible()
    const example = 'A heist on the last tram of the night. Two thieves who used to be married.'
    await page.getByRole('button', { name: example }).click()
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(example)
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('')
  })

  await openConversation(page, 'A tram', 'Rain.')
  await nameField(page).fill('  Last Tram  ')
  const before = await page.evaluate(() => history.length)
  await saveButton(page).click()
  await expectNotice(page, 'Success!', 'Your script has been saved successfully.')
  const [script] = await storedScripts(writer)
  const scriptId = script?.id ?? ''
  await test.step('the first save replaces the URL, and links and renames the chat', async () => {
    expect(script).toMatchObject({ title: 'Last Tram', content: SCENE })
    await expect(page).toHaveURL(`/editor/${scriptId}`)
    expect(await page.evaluate(() => history.length)).toBe(before)
    await expect(nameField(page)).toHaveValue('Last Tram')
    await expect(unsaved(page)).toBeHidden()
    await expect(inList(chatList(page), 'Chat: Last Tram')).toHaveAttribute('aria-current', 'true')
    await expect(chatLog(page).getByText('Rain.')).toBeVisible()
    expect(
      await sql('select script_id, title from public.chat_conversations where id = $1', [chat]),
    ).toEqual([{ script_id: scriptId, title: 'Chat: Last Tram' }])
    expect(
      await sql('select script_id from public.saved_scripts where user_id = $1', [writer.id]),
    ).toEqual([{ script_id: scriptId }])
  })

  await test.step('saving again updates the script and renames all its chats', async () => {
    await addConversation(writer, 'Chat: Last Tram', { scriptId })
    await expect(chatList(page).getByRole('button', { name: /^Chat: Last Tram/ })).toHaveCount(2)
    await nameField(page).fill('After')
    await saveButton(page).click()
    await expect(chatList(page).getByRole('button', { name: /^Chat: After/ })).toHaveCount(2)
    await expect(inList(chatList(page), 'About something else')).toBeVisible()
    expect(await storedScripts(writer)).toEqual([{ id: scriptId, title: 'After', content: SCENE }])
    await page.getByRole('tab', { name: 'Scripts' }).click()
    await expect(inList(scriptList(page), 'After')).toBeVisible()
    await page.getByRole('tab', { name: 'Chats' }).click()
  })

  const tram = await addScript(writer, 'The Tram', 'EXT. STOP - NIGHT')
  await addConversation(writer, 'Whisper', { messages: [['user', 'Can you hear me?']] })
  await addConversation(writer, 'Loose talk', { messages: [['user', 'No script here.']] })
  await addConversation(writer, 'Chat: The Tram', {
    scriptId: tram,
    messages: [
      ['user', 'Make it rain.'],
      ['ai', SCENE],
    ],
  })
  await openConversation(page, 'Chat: The Tram', 'Make it rain.')
  await expect(page).toHaveURL(`/editor/${tram}`)
  await expect(nameField(page)).toHaveValue('The Tram')
  await expect(chatLog(page).getByText('INT. TRAM - NIGHT')).toBeVisible()

  // The last answer is newer than the saved content.
  await saveButton(page).click()
  const newer = { id: tram, title: 'The Tram', content: SCENE }
  await expect.poll(() => storedScripts(writer)).toContainEqual(newer)
  // The script is stored before the page knows: leaving earlier would open the question about unsaved changes.
  await expect(unsaved(page)).toBeHidden()

  await openConversation(page, 'Loose talk', 'No script here.')
  await expect(page).not.toHaveURL(`/editor/${tram}`)
  await expect(nameField(page)).toHaveValue('Untitled Script')
  await expect(chatLog(page).getByText('Make it rain.')).toBeHidden()

  await openConversation(page, 'Chat: The Tram', 'Make it rain.')
  await page.getByRole('button', { name: 'New Chat' }).click()
  await expect(page).toHaveURL('/editor/new')
  await expect(nameField(page)).toHaveValue('Untitled Script')
  await expect(page.getByRole('heading', { name: 'Start Writing Your Script' })).toBeVisible()
  await expect(chatList(page).locator('[aria-current]')).toHaveCount(0)

  // The back button returns to the previous state.
  await page.goBack()
  await expect(nameField(page)).toHaveValue('The Tram')
  await expect(chatLog(page).getByText('Make it rain.')).toBeVisible()

  await test.step('one that fails to load says why and can be retried', async () => {
    const MESSAGES = '**/rest/v1/chat_messages?*'
    await fillDisk(page, MESSAGES)
    await openConversation(page, 'Whisper')
    await expectNotice(page, 'Error', 'Failed to load conversation: the disk is full')
    await page.unroute(MESSAGES)
    await chatLog(page).getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(chatLog(page).getByText('Can you hear me?')).toBeVisible()
    await expect(chatLog(page)).toBeFocused()
    expectConsoleErrors(consoleErrors, /500/)
  })
})

test('opening a script loads its latest conversation, or shows its content, also when that fails to load', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('opener')
  const scriptId = await addScript(writer, 'Twice told', SCENE)
  const text = await addScript(writer, 'A text', SCENE)
  const object = await addScript(writer, 'An object', { value: SCENE })
  await addConversation(writer, 'Chat: Older', { scriptId, messages: [['user', 'The old one.']] })
  await addConversation(writer, 'Chat: Newer', { scriptId, messages: [['user', 'The new one.']] })
  await test.step('a script whose conversation fails to load opens without it and stays open', async () => {
    const isOpen = Promise.withResolvers<void>()
    let asked = 0
    const address = '**/chat_conversations?select=id%2Cchat_messages*'
    await page.route(address, async (route) => {
      asked += 1
      // The retry must not block the editor.
      if (asked > 1) await isOpen.promise
      await route.fulfill({ status: 500, json: { message: 'the disk is full' } })
    })
    await openEditor(page, writer, `/editor/${text}`)
    // On a busy machine the page takes over the first request, and its failure is the outcome.
    await expect.poll(async () => asked > 1 || (await notices(page).count()) > 0).toBe(true)
    await expect(chatLog(page).getByText('Rain.')).toBeVisible()
    await nameField(page).fill('The Lamp')
    isOpen.resolve()
    await expectNotice(page, 'Error', 'Failed to load conversation: the disk is full')
    await expect(nameField(page)).toHaveValue('The Lamp')
    await expect(chatLog(page).getByText('Rain.')).toBeVisible()
    expectConsoleErrors(consoleErrors, /500/)
    await page.unroute(address)
    await nameField(page).fill('A text')
    await expect(unsaved(page)).toBeHidden()
  })

  await goInApp(page, `/editor/${scriptId}`)
  await expect(nameField(page)).toHaveValue('Twice told')
  await expect(chatLog(page).getByText('The new one.')).toBeVisible()
  await expect(chatLog(page).getByText('The old one.')).toBeHidden()
  await expect(inList(chatList(page), 'Chat: Newer')).toHaveAttribute('aria-current', 'true')

  await test.step('a newer conversation does not replace the open one, even after a reload', async () => {
    await addConversation(writer, 'Chat: Newest', { scriptId, messages: [['user', 'The newest.']] })
    await expect(inList(chatList(page), 'Chat: Newest')).toBeVisible()
    await page.reload()
    await expect(chatLog(page).getByText('The new one.')).toBeVisible()
  })

  await page.getByRole('tab', { name: 'Scripts' }).click()
  for (const [title, id] of [
    ['A text', text],
    ['An object', object],
  ] as const)
    await test.step(`without a conversation it shows its content: ${title}`, async () => {
      await inList(scriptList(page), title).click()
      await expect(nameField(page)).toHaveValue(title)
      const sheet = page.getByRole('article', { name: 'Current script' })
      await expect(sheet.locator('[data-element="scene-heading"]')).toHaveText('INT. TRAM - NIGHT')
      await expect(sheet.locator('[data-element="action"]')).toHaveText('Rain.')
      await expect(unsaved(page)).toBeHidden()
      await expect(page).toHaveTitle(new RegExp(title))
      await nameField(page).fill(`${title}, saved`)
      await saveButton(page).click()
      const saved = { id, title: `${title}, saved`, content: SCENE }
      await expect.poll(() => storedScripts(writer)).toContainEqual(saved)
      await expect(unsaved(page)).toBeHidden()
    })

  await test.step('opening the script again shows the latest conversation', async () => {
    await page.getByRole('button', { name: 'Back to Dashboard' }).click()
    await page.getByRole('link', { name: 'Twice told' }).click()
    await expect(chatLog(page).getByText('The newest.')).toBeVisible()
  })
})

test('a URL whose script id is unknown, foreign or malformed shows an error and leads to the dashboard', async ({
  page,
  consoleErrors,
}) => {
  const foreign = await addScript(await createPerson('owner'), 'Not yours', SCENE)
  const stranger = await createPerson('stranger')
  const own = await addScript(stranger, 'Behind glass', SCENE)
  await signInAs(page, stranger)
  for (const [kind, address] of [
    ['unknown', '00000000-0000-4000-8000-000000000000'],
    ['foreign', foreign],
    ['malformed', "x'; drop table scripts; --"],
  ] as const)
    await test.step(kind, async () => {
      // Only the first address loads the app; its router opens the others, as after the back button.
      const to = `/editor/${encodeURIComponent(address)}`
      if (kind === 'unknown') await page.goto(to)
      else await goInApp(page, to)
      if (kind === 'malformed') await expectNotice(page, 'Script not found')
      else await expectNotice(page, 'Error loading script', 'Script not found or access denied.')
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByText('Not yours')).toBeHidden()
    })
  await test.step('so does a script that fails to load, and says why', async () => {
    await fillDisk(page, '**/rest/v1/scripts?*content*')
    await goInApp(page, `/editor/${own}`)
    await expectNotice(page, 'Error loading script', 'Failed to load script: the disk is full')
    await expect(page).toHaveURL('/dashboard')
    expectConsoleErrors(consoleErrors, /500/)
  })
})

test('profile, script and conversation are requested once and in parallel, also after a reload', async ({
  page,
}) => {
  const writer = await createPerson('ahead')
  const scriptId = await addScript(writer, 'All at once', SCENE)
  await addConversation(writer, 'A tram', { scriptId, messages: [['ai', SCENE]] })
  await signInAs(page, writer)
  await page.routeWebSocket('**/realtime/**', () => undefined)
  let release = Promise.withResolvers<void>()
  let asked: string[] = []
  await page.route(/rest\/v1\/(profiles|scripts|chat_\w+)\?/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const isList = pathname.endsWith('conversations') && !searchParams.has('or')
    if (!isList) {
      asked.push(pathname.replace('/rest/v1/', ''))
      await release.promise
    }
    await route.continue()
  })
  // Without live changes an open page polls the profile.
  const ofDocument = () => asked.filter((name) => name !== 'profiles').toSorted()
  const opens = async (questions: string[]) => {
    await expect.poll(() => asked.toSorted()).toEqual(questions)
    await expect(page.getByRole('main')).toHaveCount(0)
    release.resolve()
    await expect(nameField(page)).toHaveValue('All at once')
    await expect(chatLog(page)).toContainText('Rain.')
    await expect(inList(chatList(page), 'A tram')).toBeVisible()
    expect(ofDocument()).toEqual(questions.filter((name) => name !== 'profiles'))
  }
  await page.goto(`/editor/${scriptId}`)
  await opens(['chat_conversations', 'profiles', 'scripts'])
  release = Promise.withResolvers<void>()
  // Until then the old page goes on polling.
  page.once('framenavigated', () => (asked = []))
  await page.reload()
  await opens(['chat_messages', 'profiles', 'scripts'])

  // The dashboard need not read the script to count its pages.
  await sql(
    `update public.saved_scripts set pages = 1, scenes = 1, measured_at = scripts.updated_at
     from public.scripts where scripts.id = script_id and script_id = $1`,
    [scriptId],
  )
  // Prefetched data is not reused the next time.
  asked = []
  await page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await page.getByRole('link', { name: 'All at once' }).click()
  await expect(nameField(page)).toHaveValue('All at once')
  expect(ofDocument()).toEqual(['chat_conversations', 'scripts'])
})
