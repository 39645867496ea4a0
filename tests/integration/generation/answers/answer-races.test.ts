import { expect, test } from 'vitest'
import { type Work, WorkQueue } from '../../../../server/generation/work/work-queue.ts'
import { forFile } from '../../../support/for-file.ts'
import { FORTY } from '../../../support/documents/forty-rooms.ts'
import { versionsOf } from '../../versions/text-fixture.ts'
import { answersOf, chatAbout, workingText, write } from './answer-fixture.ts'
import { accepted, generationFixture, NO_WORKER } from '../generation-fixture.ts'
import { statusOf } from '../generation-fixture.ts'
import { completeWith, WorkerByHand } from '../jobs/worker-by-hand.ts'

const DARKER = FORTY.replace('The lamp of room 3', 'No lamp')

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))

/** Changes the working text after the worker has read it and before the job ends. */
class OvertakenQueue extends WorkQueue {
  #changes: (() => Promise<unknown>)[] = []

  overtake(...changes: (() => Promise<unknown>)[]) {
    this.#changes = changes
    return this
  }

  override async workingText(work: Work) {
    const text = await super.workingText(work)
    await this.#changes.shift()?.()
    return text
  }
}

async function claimed() {
  const chat = await chatAbout(anna, FORTY)
  const prompt = 'Make room 3 darker'
  const jobId = await accepted(anna, { conversationId: chat.id, prompt, currentScript: FORTY })
  const queue = new OvertakenQueue(fixture.database.pool)
  const work = await queue.claim()
  if (work?.id !== jobId) throw new Error('another job was waiting')
  return { chat, jobId, queue, work }
}

const page = (n: number) => `${FORTY}\nINT. ATTIC - DAWN\n\nPage ${n}.\n`

test('a text that changes after it was judged is judged again', async () => {
  const { chat, queue, work } = await claimed()
  queue.overtake(
    () => write(anna, chat, page(1)),
    () => write(anna, chat, page(2)),
  )
  expect(await completeWith(queue, work, DARKER)).toMatchObject({ withheld: null })
  expect(await workingText(anna, chat)).toBe(page(2).replace('The lamp of room 3', 'No lamp'))
  expect(await answersOf(anna, chat)).toHaveLength(1)
})

test('an answer to a text that never stops changing is withheld', async () => {
  const { chat, jobId, queue, work } = await claimed()
  queue.overtake(...Array.from({ length: 9 }, (_, n) => () => write(anna, chat, page(n))))
  expect(await completeWith(queue, work, DARKER)).toMatchObject({
    withheld: 'overlap',
  })
  expect(await workingText(anna, chat)).toBe(page(5))
  expect(await statusOf(anna, jobId)).toMatchObject({ status: 'completed', script: null })
  expect(await answersOf(anna, chat)).toMatchObject([{ withheld: 'overlap' }])
})

test('an answer is applied once, however often and by whichever worker its job is ended', async () => {
  const { chat, jobId, queue, work } = await claimed()
  const current = await new WorkerByHand(fixture.database.pool).takeOver(jobId)
  const workers = [work, { ...work, attempt: current.attempt }, { ...work, attempt: 2 }, work]
  const ends = await Promise.all(workers.map((one) => completeWith(queue, one, DARKER)))
  expect(ends.filter(Boolean)).toHaveLength(1)
  await write(anna, chat, FORTY)
  expect(await completeWith(queue, work, DARKER)).toBeUndefined()
  expect(await workingText(anna, chat)).toBe(FORTY)
  expect(await versionsOf(anna.client, chat.workId)).toEqual([
    [1, 'import', FORTY],
    [2, 'answer', DARKER],
  ])
  expect(await answersOf(anna, chat)).toHaveLength(1)
})

test('a script deleted after its text was judged stays deleted', async () => {
  const { chat, jobId, queue, work } = await claimed()
  queue.overtake(async () => anna.client.rpc('delete_script', { script_id: chat.scriptId ?? '' }))
  await completeWith(queue, work, DARKER)
  expect(await statusOf(anna, jobId)).toMatchObject({ script: null, withheld: 'script_deleted' })
  expect(await workingText(anna, chat)).toBeUndefined()
})
