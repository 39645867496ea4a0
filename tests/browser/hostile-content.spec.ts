import { createPerson, signInAs } from '../support/browser/people.ts'
import { addScript } from '../support/browser/scripts.ts'
import { expect, test } from './fixtures.ts'

const ELSEWHERE = 'https://elsewhere.example'

const scripts: readonly { title: string; content: unknown; preview: string }[] = [
  {
    title: `<img src="${ELSEWHERE}/a.png" onerror="window.hacked = true">`,
    content: `<img src="${ELSEWHERE}/b.png" onerror="window.hacked = true">seen`,
    preview: 'seen',
  },
  {
    title: '<script>window.hacked = true</script>',
    content: { value: '<script>window.hacked = true</script>' },
    preview: 'window.hacked = true',
  },
  { title: '"><svg/onload=window.hacked=true>', content: '&lt;b&gt; 1 < 2', preview: 'b 1 < 2' },
  { title: '\u202eright to left\u200f \u2066mark', content: '\u202eתסריט', preview: '\u202eתסריט' },
  { title: '🎬👩‍👩‍👧‍👧'.repeat(20), content: '🎬'.repeat(150), preview: `${'🎬'.repeat(100)}...` },
  { title: 'W'.repeat(200), content: 'W'.repeat(5_000), preview: `${'W'.repeat(100)}...` },
  {
    title: 'javascript:alert(1)',
    content: '{{constructor}} ${1+1}',
    preview: '{{constructor}} ${1+1}',
  },
]

test('hostile titles and scripts are shown as text, without overflow', async ({ page }) => {
  const writer = await createPerson('hostile')
  for (const { title, content } of scripts) await addScript(writer, title, content)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await signInAs(page, writer)
  await page.goto('/dashboard')
  for (const width of [360, 1280])
    await test.step(`at ${width} px`, async () => {
      // Tall enough to render all cards at once.
      await page.setViewportSize({ width, height: 2_000 })
      await expect(page.getByRole('listitem')).toHaveCount(scripts.length)
      // The newest first.
      await expect
        .poll(() =>
          page.getByRole('listitem').evaluateAll((cards) =>
            cards.map((card) => ({
              title: card.querySelector('h2')?.textContent,
              preview: card.querySelector('p')?.textContent,
            })),
          ),
        )
        .toEqual(scripts.toReversed().map(({ title, preview }) => ({ title, preview })))
      expect(await page.locator('li img, li script, li svg:not(.lucide)').count()).toBe(0)

      const spilling = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cards: [...document.querySelectorAll('article, article h2, article p')]
          .filter((part) => {
            const card = part.closest('li')?.getBoundingClientRect()
            const { left, right } = part.getBoundingClientRect()
            const isOutside = !card || left < card.left - 1 || right > card.right + 1
            return part.checkVisibility() && isOutside
          })
          .map(({ outerHTML }) => outerHTML),
      }))
      expect(spilling).toEqual({ page: 0, cards: [] })
    })
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  // The dialog, the toasts and the search show the same text.
  await page.getByRole('searchbox').fill('<script>')
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /^Delete <script>/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Script deleted')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)

  const origin = new URL(page.url()).origin
  expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([])
})
