import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { startJob, finishJob } from '../jobs/held-job.ts'
import { answersIn, follow, startGenerationServer, statusOf } from '../generation-server.ts'

// Surrogate pairs, combining marks, joined characters, and characters that JSON escapes.
const PIECES = [
  'INT. ',
  '🌊🌊 TÜRM',
  'E\u0301\n\n',
  'M\u0308ara 👩‍👩‍👧:\n',
  ' "Da\\nn"\t',
  '\u{10ffff}\u2028.',
]
const WHOLE = PIECES.join('')

const fixture = forFile(startGenerationServer)

test('the text arrives in pieces, each with the number of characters so far', async () => {
  const { reader, conversationId } = await finishJob(fixture, ...PIECES)
  expect(reader.response.headers.get('content-type')).toContain('text/event-stream')
  const deltas = reader.events.filter(({ event }) => event === 'delta')
  expect(deltas.map(({ data }) => data)).toEqual(PIECES.map((text) => ({ text })))
  let characters = 0
  for (const [index, { id }] of deltas.entries()) {
    characters += PIECES[index]?.length ?? 0
    expect(id).toBe(String(characters))
  }
  expect(await answersIn(fixture.pool, conversationId)).toEqual([WHOLE])
})

test('the last event says how it ended, and which message is the answer', async () => {
  const { reader, conversationId } = await finishJob(fixture, WHOLE)
  const { rows } = await fixture.pool.query<{ id: string }>(
    'select id from public.chat_messages where conversation_id = $1',
    [conversationId],
  )
  expect(reader.events.at(-1)).toEqual({
    event: 'end',
    id: String(WHOLE.length),
    data: { status: 'completed', error: null, code: null, messageId: rows[0]?.id, withheld: null },
  })
})

test('a failure ends the stream with code and sentence, after the text', async () => {
  const { reader, answer } = await startJob(fixture, 'FADE IN:')
  answer.reset()
  await reader.ended
  expect(reader.text).toBe('FADE IN:')
  expect(reader.events.at(-1)).toEqual({
    event: 'end',
    id: '8',
    data: {
      status: 'failed',
      error: "The AI service can't be reached right now. Please try again.",
      code: 'provider_unreachable',
      messageId: null,
      withheld: null,
    },
  })
})

test('fifty readers of one job read the same text, whenever they connect', async () => {
  const { jobId, answer } = await startJob(fixture, 'INT. ')
  const come = () =>
    Promise.all(Array.from({ length: 25 }, () => follow(fixture.server, fixture.anna, jobId)))
  const early = await come()
  answer.say('LIGHTHOUSE ')
  const late = come()
  answer.say('- NIGHT')
  const readers = [...early, ...(await late)]
  answer.end()
  await Promise.all(readers.map((reader) => reader.ended))
  expect(new Set(readers.map(({ text }) => text))).toEqual(new Set(['INT. LIGHTHOUSE - NIGHT']))
  expect(readers.filter(({ events }) => events.at(-1)?.event === 'end')).toHaveLength(50)
})

const WRAPPED = [
  'Sure! Here is your scene:\n\n',
  '```fountain\nINT. TRAM 28 - NIGHT\n\nRain.\n\n',
  "INÊS\nYou're early.\n```\n",
]
const SCENE = "INT. TRAM 28 - NIGHT\n\nRain.\n\nINÊS\nYou're early."

test('an answer wrapped in chat and Markdown is reduced to its scene, which readers get as it was written', async () => {
  const { reader, jobId, conversationId } = await finishJob(fixture, ...WRAPPED)
  const [answer = ''] = await answersIn(fixture.pool, conversationId)
  expect(answer.trim()).toBe(SCENE)
  expect(reader.text).toBe(WRAPPED.join(''))
  const status = await statusOf(fixture.server, fixture.anna, jobId)
  expect(status).toMatchObject({ result: answer, partial: WRAPPED.join('') })
})

test('a clean answer is stored unchanged', async () => {
  const { conversationId } = await finishJob(fixture, `${SCENE}\n\n`, 'CUT TO:  \n')
  expect(await answersIn(fixture.pool, conversationId)).toEqual([`${SCENE}\n\nCUT TO:  \n`])
})
