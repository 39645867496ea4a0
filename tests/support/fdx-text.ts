import { fdxOf, importScript } from '../../screenplay/formats.ts'
import { parse } from '../../screenplay/model.ts'

export const importedText = async (fdx: string) =>
  (await importScript(new TextEncoder().encode(fdx), 'script.fdx')).text

export const exportedFdx = (text: string) => fdxOf(parse(text))

const kept = /^Final Draft:.*\n(?: .*\n)*/m

/** The script without the entry that keeps the rest of a Final Draft file. */
export const withoutKeptEntry = (text: string) => text.replace(kept, '').replace(/^\n/, '')

/** A small Final Draft file. */
export const fdxWith = (content: string, rest = '') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="no" ?>
<FinalDraft DocumentType="Script" Template="No" Version="4">
  <Content>${content}</Content>${rest}
</FinalDraft>`

export const fdxParagraph = (type: string, text: string, attributes = '') =>
  `<Paragraph Type="${type}"${attributes}><Text>${text}</Text></Paragraph>`
