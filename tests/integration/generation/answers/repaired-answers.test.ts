import { expect, test } from 'vitest'
import { finishJob } from '../jobs/held-job.ts'
import { forFile } from '../../../support/for-file.ts'
import { answersIn, startGenerationServer, statusOf } from '../generation-server.ts'

const WRAPPED = [
  'Sure! Here is your scene:\n\n',
  '```fountain\nINT. TRAM 28 - NIGHT\n\nRain.\n\n',
  "INÊS\nYou're early.\n```\n",
]
const SCENE = "INT. TRAM 28 - NIGHT\n\nRain.\n\nINÊS\nYou're early."

const fixture = forFile(startGenerationServer)

test('an answer wrapped in chat and Markdown is reduced to its scene', async () => {
  const { jobId, conversationId } = await finishJob(fixture, ...WRAPPED)
  const [answer = ''] = await answersIn(fixture.pool, conversationId)
  expect(answer.trim()).toBe(SCENE)
  const { result } = await statusOf(fixture.server, fixture.anna, jobId)
  expect(result).toBe(answer)
})

test('readers of the stream get the unrepaired text to its end', async () => {
  const { reader, jobId } = await finishJob(fixture, ...WRAPPED)
  expect(reader.text).toBe(WRAPPED.join(''))
  const { partial } = await statusOf(fixture.server, fixture.anna, jobId)
  expect(partial).toBe(WRAPPED.join(''))
})

test('a clean answer is stored unchanged', async () => {
  const { conversationId } = await finishJob(fixture, `${SCENE}\n\n`, 'CUT TO:  \n')
  expect(await answersIn(fixture.pool, conversationId)).toEqual([`${SCENE}\n\nCUT TO:  \n`])
})
