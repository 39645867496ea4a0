import { plainText } from '../emphasis.ts'

/** A line of a title page; its text is Fountain's, with marks of emphasis. */
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

/** Lines that follow each other without an empty one between. */
function groupsOf(lines: readonly TitleLine[]): string[][] {
  const groups: string[][] = [[]]
  for (const { text } of lines) {
    if (text.trim() === '') groups.push([])
    else groups.at(-1)!.push(text.trim())
  }
  return groups.filter((group) => group.length > 0)
}

const isSource = ([first = '']: readonly string[]) => source.test(plainText(first))

function add(entries: Entry[], key: string, values: readonly string[]): void {
  if (values.length === 0) return
  const known = entries.find((entry) => entry.key === key)
  if (known) known.values.push(...values)
  else entries.push({ key, values: [...values] })
}

/** Which part of a title page is which: the first thing in the middle is the title, and so on. */
export function titleEntries(lines: readonly TitleLine[]): Entry[] {
  const entries: Entry[] = []
  const middle = lines.filter(({ text, isCentered }) => isCentered || text.trim() === '')
  const foot = lines.filter(({ text, isCentered }) => !isCentered || text.trim() === '')
  const [title, ...others] = groupsOf(middle)
  const names = others.filter((group) => !isSource(group))
  const [group = []] = names
  // What stands alone between the title and the names is how they did it.
  const isCredit =
    credit.test(plainText(group[0] ?? '')) || (group.length === 1 && names.length > 1)
  const credits = isCredit ? group.slice(0, 1) : []
  const [authors = [], ...rest] = [group.slice(credits.length), ...names.slice(1)].filter(
    ({ length }) => length > 0,
  )
  add(entries, 'Title', title ?? [])
  add(entries, 'Credit', credits)
  add(entries, 'Author', authors)
  add(entries, 'Source', [...rest, ...others.filter(isSource)].flat())
  for (const said of groupsOf(foot)) {
    const [first = ''] = said.map(plainText)
    if (copyright.test(first)) add(entries, 'Copyright', said)
    else if (said.length === 1 && date.test(first)) add(entries, 'Draft date', said)
    else add(entries, 'Contact', said)
  }
  return entries
}
