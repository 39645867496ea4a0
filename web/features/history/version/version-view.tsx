import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { PartSpinner } from '../../../ui/feedback/spinner.tsx'
import { versionTextQuery } from '../api/history.ts'
import { type BaseChoice, baseOf, BaseSelect } from '../compare/base-select.tsx'
import { ComparedVersion } from '../compare/compared-version.tsx'
import type { Shown } from '../list/version-facts.ts'
import type { History } from '../use-history.ts'
import { VersionFrame, VersionScenes } from './scene-section.tsx'
import './version.css'

const words = historyMessages

type VersionViewProps = {
  history: History
  title: string
  now: string
  shown: Shown
  /** At the bottom on a phone. */
  actions: ReactNode
  onInsertScene: (scene: string) => void
}

/** The text of a version, or of the script as it is now. */
function useText(shown: Shown | null, now: string) {
  const isVersion = shown !== null && shown !== 'now'
  const version = useQuery({ ...versionTextQuery(shown ?? ''), enabled: isVersion })
  const text = isVersion ? version.data : shown === 'now' ? now : null
  return {
    text,
    error: isVersion ? version.error : null,
    isOffline: version.fetchStatus === 'paused',
    refetch: version.refetch,
  }
}

/** One version as a screenplay, compared with another one or as it is. */
export function VersionView(props: VersionViewProps) {
  const { history, now, shown, actions, onInsertScene } = props
  const [choice, setChoice] = useState<BaseChoice>('previous')
  const base = baseOf(choice, shown, history)
  const after = useText(shown, now)
  const before = useText(base, now)
  const select = <BaseSelect history={history} shown={shown} choice={choice} onChoice={setChoice} />
  const failed = [after, before].filter(({ text, error }) => error && text === undefined)
  const frame = (content: ReactNode) => (
    <VersionFrame select={select} actions={actions}>
      {content}
    </VersionFrame>
  )
  if (failed.length > 0)
    return frame(
      <div className="flex flex-wrap items-center gap-3">
        <FailureNote>{words.textFailed(reasonOf(failed[0]?.error))}</FailureNote>
        <Button
          size="sm"
          onClick={() => {
            for (const { refetch } of failed) void refetch()
          }}
        >
          {messages.common.retry}
        </Button>
      </div>,
    )
  const key = `${shown} ${base}`
  if (typeof after.text !== 'string' || before.text === undefined)
    return frame(
      after.isOffline || before.isOffline ? (
        <p className="text-md text-ink-2">{words.offline}</p>
      ) : (
        <PartSpinner key={key} label={words.loadingText} />
      ),
    )
  if (before.text !== null && base !== null)
    return (
      <ComparedVersion
        key={key}
        history={history}
        title={props.title}
        base={base}
        before={before.text}
        after={after.text}
        select={select}
        actions={actions}
        onInsertScene={onInsertScene}
      />
    )
  return frame(
    <article className="history-sheet">
      {after.text.trim() === '' ? (
        <p className="text-md text-ink-2">{words.empty}</p>
      ) : (
        <VersionScenes key={key} text={after.text} onInsert={onInsertScene} />
      )}
    </article>,
  )
}
