import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { RequiredFactorNote } from '../features/auth/security/required-factor-note.tsx'
import { useAccount } from '../features/auth/state/account.ts'
import { useSignOut } from '../features/auth/state/use-sign-out.ts'
import { chatKeys } from '../features/chat/api/chat-keys.ts'
import { MyScripts } from '../features/scripts/collection/my-scripts.tsx'
import { UnsavedTexts } from '../features/scripts/collection/unsaved-texts.tsx'
import { lazyExtra } from '../lib/loading/lazy-extra.ts'
import { DashboardHeader } from './dashboard/dashboard-header.tsx'

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
