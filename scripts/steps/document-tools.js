import { installPackages, missingPackages } from './debian-packages.js'
import { findOnPath } from './find-on-path.js'

/** The commands that the tests read documents with, by Debian package. */
const TOOLS = { 'poppler-utils': 'pdftotext', 'libreoffice-writer-nogui': 'soffice' }

const findMissing = () =>
  Object.entries(TOOLS)
    .filter(([, command]) => !findOnPath(command))
    .map(([name]) => name)

/** Makes sure that the tools for reading documents are installed; as root, installs the missing ones. */
export async function ensureDocumentTools(root) {
  const missing = findMissing()
  if (missing.length === 0) return
  const names = missing.join(' and ')
  const isInstalled = await installPackages(root, `Installing ${names}`, missing)
  if (isInstalled && findMissing().length === 0) return
  throw missingPackages(`Documents cannot be read back: install ${names}.`, missing)
}
