import { AuthLayout } from '../features/auth/components/auth-layout.tsx'
import { InvalidLink } from '../features/auth/components/invalid-link.tsx'
import { NewPasswordForm } from '../features/auth/forms/new-password-form.tsx'
import { type Recovery, useRecovery } from '../features/auth/state/use-recovery.ts'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { Button } from '../ui/button/button.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'
import { SpinnerIcon } from '../ui/feedback/spinner.tsx'

const words = messages.auth.reset

function Step({ recovery }: { recovery: Recovery }) {
  if (recovery.status === 'ready') return <NewPasswordForm {...recovery} />
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
