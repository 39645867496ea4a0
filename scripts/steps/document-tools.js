import { Stop } from '../processes/stop.js'
import { installPackages } from './debian-packages.js'
import { findOnPath } from './find-on-path.js'

/** What reads documents back in the tests, by the package that brings it. */
const TOOLS = { 'poppler-utils': 'pdftotext', 'libreoffice-writer-nogui': 'soffice' }

const missingPackages = () =>
  Object.entries(TOOLS)
    .filter(([, command]) => !findOnPath(command))
    .map(([name]) => name)

/** Makes sure that documents can be read back. */
export async function ensureDocumentTools(root) {
  const missing = missingPackages()
  if (missing.length === 0) return
  const title = `Installing ${missing.join(' and ')}`
  const isInstalled = await installPackages(root, title, missing)
  if (isInstalled && missingPackages().length === 0) return
  throw new Stop(`Documents cannot be read back: install ${missing.join(' and ')}.`)
}
