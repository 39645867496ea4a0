import { parentPort } from 'node:worker_threads'
import { shapes } from './adversarial-texts.ts'
import { operations } from './operations.ts'

/** What the limit must stop. */
export const SQUARE = 'each letter with each letter before it'

const square = (text: string) => () => {
  let sum = 0
  for (let at = 0; at < text.length; at += 1)
    for (let before = 0; before < at; before += 1) sum += text.charCodeAt(before)
  return sum
}

const works = new Map([...operations, [SQUARE, square]])

// oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
const say = (word: string) => parentPort?.postMessage(word)

async function run([operation, shape, length]: [string, string, number]): Promise<void> {
  await works.get(operation)?.(shapes.get(shape)?.(length) ?? '')()
  say('done')
}

// An operation that throws ends the thread.
parentPort?.on('message', (message) => void run(message))
say('ready')
