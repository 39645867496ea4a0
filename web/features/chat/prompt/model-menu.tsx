import { ChevronDown } from 'lucide-react'
import { errorText } from '../../../error-text.ts'
import { useStore } from '../../../lib/store.ts'
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
import { secondModel, useChooseModel, useModels } from '../api/models.ts'
import type { ChatControl } from '../chat-control.ts'

const words = messages.model

type ModelMenuProps = { chat: ChatControl; isBusy: boolean }

/** Which model answers, or which two; nothing if there is only one. */
export function ModelMenu({ chat, isBusy }: ModelMenuProps) {
  const { data: models = [] } = useModels()
  const second = secondModel(
    useStore(chat.state, (state) => state.second),
    models,
  )
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
          <ChevronDown />
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
          onChoose={(id) => chat.choose({ second: id === second ? undefined : id })}
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
