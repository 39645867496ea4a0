import { PASSWORD } from '../support/people.ts'
import { startOwnServer } from '../support/browser/own-server.ts'
import { expect, test } from './fixtures.ts'

const BAR = 'This is a demo; it is reset by npm start -- --demo --reset'

test('the demo is looked at by its buttons, with the script, its review and a bar', async ({
  page,
}) => {
  const demo = await startOwnServer({ demo: { reset: false } })
  try {
    await page.goto(`${demo.url}/login`)
    const bar = page.getByText(BAR)
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'Sign in as the writer' }).click()
    await expect(page).toHaveURL(`${demo.url}/dashboard`)
    await expect(bar).toBeVisible()
    await page.getByText('WHERE SHE LIES').first().click()
    await expect(page).toHaveURL(/\/editor\//)
    await expect(bar).toBeVisible()
    await test.step('the page has the script, and the last answer is under review', async () => {
      await page.getByRole('button', { name: 'Page', exact: true }).first().click()
      const written = page
        .locator('.cm-content')
        .getByText('He lays the brown envelope on the rail')
      await expect(written).toBeVisible()
      await expect(page.getByRole('button', { name: /^Keep/ }).first()).toBeVisible()
    })
  } finally {
    await page.goto('about:blank')
    await demo.stop()
  }
})

test('the first account is told at once that it is the administrator, and the second is not', async ({
  page,
}) => {
  const server = await startOwnServer()
  const notice = page.getByText('Yours is the first account, so you are the administrator')
  const signUp = async (email: string) => {
    await page.goto(`${server.url}/signup`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${server.url}/login`)
    await expect(page.getByLabel('Email')).toHaveValue(email)
  }
  try {
    await signUp('first@example.com')
    await expect(notice).toBeVisible()
    await expect(page.getByRole('button', { name: /^Sign in as/ })).toHaveCount(0)
    await signUp('second@example.com')
    await expect(notice).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await server.stop()
  }
})
