type Form = 'capitals' | 'capitalized' | 'lower-case' | 'without-case'

const words = /[^\s-]+/g
/** The first letter, and a letter after an apostrophe as in "O'Brien", but not as in "Mary's". */
const initials = /^\p{L}|(?<=['’])\p{L}(?=\p{L})/gu

function formOf(text: string): Form {
  const lower = text.toLowerCase()
  const upper = text.toUpperCase()
  if (lower === upper) return 'without-case'
  if (text === upper) return 'capitals'
  const isCapitalized = text.split(/\s+/).every((word) => {
    const first = /\p{L}/u.exec(word)?.[0] ?? ''
    return first === first.toUpperCase()
  })
  return isCapitalized ? 'capitalized' : 'lower-case'
}

const capitalized = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(words, (word) => word.replaceAll(initials, (letter) => letter.toUpperCase()))

/**
 * A name in the letter case of `text`: RUI becomes TOMÁS, Rui becomes Tomás. Undefined for lower case, which
 * is often an ordinary word.
 */
export function inFormOf(text: string, name: string): string | undefined {
  const form = formOf(text)
  if (form === 'lower-case') return undefined
  if (form === 'capitals') return name.toUpperCase()
  return form === 'capitalized' && formOf(name) === 'capitals' ? capitalized(name) : name
}
