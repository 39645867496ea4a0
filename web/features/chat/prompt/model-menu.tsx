import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuChoices,
  MenuSeparator,
  MenuTrigger,
} from '../../../ui/overlay/menu.tsx'
import { useChooseModel, useModels } from '../api/models.ts'

const words = messages.model

type ModelMenuProps = {
  isBusy: boolean
  /** The model that is asked too. */
  second: string | undefined
  onSecond: (id: string | undefined) => void
}

/** The model that is asked beside the chosen one; undefined if it is the same one, or not available any more. */
export function useSecondModel() {
  const { data: models = [] } = useModels()
  const [wanted, setSecond] = useState<string>()
  const second = models.find(({ id, is_chosen }) => id === wanted && !is_chosen)?.id
  return { second, setSecond }
}

/** Which model answers, or which two; nothing if there is only one. */
export function ModelMenu({ isBusy, second, onSecond }: ModelMenuProps) {
  const { data: models = [] } = useModels()
  const { mutate } = useChooseModel()
  const chosen = models.find(({ is_chosen }) => is_chosen)
  const other = models.find(({ id }) => id === second)
  if (models.length < 2 || !chosen) return null

  const labelOf = (wanted: string) => models.find(({ id }) => id === wanted)?.label
  const name = other ? words.both(chosen.label, other.label) : chosen.label

  function onError(error: unknown): void {
    showToast({ title: words.failedTitle, message: errorText(error, words.failed), kind: 'error' })
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          disabled={isBusy}
          aria-label={words.current(name)}
          className="mb-1 max-w-44 gap-1 px-2 max-sm:max-w-[calc(100vw-14.5rem)] touch:mb-0 touch:px-2"
        >
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent aria-label={words.label} className="sm:max-w-96">
        <MenuChoices
          value={chosen.id}
          values={models.map(({ id }) => id)}
          onChoose={(id) => mutate(id, { onError })}
        >
          {(id) => <span className="min-w-0 wrap-anywhere">{labelOf(id)}</span>}
        </MenuChoices>
        <MenuSeparator />
        <MenuLabel className="pb-0">{words.two}</MenuLabel>
        <p className="px-2.5 pb-1.5 text-xs text-ink-2">{words.twoCost}</p>
        <MenuChoices
          aria-label={words.two}
          value={second ?? null}
          values={models.flatMap(({ id }) => (id === chosen.id ? [] : id))}
          // The same one again asks one model only.
          onChoose={(id) => onSecond(id === second ? undefined : id)}
        >
          {(id) => (
            <span className="min-w-0 wrap-anywhere">
              {words.both(chosen.label, labelOf(id) ?? '')}
            </span>
          )}
        </MenuChoices>
      </MenuContent>
    </Menu>
  )
}
