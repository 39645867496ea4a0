import path from 'node:path'
import { test as base } from '@playwright/test'
import { withProjectServer } from '../screenshots/project-server.ts'
import { screens } from '../screenshots/screens/index.ts'
import { sizesOf, withScreen } from '../screenshots/take.ts'
import { createWorld, type World } from '../screenshots/world.ts'
import { expectNoViolations } from '../support/browser/axe.ts'
import { THEMES } from '../support/browser/page.ts'

const root = path.resolve(import.meta.dirname, '../..')

const test = base.extend<object, { world: World }>({
  world: [
    ({ browserName: _anyBrowser }, use) =>
      withProjectServer(root, async (url) => use(await createWorld(url))),
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The only screen that is nothing but a spinner, without a heading or a main part. */
const examined = screens.filter(({ name }) => name !== 'editor-loading')

for (const screen of examined) {
  for (const size of sizesOf(screen)) {
    test(`axe finds nothing on ${screen.name}, ${size.width} px wide`, async ({
      browser,
      world,
    }) => {
      await withScreen(browser, world, screen, size, async (page) => {
        for (const theme of THEMES) await expectNoViolations(page, theme)
      })
    })
  }
}
