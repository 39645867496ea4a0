import { beforeAll, expect, test } from 'vitest'
import { ended } from './dictated-job.ts'
import { answersIn, openRoom, type Room, statusOf } from './writing-room.ts'

const WRAPPED = [
  'Sure! Here is your scene:\n\n',
  '```fountain\nINT. TRAM 28 - NIGHT\n\nRain.\n\n',
  "INÊS\nYou're early.\n```\n",
]
const SCENE = "INT. TRAM 28 - NIGHT\n\nRain.\n\nINÊS\nYou're early."

let room: Room

beforeAll(async () => {
  room = await openRoom()
})

test('an answer wrapped in chat and Markdown is reduced to its scene', async () => {
  const { jobId, conversationId } = await ended(room, ...WRAPPED)
  const [answer = ''] = await answersIn(room.pool, conversationId)
  expect(answer.trim()).toBe(SCENE)
  const { result } = await statusOf(room.server, room.anna, jobId)
  expect(result).toBe(answer)
})

test('readers of the stream get the unrepaired text to its end', async () => {
  const { reader, jobId } = await ended(room, ...WRAPPED)
  expect(reader.text).toBe(WRAPPED.join(''))
  const { partial } = await statusOf(room.server, room.anna, jobId)
  expect(partial).toBe(WRAPPED.join(''))
})

test('a clean answer is stored unchanged', async () => {
  const { conversationId } = await ended(room, `${SCENE}\n\n`, 'CUT TO:  \n')
  expect(await answersIn(room.pool, conversationId)).toEqual([`${SCENE}\n\nCUT TO:  \n`])
})
