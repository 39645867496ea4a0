import { memo } from 'react'
import { historyMessages } from '../../../messages/history.ts'
import { Select } from '../../../ui/form/select.tsx'
import type { Version } from '../api/history.ts'
import { type Shown, useClock, dayName, timeOfDay } from '../list/version-facts.ts'
import type { History } from '../use-history.ts'

const words = historyMessages

type BaseSelectProps = {
  history: History
  shown: Shown
  choice: BaseChoice
  onChoice: (choice: BaseChoice) => void
}

/** What the shown version is compared with: any other one. */
export const BaseSelect = memo(function BaseSelect(props: BaseSelectProps) {
  const { history, shown, choice, onChoice } = props
  const others = history.versions.filter(({ id }) => id !== shown)
  const today = useClock()
  const days = Map.groupBy(others, ({ created_at }) => dayName(new Date(created_at), today))
  const named = others.filter(({ label }) => label !== null)
  const option = (version: Version) => (
    <option key={version.id} value={version.id}>
      {history.nameOf(version)} · {timeOfDay(new Date(version.created_at))}
    </option>
  )
  return (
    <label className="flex min-w-0 items-center gap-2.5 text-md text-ink-2">
      <span className="whitespace-nowrap">{words.compare.label}</span>
      <span className="min-w-0 desk:w-56">
        <Select
          value={choice === shown ? 'previous' : choice}
          // Disabled rather than hidden: the sheet would jump when the list arrives.
          disabled={history.versions.length === 0}
          onChange={({ target }) => onChoice(target.value)}
          className="truncate text-md desk:h-[30px] desk:w-56"
        >
          <option value="previous">{words.compare.previous}</option>
          <option value="nothing">{words.compare.nothing}</option>
          {shown !== 'now' && <option value="now">{words.now}</option>}
          {named.length > 0 && (
            <optgroup label={words.compare.namedGroup}>{named.map(option)}</optgroup>
          )}
          {[...days].map(([day, versions]) => (
            <optgroup key={day} label={day}>
              {versions.map(option)}
            </optgroup>
          ))}
        </Select>
      </span>
    </label>
  )
})

/** What the shown text is compared with. */
export type BaseChoice = 'previous' | 'nothing' | Shown

type Known = { versions: readonly Version[]; currentId: string | null }

/** The text that a choice means; null for none. */
export function baseOf(
  choice: BaseChoice,
  shown: Shown,
  { versions, currentId }: Known,
): Shown | null {
  if (choice === 'nothing') return null
  if (choice !== 'previous' && choice !== shown) return choice
  const shownId = shown === 'now' ? currentId : shown
  const place = versions.findIndex(({ id }) => id === shownId)
  // Versions are newest first; a current text that is no version yet (-1) comes before them.
  return versions[place + 1]?.id ?? null
}
