import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { FORTY } from '../../../support/documents/forty-rooms.ts'
import { only } from '../../../support/rest/fixture.ts'
import { accepted, cancel, generationFixture, NO_WORKER, until } from '../generation-fixture.ts'
import { hostileFixture } from '../hostile-fixture.ts'
import { answered, chatAbout, workingText, write } from './answer-fixture.ts'

// A job about a text that the server has names its version, instead of having a copy.

const DARKER = FORTY.replace('The lamp of room 3 ', 'The dead lamp of room 3 ')

const fixture = forFile(hostileFixture)
const anna = forFile(() => fixture.person('anna'))

test('the model reads the text of the revision, and the answer is applied to it', async () => {
  const chat = await chatAbout(anna, FORTY)
  const more = { currentScript: undefined, scriptId: chat.workId, revision: 1 }
  const typed = FORTY.replace('The lamp of room 7 ', 'The red lamp of room 7 ')
  const { status } = await answered({
    fixture,
    person: anna,
    chat,
    currentScript: '',
    answer: DARKER,
    more,
    meanwhile: () => write(anna, chat, typed),
  })
  expect(JSON.stringify(fixture.provider.requests.at(-1))).toContain('The lamp of room 3 ')
  expect(status).toMatchObject({ status: 'completed', withheld: null })
  expect(await workingText(anna, chat)).toBe(
    DARKER.replace('The lamp of room 7 ', 'The red lamp of room 7 '),
  )
})

test('a text of white space is filled by an answer that is stopped', async () => {
  const chat = await chatAbout(anna, ' \n')
  const waiting = fixture.saysAndWaits('INT. PIER - NIGHT\n\nFog.')
  const jobId = await accepted(anna, {
    conversationId: chat.id,
    scriptId: chat.workId,
    revision: 1,
  })
  await waiting
  await until(anna, jobId, { partial: 'INT. PIER - NIGHT\n\nFog.' })
  await cancel(anna, jobId)
  expect(await workingText(anna, chat)).toBe('INT. PIER - NIGHT\n\nFog.')
})

test('a job that waits keeps the text that it was asked about, until the script is deleted', async () => {
  const waiting = await generationFixture(NO_WORKER)
  const bert = await waiting.person('bert')
  const chat = await chatAbout(bert, 'Before.')
  const request = { conversationId: chat.id, scriptId: chat.workId, revision: 1 }
  const { pool } = waiting.database
  /** A worker takes the job, and hands it back. */
  const claimed = async () => {
    const { rows } = await pool.query<{ current_script: string }>(
      `select current_script from private.claim_work('0 seconds')`,
    )
    return rows.map((row) => row.current_script)
  }
  const jobId = await accepted(bert, request)
  const { rows } = await pool.query(
    'select current_script from private.generation_inputs where job_id = $1',
    [jobId],
  )
  expect(rows, 'no copy').toEqual([{ current_script: null }])
  await write(bert, chat, 'After.')
  await write(bert, chat, 'Later.')
  expect(await claimed()).toEqual(['Before.'])
  only(
    await bert.client
      .from('scripts')
      .delete()
      .eq('id', chat.scriptId ?? '')
      .select(),
  )
  expect(await claimed()).toEqual([''])
})
