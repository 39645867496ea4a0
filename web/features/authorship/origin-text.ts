import type { AuthorshipRecord, WordOrigin, WordShares } from '../../../contract/authorship.ts'
import { authorshipMessages as words } from '../../messages/authorship.ts'
import {
  isImported,
  modelShares,
  percentages,
  printedOf,
  sharePercentages,
  shownOrigins,
} from './shares.ts'

/** The built-in writer, which needs no provider. */
const DEMO = /^demo\b/

const isDemoOnly = (record: AuthorshipRecord): boolean => {
  const models = modelShares(record)
  return models.length > 0 && models.every(({ model }) => model !== null && DEMO.test(model))
}

export const originLabel = (origin: WordOrigin, record: AuthorshipRecord): string =>
  origin === 'answer' && isDemoOnly(record) ? words.demoAnswer : words.origins[origin]

/** The percentage of each model, as parts of the whole text. */
function modelText(record: AuthorshipRecord): string {
  if (isDemoOnly(record)) return ''
  const shares = printedOf(record.text)
  const models = modelShares(record)
  const others = shownOrigins
    .filter((origin) => origin !== 'answer')
    .map((origin) => shares[origin] ?? 0)
  const parts = percentages([...models.map((model) => model.words), ...others])
  return words.models(
    models.map(({ model }, index) => words.model(model ?? words.unknownModel, parts[index] ?? '0')),
  )
}

/** `Typed by you 61%`; all origins with words if none is given. The models are those of the whole text. */
export function shareText(
  shares: WordShares,
  record: AuthorshipRecord,
  origin?: WordOrigin,
): string {
  const parts = sharePercentages(shares)
  const originText = (one: WordOrigin) =>
    `${originLabel(one, record)} ${words.percent(parts[one])}${
      one === 'answer' && shares === printedOf(record.text) ? modelText(record) : ''
    }`
  if (origin) return originText(origin)
  return shownOrigins
    .filter((one) => (shares[one] ?? 0) > 0)
    .map(originText)
    .join(', ')
}

/** How much is the writer's own. Who wrote what was imported is not known, so it is not called somebody else's. */
export function ownText(shares: WordShares): string {
  const { share } = words
  const parts = sharePercentages(shares)
  const own = share.yours(parts.typed)
  if (shares.import === 0) return own
  if (isImported(shares)) return share.imported
  const imported = share.partlyImported(parts.import)
  return shares.typed === 0 ? imported : share.both(imported, own)
}
