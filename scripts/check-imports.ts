import { resolve } from 'node:path'
import { checkImports } from './import-gate/check.ts'

const { files, errors } = checkImports(resolve(process.argv[2] ?? `${import.meta.dirname}/..`))
if (errors.length > 0) {
  process.stderr.write(`${errors.join('\n')}\n`)
  process.exitCode = 1
} else {
  process.stdout.write(`No import errors in ${files} files\n`)
}
