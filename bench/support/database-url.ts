import type { ClientConfig } from 'pg'

/** The `DATABASE_URL` of an embedded server. */
export const databaseUrl = ({ host, user, password, database }: ClientConfig): string =>
  `postgresql://${user}:${String(password)}@localhost/${database}?host=${host}`
