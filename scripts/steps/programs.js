import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { capture } from '../processes/guarded.js'
import { NeedsRoot, Stop } from '../processes/stop.js'
import { buildIfStale } from './build.js'
import { findOnPath, isExecutable } from './find-on-path.js'
import { projectNode } from './project.js'
import { runStep } from './step.js'

const isRoot = () => process.getuid?.() === 0

/** Installs Debian packages if run as root; returns false if it could not even try. */
async function installPackages(root, title, packages) {
  const aptGet = findOnPath('apt-get')
  if (!aptGet || !isRoot()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const seeAll = `apt-get update && apt-get ${install.join(' ')}`
  const step = (args) => ({ command: aptGet, args, cwd: root, env, seeAll })
  await runStep('Fetching the list of system packages', step(['update']))
  await runStep(title, step(install))
  return true
}

/** The error for missing packages; only a user who is not root is told to let root install them. */
function missingPackages(message, packages) {
  if (isRoot()) return new Stop(message)
  return new NeedsRoot(`${message} Root can: apt-get install ${packages.join(' ')}`)
}

const isThere = (program) => isExecutable(program) || findOnPath(program)

/** Makes sure that these programs, listed by package, exist; as root, installs the missing ones. */
export async function ensurePrograms(root, programs, reason = 'This needs') {
  const findMissing = () => Object.keys(programs).filter((name) => !isThere(programs[name]))
  const missing = findMissing()
  if (missing.length === 0) return
  const names = missing.join(' and ')
  const isInstalled = await installPackages(root, `Installing ${names}`, missing)
  if (isInstalled && findMissing().length === 0) return
  throw missingPackages(`${reason} ${names}.`, missing)
}

/** Like `ensurePrograms`, for optional programs: prints why they are missing instead of failing. */
export async function tryPrograms(root, programs) {
  try {
    await ensurePrograms(root, programs)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stdout.write(`${error.message}\n`)
  }
}

/** The commands that the tests read documents with. */
export const ensureDocumentTools = (root) =>
  ensurePrograms(
    root,
    { 'poppler-utils': 'pdftotext', 'libreoffice-writer-nogui': 'soffice' },
    'Documents cannot be read back: install',
  )

/** Takes half the time: a page of the whole browser comes with a window that nobody sees. */
const SHELL = 'chromium-headless-shell'

const BROWSERS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function findChromium() {
  const { CHROMIUM_PATH: chosen } = process.env
  if (!chosen) return findOnPath(...BROWSERS)
  if (isExecutable(chosen)) return chosen
  throw new Stop(`CHROMIUM_PATH is ${chosen}, which is not an executable file`)
}

const installBrowser = (name) => async (root) =>
  (await installPackages(root, 'Installing Chromium', [name])) ? findOnPath(...BROWSERS) : undefined

async function downloadWithPlaywright(root) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  await runStep('Downloading Chromium', {
    command: projectNode,
    args: [cli, 'install', 'chromium'],
    cwd: root,
    seeAll: 'npx playwright install chromium',
  })
  const ask =
    'import("@playwright/test").then((p) => process.stdout.write(p.chromium.executablePath()))'
  const { output } = await capture(projectNode, ['-e', ask], { cwd: root })
  return existsSync(output) ? output : undefined
}

/** Debian has the shell as a package of its own, others only the whole browser. */
const withoutBrowser = [installBrowser(SHELL), installBrowser('chromium'), downloadWithPlaywright]

/** The path of a Chromium for tests and benchmarks: the one chosen, the shell if it can be had, or else any. */
export async function ensureChromium(root) {
  const there = findChromium()
  if (there && (process.env.CHROMIUM_PATH || basename(there) === SHELL)) return there
  const reasons = []
  for (const attempt of there ? [installBrowser(SHELL), () => there] : withoutBrowser) {
    try {
      const path = await attempt(root)
      if (path) return path
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      reasons.push(error.message)
    }
  }
  throw missingPackages(
    `There is no Chromium: install chromium-headless-shell, chromium or google-chrome, or set CHROMIUM_PATH. ${reasons.join('; ')}.`,
    [SHELL],
  )
}

/** What tests and benchmarks in a browser need: the built web app, and a Chromium. */
export async function prepareBrowser(root) {
  await buildIfStale(root)
  return { CHROMIUM_PATH: await ensureChromium(root) }
}
