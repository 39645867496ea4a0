import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { docxOf, readXml } from '../../../screenplay/formats.ts'
import { parse } from '../../../screenplay/model.ts'
import { cleanUp } from '../clean-up.ts'
import { courierPrime } from './courier-prime.ts'
import { allNamed } from './docx-reading.ts'

const run = promisify(execFile)

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'documents-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A word on a page, in inches from the paper's left and upper edges. */
export type PrintedWord = { text: string; left: number; right: number; top: number; page: number }

/** Every word of a PDF where it is printed, as poppler sees it, in the order it was written. */
export const wordsOfPdf = (pdf: Uint8Array) =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'script.pdf')
    await writeFile(file, pdf)
    await run('pdftotext', ['-bbox', file, `${file}.html`])
    const pages = allNamed(readXml(await readFile(`${file}.html`, 'utf8')), 'page')
    return pages.flatMap((page, n) =>
      allNamed(page, 'word').map(({ attributes, children }): PrintedWord => {
        const inches = (name: string) => Number(attributes[name]) / 72
        return {
          text: typeof children[0] === 'string' ? children[0] : '',
          left: inches('xMin'),
          right: inches('xMax'),
          top: inches('yMin'),
          page: n + 1,
        }
      }),
    )
  })

/** The names of the fonts in a PDF. */
export const fontsOfPdf = (pdf: Uint8Array) =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'script.pdf')
    await writeFile(file, pdf)
    const { stdout } = await run('pdffonts', [file])
    return stdout
      .split('\n')
      .slice(2, -1)
      .map((line) => (line.split(' ')[0] ?? '').replace(/^[A-Z]{6}\+/, ''))
  })

let profile: Promise<string> | undefined

/** One profile per process: creating it is slow, and two LibreOffices cannot share one at a time. */
function officeProfile(): Promise<string> {
  if (profile) return profile
  const made = mkdtemp(path.join(tmpdir(), 'documents-profile-'))
  profile = made
  cleanUp(async () => {
    profile = undefined
    await rm(await made, { recursive: true, force: true })
  })
  return made
}

/**
 * The PDFs that LibreOffice makes of the Word documents of these scripts, by script. One run prints all of
 * them, since starting it takes longer than printing a script.
 */
export const printedByOffice = (sources: readonly string[]) =>
  inFolder(async (folder) => {
    const fonts = await courierPrime()
    const files = sources.map((_source, n) => path.join(folder, `script-${n}.docx`))
    for (const [n, file] of files.entries())
      await writeFile(file, await docxOf(parse(sources[n] ?? ''), { fonts }))
    const user = `-env:UserInstallation=${pathToFileURL(await officeProfile()).href}`
    await run('soffice', [user, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...files])
    const pdfs = files.map((file) => readFile(file.replace(/docx$/, 'pdf')))
    const read = await Promise.all(pdfs)
    return new Map(sources.map((source, n) => [source, new Uint8Array(read[n] ?? [])]))
  })
