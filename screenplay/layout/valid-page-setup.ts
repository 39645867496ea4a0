import {
  alignments,
  defaultFormats,
  type Format,
  formattedTypes,
  type FormattedType,
  spacings,
  styleNames,
  MAX_TEXTS,
  textKey,
  readPlaces,
  writePlaces,
  defaultSetup,
  leadings,
  type PageSetup,
  type PaperSize,
} from './page-formats.ts'

/** Narrower columns hold no words. */
const MIN_WIDTH = 0.5
const MAX_TEXT = 40
const CONTROL = /\p{Control}|\p{Surrogate}/gu

type Limits = readonly [least: number, most: number]

const INDENT: Limits = [0, 20]
const FIRST_INDENT: Limits = [-5, 5]
const SPACE_BEFORE: Limits = [0, 720]
const PAPER: Limits = [3, 30]
const MARGIN: Limits = [0, 5]
/** The minimum height of the text area, in inches. */
const MIN_HEIGHT = 2

/** Clamps a value to limits and rounds it to hundredths; undefined if it is not a number. */
function clamped(value: number | undefined, [least, most]: Limits): number | undefined {
  if (value === undefined || Number.isNaN(value)) return undefined
  return Math.round(Math.min(most, Math.max(least, value)) * 100) / 100
}

const oneOf = <Value>(values: readonly Value[], value: Value | undefined) =>
  value !== undefined && values.includes(value) ? value : undefined

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The settings that are given, clamped to limits. */
function definedFormat(type: FormattedType, given: Readonly<Partial<Format>>): Partial<Format> {
  const found: { [Name in keyof Format]?: Format[Name] | undefined } = {
    leftIndent: clamped(given.leftIndent, INDENT),
    rightIndent: clamped(given.rightIndent, INDENT),
    firstIndent: clamped(given.firstIndent, FIRST_INDENT),
    spaceBefore: clamped(given.spaceBefore, SPACE_BEFORE),
    spacing: oneOf(spacings, given.spacing),
    alignment: oneOf(alignments, given.alignment),
    startsNewPage: given.startsNewPage,
    style: given.style && styleNames.filter((name) => given.style?.includes(name)),
  }
  const usual = defaultFormats[type]
  const { leftIndent = usual.leftIndent, rightIndent = usual.rightIndent } = found
  if (rightIndent - leftIndent < MIN_WIDTH) {
    delete found.leftIndent
    delete found.rightIndent
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** Those of them that differ from the type's default. */
function validFormat(type: FormattedType, given: Readonly<Partial<Format>>): Partial<Format> {
  const usual = defaultFormats[type]
  const different = Object.entries(definedFormat(type, given)).filter(
    ([name, value]) => !isSame(value, usual[name as keyof Format]),
  )
  return Object.fromEntries(different)
}

function validFormats(formats: PageSetup['formats']): PageSetup['formats'] {
  const valid = formattedTypes.flatMap((type) => {
    const given = Object.hasOwn(formats, type) ? formats[type] : undefined
    const format = given ? validFormat(type, given) : {}
    return Object.keys(format).length > 0 ? [[type, format]] : []
  })
  return Object.fromEntries(valid)
}

function validTexts(given: PageSetup['texts'] = []): Pick<PageSetup, 'texts'> {
  let left = MAX_TEXTS
  const texts = given.flatMap((each) => {
    const keys = [...new Set(each.texts.map(textKey))].filter(Boolean).slice(0, left)
    const format = definedFormat('centered', each.format)
    if (keys.length === 0 || Object.keys(format).length === 0) return []
    left -= keys.length
    return [{ texts: keys, format }]
  })
  return texts.length > 0 ? { texts } : {}
}

/** As it can be written and read. */
function validTitle(given: PageSetup['title']): Pick<PageSetup, 'title'> {
  const title = given && readPlaces(writePlaces(given).split(' '))
  return title ? { title } : {}
}

function validPaper(paper: PaperSize | undefined): PaperSize | undefined {
  if (typeof paper !== 'object') return oneOf(['letter', 'a4'], paper)
  const [width, height] = [clamped(paper.width, PAPER), clamped(paper.height, PAPER)]
  if (width === undefined || height === undefined) return undefined
  return width === 8.5 && height === 11 ? 'letter' : { width, height }
}

function validMargins(margins: PageSetup['margins'], paper: PaperSize | undefined) {
  const usual = defaultSetup.margins
  const valid = {
    top: clamped(margins.top, MARGIN) ?? usual.top,
    bottom: clamped(margins.bottom, MARGIN) ?? usual.bottom,
    header: clamped(margins.header, MARGIN) ?? usual.header,
    footer: clamped(margins.footer, MARGIN) ?? usual.footer,
  }
  const height = typeof paper === 'object' ? paper.height : 11
  return height - valid.top - valid.bottom < MIN_HEIGHT ? { ...valid, ...pickEdges(height) } : valid
}

/** Margins that leave room on any paper. */
const pickEdges = (height: number) => {
  const { top, bottom } = defaultSetup.margins
  return height - top - bottom < MIN_HEIGHT ? { top: 0.5, bottom: 0.5 } : { top, bottom }
}

const validText = (text: string, usual: string) =>
  text.replaceAll(CONTROL, ' ').trim().slice(0, MAX_TEXT).trim() || usual

/** The same setup within limits, without formats that equal the defaults. */
export function validSetup(setup: PageSetup): PageSetup {
  const paper = validPaper(setup.paper)
  return {
    ...(paper !== undefined && { paper }),
    margins: validMargins(setup.margins, paper),
    leading: oneOf(leadings, setup.leading) ?? defaultSetup.leading,
    formats: validFormats(setup.formats),
    ...validTexts(setup.texts),
    ...validTitle(setup.title),
    breaksSentences: setup.breaksSentences,
    automaticContinueds: setup.automaticContinueds,
    moreText: validText(setup.moreText, defaultSetup.moreText),
    continuedText: validText(setup.continuedText, defaultSetup.continuedText),
  }
}
