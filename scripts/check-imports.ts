import { resolve } from 'node:path'
import { checkImports } from './import-gate/check.ts'

const { files, findings } = checkImports(resolve(process.argv[2] ?? `${import.meta.dirname}/..`))
if (findings.length > 0) {
  process.stderr.write(`${findings.join('\n')}\n`)
  process.exitCode = 1
} else {
  process.stdout.write(`The imports of ${files} files run one way\n`)
}
