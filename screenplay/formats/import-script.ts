import { plainText } from '../model/emphasis.ts'
import { parse } from '../model/parse.ts'
import { Zip } from './zip.ts'
import { decodeText } from './decode.ts'
import { checkParts, checkTextLength, ImportFailure, MAX_IMPORT_BYTES } from './failure.ts'
import type { FdxLoss } from './fdx/losses.ts'
import type { Imported, LeftOut } from './imported.ts'
import { importFountain, importPlainText } from './text/plain-text.ts'
import { withoutControls } from './xml.ts'

const SIGNATURE_BYTES = 1024
const xml = /^\s*<(?:\?xml|FinalDraft|!DOCTYPE FinalDraft)/
const otherFormat = /^\s*(?:<!doctype|<html|\{\\rtf)/i

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
const titleFrom = (fileName: string) =>
  fileName
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]+$/i, '')
    .trim()

export type ImportedScript = {
  text: string
  title: string
  /** The end of the file is missing; this is what could be read. */
  isIncomplete: boolean
  /** The encoding of a text file; UTF-8 for every other kind. */
  encoding: string
  /** How many characters of a text file could not be read. */
  unreadable: number
  /** What of a Final Draft file is not on the pages; most of it is kept for the export. */
  losses: readonly FdxLoss[]
  /** What a PDF prints on its pages that is no part of the script. */
  leftOut?: LeftOut
}

/**
 * Imports a script from an uploaded file. Throws only `ImportFailure`. `onProgress` gets the share of the pages
 * of a PDF that have been read. `encoding` is what the writer chose after an `UnknownEncoding`.
 */
export async function importScript(
  bytes: Uint8Array,
  fileName: string,
  onProgress?: (share: number) => void,
  encoding?: string,
): Promise<ImportedScript> {
  return importFile({ bytes, fileName, onProgress, encoding, isText: false })
}

export type DocumentKind = 'text' | 'fountain' | 'final-draft' | 'word' | 'pdf'

/**
 * Reads any document that writers keep, script or not: a script becomes Fountain, a treatment in Word or PDF plain
 * paragraphs, and text stays as it is. Throws as `importScript`.
 */
export async function importDocument(
  bytes: Uint8Array,
  fileName: string,
  onProgress?: (share: number) => void,
  encoding?: string,
): Promise<ImportedScript & { kind: DocumentKind }> {
  const found = await importFile({ bytes, fileName, onProgress, encoding, isText: true })
  const kind = kindOf(bytes, fileName, found.text)
  const text = kind === 'word' || kind === 'pdf' ? scriptOrProse(found.text) : found.text
  if (text.trim() === '') throw new ImportFailure('no-text')
  return { ...found, text, kind }
}

function kindOf(bytes: Uint8Array, fileName: string, text: string): DocumentKind {
  if (startsWith(bytes, 0x50, 0x4b)) return 'word'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_BYTES))
  if (head.includes('%PDF-')) return 'pdf'
  if (xml.test(head) && !xml.test(text)) return 'final-draft'
  return extensionOf(fileName) === 'fountain' ? 'fountain' : 'text'
}

const inSpeech = new Set(['character', 'parenthetical', 'dialogue'])

/** Prose that was read as a screenplay, without the marks of one; a screenplay as it is. */
function scriptOrProse(text: string): string {
  const { titlePage, elements } = parse(text)
  const has = (wanted: string) => elements.some(({ type }) => type === wanted)
  if (has('scene-heading') && has('dialogue')) return text
  const title = titlePage.map(({ values }) => plainText(values.join('\n')))
  const paragraphs = elements.map(({ type, text: words }, at) => {
    const before = elements[at - 1]?.type ?? ''
    const isSpoken = type !== 'character' && inSpeech.has(type) && inSpeech.has(before)
    return `${at === 0 && title.length === 0 ? '' : isSpoken ? '\n' : '\n\n'}${plainText(words)}`
  })
  return `${title.join('\n')}${paragraphs.join('')}\n`
}

type ImportedFile = {
  bytes: Uint8Array
  fileName: string
  onProgress: ((share: number) => void) | undefined
  encoding: string | undefined
  /** Text is kept as it is. */
  isText: boolean
}

async function importFile(file: ImportedFile): Promise<ImportedScript> {
  const { fileName } = file
  try {
    const imported = await readContents(file, extensionOf(fileName))
    const { text, title = titleFrom(fileName), ...told } = imported
    checkParts(text)
    const whole = { isIncomplete: false, encoding: 'utf-8', unreadable: 0, losses: [] }
    return { ...whole, ...told, text: withoutControls(text), title }
  } catch (error) {
    throw error instanceof ImportFailure ? error : new ImportFailure('damaged')
  }
}

/** Detects the format by content first; the extension may be wrong. */
async function readContents(
  { bytes: given, onProgress, encoding, isText }: ImportedFile,
  extension: string,
): Promise<Imported> {
  if (given.length > MAX_IMPORT_BYTES) throw new ImportFailure('too-large')
  // Copy: the caller's buffer may be shared or a view of a larger one.
  const bytes = new Uint8Array(given)
  if (bytes.length === 0) throw new ImportFailure('empty')
  if (startsWith(bytes, 0x50, 0x4b)) return readZip(bytes)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new ImportFailure(compoundCode(bytes))
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SIGNATURE_BYTES))
  if (head.includes('%PDF-')) return (await import('./pdf/read.ts')).importPdf(bytes, onProgress)
  return readText(bytes, extension, isText, encoding)
}

async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<Imported> {
  const zip = new Zip(bytes)
  if (!zip.has('word/document.xml')) throw new ImportFailure('unknown-type')
  return (await import('./docx/read.ts')).importDocx(zip)
}

/** Old Word documents and password-protected new ones use the OLE container. */
function compoundCode(bytes: Uint8Array): 'password-protected' | 'unknown-type' {
  const text = new TextDecoder('utf-16le').decode(bytes)
  return text.includes('EncryptedPackage') ? 'password-protected' : 'unknown-type'
}

async function readText(
  bytes: Uint8Array<ArrayBuffer>,
  extension: string,
  isText: boolean,
  chosen?: string,
): Promise<Imported> {
  const { text, ...decoding } = await decodeText(bytes, chosen).catch((error: unknown) => {
    // Nobody can choose an encoding for what is no text.
    requireText(new TextDecoder('latin1').decode(bytes), extension)
    throw error
  })
  if (text.trim() === '') throw new ImportFailure('empty')
  if (xml.test(text)) {
    return { ...(await (await import('./fdx/read.ts')).importFdx(text)), ...decoding }
  }
  requireText(text, extension)
  checkTextLength(text.length)
  if (isText) return { text, ...decoding }
  // A .fountain file is never interpreted by its indents.
  const isFountain = extension === 'fountain' || extension === 'spmd'
  return { ...(isFountain ? importFountain(text) : importPlainText(text)), ...decoding }
}

function requireText(text: string, extension: string): void {
  if (xml.test(text)) return
  const claimsOtherFormat = extension === 'fdx' || extension === 'docx' || extension === 'pdf'
  if (otherFormat.test(text) || claimsOtherFormat || isBinary(text))
    throw new ImportFailure('unknown-type')
}

/** Whether the text contains control characters that no one types. */
function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  // oxlint-disable-next-line no-control-regex
  const control = /[\x01-\x08\x0e-\x1f\ufffd]/g
  let left = text.length / 100
  while (left >= 0 && control.test(text)) left -= 1
  return left < 0
}
