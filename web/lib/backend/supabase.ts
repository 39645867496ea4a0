import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/tables.ts'
import type { DemoAccount } from '../../../contract/demo.ts'
import { withFreshToken } from './fresh-token.ts'
import { storedChoice } from '../store.ts'
import { loggedFetch } from './logged-fetch.ts'

export type Client = SupabaseClient<Database>

type Config = {
  anonKey: string
  version: string
  requireAdminMfa?: boolean
  demo?: boolean
  demoAccounts?: DemoAccount[]
}

/** Where the client stores the session in the browser. */
export const SESSION_KEY = 'script-writer-session'

/** The client's own would throw where storage is full, and nobody else could read what it keeps in memory. */
const sessionStore = {
  getItem: (key: string) => storedChoice.read(key),
  setItem: (key: string, value: string) => storedChoice.write(key, value),
  removeItem: (key: string) => storedChoice.write(key, null),
}

/** Without the client's own retries, which would add to those of the specification. */
const SHARED = { db: { retry: false }, global: { fetch: loggedFetch } }

/** The client supports recovery codes behind an experimental flag. */
const WITH_RECOVERY_CODES = { experimental: { recoveryCodes: true } }

let config: Config | undefined
let client: Client | undefined
let isolated: Client | undefined

/** Our server embeds the config in the page; the development server does not. */
function configInPage(): Config | undefined {
  const json = document.getElementById('config')?.textContent
  return json ? (JSON.parse(json) as Config) : undefined
}

async function fetchConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`Config request failed with status ${response.status}`)
  return (await response.json()) as Config
}

/** Loads the config and creates the client. */
export async function connect(): Promise<void> {
  config = configInPage() ?? (await fetchConfig())
  // detectSessionInUrl is off: the recovery page reads the tokens itself.
  client = createClient<Database>(window.location.origin, config.anonKey, {
    ...SHARED,
    global: { fetch: withFreshToken(loggedFetch) },
    auth: {
      detectSessionInUrl: false,
      storage: sessionStore,
      storageKey: SESSION_KEY,
      ...WITH_RECOVERY_CODES,
    },
  })
}

const NOT_CONNECTED = 'connect() has not finished yet'

/** Whether an admin without a second factor has no admin rights; the database decides. */
export const requiresAdminMfa = (): boolean => config?.requireAdminMfa ?? false

/** For requests that the client has no call for. */
export const apiKey = (): string => config?.anonKey ?? ''

/** Whether the built-in demo writes the answers. */
export const hasDemoWriter = (): boolean => config?.demo ?? false

/** The accounts of the demo; undefined where there is no demo. */
export const demoAccounts = (): DemoAccount[] | undefined => config?.demoAccounts

export function supabase(): Client {
  if (!client) throw new Error(NOT_CONNECTED)
  return client
}

/** A client with a session of its own, in memory: it does not affect this or any other tab's session. */
export function isolatedClient(): Client {
  if (!config) throw new Error(NOT_CONNECTED)
  isolated ??= createClient<Database>(window.location.origin, config.anonKey, {
    ...SHARED,
    auth: {
      ...WITH_RECOVERY_CODES,
      detectSessionInUrl: false,
      persistSession: false,
      autoRefreshToken: false,
      storageKey: 'script-writer-aside',
    },
  })
  return isolated
}
