import type { ComponentType, ReactNode } from 'react'

type AccountMenuProps = {
  email: string
  isLeaving: boolean
  onLogout: () => void
  children: ReactNode
}

/** The words of a question about what would be lost. */
type LossWords = { title: string; description: string; stay: string; leave: string }

/** Who is signed in, and what other features put around the editor. */
export type EditorContext = {
  userId: string
  email: string
  isAdmin: boolean
  hasLearningLoop: boolean
  /** Asks first if something would be lost. */
  signOut: (loss?: LossWords) => void
  isSigningOut: boolean
  /** Other features' parts of the header. */
  AccountMenu: ComponentType<AccountMenuProps>
  ThemeControl: ComponentType
  /** The same in a menu, where the header has no room. */
  ThemeItems: ComponentType<{ className?: string }>
}
