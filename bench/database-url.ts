import type { ClientConfig } from 'pg'

/** The address of an embedded server, for a process that is given one by `DATABASE_URL`. */
export const databaseUrl = ({ host, user, password, database }: ClientConfig): string =>
  `postgresql://${user}:${String(password)}@localhost/${database}?host=${host}`
