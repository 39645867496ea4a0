import { AuthLayout } from '../features/auth/auth-layout.tsx'
import { InvalidLink } from '../features/auth/invalid-link.tsx'
import { NewPasswordForm } from '../features/auth/new-password-form.tsx'
import { type Recovery, useRecovery } from '../features/auth/recovery.ts'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { Button } from '../ui/button.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SpinnerIcon } from '../ui/spinner.tsx'

const words = messages.auth.reset

function Step({ recovery }: { recovery: Recovery }) {
  if (recovery.status === 'ready') return <NewPasswordForm email={recovery.email} />
  if (recovery.status === 'invalid') return <InvalidLink />
  if (recovery.status === 'unreachable') {
    return (
      <Button variant="primary" onClick={recovery.retry}>
        {messages.common.retry}
      </Button>
    )
  }
  return (
    <output className="flex items-center gap-2.5 text-ink-2">
      <SpinnerIcon className="text-accent" />
      {words.verifying}
    </output>
  )
}

const subtitles = {
  verifying: undefined,
  invalid: words.invalid,
  unreachable: messages.connecting.failed,
}

export function ResetPasswordPage() {
  const recovery = useRecovery()
  const { status } = recovery
  const title = status === 'invalid' ? words.invalidTitle : words.title
  const subtitle = status === 'ready' ? words.account(recovery.email) : subtitles[status]
  usePageTitle(title)
  return (
    <AuthLayout title={title} {...(subtitle && { subtitle })} corner={<ThemeControl />}>
      <Step recovery={recovery} />
    </AuthLayout>
  )
}
