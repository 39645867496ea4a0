import { useAccount } from '../features/auth/state/account.ts'
import { AuthLayout } from '../features/auth/components/auth-layout.tsx'
import { SignOutButton } from '../features/auth/components/sign-out-button.tsx'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { usePageTitle } from '../ui/layout/page-title.ts'

const words = messages.pending

/** The route guard redirects as soon as the account is approved. */
export function PendingPage() {
  const { email } = useAccount()
  usePageTitle(words.title)
  return (
    <AuthLayout title={words.title} corner={<ThemeControl />}>
      <div className="flex flex-col gap-1.5">
        <p>
          {words.explanation} {words.notice}
        </p>
        <p className="text-md break-words text-ink-2">{words.account(email)}</p>
      </div>
      <SignOutButton className="self-start">{words.signOut}</SignOutButton>
    </AuthLayout>
  )
}
