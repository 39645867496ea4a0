import { useMemo } from 'react'
import { Navigate, Outlet } from 'react-router'
import { AccountContext } from '../features/auth/state/account.ts'
import { useProfile } from '../features/auth/api/profile.ts'
import { useSession } from '../features/auth/state/session.ts'
import { messages } from '../messages.ts'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'
import { ProfileFailure } from './profile-failure.tsx'

const spinner = <PageSpinner label={messages.common.loading} />

/** For /login and /signup: signed-in users are redirected. */
export function SignedOutOnly() {
  const { status } = useSession()
  if (status === 'loading') return spinner
  return status === 'signedIn' ? <Navigate to="/dashboard" replace /> : <Outlet />
}

type Standing = 'pending' | 'approved' | 'admin'

/** Only for users with this standing; everyone else is redirected. */
export function Only({ standing }: { standing: Standing }) {
  const session = useSession()
  if (session.status === 'loading') return spinner
  if (session.status === 'signedOut') return <Navigate to="/login" replace />
  return <WithProfile standing={standing} userId={session.userId} email={session.email} />
}

function WithProfile(props: { standing: Standing; userId: string; email: string }) {
  const { standing, userId, email } = props
  const { data: profile, isError, refetch } = useProfile(userId)
  const account = useMemo(
    () => ({
      userId,
      email: profile?.email ?? email,
      isAdmin: profile?.role === 'admin' && profile.approved,
      hasLearningLoop: profile?.learning_loop_access ?? false,
    }),
    [userId, email, profile],
  )
  if (!profile) return isError ? <ProfileFailure onRetry={() => void refetch()} /> : spinner
  if (standing === 'pending') {
    if (profile.approved) return <Navigate to="/dashboard" replace />
  } else if (!profile.approved) return <Navigate to="/pending" replace />
  if (standing === 'admin' && !account.isAdmin) return <Navigate to="/dashboard" replace />
  return (
    <AccountContext value={account}>
      <Outlet />
    </AccountContext>
  )
}
