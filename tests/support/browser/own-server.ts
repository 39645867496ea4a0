import '../quick-passwords.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Session } from '@supabase/supabase-js'
import { pino } from 'pino'
import { readConfig } from '../../../server/process/config.ts'
import { start, type StartOptions } from '../../../server/main.ts'
import { type Client, newClient } from '../client.ts'
import { dropDatabase } from '../database/drop-database.ts'
import { testPool } from '../database/test-pool.ts'
import { PASSWORD } from '../people.ts'
import { sql } from './people.ts'

export type OwnPerson = { id: string; email: string; client: Client; session: Session }

/** A server with its own database, for tests that affect every user. The first person is its admin. */
export async function startOwnServer(options: StartOptions = {}, env: Record<string, string> = {}) {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  await sql(`create database ${name}`)
  const shared = process.env['SCRIPT_WRITER_DATABASE'] ?? ''
  const url = shared.replace('@/script_writer?', `@localhost/${name}?`)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url, ...env })
  const server = await start(config, pino({ level: 'error' }), options)
  const pool = testPool({ connectionString: url, max: 2 })
  return {
    url: server.url,
    sql: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,

    async signUp(email: string, approved = true): Promise<OwnPerson> {
      const client = await newClient(server.url)
      const { data } = await client.auth.signUp({ email, password: PASSWORD })
      if (!data.session) throw new Error(`no session for ${email}`)
      const { id } = data.session.user
      await pool.query('update public.profiles set approved = $2 where id = $1 and role <> $3', [
        id,
        approved,
        'admin',
      ])
      return { id, email, client, session: data.session }
    },

    async stop(): Promise<void> {
      await pool.end()
      await server.stop()
      await dropDatabase(sql, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs the person in from the next page load on. */
export const signInHere = (page: Page, { session }: OwnPerson) =>
  page.addInitScript((stored) => {
    if (sessionStorage.getItem('signed-in-by-test')) return
    sessionStorage.setItem('signed-in-by-test', 'done')
    localStorage.setItem('script-writer-session', stored)
  }, JSON.stringify(session))
