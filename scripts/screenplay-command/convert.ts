import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { docxOf, type FontFiles, fdxOf, plainTextOf } from '../../screenplay/formats.ts'
import { layout, type Paper } from '../../screenplay/layout.ts'
import { CommandFailure, fileFailure } from './failure.ts'
import { printedOn } from './printed-on.ts'
import { extensionOf, readScript, type Script } from './read-script.ts'

type Writer = (script: Script, paper: Paper | undefined) => Promise<string | Uint8Array>

/** Only the PDF library is large, so that it is loaded when it is needed. */
const writers: Record<string, Writer> = {
  // Fountain input is copied byte for byte.
  fountain: async ({ screenplay, bytes, isFountain }) => (isFountain ? bytes : screenplay.source),
  txt: async ({ screenplay }, paper) => {
    const printed = printedOn(screenplay, paper)
    return plainTextOf(printed, layout(printed, { paper }))
  },
  fdx: ({ screenplay }) => fdxOf(screenplay),
  docx: async ({ screenplay, title }, paper) => {
    return docxOf(printedOn(screenplay, paper), { title, paper, fonts: await courierPrime() })
  },
  pdf: async ({ screenplay, title }, paper) => {
    const { pdfOf } = await import('../../server/documents/pdf.ts')
    return pdfOf(layout(printedOn(screenplay, paper), { paper }), { title })
  },
}

export async function convert(
  from: string,
  to: string,
  paper: Paper | undefined,
  encoding: string | undefined,
): Promise<void> {
  const writer = writers[extensionOf(to)]
  if (!writer) {
    const known = Object.keys(writers).map((extension) => `.${extension}`)
    throw new CommandFailure(`Cannot write ${to}: use the extension ${known.join(', ')}.`, 2)
  }
  const document = await writer(await readScript(from, encoding), paper)
  try {
    await writeFile(to, document)
  } catch (error) {
    throw fileFailure('write', to, error)
  }
}

async function courierPrime(): Promise<FontFiles> {
  return {
    regular: await face('400-normal'),
    bold: await face('700-normal'),
    italic: await face('400-italic'),
    boldItalic: await face('700-italic'),
  }
}

async function face(style: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = import.meta.resolve(
    `@fontsource/courier-prime/files/courier-prime-latin-${style}.woff`,
  )
  return new Uint8Array(await readFile(fileURLToPath(file)))
}
