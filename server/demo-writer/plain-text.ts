/** Only the beginning of a very long request is read. */
const MAX_LENGTH = 20_000

/** Strips markup and normalises quotation marks and spaces. */
export const plainText = (request: string): string =>
  request
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]+/g, ' ')
    .trim()

// Characters with a meaning in Fountain: emphasis, notes, forced elements.
const MARKUP = /[*_[\]{}\\<>@#~=^|/`"\p{C}\p{Zl}\p{Zp}]+/gu

/** A phrase without Fountain markup, safe to use in any line of a script. */
export function phrase(text: string, longest: number): string {
  const clean = text
    .replace(MARKUP, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
  if (clean.length <= longest) return clean
  const cut = clean.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  const lastSpace = cut.lastIndexOf(' ')
  return (lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).trim()
}

export const capitalised = (text: string): string =>
  text.replace(/^\P{L}*\p{L}/u, (first) => first.toUpperCase())
