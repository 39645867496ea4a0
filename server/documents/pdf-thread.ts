// Runs in a worker thread, so that a long script does not block other requests.
import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { layout } from '../../screenplay/layout.ts'
import { parse } from '../../screenplay/parse.ts'
import { pdfOf } from './pdf.ts'
import type { PdfAnswer, PdfRequest } from './pdf-request.ts'

async function answer({ text, title, paper }: PdfRequest): Promise<PdfAnswer> {
  try {
    const pdf = await pdfOf(layout(parse(text), { paper }), { title })
    // A copy: a small Buffer may be part of a shared pool, which cannot be transferred.
    return { pdf: new Uint8Array(pdf) }
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

if (parentPort) {
  for await (const [request] of on(parentPort, 'message')) {
    const message = await answer(request as PdfRequest)
    parentPort.postMessage(message, 'pdf' in message ? [message.pdf.buffer] : [])
  }
}
