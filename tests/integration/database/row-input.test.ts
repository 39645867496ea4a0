import { expect, test } from 'vitest'
import { rowInput } from '../../../server/database/row-input.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const database = fileDatabase()

test('a row reaches a function as it was given, and half of a surrogate pair as the driver sends it', async () => {
  const { sql, value } = rowInput('part_read', {
    job_id: '5b0e2d0c-2b1f-4c5e-9d42-51c1e2a3b4c5',
    attempt: 2,
    part: 0,
    scenes: ['a, "b"', '', '\\x00 {}', 'cut \ud83d'],
    context: { answer: 'two\nlines \ud83d', model: null },
    model: 'cut \ud83d, whole \u{1f3ac}',
    input_tokens: null,
    output_tokens: 7,
    cached_input_tokens: null,
    lease: '15 seconds',
  })
  const { rows } = await database.pool.query(
    `select given.*, given.lease::text as lease, $2::text as sent from ${sql} as given`,
    [value, 'cut \ud83d, whole \u{1f3ac}'],
  )
  expect(rows).toEqual([
    {
      job_id: '5b0e2d0c-2b1f-4c5e-9d42-51c1e2a3b4c5',
      attempt: 2,
      part: 0,
      scenes: ['a, "b"', '', '\\x00 {}', 'cut \ufffd'],
      context: { answer: 'two\nlines \ufffd', model: null },
      model: 'cut \ufffd, whole \u{1f3ac}',
      input_tokens: null,
      output_tokens: 7,
      cached_input_tokens: null,
      lease: '00:00:15',
      sent: 'cut \ufffd, whole \u{1f3ac}',
    },
  ])
})
