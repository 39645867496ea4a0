import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import { trueTypeOf } from '../../screenplay/formats.ts'

export type Style = 'normal' | 'bold' | 'italic' | 'boldItalic'

/** A font file to embed, and the characters it covers. */
export type Face = { name: string; bytes: Uint8Array; has(codePoint: number): boolean }

const { resolve } = createRequire(import.meta.url)

/** The subsets of Courier Prime, then a typeface of the same width for characters it lacks. */
const PARTS = [
  'courier-prime-latin',
  'courier-prime-latin-ext',
  'cousine-latin-ext',
  'cousine-greek',
  'cousine-cyrillic',
  'cousine-vietnamese',
  'cousine-greek-ext',
  'cousine-cyrillic-ext',
  'cousine-hebrew',
  'cousine-latin',
]

const CUTS: Record<Style, string> = {
  normal: '400-normal',
  bold: '700-normal',
  italic: '400-italic',
  boldItalic: '700-italic',
}

async function openFace(name: string): Promise<Face> {
  const family = name.startsWith('cousine') ? 'cousine' : 'courier-prime'
  const file = await readFile(resolve(`@fontsource/${family}/files/${name}.woff`))
  // Converted once: pdfkit would do it for every document, and much slower.
  const bytes = Buffer.from(await trueTypeOf(new Uint8Array(file)))
  const font = create(bytes)
  if (!('characterSet' in font)) throw new Error(`${name} holds more than one font`)
  const known = new Set(font.characterSet)
  return { name, bytes, has: (codePoint) => known.has(codePoint) }
}

const opened = new Map<string, Promise<Face>>()

function faceNamed(name: string): Promise<Face> {
  const known = opened.get(name)
  if (known) return known
  const face = openFace(name)
  opened.set(name, face)
  return face
}

/** Opens the faces of a style in order until they cover all characters, or no face is left. */
export async function facesFor(style: Style, letters: ReadonlySet<number>): Promise<Face[]> {
  const faces: Face[] = []
  let missing = Array.from(letters)
  for (const part of PARTS) {
    const face = await faceNamed(`${part}-${CUTS[style]}`)
    faces.push(face)
    missing = missing.filter((letter) => !face.has(letter))
    if (missing.length === 0) break
  }
  return faces
}

/** Courier Prime's ascent, as a fraction of the font size. */
export const ASCENT = 1600 / 2048
