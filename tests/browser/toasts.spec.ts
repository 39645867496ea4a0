import type { Locator, Page } from '@playwright/test'
import { findRow, openAdmin } from '../support/browser/admin.ts'
import { addConversation, chatLog, promptBox, saveButton } from '../support/browser/chats.ts'
import { send, setGenerationsUsed } from '../support/browser/generation.ts'
import { goInApp } from '../support/browser/in-app.ts'
import {
  allowConsoleErrors,
  DESKTOP,
  expectConsoleErrors,
  expectNotice,
  keepStill,
  notices,
  PHONE,
} from '../support/browser/page.ts'
import { createPerson } from '../support/browser/people.ts'
import { chooseView } from '../support/browser/script-page.ts'
import { addScript } from '../support/browser/scripts.ts'
import { expect, test } from './fixtures.ts'

const SIZES = [PHONE, { width: 390, height: 844 }, DESKTOP]

type Box = { x: number; y: number; width: number; height: number }

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

async function boxesOf(found: Locator): Promise<Box[]> {
  const boxes = await Promise.all((await found.all()).map((one) => one.boundingBox()))
  return boxes.filter((box) => box !== null)
}

/** The toasts are inside the screen and cover none of these. */
async function expectUncovered(page: Page, controls: Locator[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? DESKTOP
  await expect(async () => {
    const toasts = await boxesOf(notices(page))
    expect(toasts.length).toBeGreaterThan(0)
    // Not in the fonts of the system, which are as wide as they like.
    await expect(notices(page).first()).toHaveCSS('font-family', /^"Public Sans"/)
    for (const toast of toasts) {
      expect(toast.x).toBeGreaterThanOrEqual(0)
      expect(toast.x + toast.width).toBeLessThanOrEqual(width)
      expect(toast.y + toast.height).toBeLessThanOrEqual(height)
    }
    for (const control of controls) {
      const boxes = await boxesOf(control)
      expect(boxes.length).toBeGreaterThan(0)
      for (const box of boxes)
        for (const toast of toasts)
          expect(overlap(toast, box), `${String(control)} at ${width} px`).toBe(false)
    }
  }).toPass({ timeout: 30_000 })
}

async function atEverySize(page: Page, check: () => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await check()
  }
}

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })

test('no toast covers a control after signing in, where Tab leads past it, or a prompt, beside the page too', async ({
  page,
  consoleErrors,
}) => {
  const writer = await createPerson('greeted')
  await keepStill(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(writer.email)
  await page.getByLabel('Password', { exact: true }).fill(writer.password)
  await button(page, 'Sign in').click()
  await expectNotice(page, 'Logged in successfully!')
  const first = button(page, 'Create Your First Script')
  await atEverySize(page, () =>
    expectUncovered(page, [button(page, 'Create New Script'), button(page, 'Import'), first]),
  )
  await button(page, 'Logout').focus()
  await button(notices(page), 'Close').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(first).toBeFocused()
  await button(notices(page), 'Close').click()

  const scriptId = await addScript(writer, 'Rain', 'INT. TRAM - NIGHT')
  const scene = `INT. TRAM - NIGHT\n\n${'It rains on the tram.\n\n'.repeat(40)}`
  await addConversation(writer, 'Long', {
    scriptId,
    messages: [
      ['user', 'Go'],
      ['ai', scene],
    ],
  })
  await goInApp(page, `/editor/${scriptId}`)
  await expect(page.getByRole('article', { name: 'Answer' })).toBeVisible()
  await send(page, 'Write [refuse 429]')
  await expect(chatLog(page).getByText(/^Generation failed /)).toBeVisible()
  // The answer has one too.
  const again = button(page, 'Try again').last()
  await expectNotice(page, 'Generation failed')
  await button(notices(page), 'Close').first().click()
  await setGenerationsUsed(writer, 100)
  await send(page, 'Write')
  await expectNotice(page, 'Monthly Limit Reached')
  allowConsoleErrors(consoleErrors, /status of 429/)
  const inPlace = page.getByRole('region', { name: 'Monthly Limit Reached' })
  await atEverySize(page, async () => {
    await expect(again).toBeInViewport({ ratio: 1 })
    await expectUncovered(page, [again, promptBox(page), saveButton(page), inPlace])
  })
  // Beside the page, whose counts are lower than the prompt.
  await chooseView(page, 'Both')
  await expect(page.getByRole('region', { name: 'Counts' })).toBeVisible()
  await expectUncovered(page, [promptBox(page), button(page, 'Send'), inPlace])

  await page.setViewportSize(PHONE)
  await button(page, 'Open sidebar').click()
  await expectUncovered(page, [page.getByRole('tab'), button(page, 'New Chat')])
  await page.keyboard.press('Escape')
  await button(inPlace, 'Close').click()
  await expect(inPlace).toBeHidden()
})

test('a failed change on /admin is reported in its row and in its dialog, and no toast covers them', async ({
  page,
  consoleErrors,
}) => {
  const person = await createPerson('kept')
  await keepStill(page)
  await openAdmin(page)
  await page.route(/rpc\/(restrict|grant)_/, (route) => route.fulfill({ status: 500, json: {} }))
  const row = await findRow(page, person)
  await button(row, 'Grant').click()
  await expectNotice(page, 'Error', 'Failed to update learning loop access. Please try again.')
  const inRow = row.getByText('Failed to update learning loop access. Please try again.')
  const search = page.getByRole('searchbox')
  await atEverySize(page, () => expectUncovered(page, [inRow, button(row, 'Grant'), search]))

  await button(row, 'Restrict').click()
  const question = page.getByRole('alertdialog', { name: 'Restrict User Access' })
  await expect(question).toContainText(person.email)
  await button(question, 'Yes, Restrict').click()
  await expect(question.getByText('Failed to restrict user. Please try again.')).toBeVisible()
  await atEverySize(page, () => expectUncovered(page, [question]))
  // Above the dialog, which closing it does not close.
  const notice = notices(page).filter({ hasText: 'Failed to restrict user' })
  await button(notice, 'Close').click()
  await expect(notice).toBeHidden()
  await expect(question).toBeVisible()
  expectConsoleErrors(consoleErrors, /status of 500/)
})
