import { decodeText } from './import/decode.ts'
import { ImportFailure, MOST_BYTES } from './import/failure.ts'
import type { Imported } from './import/imported.ts'
import { importFountain, importPlainText } from './import/plain-text.ts'

export { decodeText } from './import/decode.ts'
export { ImportFailure, type ImportFailureCode, MOST_BYTES } from './import/failure.ts'

const SIGNATURE_AREA = 1024

const starts = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
const nameOf = (fileName: string) =>
  fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]+$/i, '')
    .trim()

/** A script from a file that someone chose; fails with an `ImportFailure` and nothing else. */
export async function importScript(
  bytes: Uint8Array,
  fileName: string,
): Promise<{ text: string; title: string }> {
  try {
    const { text, title } = await read(bytes, extensionOf(fileName))
    return { text, title: title ?? nameOf(fileName) }
  } catch (error) {
    throw error instanceof ImportFailure ? error : new ImportFailure('damaged')
  }
}

/** What it is, its first bytes tell better than its name. */
async function read(file: Uint8Array, extension: string): Promise<Imported> {
  if (file.length > MOST_BYTES) throw new ImportFailure('too-large')
  // Its own bytes, since those of a caller may be shared or part of something larger.
  const bytes = new Uint8Array(file)
  if (bytes.length === 0) throw new ImportFailure('empty')
  if (starts(bytes, 0x50, 0x4b)) return readZip(bytes)
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportFailure(compoundCode(bytes))
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_AREA))
  if (start.includes('%PDF-')) return (await import('./import/pdf.ts')).importPdf(bytes)
  return readText(bytes, extension)
}

async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<Imported> {
  const { Zip } = await import('./zip.ts')
  const zip = new Zip(bytes)
  if (!zip.has('word/document.xml')) throw new ImportFailure('unknown-type')
  return (await import('./import/docx.ts')).importDocx(zip)
}

/** Old Word documents, and new ones with a password, come in Microsoft's older container. */
function compoundCode(bytes: Uint8Array): 'password-protected' | 'unknown-type' {
  const text = new TextDecoder('utf-16le').decode(bytes)
  return text.includes('EncryptedPackage') ? 'password-protected' : 'unknown-type'
}

async function readText(bytes: Uint8Array<ArrayBuffer>, extension: string): Promise<Imported> {
  const text = decodeText(bytes)
  if (text.trim() === '') throw new ImportFailure('empty')
  if (/^\s*<(?:\?xml|FinalDraft|!DOCTYPE FinalDraft)/.test(text)) {
    return (await import('./import/fdx.ts')).importFdx(text)
  }
  const isOther = /^\s*(?:<!doctype|<html|\{\\rtf)/i.test(text)
  const isSomethingElse = extension === 'fdx' || extension === 'docx' || extension === 'pdf'
  if (isOther || isSomethingElse || isBinary(text)) throw new ImportFailure('unknown-type')
  // Whoever says that it is Fountain may indent it as they like.
  const isFountain = extension === 'fountain' || extension === 'spmd'
  return isFountain ? importFountain(text) : importPlainText(text)
}

/** Letters that nobody types. */
function isBinary(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  const strange = text.match(/[\0-\x08\x0e-\x1f\ufffd]/g)?.length ?? 0
  return strange > text.length / 100 || text.includes('\0')
}
