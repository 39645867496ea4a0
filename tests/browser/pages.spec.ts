import { expectAccessible, keepStill } from '../support/browser-page.ts'
import { expect, test } from './fixtures.ts'

test("a newcomer sees the product's name and the door", async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle(/Script Writer/)
  await expect(page.getByText('v2.0')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an unknown address is the 404 page, whose path is logged and whose link leads home', async ({
  page,
}) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'))
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await logged
  await page.getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL('/login')
})

test('the development-only page of components is not part of the product', async ({ page }) => {
  await page.goto('/components')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

test('nothing the page does is against its content security policy', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`))
    })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
})

test('an inline script that is not ours does not run', async ({ page, complaints }) => {
  await page.goto('/')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.smuggled = true'
    document.head.append(script)
    return 'smuggled' in window
  })
  expect(ran).toBe(false)
  expect(complaints.splice(0).join()).toContain('Content Security Policy')
})

for (const [name, address] of [
  ['the sign-in page', '/'],
  ['the 404 page', '/no/such/page'],
] as const) {
  test(`axe finds nothing on ${name} and nothing overflows`, async ({ page }) => {
    await keepStill(page)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: /Sign in|not found/ })).toBeVisible()
    await expectAccessible(page)
  })
}

test('the chosen theme is there before the first paint, after a reload and in every tab', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const other = await context.newPage()
  await other.goto('/')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')

  // The page's own script is held back: what is set now was set by the inline one in the head.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
