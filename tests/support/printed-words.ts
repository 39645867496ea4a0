import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { readXml } from '../../screenplay/xml.ts'
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

/** What LibreOffice prints of a Word document. */
export const pdfOfDocx = (docx: Uint8Array) =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'script.docx')
    await writeFile(file, docx)
    // A profile of its own, or a second one running at the same time would do nothing.
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`
    await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, file])
    return new Uint8Array(await readFile(path.join(folder, 'script.pdf')))
  })
