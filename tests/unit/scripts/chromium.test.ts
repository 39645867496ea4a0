import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, type Files, installed, type Outcome, plantProject, run } from './planted-project.ts'

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

type Setup = { files: Files; path?: string[]; chosen?: string; uid?: number }

/** Looks for Chromium with these files and only these folders on the PATH. */
async function chromium(setup: Setup): Promise<Outcome & { root: string }> {
  const { files, path: folders = ['bin'], chosen, uid = 1000 } = setup
  const root = plantProject({
    ...installed,
    ...files,
    'find.js': `
      import { ensureChromium } from './scripts/steps/chromium.js'
      import { runCommand } from './scripts/processes/stop.js'
      process.getuid = () => ${uid}
      await runCommand(async () => void process.stdout.write(await ensureChromium(process.cwd())))`,
  })
  const env = {
    PATH: folders.map((folder) => path.join(root, folder)).join(':'),
    CHROMIUM_PATH: chosen && path.join(root, chosen),
  }
  return { root, ...(await run(root, 'find.js', { env })) }
}

test('CHROMIUM_PATH comes before what is on the PATH', async () => {
  const { root, stdout } = await chromium({
    files: { 'bin/chromium': BROWSER, 'mine/browser': BROWSER },
    chosen: 'mine/browser',
  })
  expect(stdout).toBe(path.join(root, 'mine/browser'))
})

test.for([
  ['does not exist', {}],
  ['is not executable', { 'mine/browser': '' }],
] as [string, Files][])('a CHROMIUM_PATH that %s is reported in one line', async ([, files]) => {
  const { root, code, stderr } = await chromium({
    files: { 'bin/chromium': BROWSER, ...files },
    chosen: 'mine/browser',
  })
  expect(stderr).toBe(
    `CHROMIUM_PATH is ${path.join(root, 'mine/browser')}, which is not an executable file\n`,
  )
  expect(code).toBe(1)
})

test.for([
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
])('%s on the PATH is found', async (name) => {
  const { root, stdout } = await chromium({ files: { [`bin/${name}`]: BROWSER } })
  expect(stdout).toBe(path.join(root, 'bin', name))
})

test('the shell is preferred to chromium, and chromium to google-chrome, whatever their order on the PATH', async () => {
  const { root, stdout } = await chromium({
    files: { 'first/google-chrome': BROWSER, 'second/chromium': BROWSER },
    path: ['first', 'second'],
  })
  expect(stdout).toBe(path.join(root, 'second/chromium'))
  const both = await chromium({
    files: { 'first/chromium': BROWSER, 'second/chromium-headless-shell': BROWSER },
    path: ['first', 'second'],
  })
  expect(both.stdout).toBe(path.join(both.root, 'second/chromium-headless-shell'))
})

test('a folder or a file that is not executable is no browser', async () => {
  const { root, stdout } = await chromium({
    files: { 'bin/chromium/x': '', 'bin/chromium-browser': '', 'bin/google-chrome': BROWSER },
  })
  expect(stdout).toBe(path.join(root, 'bin/google-chrome'))
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
