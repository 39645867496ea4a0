import path from 'node:path'
import { expect, test } from 'vitest'
import { type Files, plantFolder, repository, run } from './planted-project.ts'

const gate = path.join(repository, 'scripts/check-imports.ts')

/** The answer of the real command to a tree of files. */
async function check(files: Files): Promise<{ code: number | null; lines: string[] }> {
  const { code, stdout, stderr } = await run('/', gate, { args: [plantFolder(files)] })
  return { code, lines: (stdout + stderr).trim().split('\n') }
}

const imports = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import '${specifier}'\n`).join('')

/** A file in every room, which others may import without harm. */
const house: Files = Object.fromEntries(
  [
    'web/app/a.ts',
    'web/pages/a.tsx',
    'web/features/chat/a.ts',
    'web/features/admin/a.ts',
    'web/ui/a.tsx',
    'web/lib/a.ts',
    'web/messages.ts',
    'web/build/a.ts',
    'screenplay/a.ts',
    'contract/a.ts',
    'server/main.ts',
    'server/config.ts',
    'server/log.ts',
    'server/http/a.ts',
    'server/functions/a.ts',
    'server/auth/a.ts',
    'server/rest/a.ts',
    'server/realtime/a.ts',
    'server/generation/a.ts',
    'server/ai/a.ts',
    'server/demo-writer/a.ts',
    'server/mail/a.ts',
    'server/database/a.ts',
    'tests/unit/a.ts',
    'bench/a.ts',
    'scripts/a.js',
  ].map((file) => [file, '']),
)

/** From one room to the other, and the rule as the finding tells it. */
const wrong: [from: string, to: string, why: string][] = [
  ['web/pages', 'web/app/a.ts', 'web/pages may import only web/features, web/ui, web/lib, '],
  ['web/features/chat', 'web/pages/a.tsx', 'web/features may import only web/ui, web/lib, '],
  ['web/ui', 'web/features/chat/a.ts', 'web/ui may import only web/lib, screenplay, contract'],
  ['web/lib', 'web/ui/a.tsx', 'web/lib may import only screenplay, contract'],
  ['screenplay', 'web/lib/a.ts', 'screenplay may import only contract'],
  ['contract', 'screenplay/a.ts', 'contract may import nothing outside itself'],
  ['web/ui', 'web/messages.ts', 'web/ui may import only'],
  ['web/lib', 'web/messages.ts', 'web/lib may import only'],
  ['web/messages.ts', 'web/lib/a.ts', 'web/messages.ts may import only contract'],
  ['web/app', 'web/build/a.ts', 'web/app may import only'],
  [
    'web/features/chat',
    'web/features/admin/a.ts',
    'web/features/chat and web/features/admin never import each other',
  ],
  ['web/lib', 'server/database/a.ts', 'web/lib may import only screenplay, contract'],
  ['server/http', 'web/lib/a.ts', 'server/http may import only'],
  ['server/http', 'server/main.ts', 'server/http may import only'],
  ['server/auth', 'server/http/a.ts', 'server/auth may import only'],
  ['server/auth', 'server/rest/a.ts', 'server/auth may import only'],
  ['server/realtime', 'server/functions/a.ts', 'server/realtime may import only'],
  ['server/generation', 'server/functions/a.ts', 'server/generation may import only'],
  ['server/ai', 'server/mail/a.ts', 'server/ai may import only'],
  ['server/ai', 'server/generation/a.ts', 'server/ai may import only'],
  ['server/demo-writer', 'server/ai/a.ts', 'server/demo-writer may import nothing'],
  ['server/generation', 'server/demo-writer/a.ts', 'server/generation may import only'],
  ['server/database', 'server/ai/a.ts', 'server/database may import only'],
  ['server/auth', 'screenplay/a.ts', 'server/auth may import only'],
  ['server/http', 'server/config.ts', 'server/http may import only'],
  ['server/database', 'server/log.ts', 'server/database may import only'],
  ['server/http', 'tests/unit/a.ts', 'server/http may import only'],
  ['scripts', 'tests/unit/a.ts', 'scripts may import only'],
  ['server/main.ts', 'bench/a.ts', 'server/main.ts may import only'],
  ['scripts', 'bench/a.ts', 'scripts may import only'],
  ['bench', 'scripts/a.js', 'bench may import only'],
]

/** Every way to name a module. */
const kinds: [kind: string, text: string][] = [
  ['an import', "import { a } from '../app/a.ts'"],
  ['an import of a type', "import type { A } from '../app/a.ts'"],
  ['a re-export', "export { a } from '../app/a.ts'"],
  ['a re-export of everything', "export * from '../app/a.ts'"],
  ['a dynamic import', "export const load = () => import('../app/a.ts')"],
  ['a dynamic import with a template', 'export const load = () => import(`../app/a.ts`)'],
  ['the type of an import', "export type A = import('../app/a.ts').A"],
  ['an import without its ending', "import { a } from '../app/a'"],
  ['an import with a query', "import a from '../app/a.ts?raw'"],
]

/** Code that also runs in a browser, and a module of Node. */
const withoutNode: [room: string, specifier: string][] = [
  ['contract', 'node:fs'],
  ['contract', 'fs'],
  ['contract', 'fs/promises'],
  ['screenplay', 'node:path'],
  ['web/app', 'node:path'],
  ['web/pages', 'node:path'],
  ['web/features/chat', 'node:path'],
  ['web/ui', 'node:path'],
  ['web/lib', 'node:crypto'],
  ['web/messages.ts', 'node:util'],
]

const unclear = ['/web/app/a.ts', '@/app/a.ts', '#app', '~/app/a.ts', 'file:///app/a.ts']

const withoutRoom = [
  'server/helpers.ts',
  'server/newroom/a.ts',
  'web/utils.ts',
  'web/features/loose.ts',
  'other.config.ts',
]

/** A file that imports, in its second line; one for every pair, unless the room is a file itself. */
function importing(room: string, rule: string): string {
  return room.endsWith('.ts') ? room : `${room}/${encodeURIComponent(rule)}.ts`
}

function specifierFor(file: string, to: string): string {
  const specifier = path.posix.relative(path.posix.dirname(file), to)
  return specifier.startsWith('.') ? specifier : `./${specifier}`
}

/** A house with all these faults at once, and the command's answer to it. */
function plantFaults(): Files {
  const files: Files = { ...house }
  const add = (file: string, text: string) => {
    files[file] = `${files[file] ?? ''}\n${text}`
  }
  for (const [room, to] of wrong) {
    const file = importing(room, to)
    add(file, `import '${specifierFor(file, to)}'`)
  }
  for (const [kind, text] of kinds) add(importing('web/ui', kind), text)
  for (const [room, specifier] of withoutNode) {
    add(importing(room, specifier), `import '${specifier}'`)
  }
  for (const specifier of unclear) add(importing('web/ui', specifier), `import '${specifier}'`)
  for (const file of withoutRoom) add(file, '')
  return files
}

let answer: ReturnType<typeof check> | undefined
const answerToFaults = () => (answer ??= check(plantFaults()))

test.for(wrong)('%s does not import %s', async ([room, to, why]) => {
  const { lines } = await answerToFaults()
  const told = new RegExp(`^${importing(room, to)}:\\d imports ${to}: ${why}`)
  expect(lines).toContainEqual(expect.stringMatching(told))
})

test.for(kinds)('%s counts as one', async ([kind]) => {
  const { lines } = await answerToFaults()
  const told = `${importing('web/ui', kind)}:2 imports web/app/a.ts: web/ui may import only`
  expect(lines).toContainEqual(expect.stringContaining(told))
})

test.for(withoutNode)('%s does not import %s', async ([room, specifier]) => {
  const { lines } = await answerToFaults()
  const told = ` imports ${specifier}: there is no Node where this runs`
  expect(lines.map((line) => line.replace(/:\d/, ''))).toContain(
    `${importing(room, specifier)}${told}`,
  )
})

test.for(unclear)('the import %s does not say where it leads', async (specifier) => {
  const { lines } = await answerToFaults()
  expect(lines).toContain(
    `${importing('web/ui', specifier)}:2 imports ${specifier}: neither a relative path nor a package`,
  )
})

test.for(withoutRoom)('%s is in no room', async (file) => {
  const { lines } = await answerToFaults()
  expect(lines).toContainEqual(expect.stringContaining(`${file}:1 is in no room of the picture`))
})

test('every fault is told once, nothing else is, and the command fails', async () => {
  const { code, lines } = await answerToFaults()
  const faults = [wrong, kinds, withoutNode, unclear, withoutRoom].flat()
  expect(lines).toHaveLength(faults.length)
  expect(code).toBe(1)
})

test('a house whose imports run one way passes, and its files are counted', async () => {
  const files = {
    ...house,
    'vite.config.ts': imports('./web/build/a.ts', 'vite', 'node:path'),
    'web/build/b.ts': imports('node:fs', '../../contract/a.ts'),
    'web/app/b.tsx': imports('../pages/a', '../messages.ts', '../ui/a.tsx', '../styles/main.css'),
    'web/styles/main.css': '',
    'web/features/chat/b.ts': imports('./a.ts', '../../lib/a.ts', '../../messages.ts', 'react'),
    'web/pages/b.ts': imports('../features/chat/a.ts', '../features/admin/a.ts'),
    'web/lib/b.ts': imports('../../screenplay/a.ts', './font.woff?url'),
    'web/lib/font.woff': '',
    'server/main.ts': imports('./http/a.ts', './config.ts', './log.ts', './database/a.ts'),
    'server/http/b.ts': imports('../auth/a.ts', '../rest/a.ts', '../../contract/a.ts', 'node:fs'),
    'server/functions/b.ts': imports('../generation/a.ts', '../../screenplay/a.ts'),
    'server/generation/b.ts': imports('../ai/a.ts', '../mail/a.ts', '../../screenplay/a.ts'),
    'tests/b.ts': imports('../scripts/a.js', '../bench/a.ts', '../server/main.ts'),
    'bench/b.ts': imports('../server/http/a.ts', '../web/lib/a.ts'),
    'scripts/b.js': imports('../contract/a.ts', './a.js'),
  }
  const { code, lines } = await check(files)
  const sources = Object.keys(files).filter((name) => /\.(?:tsx?|js)$/.test(name))
  expect(lines).toEqual([`The imports of ${sources.length} files run one way`])
  expect(code).toBe(0)
})

test('what only looks like an import is none', async () => {
  const { code } = await check({
    'web/app/a.ts': '',
    'web/ui/b.tsx': `
      // import '../app/a.ts'
      /* export * from '../app/a.ts' */
      /** @type {import('../app/a.ts').A} */
      export const text = "import '../app/a.ts'"
      export const template = \`import('../app/a.ts')\`
      export const view = <p>import '../app/a.ts'</p>
    `,
  })
  expect(code).toBe(0)
})

test('two files that import each other are a circle', async () => {
  const { code, lines } = await check({
    'server/http/a.ts': imports('./b.ts'),
    'server/http/b.ts': imports('node:fs', './a.ts'),
  })
  expect(lines).toEqual([
    'server/http/a.ts:1 imports server/http/b.ts: a circle, server/http/a.ts → server/http/b.ts → server/http/a.ts',
  ])
  expect(code).toBe(1)
})

test('a circle of types is a circle', async () => {
  const { lines } = await check({
    'contract/a.ts': "import type { B } from './b.ts'",
    'contract/b.ts': "export type B = import('./a.ts').A",
  })
  expect(lines).toEqual([expect.stringContaining('a circle, contract/a.ts → contract/b.ts')])
})

test('a circle of three files through a re-export is a circle, told once', async () => {
  const { lines } = await check({
    'screenplay/a.ts': imports('./b.ts'),
    'screenplay/b.ts': "export * from './c.ts'",
    'screenplay/c.ts': "export const later = () => import('./a.ts')",
    'screenplay/d.ts': imports('./a.ts'),
  })
  expect(lines).toEqual([
    'screenplay/a.ts:1 imports screenplay/b.ts: a circle, screenplay/a.ts → screenplay/b.ts → screenplay/c.ts → screenplay/a.ts',
  ])
})

test('a file that imports itself is a circle', async () => {
  const { lines } = await check({ 'tests/a.ts': imports('./a.ts') })
  expect(lines).toEqual([expect.stringContaining('a circle, tests/a.ts → tests/a.ts')])
})

test('two circles that share no file are told apart', async () => {
  const { lines } = await check({
    'contract/a.ts': imports('./b.ts'),
    'contract/b.ts': imports('./a.ts'),
    'screenplay/a.ts': imports('./b.ts'),
    'screenplay/b.ts': imports('./a.ts'),
  })
  expect(lines).toHaveLength(2)
})

test('an import of a file that does not exist is told', async () => {
  const { code, lines } = await check({ 'server/http/a.ts': imports('./b.ts', '../gone/c.ts') })
  expect(lines).toEqual([
    'server/http/a.ts:1 imports server/http/b.ts: there is no such file',
    'server/http/a.ts:2 imports server/gone/c.ts: there is no such file',
  ])
  expect(code).toBe(1)
})

test('a file of no room is no way around the picture', async () => {
  const { lines } = await check({
    'contract/a.ts': imports('../server/data.json'),
    'server/data.json': '{}',
  })
  expect(lines).toEqual([expect.stringContaining('contract/a.ts:1 imports server/data.json: ')])
})

test('a file that cannot be parsed is told', async () => {
  const { code, lines } = await check({ 'contract/a.ts': '\nconst = 1' })
  expect(lines).toEqual([expect.stringContaining('contract/a.ts:2 cannot be read: ')])
  expect(code).toBe(1)
})
