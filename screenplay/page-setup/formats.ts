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

export type Formats = Readonly<Partial<Record<FormattedType, Readonly<Partial<Format>>>>>

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
