import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { AccountMenu } from '../features/auth/components/account-menu.tsx'
import { SignOutQuestion } from '../features/auth/components/sign-out-question.tsx'
import { useAccount } from '../features/auth/state/account.ts'
import { useSignOut } from '../features/auth/state/use-sign-out.ts'
import { docsAddressIn } from '../features/chat/docs-page/docs-address.ts'
import { Editor } from '../features/editor/editor.tsx'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { ThemeItems } from '../features/theme/theme-items.tsx'
import { lazyExtra } from '../lib/loading/loaded-part.ts'
import { messages } from '../messages.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'

/** In a tab of its own, so the editor does not need it. */
const DocsPage = lazyExtra(
  async () => (await import('../features/chat/docs-page/docs-page.tsx')).DocsPage,
)

export function EditorPage() {
  const { userId, email, isAdmin, hasLearningLoop } = useAccount()
  const { signOut, isSigningOut, question } = useSignOut(messages.editor.logoutErrorTitle)
  const [search] = useSearchParams()
  const docs = docsAddressIn(search)
  if (docs)
    return (
      <Suspense fallback={<PageSpinner label={messages.common.loading} />}>
        <DocsPage {...docs} />
      </Suspense>
    )
  return (
    <>
      <Editor
        userId={userId}
        email={email}
        isAdmin={isAdmin}
        hasLearningLoop={hasLearningLoop}
        signOut={signOut}
        isSigningOut={isSigningOut}
        AccountMenu={AccountMenu}
        ThemeControl={ThemeControl}
        ThemeItems={ThemeItems}
      />
      <SignOutQuestion question={question} />
    </>
  )
}
