import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { AuthLayout } from '../features/auth/components/auth-layout.tsx'
import { demoAccounts } from '../lib/backend/supabase.ts'
import { lazyExtra } from '../lib/loading/loaded-part.ts'
import { RecoveryRequestForm } from '../features/auth/forms/recovery-request-form.tsx'
import { CodeForm } from '../features/auth/forms/code-form.tsx'
import { SignInForm } from '../features/auth/forms/sign-in-form.tsx'
import type { LoginState } from '../features/auth/state/return-path.ts'
import { type Session, useSession } from '../features/auth/state/session.ts'
import { SIGN_OUT } from '../features/auth/state/use-sign-out.ts'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages/first.ts'
import { linkStyle } from '../ui/button/button-style.ts'
import { FailureBar } from '../ui/feedback/failure-bar.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'

const { signIn, recover } = messages.auth
const { challenge } = messages.security

const DemoSignIn = lazyExtra(
  async () => (await import('../features/auth/forms/demo-sign-in.tsx')).DemoSignIn,
)

export function LoginPage() {
  return useSession().status === 'needsCode' ? <CodeStep /> : <PasswordStep />
}

function CodeStep() {
  usePageTitle(challenge.title)
  return (
    <AuthLayout title={challenge.title} subtitle={challenge.subtitle} corner={<ThemeControl />}>
      <CodeForm />
    </AuthLayout>
  )
}

const linkNotices = {
  confirmed: messages.auth.confirmed,
  expired: messages.auth.linkExpired,
  failed: messages.auth.linkFailed,
}

/** Why the user was sent to this page, if they did not open it themselves. */
function noticeOf(session: Session, isFirst: boolean): string | undefined {
  if (session.status !== 'signedOut') return undefined
  if (isFirst) return messages.auth.isAdministrator
  if (session.link) return linkNotices[session.link]
  return session.endedUserId === undefined ? undefined : messages.auth.sessionEnded
}

function PasswordStep() {
  const { email = '', isFirst = false } = (useLocation().state ?? {}) as LoginState
  const notice = noticeOf(useSession(), isFirst)
  const [isRecovering, setIsRecovering] = useState(false)
  // The address is carried over from the sign-up and between the forms.
  const [typed, setTyped] = useState(email)
  const words = isRecovering ? recover : signIn
  const accounts = demoAccounts()
  usePageTitle(words.title)

  function show(recovering: boolean, address: string): void {
    setIsRecovering(recovering)
    setTyped(address)
  }

  return (
    <AuthLayout title={words.title} subtitle={words.subtitle} corner={<ThemeControl />}>
      {isRecovering ? (
        <RecoveryRequestForm email={typed} onBack={(address) => show(false, address)} />
      ) : (
        <>
          {notice && (
            <output className="rounded-md border border-line bg-sunk px-3.5 py-2.5 text-md">
              {notice}
            </output>
          )}
          <FailureBar place={SIGN_OUT} closeLabel={messages.common.close} />
          {accounts && (
            <Suspense>
              <DemoSignIn accounts={accounts} />
            </Suspense>
          )}
          <SignInForm email={typed} onForgot={(address) => show(true, address)} />
          <p className="text-md text-ink-2">
            {signIn.toSignUp}{' '}
            <Link to="/signup" className={linkStyle}>
              {signIn.signUpLink}
            </Link>
          </p>
        </>
      )}
    </AuthLayout>
  )
}
