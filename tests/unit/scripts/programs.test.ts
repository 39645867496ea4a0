import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, type Files, installed, plant, plantProject, run } from './planted-project.ts'

const PROGRAM = '#!/bin/sh\n'
const APT = '#!/bin/sh\necho "apt-get $*" >> calls\n'
const FAILS = 'echo "E: no network" >&2; exit 100\n'

/** Installs these packages, each with its programs, and no others. */
const aptThatHas = (packages: Record<string, string>) =>
  `${APT}[ "$1" = install ] || exit 0
  shift 3
  for name; do case "$name" in
    ${Object.entries(packages)
      .map(([name, program]) => `${name}) echo > bin/${program}; /bin/chmod 755 bin/${program} ;;`)
      .join('\n')}
    *) exit 100 ;;
  esac; done\n`

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

/** Calls a function of programs.js with these files and only their bin folder on the PATH. */
async function prepared(name: 'ensureChromium' | 'ensureDocumentTools', files: Files, uid = 1000) {
  const root = plantProject({
    ...installed,
    ...files,
    'prepare.js': `
      import { ${name} } from './scripts/steps/programs.js'
      import { runCommand } from './scripts/processes/stop.js'
      process.getuid = () => ${uid}
      await runCommand(async () => void process.stdout.write((await ${name}(process.cwd())) ?? ''))`,
  })
  const env = { PATH: path.join(root, 'bin'), CHROMIUM_PATH: undefined }
  const { code, stdout, stderr } = await run(root, 'prepare.js', { env })
  const found = stdout.split('\n').at(-1)?.replace(`${root}/`, '')
  return { code, stdout, stderr, found, calls: calls(root) }
}

const chromium = (files: Files, uid?: number) => prepared('ensureChromium', files, uid)
const documentTools = (files: Files, uid?: number) => prepared('ensureDocumentTools', files, uid)

type Search = { files: Files; path?: string[]; chosen?: string; found: string }

/** Keyed by the rule that each shows. All run in one process, because starting one takes most of the time. */
const searches: Record<string, Search> = {
  'CHROMIUM_PATH comes before what is on the PATH': {
    files: { 'bin/chromium': PROGRAM, 'mine/browser': PROGRAM },
    chosen: 'mine/browser',
    found: 'mine/browser',
  },
  'a CHROMIUM_PATH that is missing or not executable is reported': {
    files: { 'bin/chromium': PROGRAM, 'mine/browser': '' },
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
      { files: { [`bin/${name}`]: PROGRAM }, found: `bin/${name}` },
    ]),
  ),
  'the shell is preferred to chromium, whatever their order on the PATH': {
    files: { 'first/chromium': PROGRAM, 'second/chromium-headless-shell': PROGRAM },
    path: ['first', 'second'],
    found: 'second/chromium-headless-shell',
  },
  'a folder or a file that is not executable is no browser': {
    files: { 'bin/chromium/x': '', 'bin/chromium-browser': '', 'bin/google-chrome': PROGRAM },
    found: 'bin/google-chrome',
  },
}

const FIND_EACH = `
  import { ensureChromium } from './scripts/steps/programs.js'
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

test("without a browser, root installs the distribution's shell, or else its whole browser", async () => {
  const shell = 'chromium-headless-shell'
  const first = await chromium({ 'bin/apt-get': aptThatHas({ [shell]: shell }), ...downloads }, 0)
  expect(first.calls).toEqual([
    'apt-get update',
    `apt-get install -y --no-install-recommends ${shell}`,
  ])
  expect(first.found).toBe(`bin/${shell}`)
  const whole = aptThatHas({ chromium: 'chromium' })
  const second = await chromium({ 'bin/apt-get': whole, ...downloads }, 0)
  expect(second.calls.at(-1)).toBe('apt-get install -y --no-install-recommends chromium')
  expect(second.found).toBe('bin/chromium')
})

test('Playwright downloads for a user who is not root, and when apt-get fails', async () => {
  const user = await chromium({ 'bin/apt-get': APT, ...downloads })
  expect(user.calls).toEqual(['playwright install chromium'])
  expect(user.found).toBe('cache/chrome')
  const root = await chromium({ 'bin/apt-get': APT + FAILS, ...downloads }, 0)
  expect(root.calls).toEqual(['apt-get update', 'apt-get update', 'playwright install chromium'])
  expect(root).toMatchObject({ found: 'cache/chrome', stderr: '', code: 0 })
})

test('when everything fails, one line says what to install or set, and what failed', async () => {
  const fails = playwright('echo "Error: no way out"; exit 1')
  const { code, stderr } = await chromium({ 'bin/apt-get': APT + FAILS, ...fails }, 0)
  expect(stderr).toMatch(
    /^There is no Chromium: install chromium-headless-shell, chromium or google-chrome, or set CHROMIUM_PATH\. .*E: no network.*Error: no way out.*\n$/,
  )
  expect(code).toBe(1)
})

const TOOLS = { 'poppler-utils': 'pdftotext', 'libreoffice-writer-nogui': 'soffice' }

test('root installs the document tools that are missing, and only those', async () => {
  const apt = { 'bin/apt-get': aptThatHas(TOOLS) }
  const both = { 'bin/pdftotext': PROGRAM, 'bin/soffice': PROGRAM, ...apt }
  expect(await documentTools(both, 0)).toMatchObject({ code: 0, stdout: '', calls: [] })
  const one = await documentTools({ 'bin/pdftotext': PROGRAM, ...apt }, 0)
  expect(one.calls.at(-1)).toBe(
    'apt-get install -y --no-install-recommends libreoffice-writer-nogui',
  )
  expect(one.code).toBe(0)
})

test('anybody else is told what root can install', async () => {
  const { code, stderr, calls: called } = await documentTools({ 'bin/apt-get': aptThatHas(TOOLS) })
  expect(stderr).toBe(
    'Documents cannot be read back: install poppler-utils and libreoffice-writer-nogui. Root can: apt-get install poppler-utils libreoffice-writer-nogui\n',
  )
  expect({ code, called }).toEqual({ code: 1, called: [] })
})
