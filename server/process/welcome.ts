type Started = {
  url: string
  dataDir: string
  /** The database elsewhere has what DATA_DIR does not. */
  hasOwnDatabase: boolean
  /** Nobody has an account yet, and no administrator is configured. */
  awaitsFirstAccount: boolean
}

/** What somebody who has started the server needs to know. */
export function welcome(started: Started, seconds: number): string {
  const { url, dataDir, hasOwnDatabase, awaitsFirstAccount } = started
  return [
    `Script Writer is ready after ${seconds.toFixed(1)} s: ${url}`,
    awaitsFirstAccount
      ? 'Sign up there first: the first account is the administrator.'
      : 'Sign in there with your account.',
    `${hasOwnDatabase ? 'Everything' : 'What is not in DATABASE_URL'} is kept in ${dataDir}. Ctrl-C stops the server.`,
    '',
  ].join('\n')
}
