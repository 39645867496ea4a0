import { runCommand } from './command.ts'

const { code, output, errors } = await runCommand(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = code
