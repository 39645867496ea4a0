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
const PLAYWRIGHT = `#!/bin/sh
case "$1" in
  */@playwright/test/cli.js) echo "playwright $2 $3" >> calls; . ./download ;;
  -e) printf %s "$PWD/cache/chrome" ;;
esac
`
const downloads = { download: '/bin/mkdir cache; echo > cache/chrome' }

/** A machine: its files, the folders on its PATH, who asks, CHROMIUM_PATH, and what it needs. */
type Machine = {
  files: Files
  path?: string[]
  uid?: number
  chosen?: string
  wants?: 'ensureChromium' | 'ensureDocumentTools'
}
type Prepared = { outcome: string; printed: string; calls: string[] }

const PREPARE_EACH = `
  import { readFileSync } from 'node:fs'
  import * as programs from './scripts/steps/programs.js'
  const prepared = []
  const write = process.stdout.write
  for (const { folder, uid, env, wants } of JSON.parse(readFileSync('machines.json', 'utf8'))) {
    Object.assign(process.env, env)
    process.getuid = () => uid
    let printed = ''
    process.stdout.write = (text) => (printed += text)
    const outcome = await programs[wants](folder).catch((error) => String(error))
    prepared.push({ outcome: outcome ?? '', printed })
  }
  process.stdout.write = write
  process.stdout.write(JSON.stringify(prepared))`

/** Prepares all these machines in one process, because starting one takes most of the time. */
async function prepare(machines: Machine[]): Promise<Prepared[]> {
  const root = plantProject({
    ...installed,
    'node_modules/node/bin/node': PLAYWRIGHT,
    'prepare-each.js': PREPARE_EACH,
  })
  const folderOf = (n: number) => path.join(root, `machine-${n}`)
  const asked = machines.map(({ files, path: names = ['bin'], uid = 1000, chosen, wants }, n) => {
    const folder = folderOf(n)
    plant(folder, files)
    const env = {
      PATH: names.map((name) => path.join(folder, name)).join(':'),
      CHROMIUM_PATH: chosen ? path.join(folder, chosen) : '',
    }
    return { folder, uid, env, wants: wants ?? 'ensureChromium' }
  })
  plant(root, { 'machines.json': JSON.stringify(asked) })
  const { stdout } = await run(root, 'prepare-each.js')
  return (JSON.parse(stdout) as Prepared[]).map(({ outcome, printed }, n) => ({
    outcome: outcome.replace(`${folderOf(n)}/`, ''),
    printed,
    calls: calls(folderOf(n)),
  }))
}

type Search = Machine & { found: string }

/** Keyed by the rule that each shows. */
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
    'chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable'
      .split(' ')
      .map((name) => [
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

test('the browser that is there is found: CHROMIUM_PATH, else the best one on the PATH', async () => {
  const prepared = await prepare(Object.values(searches))
  const rules = Object.keys(searches)
  expect(Object.fromEntries(rules.map((rule, n) => [rule, prepared[n]?.outcome]))).toEqual(
    Object.fromEntries(rules.map((rule) => [rule, searches[rule]?.found])),
  )
})

const SHELL = 'chromium-headless-shell'
const aptInstalls = (...names: string[]) =>
  `apt-get install -y --no-install-recommends ${names.join(' ')}`

test("without a browser, root installs the distribution's, and Playwright downloads for anybody else or when that fails", async () => {
  const [shell, whole, user, root, nobody] = await prepare([
    { files: { 'bin/apt-get': aptThatHas({ [SHELL]: SHELL }), ...downloads }, uid: 0 },
    { files: { 'bin/apt-get': aptThatHas({ chromium: 'chromium' }), ...downloads }, uid: 0 },
    { files: { 'bin/apt-get': APT, ...downloads } },
    { files: { 'bin/apt-get': APT + FAILS, ...downloads }, uid: 0 },
    { files: { 'bin/apt-get': APT + FAILS, download: 'echo "Error: no way out"; exit 1' }, uid: 0 },
  ])
  expect(shell?.calls).toEqual(['apt-get update', aptInstalls(SHELL)])
  expect(shell?.outcome).toBe(`bin/${SHELL}`)
  // Where the shell is no package of its own, the whole browser is.
  expect(whole?.calls.at(-1)).toBe(aptInstalls('chromium'))
  expect(whole?.outcome).toBe('bin/chromium')
  expect(user?.calls).toEqual(['playwright install chromium'])
  expect(user?.outcome).toBe('cache/chrome')
  expect(root?.calls).toEqual(['apt-get update', 'apt-get update', 'playwright install chromium'])
  expect(root?.outcome).toBe('cache/chrome')
  // One line says what to install or set, and what failed.
  expect(nobody?.outcome).toMatch(
    /^Stop: There is no Chromium: install chromium-headless-shell, chromium or google-chrome, or set CHROMIUM_PATH\. .*E: no network.*Error: no way out.*$/,
  )
})

test('beside a whole browser root installs the shell, and what is there is used by anybody else or when that fails', async () => {
  const chromium = { 'bin/chromium': PROGRAM }
  const [root, user, offline, chosen] = await prepare([
    { files: { ...chromium, 'bin/apt-get': aptThatHas({ [SHELL]: SHELL }) }, uid: 0 },
    { files: { ...chromium, 'bin/apt-get': APT } },
    { files: { ...chromium, 'bin/apt-get': APT + FAILS }, uid: 0 },
    { files: { ...chromium, 'bin/apt-get': APT }, uid: 0, chosen: 'bin/chromium' },
  ])
  expect(root?.calls).toEqual(['apt-get update', aptInstalls(SHELL)])
  expect(root?.outcome).toBe(`bin/${SHELL}`)
  expect(offline?.calls).toEqual(['apt-get update'])
  for (const machine of [user, offline, chosen]) expect(machine?.outcome).toBe('bin/chromium')
  expect([...(user?.calls ?? []), ...(chosen?.calls ?? [])]).toEqual([])
})

test('root installs the document tools that are missing, and only those; anybody else is told what root can install', async () => {
  const tools = { 'poppler-utils': 'pdftotext', 'libreoffice-writer-nogui': 'soffice' }
  const apt = { 'bin/apt-get': aptThatHas(tools) }
  const needs = (files: Files, uid: number): Machine => ({
    files: { ...files, ...apt },
    uid,
    wants: 'ensureDocumentTools',
  })
  const [both, one, none] = await prepare([
    needs({ 'bin/pdftotext': PROGRAM, 'bin/soffice': PROGRAM }, 0),
    needs({ 'bin/pdftotext': PROGRAM }, 0),
    needs({}, 1000),
  ])
  expect(both).toEqual({ outcome: '', printed: '', calls: [] })
  expect(one?.calls.at(-1)).toBe(aptInstalls('libreoffice-writer-nogui'))
  expect(one?.outcome).toBe('')
  expect(none?.outcome).toBe(
    'NeedsRoot: Documents cannot be read back: install poppler-utils and libreoffice-writer-nogui. Root can: apt-get install poppler-utils libreoffice-writer-nogui',
  )
  expect(none?.calls).toEqual([])
})
