import { assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'
import type { SignedIn } from '../../../support/rest/fixture.ts'
import { cancel, countsOf, ended } from '../generation-fixture.ts'
import { askedFor, hostileFixture } from '../hostile-fixture.ts'
import { newText, note, read } from './reading-fixture.ts'

const events = [
  'found', // a note with a quote that is there
  'nothing',
  'invented',
  'empty',
  'declined',
  'refused',
  'reset',
  'stopped', // by the writer, while the model writes
  'stopped soon', // as soon as the answer is there
  'lost', // the worker is taken for dead, and another repeats the call
] as const
type Event = (typeof events)[number]

const ROOMS = 60

test(
  'a reading costs the calls that were sent and that the provider did not fail, whatever they yield',
  async () => {
    const fixture = await hostileFixture({
      AI_CONTEXT_TOKENS: '4000',
      MONTHLY_GENERATION_LIMIT: '100000',
    })
    const anna = await fixture.person('anna')
    const { pool } = fixture.database
    const usedBy = async (person: SignedIn) => (await countsOf(fixture, person))?.used ?? 0
    const loseWorker = (jobId: string) =>
      pool.query(
        `with lost as (
           update public.generation_jobs set leased_until = now() - interval '1 s'
           where id = $1 and status = 'processing'
         )
         select pg_notify('script_writer_jobs', '')`,
        [jobId],
      )

    async function round(event: Event, at: number, reader: string) {
      const workId = await newText(anna, rooms(ROOMS))
      const before = await usedBy(anna)
      const job = Promise.withResolvers<string>()
      /** The parts that reached the provider, by their first scenes, and whether it failed the last. */
      const sent = new Set<string>()
      let isFailed = false
      let isLost = false
      fixture.behave(async (answer, request) => {
        const told = JSON.stringify(askedFor(request).at(-1)?.content)
        const [, scene = ''] = /<scene id=\\+"(\d+)/.exec(told) ?? []
        sent.add(scene)
        const now = sent.size - 1 === at && !isLost ? event : 'found'
        if (now === 'refused' || now === 'reset') isFailed = true
        if (now === 'refused') return answer.refuse(401)
        if (now === 'reset') return answer.reset()
        if (now === 'empty' || now === 'declined')
          return answer.end(now === 'empty' ? 'ending' : 'refusing')
        answer.say(
          now === 'nothing'
            ? 'Nothing.'
            : note(now === 'invented' ? 'No such words.' : `The lamp of room ${scene} flickers`, {
                scene: Number(scene),
              }),
        )
        if (now === 'lost') {
          isLost = true
          await loseWorker(await job.promise)
          return
        }
        const isStopped = now === 'stopped' && (await cancel(anna, await job.promise))
        if (!isStopped) answer.end()
        if (now === 'stopped soon') await cancel(anna, await job.promise)
      })
      const { body } = await read(anna, workId, { reader })
      const { jobId, calls } = body as { jobId: string; calls: number }
      expect(calls).toBeGreaterThan(at)
      job.resolve(jobId)
      await ended(anna, jobId)
      const cost = (await usedBy(anna)) - before
      const expected = sent.size - (isFailed ? 1 : 0)
      // The next call may have been on its way to the provider when it was stopped.
      const most = expected + (event === 'stopped soon' ? 1 : 0)
      expect({ event, cost: Math.min(Math.max(cost, expected), most) }).toEqual({ event, cost })
      const { rows } = await pool.query<{ cost: number }>(
        `select sum(generations - failures)::integer as cost from private.usage_by_day where user_id = $1`,
        [anna.id],
      )
      expect(rows[0]?.cost).toBe(await usedBy(anna))
    }

    for (const event of events) await round(event, 1, 'story-editor')
    await assert(
      asyncProperty(
        record({
          event: constantFrom(...events),
          at: integer({ min: 0, max: 2 }),
          reader: constantFrom('story-editor', 'bible'),
        }),
        ({ event, at, reader }) => round(event, at, reader),
      ),
      runs('reading-charges'),
    )
  },
  ROUNDS_TIMEOUT,
)
