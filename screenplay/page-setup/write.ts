import { defaultFormats, type Format, formattedTypes, type FormattedType } from './formats.ts'
import { presets } from './presets.ts'
import { formatOf, type PageSetup } from './setup.ts'
import type { TextFormat } from './text-formats.ts'
import { writePlaces } from './title-places.ts'
import { validSetup } from './valid.ts'

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
export function writeSetup(given: PageSetup): string[] {
  const setup = validSetup(given)
  const plain = clausesFrom(presets.screenplay, setup)
  const multiCamera = ['multi-camera', ...clausesFrom(presets['multi-camera'], setup)]
  const clauses = lengthOf(multiCamera) < lengthOf(plain) ? multiCamera : plain
  if (clauses.length === 0) return []
  return lengthOf(clauses) > ONE_LINE ? clauses : [clauses.join('; ')]
}
