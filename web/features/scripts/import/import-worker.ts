// A web worker: reading a large or malformed file would block the page.
import {
  importDocument,
  importScript,
  MAX_IMPORT_BYTES,
  UnknownEncoding,
} from '../../../../screenplay/formats.ts'
import type { ImportAnswer, ImportRequest } from './import-client.ts'

const send = self.postMessage.bind(self) as (answer: ImportAnswer) => void
const post = (answer: ImportAnswer) => send(answer)
const onProgress = (progress: number) => post({ progress })
// PDF.js would take a worker that can post messages for its own.
Object.defineProperty(self, 'postMessage', { value: undefined })

async function readImport({ file, encoding, isDocument }: ImportRequest): Promise<ImportAnswer> {
  if (file.size > MAX_IMPORT_BYTES) return { failure: 'too-large' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const importFile = isDocument ? importDocument : importScript
  return { script: await importFile(bytes, file.name, onProgress, encoding) }
}

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  readImport(data).then(post, (error: unknown) => {
    if (error instanceof UnknownEncoding) return post({ choices: error.choices })
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return post({ failure: code === '' ? String(error) : code })
  })
})
