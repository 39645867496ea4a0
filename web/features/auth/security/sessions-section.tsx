import { useQuery } from '@tanstack/react-query'
import { deviceName } from '../../../../contract/device-name.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../api/security.ts'
import { errorText } from '../../../error-text.ts'
import { Section, SectionFailure, SectionLoading } from './section.tsx'

const { security } = messages
const words = security.sessions

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const shown = (at: string) => time.format(new Date(at))

/** The user agent and the address may be null; generated function types do not include null. */
type Session = {
  id: string
  user_agent: string | null
  client_address: string | null
  created_at: string
  last_used_at: string
  is_current: boolean
}

const failureOf = (error: unknown) => errorText(error, words.endFailed)

const say = (ending: Promise<unknown>): void =>
  void ending.then(
    () => showToast({ title: security.successTitle, message: words.ended, kind: 'success' }),
    (error: unknown) =>
      showToast({ title: security.errorTitle, message: failureOf(error), kind: 'error' }),
  )

export function SessionsSection() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const endOthers = useEndOtherSessions()
  return (
    <Section title={words.title}>
      {!sessions &&
        (isError ? <SectionFailure onRetry={() => void refetch()} /> : <SectionLoading />)}
      {sessions && (
        <ul className="flex flex-col gap-3">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          className="self-start"
          busy={endOthers.isPending}
          onClick={() => say(endOthers.mutateAsync())}
        >
          {words.endOthers}
        </Button>
      )}
      {endOthers.isError && <FailureNote>{failureOf(endOthers.error)}</FailureNote>}
    </Section>
  )
}

function SessionItem({ session }: { session: Session }) {
  const end = useEndSession()
  const device = deviceName(session.user_agent ?? '')
  return (
    <li className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          {device}
          {session.is_current && <Badge tone="good">{words.current}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {session.is_current
            ? words.activeNow(time.format())
            : words.lastUsed(shown(session.last_used_at))}
          {session.client_address && ` ${words.address(session.client_address)}`},{' '}
          {words.signedIn(shown(session.created_at))}
        </p>
        {end.isError && <FailureNote>{failureOf(end.error)}</FailureNote>}
      </div>
      {!session.is_current && (
        <Button
          size="sm"
          aria-label={words.endOf(device)}
          busy={end.isPending}
          onClick={() => say(end.mutateAsync(session.id))}
        >
          {words.end}
        </Button>
      )}
    </li>
  )
}
