import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Teardown } from '../../../server/process/teardown.ts'

test('steps stop in reverse order; what never ends keeps the last ones waiting for a moment, and those are awaited', async () => {
  const events: string[] = []
  const teardown = new Teardown(pino({ level: 'silent' }), 10)
  teardown.addLast('the lock', () => void events.push('the lock'))
  teardown.addLast('the database', async () => {
    await pause(50)
    events.push('the database')
  })
  teardown.add('the listener', () => void events.push('the listener'))
  teardown.add('a failing one', () => {
    events.push('a failing one')
    throw new Error('refused')
  })
  teardown.add('the server', () => void events.push('the server'))
  teardown.addBeside('a worker that hangs', () => {
    events.push('a worker')
    return new Promise(() => undefined)
  })
  await Promise.all([teardown.run(), teardown.run()])
  expect(events).toEqual([
    'a worker',
    'the server',
    'a failing one',
    'the listener',
    'the database',
    'the lock',
  ])
})
