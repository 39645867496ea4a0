import { expectAccessible, keepStill } from '../support/browser-page.ts'
import { expect, test } from './fixtures.ts'

test("a newcomer is sent to the sign-in page with the product's name", async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle(/Script Writer/)
  await expect(page.getByText('v2.0')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('an unknown address shows the 404 page, logs the path and links home', async ({ page }) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'))
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await logged
  await page.getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL('/login')
})

test('the development-only components page is not part of the product', async ({ page }) => {
  await page.goto('/components')
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

test('the page does not violate its content security policy', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`))
    })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
})

test('a foreign inline script does not run', async ({ page, consoleErrors }) => {
  await page.goto('/')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.smuggled = true'
    document.head.append(script)
    return 'smuggled' in window
  })
  expect(ran).toBe(false)
  expect(consoleErrors.splice(0).join()).toContain('Content Security Policy')
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

test('the chosen theme is set before the first paint, after a reload and in every tab', async ({
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

  // Without the app's script only the inline script in the head can have set the theme.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
