import { analyse } from 'chardet'
import { type EncodingChoice, ImportFailure } from './failure.ts'

/** The encodings that a writer can choose from, in the order in which they are offered if nothing else tells. */
const ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'euc-jp',
  'koi8-r',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'macintosh',
  'utf-8',
]

/** The platform's names for what the detector calls otherwise; of two, the first that makes sense. */
const variants: Record<string, string[]> = {
  'iso-8859-1': ['windows-1252'],
  'iso-8859-2': ['windows-1250', 'iso-8859-2'],
  'iso-8859-7': ['windows-1253', 'iso-8859-7'],
  'iso-8859-8': ['windows-1255'],
  'iso-8859-9': ['windows-1254'],
  'tis-620': ['windows-874'],
}

const WESTERN = ['windows-1252', 'windows-1250', 'windows-1254']
const LATIN = new Set([...WESTERN, 'windows-1257', 'windows-1258', 'iso-8859-2'])
const MULTIBYTE = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'])

/** How much of a file is examined: as many bytes of words or lines that are not ASCII. */
const SAMPLE_BYTES = 32_768
/** Fewer bytes beyond ASCII tell nothing about a language. */
const LEAST_BYTES = 12
/** How sure the detector has to be, of 100, and by how much surer than of any other reading. */
const LEAST_CONFIDENCE = 20
const LEAST_LEAD = 10
const PREVIEW_LINES = 8
const PREVIEW_LINE_LENGTH = 200

const other = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/u
/** What a single-byte encoding shows if it is the wrong one. */
const wrongLetters = [
  other,
  // Signs in or right behind words.
  /\p{L}(?![\p{ASCII}™®©°])[\p{S}\p{No}¡¿§¶]/u,
  // Capitals in the middle of words.
  /(?!\p{ASCII})\p{Ll}(?!\p{ASCII})\p{Lu}|(?:(?!\p{ASCII})\p{Lu}){2}(?!\p{ASCII})\p{Ll}/u,
  /[\u2500-\u25ff]/u,
  // Two alphabets in one word.
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/u,
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]\p{Script=Latin}/u,
]
/** Icelandic letters stand where other languages have theirs. */
const icelandic = /[ðþýÐÞÝ]/u
/** A word without an ASCII letter, or several signs in a row: Western languages hardly have either. */
const foreignWord = /^[^A-Za-z]*(?!\p{ASCII})\p{L}[^A-Za-z]*$|(?:[^\p{ASCII}\p{L}‘’“”„‚–—…•«»]){2}/u

type Reading = { encoding: string; confidence: number; text: string }

/**
 * The encoding of a text that is not UTF-8, or the possible ones with what they would show. Throws `ImportFailure`
 * if it is no text.
 */
export function detectEncoding(bytes: Uint8Array<ArrayBuffer>): string | EncodingChoice[] {
  const words = sampleOf(bytes, isSpace)
  const lines = sampleOf(bytes, isLineBreak)
  if (isDamagedUtf8(words)) return 'utf-8'
  const western = WESTERN.map((encoding) => decodeAs(words, encoding))
  const isShared = western.every((text) => text === western[0])
  if (isShared && areWestern(western[0])) return 'windows-1252'
  const readings = readingsOf(words, lines)
  const [best] = readings
  const next = readings.find(({ text }) => text !== best?.text)
  const lead = (best?.confidence ?? 0) - (next?.confidence ?? 0)
  const isSure = (best?.confidence ?? 0) >= LEAST_CONFIDENCE && lead >= LEAST_LEAD
  if (best && isSure && countHigh(words) >= LEAST_BYTES) return best.encoding
  return choicesOf(lines, readings)
}

const isLineBreak = (byte: number): boolean => byte === 10 || byte === 13
const isSpace = (byte: number): boolean => byte === 32 || byte === 9 || isLineBreak(byte)

/** The pieces between separators that are not ASCII; no encoding has a separator inside a character. */
function sampleOf(
  bytes: Uint8Array<ArrayBuffer>,
  isSeparator: (byte: number) => boolean,
): Uint8Array<ArrayBuffer> {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let length = 0
  let start = 0
  let isHigh = false
  for (let at = 0; at <= bytes.length && length < SAMPLE_BYTES; at += 1) {
    const byte = bytes[at]
    if (byte !== undefined && !isSeparator(byte)) {
      isHigh ||= byte >= 0x80
      continue
    }
    if (isHigh) {
      const piece = bytes.subarray(start, Math.min(at + 1, start + SAMPLE_BYTES - length))
      sample.set(piece, length)
      length += piece.length
    }
    start = at + 1
    isHigh = false
  }
  return sample.subarray(0, length)
}

const countHigh = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + (byte >> 7), 0)

/** UTF-8 with a few wrong bytes, or cut in the middle of a character. */
function isDamagedUtf8(words: Uint8Array<ArrayBuffer>): boolean {
  const text = new TextDecoder('utf-8').decode(words)
  const unreadable = text.match(/\ufffd/g)?.length ?? 0
  const readable = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return readable >= LEAST_BYTES && readable >= unreadable * 10
}

/** Undefined if the bytes are wrong in this encoding. */
function decodeAs(bytes: Uint8Array<ArrayBuffer>, encoding: string): string | undefined {
  try {
    // The sample may end in the middle of a character.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function isPlausible(text: string, encoding: string): boolean {
  if (MULTIBYTE.has(encoding)) return !other.test(text)
  if (encoding === 'windows-1252' && icelandic.test(text)) return false
  return !wrongLetters.some((pattern) => pattern.test(text))
}

const areWestern = (text: string | undefined): boolean =>
  text !== undefined &&
  isPlausible(text, 'windows-1252') &&
  !text.split(/\s+/).some((word) => foreignWord.test(word))

/** What the detector says, without what makes no sense. Western languages differ by whole lines only. */
function readingsOf(words: Uint8Array<ArrayBuffer>, lines: Uint8Array<ArrayBuffer>): Reading[] {
  const byWords = plausibleReadings(words)
  const [best] = byWords
  if (best && !LATIN.has(best.encoding) && best.confidence >= LEAST_LEAD) return byWords
  const byLines = plausibleReadings(lines)
  const isContradicted =
    best && best.confidence >= LEAST_LEAD && best.encoding !== byLines[0]?.encoding
  return isContradicted ? byLines.map((each) => ({ ...each, confidence: 0 })) : byLines
}

function plausibleReadings(sample: Uint8Array<ArrayBuffer>): Reading[] {
  const readings: Reading[] = []
  for (const { name, confidence } of analyse(sample)) {
    const label = name.toLowerCase()
    for (const encoding of variants[label] ?? [label]) {
      const text = ENCODINGS.includes(encoding) ? decodeAs(sample, encoding) : undefined
      if (text === undefined || encoding === 'utf-8' || !isPlausible(text, encoding)) continue
      readings.push({ encoding, confidence, text })
      break
    }
  }
  return readings
}

/** Every encoding that can read the lines; those that show the same as a better one are left out. */
function choicesOf(lines: Uint8Array<ArrayBuffer>, readings: readonly Reading[]): EncodingChoice[] {
  const encodings = new Set([...readings.map(({ encoding }) => encoding), ...ENCODINGS])
  const shown = new Set<string>()
  const choices = [...encodings].flatMap((encoding) => {
    const text = encoding === 'utf-8' ? new TextDecoder().decode(lines) : decodeAs(lines, encoding)
    if (text === undefined || shown.has(text)) return []
    shown.add(text)
    const rows = text.split(/[\r\n]+/).slice(0, PREVIEW_LINES)
    const preview = rows.map((row) => row.trim().slice(0, PREVIEW_LINE_LENGTH)).join('\n')
    return [{ encoding, preview: preview.trim() }]
  })
  if (choices.length === 0) throw new ImportFailure('unknown-type')
  return choices
}
