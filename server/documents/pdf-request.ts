import type { Paper } from '../../screenplay/layout.ts'

export type PdfRequest = { text: string; title?: string | undefined; paper: Paper }

export type PdfAnswer = { pdf: Uint8Array<ArrayBuffer> } | { problem: string }
