import { describe, expect, test } from 'vitest'
import { WorkerByHand } from '../jobs/worker-by-hand.ts'
import { startJob, courseOf, finishJob } from '../jobs/held-job.ts'
import { forFile } from '../../../support/for-file.ts'
import { follow, startGenerationServer } from '../generation-server.ts'

const FIRST = 'INT. 🌊🌊 TURM'
const REST = 'E\u0301\n\nMARA 👩‍👩‍👧: Oh!'
const WHOLE = FIRST + REST
// The start, inside and between surrogate pairs, the current end, then in the later text: inside a pair, its
// end, and beyond.
const PLACES = [0, 1, 6, 7, 8, FIRST.length, 16, 24, WHOLE.length - 1, WHOLE.length, 60]

const fixture = forFile(startGenerationServer)

const resume = (jobId: string, from: Parameters<typeof follow>[3]) =>
  follow(fixture.server, fixture.anna, jobId, from)

describe.each([
  ['after', (place: string) => ({ after: place })],
  ['Last-Event-ID', (place: string) => ({ lastEventId: place })],
  ['Last-Event-ID over an old after', (place: string) => ({ after: 3, lastEventId: place })],
])('resuming with %s', (_way, from) => {
  test('returns the rest of an ended text from any position, and the end again', async () => {
    const { jobId } = await finishJob(fixture, WHOLE)
    for (const place of PLACES) {
      const again = await resume(jobId, from(String(place)))
      await again.ended
      expect(again.text, `from ${place}`).toBe(WHOLE.slice(place))
      expect(again.events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } })
    }
  })

  test('returns the rest of a growing text from any position, without gap or repetition', async () => {
    const { jobId, answer, reader } = await startJob(fixture, FIRST)
    const resuming = PLACES.map((place) => resume(jobId, from(String(place))))
    // Some readers are already connected; the others connect while the text grows.
    await Promise.all(resuming.slice(0, 5))
    answer.say(REST)
    await reader.until(({ text }) => text === WHOLE)
    answer.end()
    for (const [index, place] of PLACES.entries()) {
      const again = await resuming[index]
      await again?.ended
      expect(again?.text, `from ${place}`).toBe(WHOLE.slice(place))
      const read = again?.events.filter(({ event }) => event === 'delta') ?? []
      expect(read.at(-1)?.id ?? String(WHOLE.length)).toBe(String(WHOLE.length))
    }
  })
})

test('an invalid position means from the start', async () => {
  const { jobId } = await finishJob(fixture, 'FADE IN:')
  for (const after of ['', 'x', '-1', '1.5', '1e3', '99999999999999999999', "1' or 1"]) {
    const reader = await resume(jobId, { after: encodeURIComponent(after) })
    await reader.ended
    expect(reader.text, `after ${after}`).toBe('FADE IN:')
  }
})

describe('when another worker restarts the text', () => {
  async function takenOver() {
    const job = await startJob(fixture, 'First draft 🌊')
    const other = new WorkerByHand(fixture.pool)
    const held = await other.takeOver(job.jobId)
    expect(held.attempt).toBe(2)
    await job.reader.until(({ events }) => events.at(-1)?.event === 'restart')
    return { ...job, other, held }
  }

  test('readers get a restart event, and event ids contain the attempt from then on', async () => {
    const { reader, other, held } = await takenOver()
    await other.progress(held, 0, 'Second ')
    await reader.until(({ text }) => text === 'Second ')
    await other.progress(held, 7, '🌊')
    await reader.until(({ text }) => text === 'Second 🌊')
    await other.complete(held, 'Second 🌊!')
    await reader.ended
    const anew = ['restart 0-2', 'delta 7-2', 'delta 9-2', 'delta 10-2', 'end 10-2']
    expect(courseOf(reader)).toEqual(['delta 14', ...anew])
    expect(reader.text).toBe('Second 🌊!')
  })

  test('a reader that resumes gets the text of its attempt', async () => {
    const { jobId, other, held } = await takenOver()
    await other.complete(held, 'Second 🌊!')
    const restart = ['restart 0-2', 'delta 10-2', 'end 10-2']
    const onwards = ['delta 10-2', 'end 10-2']
    for (const [place, course, text] of [
      ['3', restart, 'Second 🌊!'],
      ['14-1', restart, 'Second 🌊!'],
      ['0', onwards, 'Second 🌊!'],
      ['3-2', onwards, 'ond 🌊!'],
      ['8-2', onwards, '\udf0a!'],
      ['10-2', ['end 10-2'], ''],
    ] as const) {
      const reader = await resume(jobId, { lastEventId: place })
      await reader.ended
      expect(courseOf(reader), `from ${place}`).toEqual(course)
      expect(reader.text, `from ${place}`).toBe(text)
    }
  })

  test('the worker that lost the job closes its request, and its text is not read', async () => {
    const { other, held, answer, request, reader } = await takenOver()
    answer.say(' which nobody will see')
    await request.closed
    await other.complete(held, 'The second.')
    await reader.ended
    expect(courseOf(reader)).toEqual(['delta 14', 'restart 0-2', 'delta 11-2', 'end 11-2'])
    expect(reader.text).toBe('The second.')
  })
})
