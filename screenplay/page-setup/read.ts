import {
  type Alignment,
  type Format,
  formattedTypes,
  type FormattedType,
  type Spacing,
  type StyleName,
} from './formats.ts'
import { type PresetName, presets } from './presets.ts'
import { defaultSetup, type Leading, type PageSetup } from './setup.ts'
import { readPlaces } from './title-places.ts'
import { validSetup } from './valid.ts'

/** A longer value was not written by this app. */
const MAX_LENGTH = 8000
/** Clauses are separated by semicolons, except in quoted text. */
const CLAUSE = /(?:"(?:\\.|[^"\\])*"|[^;"])+/g
const NUMBER = /^-?\d{1,6}(?:\.\d{1,6})?$/
const SIZE = /^(\S+) x (\S+)$/
const QUOTED_TEXT = /"(?:\\.|[^"\\])*"/g
const TEXTS = /^print ("(?:\\.|[^"\\])*"(?: "(?:\\.|[^"\\])*")*) (.*)$/
const QUOTED = /^(more|continued) (".*")$/

type Setup = { -readonly [Name in keyof PageSetup]: PageSetup[Name] }

const numberOf = (word: string) => (NUMBER.test(word) ? Number(word) : Number.NaN)

/** Groups the words of a clause, which alternate between name and value, into pairs. */
function pairsOf(words: readonly string[]): [string, string][] {
  return Array.from({ length: words.length >> 1 }, (_, at) => [
    words[2 * at] ?? '',
    words[2 * at + 1] ?? '',
  ])
}

/** Does not validate: `validSetup` drops or clamps invalid values. */
function readFormat(words: readonly string[]): Partial<Format> {
  const format: Partial<Format> = {}
  for (const [name, value] of pairsOf(words)) {
    if (name === 'left') format.leftIndent = numberOf(value)
    else if (name === 'right') format.rightIndent = numberOf(value)
    else if (name === 'first') format.firstIndent = numberOf(value)
    else if (name === 'before') format.spaceBefore = numberOf(value)
    else if (name === 'spacing') format.spacing = numberOf(value) as Spacing
    else if (name === 'align') format.alignment = value as Alignment
    else if (name === 'new-page') format.startsNewPage = value === 'yes'
    else if (name === 'style') format.style = value.split('+') as StyleName[]
  }
  return format
}

const nameOf = (type: FormattedType) => type.replaceAll('-', ' ')

function readElement(setup: Setup, clause: string): boolean {
  const type = formattedTypes.find((each) => clause.startsWith(`${nameOf(each)} `))
  if (!type) return false
  const format = readFormat(clause.slice(nameOf(type).length + 1).split(' '))
  setup.formats = { ...setup.formats, [type]: { ...setup.formats[type], ...format } }
  return true
}

const unquoted = (quoted: string) => quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1')

function readText(setup: Setup, clause: string): boolean {
  const [, name, quoted] = QUOTED.exec(clause) ?? []
  if (!name || !quoted) return false
  const text = unquoted(quoted)
  if (name === 'more') setup.moreText = text
  else setup.continuedText = text
  return true
}

function readTexts(setup: Setup, clause: string): boolean {
  const [, quoted, words] = TEXTS.exec(clause) ?? []
  if (quoted === undefined || words === undefined) return false
  const texts = (quoted.match(QUOTED_TEXT) ?? []).map(unquoted)
  setup.texts = [...(setup.texts ?? []), { texts, format: readFormat(words.split(' ')) }]
  return true
}

function readMargins(setup: Setup, words: readonly string[]): void {
  for (const [name, value] of pairsOf(words)) {
    if (Object.hasOwn(setup.margins, name)) {
      setup.margins = { ...setup.margins, [name]: numberOf(value) }
    }
  }
}

function readClause(setup: Setup, clause: string): void {
  if (readElement(setup, clause) || readText(setup, clause) || readTexts(setup, clause)) return
  const [word, ...rest] = clause.split(' ')
  const [, width, height] = SIZE.exec(rest.join(' ')) ?? []
  if (clause === 'letter' || clause === 'a4') setup.paper = clause
  else if (clause === 'no sentence breaks') setup.breaksSentences = false
  else if (clause === 'no continueds') setup.automaticContinueds = false
  else if (word === 'leading') setup.leading = rest.join('-') as Leading
  else if (word === 'title') {
    const title = readPlaces(rest)
    if (title) setup.title = title
  } else if (word === 'margins') readMargins(setup, rest)
  else if (word === 'paper' && width && height) {
    setup.paper = { width: numberOf(width), height: numberOf(height) }
  }
}

const presetNamed = (name: string): PageSetup | undefined =>
  Object.hasOwn(presets, name) ? presets[name as PresetName] : undefined

/** Reads the value of the key. Whatever it says, the result is a usable setup. */
export function readSetup(values: readonly string[]): PageSetup {
  const text = values.join(';')
  if (text.length > MAX_LENGTH) return defaultSetup
  const clauses = (text.match(CLAUSE) ?? []).map((clause) => clause.trim().replaceAll(/\s+/g, ' '))
  const [first = ''] = clauses
  const setup: Setup = { ...(presetNamed(first) ?? defaultSetup) }
  for (const clause of clauses) readClause(setup, clause)
  return validSetup(setup)
}
