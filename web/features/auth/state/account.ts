import { createContext, useContext } from 'react'

/** Who is at work: known on every page behind a guard. */
export type Account = {
  userId: string
  email: string
  isAdmin: boolean
  hasLearningLoop: boolean
}

export const AccountContext = createContext<Account | undefined>(undefined)

export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('This part belongs behind a guard.')
  return account
}
