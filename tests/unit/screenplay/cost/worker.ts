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

const run = async ([operation, shape, length]: [string, string, number]) => {
  await works.get(operation)?.(shapes.get(shape)?.(length) ?? '')()
  parentPort?.postMessage('done', [])
}

parentPort?.on('message', (asked: [string, string, number]) => void run(asked))
parentPort?.postMessage('ready', [])
