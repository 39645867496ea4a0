import type { Page } from '@playwright/test'
import { ENVIRONMENT_MODEL } from '../../../contract/models.ts'
import { chatLog, leaveQuestion, nameField, promptBox } from '../../support/browser/chats.ts'
import {
  answers,
  heldAnswer,
  send,
  START,
  stopButton,
  unsaved,
} from '../../support/browser/generation.ts'
import { addToConfig } from '../../support/browser/page.ts'
import { sql } from '../../support/browser/people.ts'
import { expect, screen, type Screen } from '../screen.ts'
import { idOf, REVIEWED_SCRIPT, scriptId } from '../fixture.ts'

/** The models as a writer sees them. */
const MODELS = [
  'claude-medium',
  'The thorough one',
  'publishers/a-vendor/models/a-very-long-name-of-a-model-for-screenplays-2026-preview',
].map((label, at) => ({
  id: `model-${at}`,
  label,
  is_default: at === 0,
  is_chosen: at === 0,
  is_demo: false,
}))

async function openEmpty(page: Page): Promise<void> {
  await page.goto('/editor/new')
  await expect(page.getByRole('heading', { name: 'Start Writing Your Script' })).toBeVisible()
}

async function openFull(page: Page): Promise<void> {
  await page.goto(`/editor/${scriptId(1)}`)
  await expect(nameField(page)).toHaveValue('The Last Tram')
  await expect(page.getByRole('button', { name: 'Add To Learning Loop' }).last()).toBeVisible()
}

async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}

const sidebarOf = async (page: Page) => {
  const opener = page.getByRole('button', { name: 'Open sidebar' })
  if (!(await opener.isVisible())) return page.getByRole('complementary')
  await opener.click()
  return page.getByRole('dialog')
}

/** Replaces the dates in responses with a fixed one, because newly stored rows have today's. */
const fixDates = (page: Page) =>
  page.route('**/rest/v1/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      /202\d-\d\d-\d\dT[\d:.]+\+00:00/g,
      '2026-03-10T09:00:00+00:00',
    )
    await route.fulfill({ response, body })
  })

async function openHistory(page: Page, script?: string): Promise<void> {
  await fixDates(page)
  if (script === undefined) await openFull(page)
  else await page.goto(`/editor/${script}`)
  await expect(nameField(page)).not.toHaveValue('')
  const button = page.getByRole('button', { name: 'History' })
  if (await button.isVisible()) await button.click()
  else {
    await openAccountMenu(page)
    await page.getByRole('menuitem', { name: 'History' }).click()
  }
  await expect(page.getByRole('list', { name: 'Versions' })).toBeVisible()
  // Requests that are still running must not outlive the page.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

const messageId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

const SAVED_PROMPTS = [
  [
    'House style',
    'Short paragraphs, no camera directions, nothing that cannot be seen or heard.',
    true,
  ],
  ['Cold open', 'Begin in the middle of an argument, and leave before it ends.', false],
  [
    'Shorter, but keep every name, every place and the last line of each scene',
    'Cut it by a third.',
    false,
  ],
  ['Subtext', 'Let nobody say what they want.', false],
] as const

async function openSavedPrompts(
  page: Page,
  rows: typeof SAVED_PROMPTS | readonly [] = SAVED_PROMPTS,
) {
  const json = rows.map(([name, text, shared], at) => ({
    id: messageId(at),
    user_id: messageId(9),
    name,
    text,
    shared,
  }))
  await page.route('**/rest/v1/prompts*', (route) => route.fulfill({ json }))
  await openEmpty(page)
}

/** Answers that are folded, a stop, a prompt that failed, and what the model says to the writer; with other versions. */
async function openConversation(page: Page, hasBranches = false): Promise<void> {
  const failed = {
    status: 'failed',
    error_code: 'overloaded',
    error: 'The AI is overloaded right now. Please try again in a minute.',
    mode: 'change',
  }
  const said = [
    { type: 'user', content: 'A heist on the last tram of the night.' },
    { type: 'ai', content: 'INT. TRAM 28 - NIGHT\n\nRain on every window.\n\nRUI\nYou came.' },
    { type: 'ai', kind: 'stopped', content: 'Generation stopped by user.' },
    { type: 'user', content: 'Make Rui the one who is afraid.', job: failed },
    { type: 'user', content: 'What is missing?' },
    {
      type: 'ai',
      content:
        'Three things, and **none** of them is *large*:\n\n- Nobody says what is in the `BAG`.\n- Rui has no reason to stay.\n- The conductor:\n  1. sees them twice\n  2. and says nothing',
      withheld: 'question',
      ...(hasBranches && { job_id: messageId(0) }),
    },
  ]
  const empty = {
    kind: 'text',
    created_at: '2026-03-10T09:00:00+00:00',
    job_id: null,
    job: null,
    withheld: null,
    partly_applied: false,
    used_at: null,
    scope: null,
    used_examples: [],
    changes: null,
    model: null,
    parent_id: null,
  }
  const messages = said.map((message, at) =>
    Object.assign(
      { id: messageId(at) },
      empty,
      message,
      hasBranches && { parent_id: messageId(at - 1) },
    ),
  )
  const others = [7, 8].map((at) => ({ id: messageId(at), parent_id: messageId(4) }))
  const placed = said.map((_, at) => ({
    id: messageId(at),
    parent_id: at > 0 ? messageId(at - 1) : null,
  }))
  const branches = [
    ...placed.toSpliced(5, 0, ...others),
    { id: messageId(9), parent_id: messageId(0) },
  ]
  await page.route('**/rest/v1/rpc/branches_of*', (route) => route.fulfill({ json: branches }))
  await page.route('**/rest/v1/chat_conversations?select=id%2Cchat_messages*', async (route) => {
    const response = await route.fetch()
    const [chat] = (await response.json()) as { id: string }[]
    await route.fulfill({ json: [Object.assign({}, chat, { chat_messages: messages })] })
  })
  await page.route('**/rest/v1/chat_messages?*', (route) => route.fulfill({ json: messages }))
  await page.goto(`/editor/${scriptId(1)}`)
  await expect(chatLog(page).getByText('Rui has no reason to stay.')).toBeVisible()
}

async function generate(page: Page): Promise<void> {
  const person = idOf('generating')
  await sql('delete from public.chat_conversations where user_id = $1', [person])
  await openEmpty(page)
  // The prompt shows the name of the answer, so the name must be the same in every run.
  const held = heldAnswer('Two thieves on a tram.', `at-${page.viewportSize()?.width}`)
  await fixDates(page)
  await send(page, held.prompt)
  await held.say('INT. PIER - NIGHT\n\nA boat comes in.\n\nMIRA\nNobody is on bo')
  await expect(answers(page).last()).toContainText('Nobody is on bo')
  await expect(stopButton(page)).toBeVisible()
}

export const editorScreens: readonly Screen[] = [
  screen('editor-empty', 'beginner', openEmpty),
  screen('editor-loading', 'writer', async (page) => {
    await page.route('**/rest/v1/scripts?*content*', () => undefined)
    await page.goto(`/editor/${scriptId(1)}`)
    await expect(page.getByText('Loading script editor...')).toBeVisible()
  }),
  screen('editor-full', 'writer', openFull),
  screen('editor-top', 'writer', async (page) => {
    await openFull(page)
    await chatLog(page).evaluate((log) => log.scrollTo({ top: 0, behavior: 'instant' }))
  }),
  screen('editor-script-only', 'writer', async (page) => {
    await page.goto(`/editor/${scriptId(5)}`)
    await expect(nameField(page)).toHaveValue('Kitchen Table')
    await expect(page.getByText('A cold cup of coffee.')).toBeVisible()
  }),
  screen('editor-conversation', 'writer', (page) => openConversation(page)),
  screen('editor-given', 'writer', async (page) => {
    const parts = [
      { kind: 'rules', tokens: 812, count: 1, of: 1 },
      { kind: 'outline', tokens: 2_140, count: 103, of: 103 },
      {
        kind: 'scenes',
        tokens: 6_020,
        count: 14,
        of: 103,
        scenes: [3, 11, 12, 13, 14, 98, 99, 100, 103],
      },
      { kind: 'examples', tokens: 940, count: 2, of: 3 },
      { kind: 'conversation', tokens: 1_310, count: 9, of: 22 },
      { kind: 'request', tokens: 164, count: 1, of: 1 },
    ]
    await openConversation(page, true)
    await page.route('**/rest/v1/generation_jobs?select=context*', (route) =>
      route.fulfill({ json: [{ context: { tokens: 11_386, parts }, input_tokens: 11_102 }] }),
    )
    await page.getByRole('button', { name: 'What the model was given' }).click()
    await expect(page.getByRole('dialog').getByText('Together')).toBeVisible()
  }),
  screen('editor-branches', 'writer', async (page) => {
    await openConversation(page, true)
    await expect(page.getByRole('group', { name: '3 of 3' })).toBeVisible()
    await chatLog(page).getByText('What is missing?').hover()
    await chatLog(page).getByRole('button', { name: 'Options for this message' }).last().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByRole('textbox', { name: 'Edit the prompt' })).toBeFocused()
  }),
  screen('editor-prompt-picker', 'writer', async (page) => {
    await openSavedPrompts(page)
    await promptBox(page).press('/')
    await expect(page.getByRole('option')).toHaveCount(SAVED_PROMPTS.length)
  }),
  screen('editor-saved-prompts', 'admin', async (page) => {
    await openSavedPrompts(page)
    await page.getByRole('button', { name: 'Saved prompts' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(4)
  }),
  screen('editor-saved-prompts-empty', 'writer', async (page) => {
    await openSavedPrompts(page, [])
    await page.getByRole('button', { name: 'Saved prompts' }).click()
    await expect(page.getByText('Nothing saved yet.')).toBeVisible()
  }),
  screen('editor-save-prompt', 'admin', async (page) => {
    await page.goto('/editor/new')
    await promptBox(page).fill('Let nobody say what they want.')
    await page.getByRole('button', { name: 'Saved prompts' }).click()
    await page.getByRole('button', { name: 'Save this prompt' }).click()
    await expect(page.getByRole('checkbox', { name: 'For everybody' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Subtext')
  }),
  screen('editor-attachments', 'writer', async (page) => {
    const names = [
      'Treatment, second draft.pdf',
      'Notes from the producer.docx',
      'Everything I know about trams in Lisbon, collected over two years and not yet sorted.txt',
      'Pilot.fdx',
    ]
    const json = [
      {
        work_id: messageId(1),
        revision: 1,
        saved_at: null,
        text: 'INT. TRAM 28 - NIGHT\n\nRain on every window.\n',
        attachments: names.map((name, at) => ({
          id: messageId(at),
          name,
          kind: 'text',
          characters: 12_000,
        })),
      },
    ]
    await page.route('**/rest/v1/rpc/open_text*', (route) => route.fulfill({ json }))
    await page.route('**/rest/v1/attachments*', (route) =>
      route.fulfill({ json: json[0]?.attachments }),
    )
    await page.goto(`/editor/${messageId(1)}`)
    await expect(page.getByRole('list', { name: 'Attachments' })).toBeVisible()
    await page
      .getByLabel('Files to attach')
      .setInputFiles([{ name: 'Photo.png', mimeType: 'image/png', buffer: Buffer.from('\0\0') }])
    await expect(page.getByRole('region', { name: 'File Not Attached' })).toBeVisible()
  }),
  screen('editor-history', 'writer', (page) => openHistory(page)),
  screen('editor-version', 'writer', async (page) => {
    await openHistory(page)
    await page.getByRole('list', { name: 'Versions' }).getByRole('button').last().click()
    await expect(page.getByRole('main', { name: 'Version' }).getByRole('article')).toBeVisible()
  }),
  screen('editor-compare', 'reviewing', async (page) => {
    await openHistory(page, REVIEWED_SCRIPT)
    await page.getByRole('list', { name: 'Versions' }).getByRole('button').first().click()
    await expect(page.getByRole('main', { name: 'Version' }).getByRole('article')).toBeVisible()
  }),
  screen('editor-generating', 'generating', generate),
  screen('editor-error', 'writer', async (page) => {
    await openFull(page)
    await page.route(START, (route) => route.fulfill({ status: 500, json: {} }))
    await page.route('**/rest/v1/rpc/*message*', (route) =>
      route.fulfill({ status: 500, json: { message: 'the disk is full' } }),
    )
    await page.route('**/rest/v1/chat_messages*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { message: 'the disk is full' } })
        : route.continue(),
    )
    await promptBox(page).fill('Go on.')
    await promptBox(page).press('Enter')
    await expect(
      page.getByRole('region', { name: 'Failed to start script generation' }),
    ).toBeVisible()
  }),
  screen('editor-message-menu', 'writer', async (page) => {
    await openFull(page)
    await chatLog(page).getByText('Make the conductor suspicious.').hover()
    await chatLog(page).getByRole('button', { name: 'Options for this message' }).last().click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  screen('editor-demo', 'admin', async (page) => {
    await addToConfig(page, { demo: true })
    const [model] = MODELS
    await page.route('**/rpc/my_models', (route) =>
      route.fulfill({ json: [{ ...model, id: ENVIRONMENT_MODEL, label: 'Demo', is_demo: true }] }),
    )
    await openEmpty(page)
    await page.getByRole('button', { name: 'Connect a model' }).click()
    await expect(page.getByRole('dialog', { name: 'Connect a model' })).toBeVisible()
  }),
  screen('editor-sidebar-chats', 'writer', async (page) => {
    await openFull(page)
    const sidebar = await sidebarOf(page)
    await expect(sidebar.getByRole('button', { name: /^Chat: The Last Tram/ })).toBeVisible()
  }),
  screen('editor-sidebar-scripts', 'writer', async (page) => {
    await openFull(page)
    const sidebar = await sidebarOf(page)
    await sidebar.getByRole('tab', { name: 'Scripts' }).click()
    await expect(sidebar.getByRole('button', { name: 'Salt Line' })).toBeVisible()
  }),
  screen('editor-delete-conversation', 'writer', async (page) => {
    await openFull(page)
    const sidebar = await sidebarOf(page)
    await sidebar.getByRole('button', { name: /^Notes/ }).hover()
    await sidebar.getByRole('button', { name: 'Options for Notes' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('editor-unsaved', 'writer', async (page) => {
    await openFull(page)
    await nameField(page).fill('The First Tram')
    await expect(unsaved(page)).toBeAttached()
  }),
  screen('editor-leave', 'writer', async (page) => {
    await openFull(page)
    await nameField(page).fill('The First Tram')
    const sidebar = await sidebarOf(page)
    await sidebar.getByRole('button', { name: 'New Chat' }).click()
    await expect(leaveQuestion(page)).toBeVisible()
  }),
  screen('editor-account-menu', 'writer', async (page) => {
    await openFull(page)
    await openAccountMenu(page)
  }),
  screen('editor-examples', 'writer', async (page) => {
    await openFull(page)
    await openAccountMenu(page)
    await page.getByRole('menuitem', { name: 'Learning Loop examples' }).click()
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
  }),
  screen('editor-export-menu', 'writer', async (page) => {
    await openFull(page)
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  screen('editor-model-menu', 'writer', async (page) => {
    await page.route('**/rpc/my_models', (route) => route.fulfill({ json: MODELS }))
    await openFull(page)
    await page.getByRole('button', { name: 'Model: claude-medium' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
  }),
  screen('editor-change-password', 'writer', async (page) => {
    await openFull(page)
    await openAccountMenu(page)
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible()
  }),
  screen('google-docs', 'writer', async (page) => {
    await openFull(page)
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open in Google Docs' }).first().click()
    const docs = await opened
    await expect(docs.getByRole('button', { name: 'Copy to clipboard' })).toBeVisible()
    return docs
  }),
]
