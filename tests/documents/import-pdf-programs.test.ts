import { describe, expect, it } from 'vitest'
import { elementsRight } from '../../bench/support/elements-right.ts'
import { programPdf } from '../../bench/support/program-pdf.ts'
import { cleanPrograms, productionPrograms } from '../../bench/support/programs.ts'
import { importScript } from '../../screenplay/formats.ts'
import { sampleScripts } from '../support/documents/sample-scripts.ts'
import { rounds, ROUNDS_TIMEOUT } from '../support/rounds.ts'

const cases = [
  ...Object.entries(cleanPrograms).map(([name, program]) => [name, program, 99.5] as const),
  ...Object.entries(productionPrograms).map(([name, program]) => [name, program, 99] as const),
]

describe.each(cases)('the scripts printed like %s', (_name, program, target) => {
  it(
    `come back with at least ${target}% of their elements, emphasis included`,
    async () => {
      let [right, count] = [0, 0]
      for (const [, script] of sampleScripts.slice(0, rounds('printing-programs'))) {
        const { source, pdf } = await programPdf(script, program)
        const { text } = await importScript(new Uint8Array(pdf), 'script.pdf')
        const compared = elementsRight(source, text)
        right += compared.right
        count += compared.count
      }
      expect((100 * right) / count).toBeGreaterThanOrEqual(target)
    },
    ROUNDS_TIMEOUT,
  )
})
