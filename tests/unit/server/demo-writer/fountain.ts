/** A strict parser for the demo's output. */
type Element =
  | { type: 'heading' | 'action' | 'transition' | 'synopsis' | 'note'; text: string }
  | { type: 'dialogue'; name: string; parentheticals: string[]; words: string[] }

const isCapitals = (text: string) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

function dialogue(lines: string[]): Element | undefined {
  const [first = '', ...rest] = lines
  const isCue = first.startsWith('@') || isCapitals(first)
  if (!isCue || rest.length === 0) return undefined
  const parentheticals = rest.filter((line) => /^\(.+\)$/.test(line))
  return {
    type: 'dialogue',
    name: first.replace(/^@/, ''),
    parentheticals,
    words: rest.filter((line) => !parentheticals.includes(line)),
  }
}

function elementOf(block: string): Element {
  if (/^(?:INT|EXT)\. /.test(block)) return { type: 'heading', text: block }
  if (block.startsWith('= ')) return { type: 'synopsis', text: block }
  if (/^\[\[[^[\]]*\]\]$/.test(block)) return { type: 'note', text: block }
  if (/^> |^FADE IN:$|^[A-Z ]+ TO:$/.test(block)) return { type: 'transition', text: block }
  return dialogue(block.split('\n')) ?? { type: 'action', text: block }
}

/** Title page and elements of a script. */
export function readFountain(script: string) {
  const [first = '', ...blocks] = script.trimEnd().split('\n\n')
  const titlePage = Object.fromEntries(
    first.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
  )
  const elements = blocks.map(elementOf)
  const speakers = new Set(
    elements.flatMap((element) => (element.type === 'dialogue' ? [element.name] : [])),
  )
  const headings = elements.flatMap((element) => (element.type === 'heading' ? [element.text] : []))
  return { titlePage, elements, headings, speakers: [...speakers] }
}

const HEADING = /^(?:INT|EXT)\. \S.* - (?:DAY|NIGHT|MORNING|EVENING|DAWN|DUSK|LATER)$/u

/** Everything that is wrong with a script of the demo. */
export function faultsOf(script: string): string[] {
  const { titlePage, elements, headings } = readFountain(script)
  const faults: string[] = []
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault)
  }
  check(/\S/.test(titlePage['Title'] ?? ''), 'no title')
  check(titlePage['Credit'] === 'Written by the Script Writer demo', 'no credit')
  check(/\bdemo\b.*\bNo AI\b/.test(titlePage['Notes'] ?? ''), 'does not say that it is a demo')
  check(headings.length >= 2 && headings.length <= 4, `${headings.length} scenes`)
  for (const heading of headings) check(HEADING.test(heading), `heading: ${heading}`)
  for (const element of elements) {
    if (element.type === 'dialogue') {
      check(element.words.length === 1, `dialogue of ${element.name}`)
      check(element.parentheticals.length <= 1, `parentheticals of ${element.name}`)
      for (const line of element.words) check(/^[\p{L}\p{N}.]/u.test(line), `line: ${line}`)
    } else if (element.type === 'action') {
      check(!element.text.includes('\n'), `action over lines: ${element.text}`)
      check(
        /^!?[\p{L}\p{N}]/u.test(element.text) && !isCapitals(element.text),
        `action: ${element.text}`,
      )
      check(!/^(?:int|ext|est|i\/e)[. ]/i.test(element.text), `heading as action: ${element.text}`)
    }
  }
  const kinds = new Set(elements.map(({ type }) => type))
  for (const kind of ['dialogue', 'action', 'transition'] as const)
    check(kinds.has(kind), `no ${kind}`)
  check(script.isWellFormed() && !/[{}\t\r]|undefined/.test(script), 'stray characters')
  check(!/ {2}|\n{3}| \n/.test(script), 'stray white space')
  return faults
}
