import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { UpToDateClient } from '../../../web/lib/backend/query-client.ts'

test('a change while a list is read for the first time is not lost', async () => {
  const client = new UpToDateClient()
  let stored = ['first']
  const answers: (() => void)[] = []
  const shown: (readonly string[])[] = []
  const list = new QueryObserver<readonly string[]>(client, {
    queryKey: ['list'],
    queryFn: () => {
      const read = stored
      return new Promise((resolve) => answers.push(() => resolve(read)))
    },
  })
  const stop = list.subscribe(({ data }) => {
    if (data && data !== shown.at(-1)) shown.push(data)
  })
  stored = ['first', 'second']
  const changed = [client.invalidateQueries({ queryKey: ['list'] }), client.invalidateQueries()]
  answers[0]?.()
  await Promise.all(changed)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await expect.poll(() => shown).toEqual([['first'], ['first', 'second']])
  expect(answers).toHaveLength(2)
  stop()
})
