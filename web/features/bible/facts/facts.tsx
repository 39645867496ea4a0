import type { StoryFact } from '../../../../screenplay/model.ts'
import { bibleMessages } from '../../../messages/bible.ts'

const { facts: words } = bibleMessages

/** Of the others in the scenes of a character. */
const MOST_COMPANIONS = 5

type FactsProps = { fact: StoryFact | undefined; isCharacter: boolean }

/** What the script says about an entry, in a line or two. */
export function Facts({ fact, isCharacter }: FactsProps) {
  if (!fact) return null
  const { first, scenes, lines, company } = fact
  if (!first && lines === 0) return <p className="text-sm text-ink-2">{words.none}</p>
  const counts = [
    words.scenes(scenes),
    ...(first ? [words.first(first.scene)] : []),
    ...(lines > 0 ? [words.lines(lines), words.words(fact.words)] : []),
    ...(isCharacter && lines === 0 ? [words.silent] : []),
  ]
  const shown = company.slice(0, MOST_COMPANIONS)
  return (
    <section aria-label={words.label} className="grid gap-1 text-sm text-ink-2">
      <p>{counts.join(' · ')}</p>
      {shown.length > 0 && (
        <p>
          {words.company}{' '}
          {shown.map(({ name, scenes: together }, at) => (
            <span key={name} title={words.companionInWords(name, together)} className="text-ink">
              {at > 0 && ', '}
              {words.companion(name, together)}
            </span>
          ))}
          {company.length > shown.length && ` ${words.more(company.length - shown.length)}`}
        </p>
      )}
    </section>
  )
}
