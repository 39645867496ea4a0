import { findOnPath } from './find-on-path.js'
import { runStep } from './step.js'

/** Installs packages of Debian where we may; says whether it could be tried. */
export async function installPackages(root, title, packages) {
  const aptGet = findOnPath('apt-get')
  if (!aptGet || process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const seeAll = `apt-get update && apt-get ${install.join(' ')}`
  const step = (args) => ({ command: aptGet, args, cwd: root, env, seeAll })
  await runStep('Fetching the list of system packages', step(['update']))
  await runStep(title, step(install))
  return true
}
