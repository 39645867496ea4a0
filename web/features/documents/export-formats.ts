import type { Paper } from '../../../screenplay/layout.ts'
import { callFunction } from '../../lib/backend/functions.ts'

export const formats = ['docx', 'pdf', 'fdx', 'fountain', 'txt'] as const
export type Format = (typeof formats)[number]

type Script = { text: string; title: string; paper: Paper }
type Made = { content: BlobPart; type: string }

const text = (content: string): Made => ({ content, type: 'text/plain;charset=utf-8' })

/** The code of each format is loaded on first use. */
export const makers: Record<Format, (script: Script) => Promise<Made>> = {
  async docx({ text: source, title, paper }) {
    const { WORD, wordDocument } = await import('../../lib/word-document.ts')
    return { content: await wordDocument(source, title, paper), type: WORD }
  },
  /** Rendered by the server, which has the fonts. */
  async pdf(script) {
    const body = { format: 'pdf', ...script }
    return { content: await callFunction<Blob>('export-script', { body }), type: 'application/pdf' }
  },
  async fdx({ text: source }) {
    const { fdxOf } = await import('../../../screenplay/export-fdx.ts')
    const { parse } = await import('../../../screenplay/parse.ts')
    return { content: fdxOf(parse(source)), type: 'application/xml' }
  },
  async fountain({ text: source }) {
    return text(source)
  },
  async txt({ text: source, paper }) {
    const { plainTextOf } = await import('../../../screenplay/export-plain-text.ts')
    const { parse } = await import('../../../screenplay/parse.ts')
    const { layout } = await import('../../../screenplay/layout.ts')
    const screenplay = parse(source)
    return text(plainTextOf(screenplay, layout(screenplay, { paper })))
  },
}
