type Account = { role: string; email: string; password: string }

type Started = {
  url: string
  dataDir: string
  /** The database elsewhere has what DATA_DIR does not. */
  hasOwnDatabase: boolean
  /** Nobody has an account yet, and no administrator is configured. */
  awaitsFirstAccount: boolean
  /** Those of the demo. */
  accounts: readonly Account[] | undefined
}

const ROLES = new Map([
  ['writer', 'the writer'],
  ['administrator', 'the administrator'],
  ['pending', 'somebody who waits for approval'],
])

function howToSignIn({ accounts, awaitsFirstAccount }: Started): string[] {
  if (accounts)
    return accounts.map(
      ({ role, email, password }) =>
        `Sign in as ${ROLES.get(role) ?? role}: ${email}, password ${password}`,
    )
  return awaitsFirstAccount
    ? ['Sign up there first: the first account is the administrator.']
    : ['Sign in there with your account.']
}

/** What somebody who has started the server needs to know. */
export function welcome(started: Started, seconds: number): string {
  const { url, dataDir, hasOwnDatabase } = started
  const kept = hasOwnDatabase ? 'Everything' : 'What is not in DATABASE_URL'
  return [
    `Script Writer is ready after ${seconds.toFixed(1)} s: ${url}`,
    ...howToSignIn(started),
    `${kept} is kept in ${dataDir}. Ctrl-C stops the server.`,
    '',
  ].join('\n')
}
