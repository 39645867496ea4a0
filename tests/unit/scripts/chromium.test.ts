import path from 'node:path'
import { expect, test } from 'vitest'
import {
  calls,
  type Files,
  installed,
  type Outcome,
  plant,
  plantProject,
  run,
} from './planted-project.ts'

const BROWSER = '#!/bin/sh\n'
const APT = '#!/bin/sh\necho "apt-get $*" >> calls\n'
const aptThatHas = (name: string) =>
  `${APT}case "$1 $4" in "install ${name}") echo > bin/${name}; /bin/chmod 755 bin/${name} ;; install*) exit 100 ;; esac\n`
const APT_INSTALLS = aptThatHas('chromium-headless-shell')
const FAILS = 'echo "E: no network" >&2; exit 100\n'

/** A fake of the project's Node that plays Playwright's install command and its executablePath. */
const playwright = (download: string) => ({
  'node_modules/node/bin/node': `#!/bin/sh
case "$1" in
  */@playwright/test/cli.js) echo "playwright $2 $3" >> calls; ${download} ;;
  -e) printf %s "$PWD/cache/chrome" ;;
esac
`,
})

const downloads = playwright('/bin/mkdir cache; echo > cache/chrome')

type Setup = { files: Files; uid?: number }

/** Looks for Chromium with these files and only their bin folder on the PATH. */
async function chromium(setup: Setup): Promise<Outcome & { root: string }> {
  const { files, uid = 1000 } = setup
  const root = plantProject({
    ...installed,
    ...files,
    'find.js': `
      import { ensureChromium } from './scripts/steps/chromium.js'
      import { runCommand } from './scripts/processes/stop.js'
      process.getuid = () => ${uid}
      await runCommand(async () => void process.stdout.write(await ensureChromium(process.cwd())))`,
  })
  const env = { PATH: path.join(root, 'bin'), CHROMIUM_PATH: undefined }
  return { root, ...(await run(root, 'find.js', { env })) }
}

type Search = { files: Files; path?: string[]; chosen?: string; found: string }

/** Keyed by the rule that each shows. All run in one process, because starting one takes most of the time. */
const searches: Record<string, Search> = {
  'CHROMIUM_PATH comes before what is on the PATH': {
    files: { 'bin/chromium': BROWSER, 'mine/browser': BROWSER },
    chosen: 'mine/browser',
    found: 'mine/browser',
  },
  'a CHROMIUM_PATH that does not exist is reported': {
    files: { 'bin/chromium': BROWSER },
    chosen: 'mine/browser',
    found: 'Stop: CHROMIUM_PATH is mine/browser, which is not an executable file',
  },
  'a CHROMIUM_PATH that is not executable is reported': {
    files: { 'bin/chromium': BROWSER, 'mine/browser': '' },
    chosen: 'mine/browser',
    found: 'Stop: CHROMIUM_PATH is mine/browser, which is not an executable file',
  },
  ...Object.fromEntries(
    [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
    ].map((name) => [
      `${name} on the PATH is found`,
      { files: { [`bin/${name}`]: BROWSER }, found: `bin/${name}` },
    ]),
  ),
  'chromium is preferred to google-chrome, whatever their order on the PATH': {
    files: { 'first/google-chrome': BROWSER, 'second/chromium': BROWSER },
    path: ['first', 'second'],
    found: 'second/chromium',
  },
  'the shell is preferred to chromium, whatever their order on the PATH': {
    files: { 'first/chromium': BROWSER, 'second/chromium-headless-shell': BROWSER },
    path: ['first', 'second'],
    found: 'second/chromium-headless-shell',
  },
  'a folder or a file that is not executable is no browser': {
    files: { 'bin/chromium/x': '', 'bin/chromium-browser': '', 'bin/google-chrome': BROWSER },
    found: 'bin/google-chrome',
  },
}

/** Looks for Chromium in each of these environments. */
const FIND_EACH = `
  import { ensureChromium } from './scripts/steps/chromium.js'
  const found = []
  for (const env of JSON.parse(process.argv[2])) {
    Object.assign(process.env, env)
    found.push(await ensureChromium(process.cwd()).catch((error) => String(error)))
  }
  process.stdout.write(JSON.stringify(found))`

test('the browser that is there is found: CHROMIUM_PATH, else the best one on the PATH', async () => {
  const root = plantProject({ ...installed, 'find-each.js': FIND_EACH })
  const environments = Object.values(searches).map(
    ({ files, path: names = ['bin'], chosen }, n) => {
      const folder = path.join(root, `search-${n}`)
      plant(folder, files)
      return {
        PATH: names.map((name) => path.join(folder, name)).join(':'),
        CHROMIUM_PATH: chosen ? path.join(folder, chosen) : '',
      }
    },
  )
  const { stdout } = await run(root, 'find-each.js', { args: [JSON.stringify(environments)] })
  const found = (JSON.parse(stdout) as string[]).map((outcome, n) =>
    outcome.replace(`${root}/search-${n}/`, ''),
  )
  const rules = Object.keys(searches)
  expect(Object.fromEntries(rules.map((rule, n) => [rule, found[n]]))).toEqual(
    Object.fromEntries(Object.entries(searches).map(([rule, search]) => [rule, search.found])),
  )
})

test("without a browser, root installs the distribution's package", async () => {
  const { root, stdout } = await chromium({
    files: { 'bin/apt-get': APT_INSTALLS, ...downloads },
    uid: 0,
  })
  expect(calls(root)).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends chromium-headless-shell',
  ])
  expect(stdout.endsWith(path.join(root, 'bin/chromium-headless-shell'))).toBe(true)
})

test('a distribution without the shell installs the whole browser', async () => {
  const { root, stdout } = await chromium({
    files: { 'bin/apt-get': aptThatHas('chromium'), ...downloads },
    uid: 0,
  })
  expect(calls(root).at(-1)).toBe('apt-get install -y --no-install-recommends chromium')
  expect(stdout.endsWith(path.join(root, 'bin/chromium'))).toBe(true)
})

test('a user who is not root downloads with Playwright and never calls apt-get', async () => {
  const { root, stdout } = await chromium({
    files: { 'bin/apt-get': APT_INSTALLS, ...downloads },
  })
  expect(calls(root)).toEqual(['playwright install chromium'])
  expect(stdout.endsWith(path.join(root, 'cache/chrome'))).toBe(true)
})

test('Playwright downloads when apt-get fails', async () => {
  const { root, code, stderr, stdout } = await chromium({
    files: { 'bin/apt-get': APT + FAILS, ...downloads },
    uid: 0,
  })
  expect(calls(root)).toEqual(['apt-get update', 'apt-get update', 'playwright install chromium'])
  expect(stdout.endsWith(path.join(root, 'cache/chrome'))).toBe(true)
  expect(stderr).toBe('')
  expect(code).toBe(0)
})

test('when everything fails, one line says what to install or set, and what failed', async () => {
  const { code, stderr } = await chromium({
    files: { 'bin/apt-get': APT + FAILS, ...playwright('echo "Error: no way out"; exit 1') },
    uid: 0,
  })
  expect(stderr).toMatch(
    /^There is no Chromium: install chromium-headless-shell, chromium or google-chrome, or set CHROMIUM_PATH\. .*E: no network.*Error: no way out.*\n$/,
  )
  expect(code).toBe(1)
})
