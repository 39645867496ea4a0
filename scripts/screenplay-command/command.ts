import { parseArgs } from 'node:util'
import { layout, type Paper } from '../../screenplay/layout.ts'
import { statistics } from '../../screenplay/model.ts'
import { convert } from './convert.ts'
import { CommandFailure } from './failure.ts'
import { pageReport } from './page-report.ts'
import { printedOn } from './printed-on.ts'
import { readScript } from './read-script.ts'

const USAGE = `npm run -s screenplay -- convert IN OUT   convert between .fountain, .txt, .fdx, .docx and .pdf
npm run -s screenplay -- pages IN         the first and last line of each page, as JSON
npm run -s screenplay -- stats IN         scenes, words and characters, as JSON
  --paper letter|a4                       default: the script's own, or letter
  --encoding NAME                         of a text file, such as windows-1251, if it cannot be told`

type Options = {
  command: string | undefined
  files: string[]
  paper: Paper | undefined
  encoding: string | undefined
}

function parseOptions(args: string[]): Options {
  let parsed
  try {
    const options = { paper: { type: 'string' }, encoding: { type: 'string' } } as const
    parsed = parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new CommandFailure(
      `${error instanceof Error ? error.message : String(error)}\n${USAGE}`,
      2,
    )
  }
  const [command, ...files] = parsed.positionals
  const { paper, encoding } = parsed.values
  if (paper !== undefined && paper !== 'letter' && paper !== 'a4') {
    throw new CommandFailure(`Unknown paper ${paper}: use letter or a4.`, 2)
  }
  if (encoding !== undefined && !isEncoding(encoding)) {
    throw new CommandFailure(`Unknown encoding ${encoding}: use a name such as windows-1251.`, 2)
  }
  return { command, files, paper, encoding }
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}

/** Returns what is to be printed. */
async function run({ command, files, paper, encoding }: Options): Promise<string> {
  const [from, to, ...more] = files
  if (command === 'convert' && from && to && more.length === 0) {
    await convert(from, to, paper, encoding)
    return ''
  }
  if (from && to === undefined && (command === 'pages' || command === 'stats')) {
    const screenplay = printedOn((await readScript(from, encoding)).screenplay, paper)
    const pages = layout(screenplay, { paper })
    const told = command === 'pages' ? pageReport(pages) : statistics(screenplay, pages)
    return `${JSON.stringify(told, undefined, 2)}\n`
  }
  throw new CommandFailure(USAGE, 2)
}

/** What the command prints and its exit code. */
export async function runCommand(
  args: string[],
): Promise<{ code: number; output: string; errors: string }> {
  try {
    return { code: 0, output: await run(parseOptions(args)), errors: '' }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    return { code: error.exitCode, output: '', errors: `${error.message}\n` }
  }
}
