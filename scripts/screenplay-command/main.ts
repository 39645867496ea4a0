import { parseArgs } from 'node:util'
import { layout, type Paper } from '../../screenplay/layout.ts'
import { statistics } from '../../screenplay/statistics.ts'
import { convert } from './convert.ts'
import { CommandFailure } from './failure.ts'
import { pageReport } from './page-report.ts'
import { readScript } from './read-script.ts'

const USAGE = `npm run -s screenplay -- convert IN OUT   from .fountain, .txt, .fdx, .docx or .pdf to one of them
npm run -s screenplay -- pages IN         each page's first and last line, as JSON
npm run -s screenplay -- stats IN         scenes, words and speakers, as JSON
  --paper letter|a4                       letter unless told`

type Call = { command: string | undefined; files: string[]; paper: Paper }

function readCall(args: string[]): Call {
  let read
  try {
    read = parseArgs({ args, allowPositionals: true, options: { paper: { type: 'string' } } })
  } catch (error) {
    throw new CommandFailure(
      `${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
      2,
    )
  }
  const [command, ...files] = read.positionals
  const { paper = 'letter' } = read.values
  if (paper !== 'letter' && paper !== 'a4') {
    throw new CommandFailure(`There is no paper ${paper}: letter or a4.`, 2)
  }
  return { command, files, paper }
}

async function run({ command, files, paper }: Call): Promise<void> {
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
  await run(readCall(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
