import path from 'node:path'
import { test as base } from '@playwright/test'
import { withProjectServer } from '../screenshots/project-server.ts'
import { screens } from '../screenshots/screens/index.ts'
import { sizesOf, withScreen } from '../screenshots/take.ts'
import { createFixture, type Fixture } from '../screenshots/fixture.ts'
import { expectNoViolations } from '../support/browser/axe.ts'
import { THEMES } from '../support/browser/page.ts'

const root = path.resolve(import.meta.dirname, '../..')

const test = base.extend<object, { fixture: Fixture }>({
  fixture: [
    ({ browserName: _anyBrowser }, use) =>
      withProjectServer(root, async (url) => use(await createFixture(url))),
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The only screen that is nothing but a spinner, without a heading or a main part. */
const examined = screens.filter(({ name }) => name !== 'editor-loading')

for (const screen of examined) {
  for (const size of sizesOf(screen)) {
    test(`axe finds nothing on ${screen.name}, ${size.width} px wide`, async ({
      browser,
      fixture,
    }) => {
      await withScreen(browser, fixture, screen, size, async (page) => {
        for (const theme of THEMES) await expectNoViolations(page, theme)
      })
    })
  }
}
