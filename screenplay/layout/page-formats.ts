import { plainText } from '../model/emphasis.ts'

/** Types that can have a format: printed elements, and Final Draft's types printed as action or centered. */
export const formattedTypes = [
  'scene-heading',
  'action',
  'character',
  'parenthetical',
  'dialogue',
  'lyrics',
  'transition',
  'centered',
  'shot',
  'general',
  'cold-opening',
  'new-act',
  'end-of-act',
] as const

export type FormattedType = (typeof formattedTypes)[number]

/** In the order in which they are written. */
export const styleNames = ['bold', 'italic', 'underline', 'capitals'] as const

export type StyleName = (typeof styleNames)[number]

export const alignments = ['left', 'center', 'right'] as const

export type Alignment = (typeof alignments)[number]

export const spacings = [1, 1.5, 2] as const

export type Spacing = (typeof spacings)[number]

/** How an element is printed. */
export type Format = {
  /** The edges of the text, in inches from the left edge of the paper. */
  leftIndent: number
  rightIndent: number
  /** Inches by which the first line starts to the right of the others; negative if it hangs. */
  firstIndent: number
  /** In points; ignored at the top of a page. */
  spaceBefore: number
  /** 2 leaves an empty row above each line. */
  spacing: Spacing
  alignment: Alignment
  startsNewPage: boolean
  style: readonly StyleName[]
}

type Formats = Readonly<Partial<Record<FormattedType, Readonly<Partial<Format>>>>>

const format = (leftIndent: number, rightIndent: number, rest: Partial<Format> = {}): Format => ({
  leftIndent,
  rightIndent,
  firstIndent: 0,
  spaceBefore: 12,
  spacing: 1,
  alignment: 'left',
  startsNewPage: false,
  style: [],
  ...rest,
})

const CAPITALS = { style: ['capitals'] } as const

/** The formats of Final Draft's screenplay template. */
export const defaultFormats: Readonly<Record<FormattedType, Format>> = {
  'scene-heading': format(1.5, 7.5, { ...CAPITALS, spaceBefore: 24 }),
  action: format(1.5, 7.5),
  character: format(3.5, 7.25, CAPITALS),
  parenthetical: format(3, 5.5, { firstIndent: -0.1, spaceBefore: 0 }),
  dialogue: format(2.5, 6, { spaceBefore: 0 }),
  // Lyrics inside a speech have no space before them.
  lyrics: format(2.5, 6, { style: ['italic'] }),
  transition: format(5.5, 7.1, { ...CAPITALS, alignment: 'right' }),
  centered: format(1.5, 7.5, { alignment: 'center' }),
  shot: format(1.5, 7.5, { ...CAPITALS, spaceBefore: 24 }),
  general: format(1.5, 7.5, { spaceBefore: 0 }),
  'cold-opening': format(1, 7.5, { alignment: 'center', style: ['underline', 'capitals'] }),
  'new-act': format(1, 7.5, { alignment: 'center', style: ['underline', 'capitals'] }),
  'end-of-act': format(1, 7.5, {
    spaceBefore: 24,
    alignment: 'center',
    style: ['underline', 'capitals'],
  }),
}

/** In inches. */
export type PaperSize = 'letter' | 'a4' | Readonly<{ width: number; height: number }>

/** In inches; the page number is below `header`. */
type Margins = Readonly<{ top: number; bottom: number; header: number; footer: number }>

export const leadings = ['loose', 'normal', 'tight', 'very-tight'] as const

export type Leading = (typeof leadings)[number]

/** How a script is printed. */
export type PageSetup = Readonly<{
  /** If unset, the paper that the reader uses. */
  paper?: PaperSize
  margins: Margins
  leading: Leading
  /** What differs from the default formats. */
  formats: Formats
  /** What differs for some centered lines from the format of centered text. */
  texts?: readonly TextFormat[]
  /** Where the lines of the title page are printed, in their order, as long as it has as many. */
  title?: readonly TitlePlace[]
  /** Whether a paragraph is split between pages only where a sentence ends. */
  breaksSentences: boolean
  /** Whether a cue gets (CONT'D) if the same character spoke last in the scene. */
  automaticContinueds: boolean
  /** Printed below a speech that continues on the next page, and after the name of one that continues. */
  moreText: string
  continuedText: string
}>

export const defaultSetup: PageSetup = {
  margins: { top: 1, bottom: 1, header: 0.5, footer: 0.5 },
  leading: 'normal',
  formats: {},
  breaksSentences: true,
  automaticContinueds: true,
  moreText: '(MORE)',
  continuedText: "(CONT'D)",
}

/** The format of an element with this setup. */
export const formatOf = ({ formats }: Pick<PageSetup, 'formats'>, type: FormattedType): Format => ({
  ...defaultFormats[type],
  ...formats[type],
})

/**
 * Television in front of an audience: action in capitals, dialogue with an empty row above each line, to leave
 * room for changes made during rehearsals.
 */
const multiCamera: PageSetup = {
  ...defaultSetup,
  formats: {
    'scene-heading': { spaceBefore: 12, style: ['underline', 'capitals'] },
    action: { style: ['capitals'] },
    parenthetical: { leftIndent: 2.75 },
    dialogue: { leftIndent: 2.25, spacing: 2 },
    lyrics: { leftIndent: 2.25, spacing: 2, style: ['italic', 'capitals'] },
    transition: { style: ['underline', 'capitals'] },
    centered: { style: ['underline', 'capitals'] },
    'cold-opening': { startsNewPage: true },
    'new-act': { startsNewPage: true },
  },
}

export const presets = {
  screenplay: defaultSetup,
  'multi-camera': multiCamera,
  a4: { ...defaultSetup, paper: 'a4' },
} as const satisfies Record<string, PageSetup>

export type PresetName = keyof typeof presets

/** How centered lines with one of these texts are printed, such as COLD OPEN; a number in them is #. */
export type TextFormat = { texts: readonly string[]; format: Readonly<Partial<Format>> }

/** More would be no headings of acts. */
export const MAX_TEXTS = 40
const MAX_LENGTH = 60

const NUMBER =
  /\b(?:\d+|ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|ELEVEN|TWELVE|I{1,3}|IV|VI{0,3}|IX|X)\b/g

/** What lines have in common that differ only in their number: ACT # for ACT ONE; empty if the line is too long. */
export function textKey(text: string): string {
  if (text.length > 2 * MAX_LENGTH) return ''
  const line = plainText(text).toUpperCase().replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_LENGTH ? '' : line.replaceAll(NUMBER, '#')
}

/** Where a line of the title page is printed. */
export type TitlePlace = {
  page: number
  row: number
  align: 'left' | 'center' | 'right'
  /** Its left edge, its center or its right edge, in inches from the left edge of the paper. */
  at: number
}

/** Of a line whose place says nothing else. */
export const usualPlaces = { left: 1, center: 4.25, right: 7.5 } as const

const MAX_LINES = 300
const MAX_PAGES = 20
const PLACE = /^(\d{1,3})([lcr])(\d{1,2}(?:\.\d{1,2})?)?$/
const aligns = { l: 'left', c: 'center', r: 'right' } as const

/** Rows with l, c or r for their alignment; a slash between pages: 17c 19c 50l / 0l. */
export const writePlaces = (places: readonly TitlePlace[]): string => {
  let page = 0
  return places
    .map((place) => {
      const at = place.at === usualPlaces[place.align] ? '' : String(place.at)
      const breaks = '/ '.repeat(Math.max(0, place.page - page))
      page = Math.max(page, place.page)
      return `${breaks}${place.row}${place.align.charAt(0)}${at}`
    })
    .join(' ')
}

/** Undefined if a word says nothing, or there are more lines or pages than a title page has. */
export function readPlaces(words: readonly string[]): TitlePlace[] | undefined {
  const places: TitlePlace[] = []
  let page = 0
  for (const word of words) {
    const [, row, letter, at] = PLACE.exec(word) ?? []
    if (word === '/') page += 1
    else if (row === undefined || letter === undefined) return undefined
    else {
      const align = aligns[letter as keyof typeof aligns]
      places.push({ page, row: Number(row), align, at: at ? Number(at) : usualPlaces[align] })
    }
  }
  return places.length > MAX_LINES || page >= MAX_PAGES || places.length === 0 ? undefined : places
}
