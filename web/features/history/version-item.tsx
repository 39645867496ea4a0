import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import type { Version } from './api/history.ts'
import { takeFocus } from './take-focus.ts'

const words = messages.history

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** When, how and how much. */
export function VersionFacts({ version, isCurrent }: { version: Version; isCurrent: boolean }) {
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="flex items-center gap-2.5">
        <span className="truncate text-md font-medium" dir="auto">
          {version.label ?? words.number(version.number)}
        </span>
        {isCurrent && <Badge tone="good">{words.current}</Badge>}
      </span>
      <span className="block text-sm text-ink-2">
        {words.origins[version.origin]}
        {' · '}
        <time dateTime={version.created_at}>{time.format(new Date(version.created_at))}</time>
        {' · '}
        <span className="whitespace-nowrap tabular-nums">{words.words(version.words)}</span>
      </span>
    </span>
  )
}

type VersionItemProps = {
  version: Version
  isCurrent: boolean
  isRestoring: boolean
  /** Whether it was shown last: reading goes on from there. */
  wasShown: boolean
  onShow: () => void
  onRestore: () => void
}

export function VersionItem(props: VersionItemProps) {
  const { version, isCurrent, isRestoring, wasShown, onShow, onRestore } = props
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      <VersionFacts version={version} isCurrent={isCurrent} />
      <span className="flex gap-2">
        <Button
          ref={wasShown ? takeFocus : undefined}
          size="sm"
          aria-label={words.showNumber(version.number)}
          onClick={onShow}
        >
          {words.show}
        </Button>
        {!isCurrent && (
          <Button
            size="sm"
            busy={isRestoring}
            aria-label={words.restoreNumber(version.number)}
            onClick={onRestore}
          >
            {words.restore}
          </Button>
        )}
      </span>
    </li>
  )
}
