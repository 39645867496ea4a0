import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { TextWork } from '../../../../server/generation/texts/text-work.ts'

test('what a task needs is read in its turn, so that what waits holds nothing', async () => {
  const texts = new TextWork(pino({ level: 'silent' }))
  onTestFinished(() => texts.close())
  const reads: string[] = []
  const held = Promise.withResolvers<void>()
  const task = (name: string) =>
    texts.do('anna', 'placeNotes', async () => {
      reads.push(name)
      await held.promise
      return { notes: [], read: '', now: '' }
    })
  const tasks = ['one', 'two', 'three'].map(task)
  expect(reads).toEqual(['one'])
  held.resolve()
  await Promise.all(tasks)
  expect(reads).toEqual(['one', 'two', 'three'])
})
