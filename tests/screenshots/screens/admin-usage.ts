import type { Page } from '@playwright/test'
import { expect, screen, type Screen } from '../screen.ts'

const MONTH = '2026-02'

const DAYS = Array.from({ length: 28 }, (_, at) => ({
  day: `${MONTH}-${String(at + 1).padStart(2, '0')}`,
  generations: (at * 7) % 23,
  failures: at % 9 === 4 ? 1 : 0,
  tokens_in: ((at * 7) % 23) * 8_417,
  tokens_out: ((at * 7) % 23) * 1_903,
  tokens_cached: ((at * 7) % 23) * 3_100,
  cost: ((at * 7) % 23) * 0.043,
}))

const ROWS = [
  ['agnes@example.com', 'openai gpt-large', 131, 2, 1_102_627, 406_100, 249_293, 5.63],
  ['bruno@example.com', 'anthropic claude-medium', 87, 0, 732_279, 269_700, 165_561, 3.74],
  ['bruno@example.com', 'openai-compatible llama-70b', 31, 1, 260_927, 0, 58_993, null],
  [null, 'openai gpt-large', 12, 0, 101_004, 37_200, 22_836, 0.52],
  [
    'a.very.long.address.of.a.writer@department.example.com',
    'openai gpt-large',
    4,
    0,
    33_668,
    0,
    7_612,
    0.004,
  ],
  ['dora@example.com', null, 1, 0, 0, 0, 0, 0],
] as const

const MODELS = [
  {
    model: 'anthropic claude-medium',
    input_price: 3,
    output_price: 15,
    cached_price: 0.3,
    from_month: `${MONTH}-01`,
    tokens: 897_840,
  },
  {
    model: 'openai gpt-large',
    input_price: 2.5,
    output_price: 10,
    cached_price: null,
    from_month: `${MONTH}-01`,
    tokens: 1_517_040,
  },
  {
    model: 'openai-compatible llama-70b',
    input_price: null,
    output_price: null,
    cached_price: null,
    from_month: null,
    tokens: 319_920,
  },
]

async function answer(page: Page, isEmpty: boolean): Promise<void> {
  const days = isEmpty
    ? DAYS.map(({ day }) => ({
        day,
        generations: 0,
        failures: 0,
        tokens_in: 0,
        tokens_out: 0,
        tokens_cached: 0,
        cost: 0,
      }))
    : DAYS
  const rows = ROWS.map(
    ([email, model, generations, failures, tokens_in, tokens_cached, tokens_out, cost]) => ({
      user_id: email,
      email,
      model,
      generations,
      failures,
      tokens_in,
      tokens_cached,
      tokens_out,
      cost,
    }),
  )
  const shown = isEmpty ? [] : rows
  const range = isEmpty ? '*/0' : `0-${rows.length - 1}/${rows.length}`
  await page.route('**/rpc/admin_usage?*', (route) =>
    route.fulfill({ json: shown, headers: { 'content-range': range } }),
  )
  await page.route('**/rpc/admin_usage_per_day*', (route) => route.fulfill({ json: days }))
  await page.route('**/rpc/admin_model_prices*', (route) =>
    route.fulfill({ json: isEmpty ? [] : MODELS }),
  )
}

async function open(page: Page): Promise<void> {
  await answer(page, false)
  await page.goto(`/admin?section=usage&month=${MONTH}`)
  await expect(page.getByText('agnes@example.com')).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
  await expect(page.getByText('generations a month for each user')).toBeVisible()
}

export const adminUsageScreens: readonly Screen[] = [
  screen('admin-usage', 'admin', open),
  screen('admin-usage-prices', 'admin', async (page) => {
    await open(page)
    await page.getByRole('button', { name: 'Prices', exact: true }).click()
    await expect(page.getByRole('group', { name: 'openai gpt-large' })).toBeVisible()
  }),
  screen('admin-usage-empty', 'admin', async (page) => {
    await answer(page, true)
    await page.goto(`/admin?section=usage&month=${MONTH}`)
    await expect(page.getByText('No generations in February 2026.')).toHaveCount(2)
  }),
  screen('admin-usage-error', 'admin', async (page) => {
    await page.route(/rpc\/(admin_|price_|monthly_)/, (route) =>
      route.fulfill({ status: 500, json: { message: 'no' } }),
    )
    await page.goto(`/admin?section=usage&month=${MONTH}`)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(3)
  }),
  screen('admin-limit', 'admin', async (page) => {
    await page.goto('/admin')
    await page.getByRole('searchbox').fill('bruno')
    const users = page.getByRole('table', { name: 'Scriptwriters, newest first' })
    await expect(users.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'More actions for bruno@example.com' }).click()
    await page.getByRole('menuitem', { name: 'Monthly limit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Monthly limit' })
    await dialog.getByText('A limit of their own').click()
    await expect(dialog.getByLabel('Generations a month')).toBeVisible()
  }),
]
