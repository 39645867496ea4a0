import {
  createBrowserRouter,
  Navigate,
  type NavigateProps,
  Outlet,
  useLocation,
} from 'react-router'
import { LoginPage } from '../pages/login-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { messages } from '../messages/first.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { ErrorPage } from './error-page.tsx'
import { loadDashboard, loadEditor, loadProfile, startWith } from './loaders.ts'
import { lazyExtra } from '../lib/loading/loaded-part.ts'
import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { AccountContext } from '../features/auth/state/account.ts'
import { useProfile } from '../features/auth/api/profile.ts'
import { returnState, returnTarget } from '../features/auth/state/return-path.ts'
import { useIsSessionEnding, useSession } from '../features/auth/state/session.ts'
import { NoticeBar } from '../features/notices/notice-bar.tsx'
import { demoAccounts, requiresAdminMfa } from '../lib/backend/supabase.ts'
import { useLeftTexts } from './left-texts.ts'
import { Button } from '../ui/button/button.tsx'
import { Wordmark } from '../ui/layout/top-bar.tsx'

/** After this time without an answer the page says what it is waiting for. */
const DELAYED_AFTER = 2_000

/** Shown while the server checks who is signed in. */
function WaitingSpinner() {
  const [isDelayed, setIsDelayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDelayed(true), DELAYED_AFTER)
    return () => clearTimeout(timer)
  }, [])
  const { connecting, common } = messages
  return <PageSpinner label={isDelayed ? connecting.delayed : common.loading} />
}

function ProfileFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 px-6 py-16 text-center">
      <Wordmark />
      <p role="alert" className="max-w-[26rem] text-balance text-ink-2">
        {messages.auth.profileFailed}
      </p>
      <Button variant="primary" onClick={onRetry}>
        {messages.common.retry}
      </Button>
    </main>
  )
}

/** `Navigate` goes once: without a key it would stay when the next address, reached meanwhile, leads to the same page. */
function Redirect(props: NavigateProps) {
  return <Navigate key={useLocation().key} {...props} replace />
}

/** For /login and /signup: signed-in users are redirected. */
function SignedOutOnly() {
  const session = useSession()
  const { state } = useLocation()
  if (session.status === 'loading') return <WaitingSpinner />
  if (session.status !== 'signedIn') return <Outlet />
  return <Redirect {...returnTarget(state, session.userId)} />
}

type Standing = 'pending' | 'approved' | 'admin'

/** Only for users with this standing; everyone else is redirected. */
function Only({ standing }: { standing: Standing }) {
  const session = useSession()
  const { pathname, search, state } = useLocation()
  if (session.status === 'loading') return <WaitingSpinner />
  if (session.status !== 'signedIn')
    return <Redirect to="/login" state={returnState(session, pathname + search, state)} />
  const { userId, email, hasSecondFactor } = session
  return <WithProfile {...{ standing, userId, email, hasSecondFactor }} />
}

type WithProfileProps = {
  standing: Standing
  userId: string
  email: string
  hasSecondFactor: boolean
}

function WithProfile({ standing, userId, email, hasSecondFactor }: WithProfileProps) {
  const { data: profile, isError, refetch } = useProfile(userId)
  useLeftTexts(userId, profile?.approved === true)
  const isApprovedAdmin = profile?.role === 'admin' && profile.approved
  const needsFactor = requiresAdminMfa() && !hasSecondFactor
  const account = useMemo(
    () => ({
      userId,
      email: profile?.email ?? email,
      isAdmin: isApprovedAdmin && !needsFactor,
      needsSecondFactor: isApprovedAdmin && needsFactor,
      hasLearningLoop: profile?.learning_loop_access ?? false,
    }),
    [userId, email, isApprovedAdmin, needsFactor, profile],
  )
  if (!profile)
    return isError ? <ProfileFailure onRetry={() => void refetch()} /> : <WaitingSpinner />
  if (standing === 'pending') {
    if (profile.approved) return <Redirect to="/dashboard" />
  } else if (!profile.approved) return <Redirect to="/pending" />
  if (standing === 'admin' && !account.isAdmin) return <Redirect to="/dashboard" />
  return (
    <AccountContext value={account}>
      <NoticeBar userId={userId} isApproved={profile.approved} />
      <Outlet />
    </AccountContext>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shown while offline. The live region is always present, so that screen readers announce it. */
function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <output className="block">
      {!isOnline && (
        <p className="border-b border-line bg-sunk px-4 py-1.5 text-center text-sm text-ink-2">
          {messages.offline}
        </p>
      )}
    </output>
  )
}

/** Above what somebody is typing when the session ends. */
function SessionEndBar() {
  const isEnding = useIsSessionEnding()
  return (
    <output className="block">
      {isEnding && (
        <p className="border-b border-line bg-bad-wash px-4 py-1.5 text-center text-sm">
          {messages.auth.sessionEnding}
        </p>
      )}
    </output>
  )
}

const DemoBar = lazyExtra(
  async () => (await import('../features/auth/components/demo-bar.tsx')).DemoBar,
)

/** Wraps every page. */
function Frame() {
  return (
    // Full-height pages share the screen with the bar.
    <div className="has-[>[data-fills-screen]]:flex has-[>[data-fills-screen]]:h-[calc(100dvh-var(--keyboard,0px))] has-[>[data-fills-screen]]:flex-col">
      {demoAccounts() && (
        <Suspense>
          <DemoBar />
        </Suspense>
      )}
      <OfflineBar />
      <SessionEndBar />
      <Outlet />
    </div>
  )
}

/** Only the login page is part of the app's own code; the others are loaded lazily. */
export const router = createBrowserRouter([
  {
    element: <Frame />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner label={messages.common.loading} />,
    children: [
      { path: '/', element: <Redirect to="/login" /> },
      {
        element: <SignedOutOnly />,
        // Signed-in users are redirected to the dashboard.
        loader: loadDashboard,
        children: [
          { path: '/login', Component: LoginPage },
          {
            path: '/signup',
            lazy: async () => ({
              Component: (await import('../pages/sign-up-page.tsx')).SignUpPage,
            }),
          },
        ],
      },
      {
        path: '/auth/reset-password',
        lazy: async () => ({
          Component: (await import('../pages/reset-password-page.tsx')).ResetPasswordPage,
        }),
      },
      {
        element: <Only standing="pending" />,
        children: [
          {
            path: '/pending',
            loader: loadProfile,
            lazy: async () => ({
              Component: (await import('../pages/pending-page.tsx')).PendingPage,
            }),
          },
        ],
      },
      {
        element: <Only standing="approved" />,
        children: [
          {
            path: '/dashboard',
            loader: loadDashboard,
            lazy: async () => ({
              Component: (await import('../pages/dashboard-page.tsx')).DashboardPage,
            }),
          },
          {
            path: '/editor/:scriptId?',
            loader: loadEditor,
            // A navigation to the same path only adds a history entry: the document is already open.
            shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
            lazy: async () => ({
              Component: (await import('../pages/editor-page.tsx')).EditorPage,
            }),
          },
        ],
      },
      {
        element: <Only standing="admin" />,
        children: [
          {
            path: '/admin',
            loader: loadProfile,
            lazy: async () => ({ Component: (await import('../pages/admin-page.tsx')).AdminPage }),
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
])

startWith(router.state.location)

/** Resolves when the code and the data of the first page are there, or when it shows its own spinner. */
export function firstPageReady(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve()
    else
      router.subscribe(({ initialized }) => {
        if (initialized) resolve()
      })
  })
}
