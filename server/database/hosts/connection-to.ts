import type { ClientConfig } from 'pg'
import { parseDatabaseUrl } from '../database-url.ts'
import { HostList } from './host-list.ts'

/** Settings of a connection; with `hosts`, the host is chosen anew for each (docs/decisions/034-several-machines.md). */
export type DatabaseConnection = ClientConfig & { hosts?: HostList }

/** The connection settings in DATABASE_URL, for `BoundedClient` and everything that uses it. */
export function connectionTo(databaseUrl: string): DatabaseConnection {
  const { connectionString, choice } = parseDatabaseUrl(databaseUrl)
  if (!choice) return { connectionString }
  const { hosts, target } = choice
  return { connectionString, hosts: new HostList(connectionString, hosts, target) }
}
