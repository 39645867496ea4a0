import { invitationMessages as words } from '../../../messages/admin-invitations.ts'
import type { Outcome } from './invitations-api.ts'
import { LinkButton } from './link-button.tsx'

/** What became of each address. The live region is always present, so that screen readers announce it. */
export function InviteResults({ outcomes }: { outcomes: readonly Outcome[] }) {
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
