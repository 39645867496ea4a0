import type { ComponentType, ReactNode } from 'react'

type AccountMenuProps = {
  email: string
  isLeaving: boolean
  onLogout: () => void
  children: ReactNode
}

/** Who is signed in, and what other features put around the editor. */
export type Surroundings = {
  userId: string
  email: string
  isAdmin: boolean
  hasLearningLoop: boolean
  signOut: () => void
  isSigningOut: boolean
  /** Other features' parts of the header. */
  AccountMenu: ComponentType<AccountMenuProps>
  ThemeControl: ComponentType
}
