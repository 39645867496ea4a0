import { useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { adminMessages } from '../../../messages/admin.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { CardFailure, CardLoading } from '../card-note.tsx'
import type { AdminSection } from './sections.ts'

/** The section, or a note that its code is loading or could not be loaded. */
export function OpenSection({ section }: { section: AdminSection }) {
  const { Part, hasFailed, retry } = useLoadedPart(section.part)
  if (Part) return <Part />
  return (
    <Card aria-label={section.label}>
      {hasFailed ? (
        <CardFailure busy={false} onRetry={retry}>
          {adminMessages.sectionFailed}
        </CardFailure>
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}
