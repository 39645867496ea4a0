import type { DemoAccount } from '../../contract/demo.ts'

type Started = {
  url: string
  dataDir: string
  /** The database elsewhere has what DATA_DIR does not. */
  hasOwnDatabase: boolean
  /** Nobody has an account yet, and no administrator is configured. */
  awaitsFirstAccount: boolean
  /** Those of the demo. */
  accounts: readonly DemoAccount[] | undefined
}

function howToSignIn({ accounts, awaitsFirstAccount }: Started): string[] {
  if (accounts)
    return accounts.map(
      ({ role, email, password }) =>
        `The demo's ${role} signs in with ${email}, password ${password}`,
    )
  return awaitsFirstAccount
    ? ['Sign up there first: the first account is the administrator.']
    : ['Sign in there with your account.']
}

/** What somebody who has started the server needs to know. */
export function welcome(started: Started, seconds: number): string {
  const { url, dataDir, hasOwnDatabase } = started
  return [
    `Script Writer is ready after ${seconds.toFixed(1)} s: ${url}`,
    ...howToSignIn(started),
    `${hasOwnDatabase ? 'Everything' : 'What is not in DATABASE_URL'} is kept in ${dataDir}. Ctrl-C stops the server.`,
    '',
  ].join('\n')
}
