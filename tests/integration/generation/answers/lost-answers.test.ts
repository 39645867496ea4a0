import { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { startJob, courseOf } from '../jobs/held-job.ts'
import { answersIn, startGenerationServer, usedBy } from '../generation-server.ts'

type Asking = { query: (...asked: unknown[]) => Promise<unknown> }

/** The database runs the next such statement, but its response never arrives. */
function loseAnswerTo(name: string): void {
  const { prototype } = Pool as unknown as { prototype: Asking }
  const { query } = prototype
  let lost = false
  const spy = vi.spyOn(prototype, 'query').mockImplementation(async function (
    this: Asking,
    ...asked
  ) {
    const answer = await query.apply(this, asked)
    if (lost || (asked[0] as { name?: string }).name !== name) return answer
    lost = true
    throw new Error('Connection terminated unexpectedly')
  })
  cleanUp(() => spy.mockRestore())
}

const fixture = forFile(startGenerationServer)

test('text that was stored but not acknowledged is not stored twice', async () => {
  loseAnswerTo('progress_generation')
  const { answer, reader } = await startJob(fixture, 'FADE ', '🌊 ', 'IN:')
  answer.end()
  await reader.ended
  expect(courseOf(reader)).toEqual(['delta 5', 'delta 8', 'delta 11', 'end 11'])
  expect(reader.text).toBe('FADE 🌊 IN:')
})

test('an outcome that was stored but not acknowledged is not stored twice', async () => {
  const { answer, reader, conversationId } = await startJob(fixture, 'FADE IN:')
  const used = await usedBy(fixture.pool, fixture.anna)
  loseAnswerTo('complete_generation')
  answer.end()
  await reader.ended
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } })
  expect(await answersIn(fixture.pool, conversationId)).toEqual(['FADE IN:'])
  expect(await usedBy(fixture.pool, fixture.anna)).toBe(used)
})
