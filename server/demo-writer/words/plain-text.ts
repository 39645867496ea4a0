const TAGS = /<[^<>]{0,500}>/g
const ADDRESSES = /\b(?:https?:\/\/|www\.)\S+/giu

/** Enough to find a story in; the rest of a very long request only costs time. */
const LONGEST = 20_000

/** A request as plain words: no markup, no addresses, even quotes and spaces. */
export function plainText(request: string): string {
  return request
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(TAGS, ' ')
    .replace(ADDRESSES, ' ')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

// Fountain would take these for emphasis, notes, or something else than text.
const MARKUP = /[*_[\]{}\\<>@#~=^|/`"\p{C}\p{Zl}\p{Zp}]+/gu

/** A phrase that can stand in any line of a script without turning into something else. */
export function phrase(text: string, longest: number): string {
  const even = text
    .replace(MARKUP, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
  if (even.length <= longest) return even
  const cut = even.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  const lastSpace = cut.lastIndexOf(' ')
  return (lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).trim()
}

export const capitalised = (text: string): string =>
  text.replace(/^\P{L}*\p{L}/u, (first) => first.toUpperCase())

export const titled = (text: string): string =>
  text
    .split(' ')
    .map((word, index) =>
      index > 0 && /^(?:of|the|a|an|in|on|at|and|to|for)$/.test(word) ? word : capitalised(word),
    )
    .join(' ')
