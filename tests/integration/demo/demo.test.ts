import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DemoAccount } from '../../../contract/demo.ts'
import { anchorsIn, type StoredAnchor, type TextStep } from '../../../screenplay/changes.ts'
import { layout } from '../../../screenplay/layout.ts'
import { parse } from '../../../screenplay/model.ts'
import { type Client, newClient } from '../../support/client.ts'
import { forFile } from '../../support/for-file.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { startServerProcess, temporaryFolder } from '../../support/server-process.ts'

const DAY = 24 * 60 * 60 * 1000
const sample = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../sample/sample.json'), 'utf8'),
) as {
  bible: unknown[]
  notes: { reader: string }[]
  history: { label: string }[]
  historyStart: { label: string }
  conversation: { turns: { mode: string; answers: unknown[] }[] }
}

const startDemo = (dataDir: string, ...args: string[]) =>
  startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: '' }, { args: ['--demo', ...args] })

async function accountsOf(url: string): Promise<DemoAccount[]> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as {
    demoAccounts?: DemoAccount[]
  }
  return config.demoAccounts ?? []
}

async function signedInAs(url: string, role: DemoAccount['role']): Promise<Client> {
  const account = (await accountsOf(url)).find((one) => one.role === role)
  const client = await newClient(url)
  const { error } = await client.auth.signInWithPassword(account ?? { email: '', password: '' })
  expect(error).toBeNull()
  return client
}

async function dataOf<Data>(call: PromiseLike<{ data: Data; error: unknown }>) {
  const { data, error } = await call
  expect(error).toBeNull()
  return data as NonNullable<Data>
}

describe('the demo', () => {
  const demo = forFile(async () => {
    const dataDir = await temporaryFolder()
    const server = startDemo(dataDir)
    return { dataDir, server, url: await server.url }
  })

  test('prints its accounts in at most ten lines', async () => {
    const { server, url, dataDir } = demo
    await expect.poll(() => server.lines.at(-1)).toContain(dataDir)
    // With the four of installing and building.
    expect(server.lines.length + 4).toBeLessThanOrEqual(10)
    for (const { email, password } of await accountsOf(url))
      expect(server.lines.join('\n')).toContain(`${email}, password ${password}`)
  })

  test('has a writer, an administrator and somebody who waits', async () => {
    const standing = async (role: DemoAccount['role']) => {
      const client = await signedInAs(demo.url, role)
      const { data } = await client.auth.getUser()
      return dataOf(
        client
          .from('profiles')
          .select('role, approved')
          .eq('id', data.user?.id ?? '')
          .single(),
      )
    }
    expect(await standing('administrator')).toEqual({ role: 'admin', approved: true })
    expect(await standing('writer')).toEqual({ role: 'scriptwriter', approved: true })
    expect(await standing('pending')).toEqual({ role: 'scriptwriter', approved: false })
  })

  test('has a script of feature length with 31 versions of three weeks', async () => {
    const client = await signedInAs(demo.url, 'writer')
    const [script, ...others] = await dataOf(client.from('scripts').select('*'))
    expect(others).toEqual([])
    expect(layout(parse(script?.content as string)).pages.length).toBeGreaterThan(90)
    const versions = await dataOf(
      client.from('script_versions').select('*').order('number', { ascending: false }),
    )
    const [answer, ...saved] = versions
    expect(answer).toMatchObject({ origin: 'answer', label: null })
    const { history, historyStart } = sample
    expect(saved.map(({ label }) => label)).toEqual(
      [...history, historyStart].map(({ label }) => label),
    )
    const times = versions.map(({ created_at: at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect((Date.now() - (times.at(-1) ?? 0)) / DAY).toBeCloseTo(20.5, 0)
    expect(Date.parse(script?.updated_at ?? '')).toBe(times[1])
  })

  test('has notes of two readers, each at its words', async () => {
    const client = await signedInAs(demo.url, 'writer')
    const [work] = await dataOf(client.from('script_drafts').select('work_id'))
    const workId = work?.work_id ?? ''
    const [draft] = await dataOf(client.rpc('draft_text', { work_id: workId }))
    const [stored] = await dataOf(client.rpc('notes_of', { work_id: workId }))
    const notes = anchorsIn(
      stored?.notes as unknown as StoredAnchor[],
      stored?.steps as unknown as TextStep[],
      draft?.text ?? '',
    )
    expect(notes).toHaveLength(sample.notes.length)
    for (const { start, end, quote } of notes) expect(draft?.text.slice(start, end)).toBe(quote)
    const readings = await dataOf(client.from('readings').select('reader, summary, finished_at'))
    expect(new Set(readings.map(({ reader }) => reader))).toEqual(
      new Set(sample.notes.map(({ reader }) => reader)),
    )
    expect(readings.filter(({ summary, finished_at: at }) => !summary || !at)).toEqual([])
    expect(await dataOf(client.from('story_entries').select('id'))).toHaveLength(
      sample.bible.length,
    )
  })

  test('has a conversation with a branch, and its last answer under review', async () => {
    const client = await signedInAs(demo.url, 'writer')
    const [chat] = await dataOf(client.from('chat_conversations').select('id'))
    const all = await dataOf(client.rpc('branches_of', { conversation_id: chat?.id ?? '' }))
    const { turns } = sample.conversation
    const answers = turns.flatMap((turn) => turn.answers)
    expect(all).toHaveLength(turns.length + answers.length)
    const shown = await dataOf(client.from('chat_messages').select('id, withheld'))
    expect(shown).toHaveLength(all.length - (answers.length - turns.length))
    const questions = shown.filter(({ withheld }) => withheld === 'question')
    expect(questions).toHaveLength(turns.filter(({ mode }) => mode === 'ask').length)
    const reviews = await dataOf(client.from('answer_reviews').select('*').order('created_at'))
    expect(reviews.map(({ ended_at: at }) => at === null)).toEqual([false, false, true])
    const [work] = await dataOf(client.from('script_drafts').select('work_id, updated_at'))
    expect(Date.now() - Date.parse(work?.updated_at ?? '')).toBeGreaterThan(DAY / 48)
    const [draft] = await dataOf(client.rpc('draft_text', { work_id: work?.work_id ?? '' }))
    expect(draft?.review_text).not.toBe(draft?.text)
    expect(draft?.review_text).toContain('Nora takes it.')
  })

  test('has the usage of a month', async () => {
    const client = await signedInAs(demo.url, 'administrator')
    const days = await dataOf(client.rpc('generations_per_day', { days: 30 }))
    expect(days.filter(({ generations }) => generations > 0).length).toBeGreaterThan(15)
  })

  test('is the same after a restart, and another one after a reset', async () => {
    const { server, url, dataDir } = demo
    const before = await accountsOf(url)
    server.child.kill('SIGTERM')
    await server.ended
    const again = startDemo(dataDir)
    expect(await accountsOf(await again.url)).toEqual(before)
    const client = await signedInAs(await again.url, 'writer')
    await dataOf(client.from('scripts').delete().neq('title', '').select())
    again.child.kill('SIGTERM')
    await again.ended
    const reset = startDemo(dataDir, '--reset')
    const after = await accountsOf(await reset.url)
    expect(after.map(({ password }) => password)).not.toEqual(
      before.map(({ password }) => password),
    )
    const writer = await signedInAs(await reset.url, 'writer')
    expect(await dataOf(writer.from('scripts').select('id'))).toHaveLength(1)
  })
})

describe('beside real accounts', () => {
  const refused = async (env: Record<string, string>, ...args: string[]) => {
    const { ended } = startServerProcess(env, { args })
    const { code, stderr } = await ended
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    return stderr
  }

  test('the demo is refused for another database, another address and unknown words', async () => {
    const dataDir = await temporaryFolder()
    const env = { DATA_DIR: dataDir }
    const { url } = await createTestDatabase()
    expect(await refused({ ...env, DATABASE_URL: url }, '--demo')).toContain('DATABASE_URL')
    expect(await refused({ ...env, HOST: '0.0.0.0' }, '--demo')).toContain('this machine alone')
    expect(await refused(env, '--reset')).toContain('--reset is only for --demo')
    expect(await refused(env, '--dmeo')).toContain("Unknown option '--dmeo'")
  })

  test('the demo is refused in a folder of others, also to reset it, and leaves no trace there', async () => {
    const dataDir = await temporaryFolder()
    const server = startServerProcess({ DATA_DIR: dataDir })
    const url = await server.url
    expect(await (await fetch(`${url}/config.json`)).json()).not.toHaveProperty('demoAccounts')
    const client = await newClient(url)
    const account = { email: 'someone@example.com', password: 'pass phrase of my own' }
    expect((await client.auth.signUp(account)).error).toBeNull()
    server.child.kill('SIGTERM')
    await server.ended
    for (const args of [['--demo'], ['--demo', '--reset']])
      expect(await refused({ DATA_DIR: dataDir }, ...args)).toContain("not the demo's")
    const again = startServerProcess({ DATA_DIR: dataDir })
    const same = await newClient(await again.url)
    expect((await same.auth.signInWithPassword(account)).error).toBeNull()
  })
})
