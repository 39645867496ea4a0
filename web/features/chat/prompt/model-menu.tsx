import { ChevronDown } from 'lucide-react'
import { errorText } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import {
  Menu,
  MenuContent,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '../../../ui/overlay/menu.tsx'
import { useChooseModel, useModels } from '../api/models.ts'

const words = messages.model

/** Which model answers; nothing if there is only one. */
export function ModelMenu({ isBusy }: { isBusy: boolean }) {
  const { data: models = [] } = useModels()
  const { mutate } = useChooseModel()
  const chosen = models.find(({ is_chosen }) => is_chosen)
  if (models.length < 2 || !chosen) return null

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
          aria-label={words.current(chosen.label)}
          className="mb-1 max-w-44 gap-1 px-2 max-sm:max-w-[calc(100vw-14.5rem)] touch:mb-0 touch:px-2"
        >
          <span className="truncate">{chosen.label}</span>
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent aria-label={words.label} className="sm:max-w-96">
        <MenuRadioGroup value={chosen.id} onValueChange={(id) => mutate(id, { onError })}>
          {models.map(({ id, label }) => (
            <MenuRadioItem key={id} value={id}>
              <span className="min-w-0 wrap-anywhere">{label}</span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
