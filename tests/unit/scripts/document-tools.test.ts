import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, type Files, installed, type Outcome, plantProject, run } from './planted-project.ts'

const TOOL = '#!/bin/sh\n'
const APT = '#!/bin/sh\necho "apt-get $*" >> calls\n'
const INSTALLS = `${APT}case "$1" in install)
  for tool in pdftotext soffice; do echo > bin/$tool; /bin/chmod 755 bin/$tool; done ;;
esac\n`

/** Prepares the tools with these files and nothing else on the PATH. */
async function prepared(files: Files, uid = 1000): Promise<Outcome & { root: string }> {
  const root = plantProject({
    ...installed,
    ...files,
    'prepare.js': `
      import { ensureDocumentTools } from './scripts/steps/document-tools.js'
      import { runCommand } from './scripts/processes/stop.js'
      process.getuid = () => ${uid}
      await runCommand(() => ensureDocumentTools(process.cwd()))`,
  })
  return { root, ...(await run(root, 'prepare.js', { env: { PATH: path.join(root, 'bin') } })) }
}

test('nothing is installed when the tools are there', async () => {
  const files = { 'bin/pdftotext': TOOL, 'bin/soffice': TOOL, 'bin/apt-get': INSTALLS }
  const { root, code, stdout } = await prepared(files, 0)
  expect({ code, stdout, calls: calls(root) }).toEqual({ code: 0, stdout: '', calls: [] })
})

test('root installs what is missing, and only that', async () => {
  const { root, code } = await prepared({ 'bin/pdftotext': TOOL, 'bin/apt-get': INSTALLS }, 0)
  expect(calls(root)).toEqual([
    'apt-get update',
    'apt-get install -y --no-install-recommends libreoffice-writer-nogui',
  ])
  expect(code).toBe(0)
})

test.for([
  [
    'a user who is not root',
    { 'bin/apt-get': INSTALLS },
    1000,
    ' Root can: apt-get install poppler-utils libreoffice-writer-nogui',
  ],
  ['root without apt-get', {}, 0, ''],
] as [string, Files, number, string][])(
  '%s is told what to install',
  async ([, files, uid, how]) => {
    const { code, stderr } = await prepared(files, uid)
    expect(stderr).toBe(
      `Documents cannot be read back: install poppler-utils and libreoffice-writer-nogui.${how}\n`,
    )
    expect(code).toBe(1)
  },
)

test('a failure of apt-get is reported with its reason', async () => {
  const fails = `${APT}echo "E: no network" >&2; exit 100\n`
  const { code, stderr } = await prepared({ 'bin/apt-get': fails }, 0)
  expect(stderr).toMatch(/^Fetching the list of system packages failed: E: no network .*\n$/)
  expect(code).toBe(1)
})
