import type { MissingCharacters } from '../../../../contract/export-script.ts'
import type { Paper } from '../../../../screenplay/layout.ts'
import type { Revision } from '../../../../screenplay/changes.ts'
import { documentsMessages } from '../../../messages/documents.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { askAboutMissing } from './missing-characters.ts'

const { documents } = documentsMessages

export const formats = ['docx', 'pdf', 'fdx', 'fountain', 'txt', 'csv'] as const
export type Format = (typeof formats)[number]

type Script = {
  text: string
  title: string
  paper: Paper
  /** The revision to mark; only for formats that have revision marks. */
  revision?: Revision & { against: string }
  /** Exports only the scenes of this character; only for PDF. */
  sides?: string
}
export type Made = { content: BlobPart; type: string }

const text = (content: string): Made => ({ content, type: 'text/plain;charset=utf-8' })

const requestPdf = (script: Script & { reportsMissing?: boolean }) =>
  callFunction<Blob | MissingCharacters>('export-script', { body: { format: 'pdf', ...script } })

/** The code of each format is loaded on first use. Null if the writer decided against it. */
export const makers: Record<Format, (script: Script) => Promise<Made | null>> = {
  async docx({ text: source, title, paper }) {
    const { WORD, wordDocument } = await import('../../../lib/word-document.ts')
    return { content: await wordDocument(source, title, paper), type: WORD }
  },
  /** Rendered by the server, which has the fonts. If they lack characters, the writer is asked first. */
  async pdf(script) {
    const made = await requestPdf({ ...script, reportsMissing: true })
    if (made instanceof Blob) return { content: made, type: 'application/pdf' }
    if (!(await askAboutMissing(made))) return null
    const content = await requestPdf(script)
    return content instanceof Blob ? { content, type: 'application/pdf' } : null
  },
  async fdx({ text: source, revision }) {
    const { fdxOf, parse } = await import('../../../lib/layout-and-formats.ts')
    return { content: await fdxOf(parse(source), revision), type: 'application/xml' }
  },
  async fountain({ text: source }) {
    return text(source)
  },
  async txt({ text: source, paper }) {
    const { layout, parse, plainTextOf } = await import('../../../lib/layout-and-formats.ts')
    const screenplay = parse(source)
    return text(plainTextOf(screenplay, layout(screenplay, { paper })))
  },
  /** A list of the scenes. */
  async csv({ text: source, paper }) {
    const { breakdownOf, layout, parse } = await import('../../../lib/layout-and-formats.ts')
    const content = breakdownOf(layout(parse(source), { paper }), documents.breakdown)
    return { content, type: 'text/csv;charset=utf-8' }
  },
}
