import { useState } from 'react'
import { Link } from 'react-router'
import { AuthLayout } from '../features/auth/components/auth-layout.tsx'
import { RecoveryRequestForm } from '../features/auth/forms/recovery-request-form.tsx'
import { CodeForm } from '../features/auth/forms/code-form.tsx'
import { SignInForm } from '../features/auth/forms/sign-in-form.tsx'
import { useSession } from '../features/auth/state/session.ts'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { linkStyle } from '../ui/button/button-style.ts'
import { usePageTitle } from '../ui/layout/page-title.ts'

const { signIn, recover } = messages.auth
const { challenge } = messages.security

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

function PasswordStep() {
  const session = useSession()
  const hasEnded = session.status === 'signedOut' && session.endedFor !== undefined
  const [isRecovering, setIsRecovering] = useState(false)
  // The typed address is carried over when switching forms; undefined until the first switch.
  const [typed, setTyped] = useState<string>()
  const words = isRecovering ? recover : signIn
  usePageTitle(words.title)

  function show(recovering: boolean, email: string): void {
    setIsRecovering(recovering)
    setTyped(email)
  }

  return (
    <AuthLayout title={words.title} subtitle={words.subtitle} corner={<ThemeControl />}>
      {isRecovering ? (
        <RecoveryRequestForm email={typed ?? ''} onBack={(email) => show(false, email)} />
      ) : (
        <>
          {hasEnded && (
            <output className="rounded-md border border-line bg-sunk px-3.5 py-2.5 text-md">
              {messages.auth.sessionEnded}
            </output>
          )}
          <SignInForm
            email={typed ?? ''}
            takesFocus={typed !== undefined}
            onForgot={(email) => show(true, email)}
          />
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
