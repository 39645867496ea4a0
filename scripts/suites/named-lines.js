import { suites } from './suites.js'

const width = Math.max(...suites.map(({ name }) => name.length))

/** Puts the suite's name before each line, so that suites side by side stay readable. */
export function namedLines(name, write) {
  let partial = ''
  const writeLine = (line) => write(`${name.padEnd(width)} | ${line}\n`)
  return {
    write(text) {
      const lines = `${partial}${text}`.split('\n')
      partial = lines.pop()
      for (const line of lines) writeLine(line)
    },
    end() {
      if (partial) writeLine(partial)
      partial = ''
    },
  }
}
