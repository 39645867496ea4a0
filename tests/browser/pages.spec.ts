import { goInApp } from '../support/browser/in-app.ts'
import { expectAccessible } from '../support/browser/axe.ts'
import { keepStill } from '../support/browser/page.ts'
import { expect, test } from './fixtures.ts'

test("a newcomer is sent to the sign-in page with the product's name, under its content security policy", async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      reportError(new Error(`refused by policy: ${event.violatedDirective} ${event.blockedURI}`))
    })
  })
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page).toHaveTitle(/Script Writer/)
  await expect(page.getByText('v2.0')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await test.step('the page does not violate its policy', async () => {
    await expect(page.getByRole('button', { name: /^Theme/ })).toBeVisible()
    expect(consoleErrors).toEqual([])
  })
  await test.step('a foreign inline script does not run', async () => {
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.smuggled = true'
      document.head.append(script)
      return 'smuggled' in window
    })
    expect(ran).toBe(false)
    await expect.poll(() => consoleErrors.join()).toContain('refused by policy: script-src')
    expect(consoleErrors.splice(0).join()).toContain('Content Security Policy')
  })
})

test('an unknown address shows the 404 page, logs the path and links home', async ({ page }) => {
  await keepStill(page)
  const logged = (path: string) =>
    page.waitForEvent('console', (message) => message.text().includes(path))
  const notFound = page.getByRole('heading', { name: 'Oops! Page not found' })
  const isLogged = logged('/no/such')
  await page.goto('/no/such')
  await expect(notFound).toBeVisible()
  await isLogged
  await test.step('axe finds nothing, and nothing overflows', () => expectAccessible(page))
  await page.getByRole('link', { name: /home/i }).click()
  await expect(page).toHaveURL('/login')
  const isLoggedToo = logged('/no/such/page')
  await goInApp(page, '/no/such/page')
  await expect(notFound).toBeVisible()
  await isLoggedToo
})

test('the chosen theme is set before the first paint, after a reload and in every tab', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/')
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('button', { name: 'Theme: Dark' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await other.evaluate(() => localStorage.setItem('theme', 'light'))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  // Without the app's script only the inline script in the head can have set the theme.
  await page.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
