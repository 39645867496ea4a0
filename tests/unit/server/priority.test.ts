import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const FILE = new URL('../../../server/common/priority.ts', import.meta.url).href
const THREAD = `
  const { readFileSync } = require('node:fs')
  const { parentPort } = require('node:worker_threads')
  const nice = () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')[16])
  const before = nice()
  import(${JSON.stringify(FILE)}).then(({ lowerPriority }) => {
    lowerPriority()
    parentPort.postMessage([before, nice()])
  })`

test.runIf(process.platform === 'linux')(
  'a thread lowers its own priority, not that of others',
  async () => {
    const mine = getPriority()
    const thread = new Worker(THREAD, { eval: true })
    const [[before, after]] = (await once(thread, 'message')) as [[number, number]]
    await thread.terminate()
    expect([before, after]).toEqual([mine, Math.min(mine + 5, 19)])
    expect(getPriority()).toBe(mine)
    expect(readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[16]).toBe(
      String(mine),
    )
  },
)
