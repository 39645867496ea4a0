import path from 'node:path'
import { launch, type Server } from '../../bench/support/launch.ts'

export type Person = { id: string; email: string; token: string }
type Sent = { method?: string; as?: Person; body?: unknown; signal?: AbortSignal }
export type AbuseFixture = Server & {
  anonKey: string
  dataDir: string
  /** An approved writer, who has an account and no good intentions. */
  attacker: Person
  /** Another approved writer. */
  signUp(name: string): Promise<Person>
  request(address: string, sent?: Sent): Promise<Response>
}

export const PASSWORD = 'a good long password'

export const headersOf = (anonKey: string, person?: Person): Record<string, string> => ({
  apikey: anonKey,
  'content-type': 'application/json',
  ...(person && { authorization: `Bearer ${person.token}` }),
})

/** The server as operators run it, with an admin and an attacker. */
export async function openFixture(
  folder: string,
  env: Record<string, string> = {},
): Promise<AbuseFixture> {
  const dataDir = path.join(folder, 'data')
  const server = await launch('server/main.ts', { DATA_DIR: dataDir, ...env }, '/ready')
  const config = await fetch(`${server.url}/config.json`)
  const { anonKey } = (await config.json()) as { anonKey: string }

  const request: AbuseFixture['request'] = (address, { method = 'GET', as, body, signal } = {}) =>
    fetch(server.url + address, {
      method,
      headers: headersOf(anonKey, as),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  async function register(name: string): Promise<Person> {
    const email = `${name}@example.com`
    const answer = await request('/auth/v1/signup', {
      method: 'POST',
      body: { email, password: PASSWORD },
    })
    const found = (await answer.json()) as { access_token: string; user: { id: string } }
    return { id: found.user.id, email, token: found.access_token }
  }
  const admin = await register('admin')
  async function signUp(name: string): Promise<Person> {
    const person = await register(name)
    const body = { user_id: person.id }
    const approval = await request('/rest/v1/rpc/approve_user', { method: 'POST', as: admin, body })
    if (!approval.ok) throw new Error(`${name} was not approved: ${await approval.text()}`)
    return person
  }
  return { ...server, anonKey, dataDir, attacker: await signUp('attacker'), signUp, request }
}
