import { ArrowLeft, LogOut } from 'lucide-react'
import { Link } from 'react-router'
import { AdminDashboard } from '../features/admin/admin-dashboard.tsx'
import { SignOutButton } from '../features/auth/components/sign-out-button.tsx'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { adminMessages } from '../messages/admin.ts'
import { buttonStyle } from '../ui/button/button-style.ts'
import { TopBar, Wordmark } from '../ui/layout/top-bar.tsx'

export function AdminPage() {
  return (
    <div className="min-h-dvh">
      <TopBar className="gap-0 sm:gap-3">
        <Link to="/dashboard" className={buttonStyle({ variant: 'ghost', className: '-ml-3.5' })}>
          <ArrowLeft />
          {/* On a phone there is only room for the arrow. */}
          <span className="max-sm:sr-only">{adminMessages.back}</span>
        </Link>
        <Wordmark />
        <span className="flex-1" />
        <ThemeControl />
        <SignOutButton variant="ghost" className="-mr-3.5 max-sm:size-11 max-sm:p-0">
          <LogOut />
          <span className="max-sm:sr-only">{adminMessages.signOut}</span>
        </SignOutButton>
      </TopBar>
      <AdminDashboard />
    </div>
  )
}
