import type { Paper } from '../../screenplay/layout.ts'

export type PdfRequest = { text: string; title?: string | undefined; paper: Paper }

/** What a thread says when it is done. */
export type PdfAnswer = { pdf: Uint8Array<ArrayBuffer> } | { problem: string }
