import { plainText } from '../emphasis.ts'

/** A line of a title page; the text contains Fountain emphasis markers. */
export type TitleLine = { text: string; isCentered: boolean }

type Entry = { key: string; values: string[] }

const credit =
  /^(?:an? )?(?:original )?(?:(?:written|screenplay|teleplay|story|created|adapted|directed|script)\b|by\b)/i
const source = /^(?:based|adapted from|from the|inspired)\b/i
const copyright = /^(?:©|\(c\)|copyright)/i
const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const date = new RegExp(
  `^(?:.*\\bdraft\\b.*|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{1,2}\\.? (?:${month})\\.?,? \\d{4}|(?:${month})\\.? (?:\\d{1,2}(?:st|nd|rd|th)?,? )?\\d{4}|\\d{4})$`,
  'i',
)

/** Groups of lines separated by empty lines. */
function groupsOf(lines: readonly TitleLine[]): string[][] {
  const groups: string[][] = [[]]
  for (const { text } of lines) {
    if (text.trim() === '') groups.push([])
    else groups.at(-1)!.push(text.trim())
  }
  return groups.filter((group) => group.length > 0)
}

const isSource = ([first = '']: readonly string[]) => source.test(plainText(first))

/** Each group is an entry of its own, so that it stays a block of its own. */
function add(entries: Entry[], key: string, values: readonly string[]): void {
  if (values.length > 0) entries.push({ key, values: [...values] })
}

/** Assigns keys to the lines of a title page: the first centered group is the title, and so on. */
export function titleEntries(lines: readonly TitleLine[]): Entry[] {
  const entries: Entry[] = []
  const centered = lines.filter(({ text, isCentered }) => isCentered || text.trim() === '')
  const footer = lines.filter(({ text, isCentered }) => !isCentered || text.trim() === '')
  const [title, ...others] = groupsOf(centered)
  const names = others.filter((group) => !isSource(group))
  const [group = []] = names
  // A single line between the title and the names is the credit, e.g. "Written by".
  const isCredit =
    credit.test(plainText(group[0] ?? '')) || (group.length === 1 && names.length > 1)
  const credits = isCredit ? group.slice(0, 1) : []
  const [authors = [], ...rest] = [group.slice(credits.length), ...names.slice(1)].filter(
    ({ length }) => length > 0,
  )
  add(entries, 'Title', title ?? [])
  add(entries, 'Credit', credits)
  add(entries, 'Author', authors)
  for (const values of [...rest, ...others.filter(isSource)]) add(entries, 'Source', values)
  for (const values of groupsOf(footer)) {
    const [first = ''] = values.map(plainText)
    if (copyright.test(first)) add(entries, 'Copyright', values)
    else if (values.length === 1 && date.test(first)) add(entries, 'Draft date', values)
    else add(entries, 'Contact', values)
  }
  return entries
}
