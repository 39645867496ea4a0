import { type Format, type Formats, type FormattedType, defaultFormats } from './formats.ts'
import type { TextFormat } from './text-formats.ts'
import type { TitlePlace } from './title-places.ts'

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
