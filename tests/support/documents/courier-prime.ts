import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FontFiles } from '../../../screenplay/formats.ts'

const face = async (name: string) => {
  const file = import.meta.resolve(
    `@fontsource/courier-prime/files/courier-prime-latin-${name}.woff`,
  )
  return new Uint8Array(await readFile(fileURLToPath(file)))
}

/** The faces as the browser gets them. */
export async function courierPrime(): Promise<FontFiles> {
  const [regular, bold, italic, boldItalic] = await Promise.all(
    ['400-normal', '700-normal', '400-italic', '700-italic'].map(face),
  )
  return { regular: regular!, bold: bold!, italic: italic!, boldItalic: boldItalic! }
}
