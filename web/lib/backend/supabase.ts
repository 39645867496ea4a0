import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../../contract/tables.ts'

export type Client = SupabaseClient<Database>

type Config = { anonKey: string; version: string }

/** The client's own tries would come on top of those the product speaks of. */
const WITHOUT_RETRIES = { retry: false }

let config: Config | undefined
let client: Client | undefined
let aside: Client | undefined

/** Our own server writes it into the page; another one, as in development, does not know it. */
function configInPage(): Config | undefined {
  const json = document.getElementById('config')?.textContent
  return json ? (JSON.parse(json) as Config) : undefined
}

async function askForConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return (await response.json()) as Config
}

/** Finds out the server's public key; everything else waits for it. */
export async function connect(): Promise<void> {
  config = configInPage() ?? (await askForConfig())
  // The recovery page reads the address itself, and cleans it.
  client = createClient<Database>(window.location.origin, config.anonKey, {
    db: WITHOUT_RETRIES,
    auth: { detectSessionInUrl: false, storageKey: 'script-writer-session' },
  })
}

const NOT_YET = 'The server was not asked for its key yet.'

export function supabase(): Client {
  if (!client) throw new Error(NOT_YET)
  return client
}

/** A client whose session stays in memory: no guard and no other tab notices who it acts for. */
export function isolatedClient(): Client {
  if (!config) throw new Error(NOT_YET)
  aside ??= createClient<Database>(window.location.origin, config.anonKey, {
    db: WITHOUT_RETRIES,
    auth: {
      detectSessionInUrl: false,
      persistSession: false,
      autoRefreshToken: false,
      storageKey: 'script-writer-aside',
    },
  })
  return aside
}
