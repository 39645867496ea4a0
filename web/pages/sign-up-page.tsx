import { Link, useLocation } from 'react-router'
import { AuthLayout } from '../features/auth/components/auth-layout.tsx'
import { InvitationNote } from '../features/auth/components/invitation-note.tsx'
import { SignUpForm } from '../features/auth/forms/sign-up-form.tsx'
import { readInvitationLink } from '../features/auth/state/links.ts'
import { useInvitation } from '../features/auth/state/use-invitation.ts'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { linkStyle } from '../ui/button/button-style.ts'
import { PartSpinner } from '../ui/feedback/spinner.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'

const words = messages.auth.signUp

export function SignUpPage() {
  usePageTitle(words.title)
  const invitation = useInvitation(readInvitationLink(useLocation().hash))
  const isInvited = invitation.status === 'pending'
  const subtitle = isInvited ? messages.auth.invitation.subtitle : words.subtitle
  // Whether the account needs approval is unknown while loading, and said by the note of an ended invitation.
  const hasSubtitle = invitation.status !== 'loading' && invitation.status !== 'ended'
  return (
    <AuthLayout title={words.title} {...(hasSubtitle && { subtitle })} corner={<ThemeControl />}>
      <InvitationNote invitation={invitation} />
      {invitation.status === 'loading' ? (
        <PartSpinner label={messages.auth.invitation.loading} />
      ) : (
        // Remounts the form when the invitation no longer fixes the address.
        <SignUpForm key={invitation.status} {...(isInvited && { invitation })} />
      )}
      <p className="text-md text-ink-2">
        {words.toSignIn}{' '}
        <Link to="/login" className={linkStyle}>
          {words.signInLink}
        </Link>
      </p>
    </AuthLayout>
  )
}
