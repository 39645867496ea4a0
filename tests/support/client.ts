import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../contract/tables.ts'

export type Client = SupabaseClient<Database>

/** The official client as in the browser, but without stored sessions and timers. */
export async function newClient(url: string): Promise<Client> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  return createClient<Database>(url, config.anonKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  })
}
