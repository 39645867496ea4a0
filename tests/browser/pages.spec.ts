import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]

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

for (const theme of ['light', 'dark'] as const) {
  for (const size of SIZES) {
    test(`axe finds nothing and nothing overflows, ${theme}, ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      for (const address of ['/', '/no/such/page']) {
        await page.goto(address)
        await expect(page.getByRole('heading', { name: /Sign in|not found/ })).toBeVisible()
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow).toBe(0)
      }
    })
  }
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
