import { Link } from 'react-router'
import { AuthLayout } from '../features/auth/components/auth-layout.tsx'
import { SignUpForm } from '../features/auth/forms/sign-up-form.tsx'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { linkStyle } from '../ui/button/button-style.ts'
import { usePageTitle } from '../ui/layout/page-title.ts'

const words = messages.auth.signUp

export function SignUpPage() {
  usePageTitle(words.title)
  return (
    <AuthLayout title={words.title} subtitle={words.subtitle} corner={<ThemeControl />}>
      <SignUpForm />
      <p className="text-md text-ink-2">
        {words.toSignIn}{' '}
        <Link to="/login" className={linkStyle}>
          {words.signInLink}
        </Link>
      </p>
    </AuthLayout>
  )
}
