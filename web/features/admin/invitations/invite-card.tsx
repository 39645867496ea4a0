import { type FormEvent, useRef, useState } from 'react'
import { invitationMessages as words } from '../../../messages/admin-invitations.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { submitByKeys } from '../../../ui/form/focus-on-mount.ts'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { addressesIn, MAX_ADDRESSES } from './addresses.ts'
import { type Outcome, useInvite } from '../api/invitations.ts'
import { invitationRefusal, LinkButton } from './link-button.tsx'

/** What became of each address. The live region is always present, so that screen readers announce it. */
function InviteResults({ outcomes }: { outcomes: readonly Outcome[] }) {
  const hasLinks = outcomes.some(({ token }) => token !== null)
  return (
    <output className="block empty:hidden">
      {outcomes.length > 0 && (
        <>
          <ul
            aria-label={words.results}
            className="divide-y divide-line rounded-sm border border-line text-md"
          >
            {outcomes.map(({ email, outcome, token }) => (
              <li
                key={email}
                className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5"
              >
                <span className="mr-auto wrap-anywhere">{email}</span>
                <span className={outcome === 'invited' ? 'text-sm text-good' : 'text-sm text-warn'}>
                  {words.outcomes[outcome]}
                </span>
                {token !== null && <LinkButton email={email} token={token} />}
              </li>
            ))}
          </ul>
          {hasLinks && <p className="mt-2 text-sm text-ink-2">{words.linksOnce}</p>}
        </>
      )}
    </output>
  )
}

export function InviteCard() {
  const { mutateAsync, isPending } = useInvite()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const field = useRef<HTMLTextAreaElement>(null)

  function refuse(message: string): void {
    setProblem(message)
    field.current?.focus()
  }

  async function send(): Promise<void> {
    const addresses = addressesIn(text)
    if (addresses.length === 0) return refuse(words.none)
    if (addresses.length > MAX_ADDRESSES) return refuse(words.tooMany)
    setProblem(undefined)
    try {
      const answer = await mutateAsync(addresses)
      setOutcomes(answer)
      // Invalid addresses stay in the field, to be corrected.
      setText(
        answer
          .filter(({ outcome }) => outcome === 'invalid')
          .map(({ email }) => email)
          .join('\n'),
      )
    } catch (error) {
      refuse(invitationRefusal(error, words.failed))
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isPending) void send()
  }

  return (
    <Card aria-labelledby="invite">
      <CardHeader>
        <CardTitle id="invite">{words.inviteTitle}</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <p className="max-w-prose text-md text-ink-2">{words.inviteText}</p>
        <form noValidate onSubmit={submit} className="flex max-w-xl flex-col items-start gap-4">
          <Field
            label={words.addresses}
            hint={words.addressesHint}
            error={problem}
            className="w-full"
          >
            <Textarea
              {...submitByKeys}
              ref={field}
              value={text}
              rows={2}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
          <Button type="submit" variant="primary" busy={isPending}>
            {words.submit}
          </Button>
        </form>
        <InviteResults outcomes={outcomes} />
      </CardBody>
    </Card>
  )
}
