import { useMemo } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { AccountContext } from '../features/auth/state/account.ts'
import { useProfile } from '../features/auth/api/profile.ts'
import { returnPath, returnState } from '../features/auth/state/return-path.ts'
import { useSession } from '../features/auth/state/session.ts'
import { NoticeBar } from '../features/notices/notice-bar.tsx'
import { requiresAdminMfa } from '../lib/backend/supabase.ts'
import { useLeftTexts } from './left-texts.ts'
import { ProfileFailure } from './profile-failure.tsx'
import { WaitingSpinner } from './waiting-spinner.tsx'

/** For /login and /signup: signed-in users are redirected. */
export function SignedOutOnly() {
  const session = useSession()
  const { state } = useLocation()
  if (session.status === 'loading') return <WaitingSpinner />
  if (session.status !== 'signedIn') return <Outlet />
  return <Navigate to={returnPath(state, session.userId)} replace />
}

type Standing = 'pending' | 'approved' | 'admin'

/** Only for users with this standing; everyone else is redirected. */
export function Only({ standing }: { standing: Standing }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.status === 'loading') return <WaitingSpinner />
  if (session.status !== 'signedIn')
    return <Navigate to="/login" replace state={returnState(session, pathname + search)} />
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
    if (profile.approved) return <Navigate to="/dashboard" replace />
  } else if (!profile.approved) return <Navigate to="/pending" replace />
  if (standing === 'admin' && !account.isAdmin) return <Navigate to="/dashboard" replace />
  return (
    <AccountContext value={account}>
      <NoticeBar userId={userId} isApproved={profile.approved} />
      <Outlet />
    </AccountContext>
  )
}
