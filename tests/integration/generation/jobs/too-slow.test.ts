import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../support/database/test-database.ts'
import { openHostileProvider } from '../../../support/providers/hostile-provider.ts'
import type { SignedIn } from '../../../support/rest/fixture.ts'
import { newText, note, notesOn, readingOf, readToEnd } from '../readings/reading-fixture.ts'
import {
  accepted,
  countsOf,
  ended,
  type GenerationFixture,
  generationFixture,
} from '../generation-fixture.ts'

// A statement of a worker that takes too long ends its job: it is not tried again forever.

const SCRIPT = 'INT. PIER - DAY\n\nRain on the pier.\n'

let fixture: GenerationFixture
let provider: Awaited<ReturnType<typeof openHostileProvider>>
let anna: SignedIn

beforeAll(async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  url.searchParams.set('options', '-c script_writer.statement_timeout=1500')
  provider = await openHostileProvider('openai-compatible', (answer) => {
    answer.say(note('Rain on the pier.'))
    answer.end()
  })
  fixture = await generationFixture(
    {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: provider.baseUrl,
      AI_MODEL: 'some-model',
      DATABASE_URL: url.href,
    },
    database,
  )
  anna = await fixture.person('anna')
})

const job = async (id: string) =>
  (await anna.client.from('generation_jobs').select('attempt').eq('id', id).single()).data

test('a prompt whose material takes too long to read fails with a sentence, is given back, and is not sent', async () => {
  await fixture.database.pool.query(`
    create or replace function private.speaker_of(job_id uuid) returns jsonb language plpgsql as
      'begin perform pg_sleep(600); return null; end'`)
  const jobId = await accepted(anna)
  expect(await ended(anna, jobId)).toMatchObject({ status: 'failed', code: 'text_too_complex' })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: 0 })
  expect(await job(jobId)).toEqual({ attempt: 1 })
  expect(provider.requests).toHaveLength(0)
})

test('a reading whose notes take too long to store fails with a sentence, and costs the call that was sent', async () => {
  await fixture.database.pool.query(`
    create function public.never() returns trigger language plpgsql as
      'begin perform pg_sleep(600); return new; end';
    create trigger never before insert on public.script_notes for each row execute function public.never()`)
  const workId = await newText(anna, SCRIPT)
  const { jobId, status } = await readToEnd(anna, workId)
  expect(status).toMatchObject({ status: 'failed', code: 'text_too_complex' })
  expect(await notesOn(anna, workId)).toEqual([])
  expect(await readingOf(anna, jobId)).toMatchObject({ parts_read: 0 })
  expect(await countsOf(fixture, anna)).toMatchObject({ used: 1 })
  expect(await job(jobId)).toEqual({ attempt: 1 })
  expect(provider.requests).toHaveLength(1)
})
