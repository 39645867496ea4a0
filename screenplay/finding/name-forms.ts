type Form = 'capitals' | 'capitalized' | 'lower-case' | 'without-case'

const words = /[^\s-]+/g
/** "O'Brien", but "Mary's". */
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

/** A name in the form of another: RUI becomes TOMÁS, Rui becomes Tomás. Undefined for lower case: often a word. */
export function inFormOf(text: string, name: string): string | undefined {
  const form = formOf(text)
  if (form === 'lower-case') return undefined
  if (form === 'capitals') return name.toUpperCase()
  return form === 'capitalized' && formOf(name) === 'capitals' ? capitalized(name) : name
}
