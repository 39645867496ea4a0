import { createContext, useContext } from 'react'

/** The signed-in user, available on every guarded page. */
export type Account = {
  userId: string
  email: string
  isAdmin: boolean
  /** True for admins whose rights are withheld until they have a second factor. */
  needsSecondFactor: boolean
  hasLearningLoop: boolean
}

export const AccountContext = createContext<Account | undefined>(undefined)

export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount must be used on a guarded page.')
  return account
}
