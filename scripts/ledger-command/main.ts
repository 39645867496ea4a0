import { runLedger } from './command.ts'

const { code, output, errors } = await runLedger(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = code
