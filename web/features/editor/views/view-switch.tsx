import { messages } from '../../../messages.ts'
import { ChoiceGroup } from '../../../ui/button/choice-group.tsx'
import type { View } from '../state/view-choice.ts'

const { views } = messages.pageView

type ViewSwitchProps = {
  view: View
  /** Whether there is room for both, and so a third choice. */
  hasBoth: boolean
  onView: (view: View) => void
}

/** Chat, page, or both. */
export function ViewSwitch({ view, hasBoth, onView }: ViewSwitchProps) {
  const shown: View[] = hasBoth ? ['chat', 'both', 'page'] : ['chat', 'page']
  return (
    <ChoiceGroup
      label={views.label}
      choices={shown.map((one) => [one, views[one]] as const)}
      chosen={view}
      onChoose={onView}
    />
  )
}
