import {
  type Alignment,
  type Format,
  formattedTypes,
  type FormattedType,
  type Spacing,
  type StyleName,
  defaultFormats,
  type PresetName,
  presets,
  defaultSetup,
  type Leading,
  type PageSetup,
  formatOf,
  readPlaces,
  writePlaces,
  type TextFormat,
} from './page-formats.ts'
import { validSetup } from './valid-page-setup.ts'
import {
  entryKey,
  isPageSetup,
  PAGE_SETUP_KEY,
  type Screenplay,
  type TitleEntry,
} from '../model/elements.ts'
import { parse } from '../model/parse.ts'
import { applySplices, type Splice } from '../changes/splices.ts'
import { setTitleEntries } from '../model/title-page.ts'

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

const typeName = (type: FormattedType) => type.replaceAll('-', ' ')

function readElement(setup: Setup, clause: string): boolean {
  const type = formattedTypes.find((each) => clause.startsWith(`${typeName(each)} `))
  if (!type) return false
  const format = readFormat(clause.slice(typeName(type).length + 1).split(' '))
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

/** A longer value is written with one clause per line. */
const ONE_LINE = 70

/** In the order of their words. */
const settings: readonly (keyof Format)[] = [
  'leftIndent',
  'rightIndent',
  'firstIndent',
  'spaceBefore',
  'spacing',
  'alignment',
  'startsNewPage',
  'style',
]

/** A format as words, one for each setting. */
const wordsOf = (format: Format) => [
  `left ${format.leftIndent}`,
  `right ${format.rightIndent}`,
  `first ${format.firstIndent}`,
  `before ${format.spaceBefore}`,
  `spacing ${format.spacing}`,
  `align ${format.alignment}`,
  `new-page ${format.startsNewPage ? 'yes' : 'no'}`,
  `style ${format.style.join('+') || 'plain'}`,
]

function formatClause(type: FormattedType, setup: PageSetup, base: PageSetup): string[] {
  const before = wordsOf(formatOf(base, type))
  const words = wordsOf(formatOf(setup, type)).filter((word, at) => word !== before[at])
  return words.length > 0 ? [`${type.replaceAll('-', ' ')} ${words.join(' ')}`] : []
}

function paperClause({ paper }: PageSetup): string[] {
  if (paper === undefined) return []
  return [typeof paper === 'string' ? paper : `paper ${paper.width} x ${paper.height}`]
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

function textsClause({ texts, format }: TextFormat): string {
  const words = wordsOf({ ...defaultFormats.centered, ...format })
  const given = new Set(Object.keys(format))
  const shown = words.filter((_, at) => given.has(settings[at] ?? ''))
  return `print ${texts.map(quoted).join(' ')} ${shown.join(' ')}`
}

/** Clauses for the settings that differ from a preset. */
function clausesFrom(base: PageSetup, setup: PageSetup): string[] {
  const margins = (['top', 'bottom', 'header', 'footer'] as const)
    .filter((edge) => setup.margins[edge] !== base.margins[edge])
    .map((edge) => `${edge} ${setup.margins[edge]}`)
  return [
    ...paperClause(setup),
    ...(margins.length > 0 ? [`margins ${margins.join(' ')}`] : []),
    ...(setup.leading === base.leading ? [] : [`leading ${setup.leading.replace('-', ' ')}`]),
    ...formattedTypes.flatMap((type) => formatClause(type, setup, base)),
    ...(setup.texts ?? []).map(textsClause),
    ...(setup.title ? [`title ${writePlaces(setup.title)}`] : []),
    ...(setup.breaksSentences ? [] : ['no sentence breaks']),
    ...(setup.automaticContinueds ? [] : ['no continueds']),
    ...(setup.moreText === base.moreText ? [] : [`more ${quoted(setup.moreText)}`]),
    ...(setup.continuedText === base.continuedText
      ? []
      : [`continued ${quoted(setup.continuedText)}`]),
  ]
}

const lengthOf = (clauses: readonly string[]) => clauses.join('; ').length

/** The lines of the key's value; none for the default setup. */
function writeSetup(given: PageSetup): string[] {
  const setup = validSetup(given)
  const plain = clausesFrom(presets.screenplay, setup)
  const multiCamera = ['multi-camera', ...clausesFrom(presets['multi-camera'], setup)]
  const clauses = lengthOf(multiCamera) < lengthOf(plain) ? multiCamera : plain
  if (clauses.length === 0) return []
  return lengthOf(clauses) > ONE_LINE ? clauses : [clauses.join('; ')]
}

/** The setup in a script's title page; the default one if there is none. */
export function readPageSetup({ titlePage }: { titlePage: readonly Entry[] }): PageSetup {
  const entry = titlePage.find(isPageSetup)
  return entry ? readSetup(entry.values) : defaultSetup
}

type Entry = Pick<TitleEntry, 'key' | 'values'>

/** The entry for the title page of a new script; undefined for the default setup, which needs none. */
export function pageSetupEntry(setup: PageSetup): { key: string; values: string[] } | undefined {
  const values = writeSetup(setup)
  return values.length > 0 ? { key: PAGE_SETUP_KEY, values } : undefined
}

/** The edit that gives a script this setup: one entry at the end of its title page, or none. */
export function setPageSetup(screenplay: Screenplay, setup: PageSetup): Splice[] {
  const value = writeSetup(setup).join('\n')
  return setTitleEntries(screenplay, [...lastEntry(screenplay), { key: PAGE_SETUP_KEY, value }])
}

/** The last entry, given first so that `setTitleEntries` adds the new entry after it. */
function lastEntry({ titlePage }: Screenplay) {
  const last = titlePage.at(-1)
  if (!last || last.values.length === 0) return []
  const isOnly = titlePage.every((entry) => entry === last || entryKey(entry) !== entryKey(last))
  return isOnly && !isPageSetup(last) ? [{ key: last.key, value: last.values.join('\n') }] : []
}

/** A script with this setup. */
export const writePageSetup = (text: string, setup: PageSetup): string =>
  applySplices(text, setPageSetup(parse(text), setup))
