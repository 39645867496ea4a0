import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { RequiredFactorNote } from '../features/auth/security/required-factor-note.tsx'
import { type Account, useAccount } from '../features/auth/state/account.ts'
import { useSignOut } from '../features/auth/state/use-sign-out.ts'
import { chatKeys } from '../features/chat/api/chat-keys.ts'
import { MyScripts } from '../features/scripts/collection/my-scripts.tsx'
import { UnsavedTexts } from '../features/scripts/collection/unsaved-texts.tsx'
import { lazyExtra } from '../lib/loading/loaded-part.ts'
import { KeyRound, LogOut, Shield, ShieldCheck } from 'lucide-react'
import { useNavigate } from 'react-router'
import { PendingBadge } from '../features/pending-count/pending-badge.tsx'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { TopBar, Wordmark } from '../ui/layout/top-bar.tsx'

const { dashboard } = messages

// Lazy-loaded: few people open them, and not often.
const SecurityDialog = lazyExtra(
  async () => (await import('../features/auth/security/security-dialog.tsx')).SecurityDialog,
)
const ChangePasswordDialog = lazyExtra(
  async () =>
    (await import('../features/auth/components/change-password-dialog.tsx')).ChangePasswordDialog,
)

type DashboardHeaderProps = { account: Account; busy: boolean; onLogout: () => void }

/** Two lines on a phone. */
function DashboardHeader({ account, busy, onLogout }: DashboardHeaderProps) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'security' | 'password'>()
  /** The dialog that is or was open: its code is loaded, and it closes by itself. */
  const [opened, setOpened] = useState<typeof open>()
  const show = (dialog: typeof open) => {
    setOpened(dialog)
    setOpen(dialog)
  }
  const close = () => setOpen(undefined)
  return (
    <TopBar className="h-auto min-h-15 flex-wrap gap-y-1 py-1.5 sm:h-15 sm:flex-nowrap sm:py-0">
      <Wordmark />
      <span className="flex-1" />
      <span className="order-2 w-full sm:hidden" />
      <span className="order-3 min-w-0 flex-1 truncate text-md text-ink-2 sm:order-none sm:flex-initial">
        {account.email}
      </span>
      {account.isAdmin && (
        <Button
          onClick={() => void navigate('/admin')}
          className="relative order-4 mr-2 sm:order-none"
        >
          <Shield />
          {dashboard.adminPanel}
          <PendingBadge />
        </Button>
      )}
      <IconButton
        icon={KeyRound}
        label={messages.editor.changePassword}
        onClick={() => show('password')}
        className="order-5 sm:order-none"
      />
      <IconButton
        icon={ShieldCheck}
        label={messages.security.open}
        onClick={() => show('security')}
        className="order-5 -mr-2 sm:order-none sm:mr-0"
      />
      <span className="-mr-2 flex items-center sm:mr-0 sm:gap-1">
        <ThemeControl />
        <Button
          variant="ghost"
          busy={busy}
          onClick={onLogout}
          className="max-sm:size-11 max-sm:p-0"
        >
          <LogOut />
          <span className="max-sm:sr-only">{dashboard.logout}</span>
        </Button>
      </span>
      <Suspense>
        {opened === 'security' && (
          <SecurityDialog isOpen={open === 'security'} onOpenChange={close} />
        )}
        {opened === 'password' && (
          <ChangePasswordDialog
            isOpen={open === 'password'}
            onOpenChange={close}
            email={account.email}
          />
        )}
      </Suspense>
    </TopBar>
  )
}

const SignOutQuestion = lazyExtra(
  async () => (await import('../features/auth/components/sign-out-question.tsx')).SignOutQuestion,
)

export function DashboardPage() {
  const account = useAccount()
  const { signOut, isSigningOut, question } = useSignOut()
  const queryClient = useQueryClient()
  const refetchChats = () => void queryClient.invalidateQueries({ queryKey: chatKeys.all })
  return (
    <>
      <DashboardHeader account={account} busy={isSigningOut} onLogout={() => signOut()} />
      {question && (
        <Suspense>
          <SignOutQuestion question={question} />
        </Suspense>
      )}
      <main className="mx-auto max-w-290 px-4 py-6 sm:px-6 sm:py-9">
        <RequiredFactorNote isRequired={account.needsSecondFactor} />
        <MyScripts userId={account.userId} onDeleted={refetchChats} />
        <UnsavedTexts userId={account.userId} />
      </main>
    </>
  )
}
