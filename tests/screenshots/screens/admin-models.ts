import type { Page } from '@playwright/test'
import { type AdminModels, ENVIRONMENT_MODEL, type ListedModel } from '../../../contract/models.ts'
import { expect, screen, type Screen } from '../screen.ts'

const model = (name: string, more: Partial<ListedModel> = {}): ListedModel => ({
  id: `model-${name}`,
  model: name,
  label: name,
  typed: false,
  offered: false,
  ...more,
})

const LARGE = 'publishers/a-vendor/models/a-very-long-name-of-a-model-for-screenplays-2026-preview'

const FULL: AdminModels = {
  environment: { provider: 'demo', model: null, baseUrl: null, isFixed: false },
  defaultModel: 'model-claude-medium',
  connections: [
    {
      id: 'connection-anthropic',
      name: 'Anthropic',
      kind: 'anthropic',
      baseUrl: null,
      key: 'stored',
      revision: 1,
      models: [
        model('claude-medium'),
        model('claude-large', { label: 'The thorough one', offered: true }),
        model(LARGE),
      ],
    },
    {
      id: 'connection-studio',
      name: 'The machine in the writers’ room, second floor, behind the printer',
      kind: 'openai-compatible',
      baseUrl: 'https://models.internal.example.com:8443/tenants/writers/v1',
      key: 'unreadable',
      revision: 4,
      models: Array.from({ length: 40 }, (_, at) => model(`llama-${at + 1}b`)),
    },
    {
      id: 'connection-new',
      name: 'Google',
      kind: 'google',
      baseUrl: null,
      key: 'none',
      revision: 1,
      models: [],
    },
  ],
}

const EMPTY: AdminModels = { ...FULL, defaultModel: ENVIRONMENT_MODEL, connections: [] }

const REFUSED = {
  sentence: 'The provider refused the key.',
  words: 'Incorrect API key provided: [hidden]. You can find your API key in your account.',
}

async function answer(page: Page, state: AdminModels, hasOllama: boolean): Promise<void> {
  await page.route('**/functions/v1/admin-models', (route) => {
    const { action } = route.request().postDataJSON() as { action: string }
    if (action === 'find-local') {
      const local = { baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama', 'qwen'] }
      return route.fulfill({ json: { local: hasOllama ? local : null } })
    }
    return route.fulfill({ json: { state, trouble: action === 'test' ? REFUSED : null } })
  })
}

async function open(page: Page, state: AdminModels, hasOllama = false): Promise<void> {
  await answer(page, state, hasOllama)
  await page.goto('/admin?section=models')
  await expect(page.getByText('Demo writer (built in, no AI)')).toBeVisible()
}

export const adminModelsScreens: readonly Screen[] = [
  screen('admin-models', 'admin', async (page) => {
    await open(page, FULL)
    await page.getByRole('button', { name: 'Test The thorough one' }).click()
    await expect(page.getByText('The provider refused the key.')).toBeVisible()
  }),
  screen('admin-models-empty', 'admin', async (page) => {
    await open(page, EMPTY, true)
    await expect(page.getByRole('button', { name: 'Connect Ollama' })).toBeVisible()
  }),
  screen('admin-models-add', 'admin', async (page) => {
    await open(page, EMPTY)
    await page.getByRole('button', { name: 'Add connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add connection' })
    await dialog.getByLabel('Provider').selectOption('openai-compatible')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter the address of the server.')).toBeVisible()
  }),
  screen('admin-models-error', 'admin', async (page) => {
    await page.route('**/functions/v1/admin-models', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await page.goto('/admin?section=models')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
]
