import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../processes/guarded.js'
import { Stop } from '../processes/stop.js'
import { installPackages, missingPackages } from './debian-packages.js'
import { findOnPath, isExecutable } from './find-on-path.js'
import { projectNode } from './project.js'
import { runStep } from './step.js'

/** The headless shell first: it takes half the time, because it lacks the desktop parts. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The browser that is already installed, if any. */
function findChromium() {
  const { CHROMIUM_PATH: chosen } = process.env
  if (!chosen) return findOnPath(...NAMES)
  if (isExecutable(chosen)) return chosen
  throw new Stop(`CHROMIUM_PATH is ${chosen}, which is not an executable file`)
}

/** Installs a package of the distribution if this user is allowed to. */
const installPackage = (name) => async (root) => {
  const isInstalled = await installPackages(root, 'Installing Chromium', [name])
  return isInstalled ? findOnPath(...NAMES) : undefined
}

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
const ATTEMPTS = [
  installPackage('chromium-headless-shell'),
  installPackage('chromium'),
  downloadWithPlaywright,
]

/** The path of a Chromium for tests and benchmarks, installed first when there is none. */
export async function ensureChromium(root) {
  const there = findChromium()
  if (there) return there
  const reasons = []
  for (const attempt of ATTEMPTS) {
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
    ['chromium-headless-shell'],
  )
}
