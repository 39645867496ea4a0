import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Attack, expectOnly } from '../attack.ts'

const TIMES = 2_000
const AT_ONCE = 20
const FILTER = `or=(${Array.from({ length: 490 }, () => 'title.eq.x').join()})`

async function logSize(dataDir: string): Promise<number> {
  const files = (await readdir(dataDir)).filter((file) => file.startsWith('postgres.log'))
  const sizes = await Promise.all(files.map((file) => stat(path.join(dataDir, file))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Long statements that the database refuses, from somebody without an account. */
export const attack: Attack = {
  name: 'fill the database log without an account',
  times: `${TIMES} requests with 490 filters`,
  async run({ dataDir, ...fixture }) {
    const before = await logSize(dataDir)
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      const answers: number[] = []
      for (let n = 0; n < TIMES / AT_ONCE; n += 1) {
        const response = await fixture.request(`/rest/v1/scripts?${FILTER}`)
        await response.arrayBuffer()
        answers.push(response.status)
      }
      return answers
    })
    const answers = (await Promise.all(lanes)).flat()
    const grown = Math.round(((await logSize(dataDir)) - before) / 1024)
    if (grown > 64) throw new Error(`the log has grown by ${grown} kB`)
    return `${expectOnly(answers, [401])}, log + ${grown} kB`
  },
}
