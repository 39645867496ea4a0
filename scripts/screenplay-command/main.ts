import { parseArgs } from 'node:util'
import { layout, type Paper } from '../../screenplay/layout.ts'
import { statistics } from '../../screenplay/statistics.ts'
import { convert } from './convert.ts'
import { CommandFailure } from './failure.ts'
import { pageReport } from './page-report.ts'
import { readScript } from './read-script.ts'

const USAGE = `npm run -s screenplay -- convert IN OUT   convert between .fountain, .txt, .fdx, .docx and .pdf
npm run -s screenplay -- pages IN         the first and last line of each page, as JSON
npm run -s screenplay -- stats IN         scenes, words and characters, as JSON
  --paper letter|a4                       default: letter`

type Options = { command: string | undefined; files: string[]; paper: Paper }

function parseOptions(args: string[]): Options {
  let parsed
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: { paper: { type: 'string' } } })
  } catch (error) {
    throw new CommandFailure(
      `${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
      2,
    )
  }
  const [command, ...files] = parsed.positionals
  const { paper = 'letter' } = parsed.values
  if (paper !== 'letter' && paper !== 'a4') {
    throw new CommandFailure(`Unknown paper ${paper}: use letter or a4.`, 2)
  }
  return { command, files, paper }
}

async function run({ command, files, paper }: Options): Promise<void> {
  const [from, to, ...more] = files
  if (command === 'convert' && from && to && more.length === 0) return convert(from, to, paper)
  if (from && to === undefined && (command === 'pages' || command === 'stats')) {
    const { screenplay } = await readScript(from)
    const pages = layout(screenplay, { paper })
    return print(command === 'pages' ? pageReport(pages) : statistics(screenplay, pages))
  }
  throw new CommandFailure(USAGE, 2)
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`)
}

try {
  await run(parseOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
