import path from 'node:path'
import { expect, test } from 'vitest'
import { checkImports } from '../../../scripts/import-gate/check.ts'
import { type Files, plantFolder, repository, run } from './planted-project.ts'

const gate = path.join(repository, 'scripts/check-imports.ts')

/** Runs the real command on a project made of these files. */
async function check(files: Files): Promise<{ code: number | null; lines: string[] }> {
  const { code, stdout, stderr } = await run('/', gate, { args: [plantFolder(files)] })
  return { code, lines: (stdout + stderr).trim().split('\n') }
}

/** The same check without a child process, whose start takes longer than the check. */
const errorsIn = (files: Files): string[] => checkImports(plantFolder(files)).errors

const imports = (...specifiers: string[]) =>
  specifiers.map((specifier) => `import '${specifier}'\n`).join('')

/** An empty file in every module, as an import target. */
const project: Files = Object.fromEntries(
  [
    'web/app/a.ts',
    'web/pages/a.tsx',
    'web/features/chat/a.ts',
    'web/features/admin/a.ts',
    'web/features/editor/a.ts',
    'web/screenplay-view/a.tsx',
    'web/ui/a.tsx',
    'web/lib/a.ts',
    'web/messages.ts',
    'web/build/a.ts',
    'screenplay/a.ts',
    'screenplay/layout/a.ts',
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
    'server/caller.ts',
    'server/wake-loop.ts',
    'server/messages.ts',
    'server/ai/a.ts',
    'server/demo-writer/a.ts',
    'server/mail/a.ts',
    'server/database/a.ts',
    'tests/unit/a.ts',
    'bench/a.ts',
    'scripts/a.js',
  ].map((file) => [file, '']),
)

/** Forbidden imports, and the rule the error names. */
const forbidden: [from: string, to: string, rule: string][] = [
  ['web/pages', 'web/app/a.ts', 'web/pages may import only web/features, web/screenplay-view, '],
  ['web/features/chat', 'web/pages/a.tsx', 'web/features may import only web/screenplay-view, '],
  ['web/ui', 'web/features/chat/a.ts', 'web/ui may import only web/lib, screenplay, contract'],
  ['web/ui', 'web/screenplay-view/a.tsx', 'web/ui may import only web/lib, screenplay, contract'],
  ['web/lib', 'web/ui/a.tsx', 'web/lib may import only screenplay, contract'],
  ['screenplay', 'web/lib/a.ts', 'screenplay may import only contract'],
  ['contract', 'screenplay/a.ts', 'contract may import nothing outside itself'],
  ['web/ui', 'web/messages.ts', 'web/ui may import only'],
  ['web/lib', 'web/messages.ts', 'web/lib may import only'],
  ['web/messages.ts', 'web/lib/a.ts', 'web/messages.ts may import only web/messages, contract'],
  ['web/app', 'web/build/a.ts', 'web/app may import only'],
  [
    'web/features/chat',
    'web/features/admin/a.ts',
    'web/features/chat must not import web/features/admin',
  ],
  [
    'web/features/chat',
    'web/features/editor/a.ts',
    'web/features/chat must not import web/features/editor',
  ],
  [
    'web/features/editor',
    'web/features/admin/a.ts',
    'web/features/editor must not import web/features/admin',
  ],
  ['web/lib', 'server/database/a.ts', 'web/lib may import only screenplay, contract'],
  ['server/http', 'web/lib/a.ts', 'server/http may import only'],
  ['server/http', 'server/main.ts', 'server/http may import only'],
  ['server/auth', 'server/http/a.ts', 'server/auth may import only'],
  ['server/wake-loop.ts', 'server/database/a.ts', 'server/wake-loop.ts may import only'],
  ['server/messages.ts', 'server/wake-loop.ts', 'server/messages.ts may import only contract'],
  ['server/caller.ts', 'server/rest/a.ts', 'server/caller.ts may import only'],
  ['server/auth', 'server/rest/a.ts', 'server/auth may import only'],
  ['server/realtime', 'server/functions/a.ts', 'server/realtime may import only'],
  ['server/generation', 'server/functions/a.ts', 'server/generation may import only'],
  ['server/ai', 'server/mail/a.ts', 'server/ai may import only'],
  ['server/ai', 'server/generation/a.ts', 'server/ai may import only'],
  ['server/demo-writer', 'server/ai/a.ts', 'server/demo-writer may import only screenplay'],
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
  ['web/lib', 'screenplay/layout/a.ts', 'internal to screenplay; import a file directly in '],
  ['server/documents', 'screenplay/layout/a.ts', 'internal to screenplay; '],
  ['scripts', 'screenplay/layout/a.ts', 'internal to screenplay; '],
  ['bench', 'screenplay/layout/a.ts', 'internal to screenplay; '],
  ['tests/unit/screenplay', 'screenplay/layout/a.ts', 'internal to screenplay; '],
]

/** Every syntax that imports a module. */
const kinds: [kind: string, text: string][] = [
  ['an import', "import { a } from '../app/a.ts'"],
  ['a type import', "import type { A } from '../app/a.ts'"],
  ['a re-export', "export { a } from '../app/a.ts'"],
  ['a re-export of everything', "export * from '../app/a.ts'"],
  ['a dynamic import', "export const load = () => import('../app/a.ts')"],
  ['a dynamic import with a template', 'export const load = () => import(`../app/a.ts`)'],
  ['an import type', "export type A = import('../app/a.ts').A"],
  ['an import without a file extension', "import { a } from '../app/a'"],
  ['an import with a query', "import a from '../app/a.ts?raw'"],
]

/** Modules that also run in the browser, and a Node built-in. */
const nodeInBrowser: [module: string, specifier: string][] = [
  ['contract', 'node:fs'],
  ['contract', 'fs'],
  ['contract', 'fs/promises'],
  ['screenplay', 'node:path'],
  ['web/app', 'node:path'],
  ['web/pages', 'node:path'],
  ['web/features/chat', 'node:path'],
  ['web/screenplay-view', 'node:path'],
  ['web/ui', 'node:path'],
  ['web/lib', 'node:crypto'],
  ['web/messages.ts', 'node:util'],
]

const aliases = ['/web/app/a.ts', '@/app/a.ts', '#app', '~/app/a.ts', 'file:///app/a.ts']

const noModule = [
  'server/helpers.ts',
  'server/newmodule/a.ts',
  'web/utils.ts',
  'web/features/loose.ts',
  'other.config.ts',
]

/** The importing file: one per case, unless the module is itself a file. */
function importerOf(module: string, name: string): string {
  return module.endsWith('.ts') ? module : `${module}/${encodeURIComponent(name)}.ts`
}

function specifierFor(file: string, to: string): string {
  const specifier = path.posix.relative(path.posix.dirname(file), to)
  return specifier.startsWith('.') ? specifier : `./${specifier}`
}

/** A project with all these errors at once: starting the command is slow. */
function projectWithErrors(): Files {
  const files: Files = { ...project }
  const add = (file: string, text: string) => {
    files[file] = `${files[file] ?? ''}\n${text}`
  }
  for (const [module, to] of forbidden) {
    const file = importerOf(module, to)
    add(file, `import '${specifierFor(file, to)}'`)
  }
  for (const [kind, text] of kinds) add(importerOf('web/ui', kind), text)
  for (const [module, specifier] of nodeInBrowser) {
    add(importerOf(module, specifier), `import '${specifier}'`)
  }
  for (const specifier of aliases) add(importerOf('web/ui', specifier), `import '${specifier}'`)
  for (const file of noModule) add(file, '')
  return files
}

let result: ReturnType<typeof check> | undefined
const checkErrors = () => (result ??= check(projectWithErrors()))

test.for(forbidden)('%s must not import %s', async ([module, to, rule]) => {
  const { lines } = await checkErrors()
  const error = new RegExp(`^${importerOf(module, to)}:\\d imports ${to}: ${rule}`)
  expect(lines).toContainEqual(expect.stringMatching(error))
})

test.for(kinds)('%s counts as an import', async ([kind]) => {
  const { lines } = await checkErrors()
  const error = `${importerOf('web/ui', kind)}:2 imports web/app/a.ts: web/ui may import only`
  expect(lines).toContainEqual(expect.stringContaining(error))
})

test.for(nodeInBrowser)('%s must not import %s', async ([module, specifier]) => {
  const { lines } = await checkErrors()
  const error = ` imports ${specifier}: this code also runs in the browser, where Node built-ins are not available`
  expect(lines.map((line) => line.replace(/:\d/, ''))).toContain(
    `${importerOf(module, specifier)}${error}`,
  )
})

test.for(aliases)('the import %s is neither a relative path nor a package', async (specifier) => {
  const { lines } = await checkErrors()
  expect(lines).toContain(
    `${importerOf('web/ui', specifier)}:2 imports ${specifier}: use a relative path or a package name`,
  )
})

test.for(noModule)('%s belongs to no module', async (file) => {
  const { lines } = await checkErrors()
  expect(lines).toContainEqual(expect.stringContaining(`${file}:1 belongs to no module`))
})

test('each error is reported exactly once, and the command fails', async () => {
  const { code, lines } = await checkErrors()
  const errors = [forbidden, kinds, nodeInBrowser, aliases, noModule].flat()
  expect(lines).toHaveLength(errors.length)
  expect(code).toBe(1)
})

test('a project without import errors passes, and its files are counted', async () => {
  const files = {
    ...project,
    'vite.config.ts': imports('./web/build/a.ts', 'vite', 'node:path'),
    'web/build/b.ts': imports('node:fs', '../../contract/a.ts'),
    'web/app/b.tsx': imports('../pages/a', '../messages.ts', '../ui/a.tsx', '../styles/main.css'),
    'web/styles/main.css': '',
    'web/features/chat/b.ts': imports('./a.ts', '../../lib/a.ts', '../../messages.ts', 'react'),
    'web/features/editor/b.ts': imports('../chat/a.ts', '../../screenplay-view/a.tsx'),
    'web/pages/b.ts': imports('../features/chat/a.ts', '../features/admin/a.ts'),
    'screenplay/b.ts': imports('./layout/a.ts'),
    'screenplay/layout/b.ts': imports('./a.ts', '../a.ts'),
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
  expect(lines).toEqual([`No import errors in ${sources.length} files`])
  expect(code).toBe(0)
})

test('comments, strings and markup that look like imports are ignored', () => {
  const errors = errorsIn({
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
  expect(errors).toEqual([])
})

test('two files that import each other form a cycle', () => {
  const errors = errorsIn({
    'server/http/a.ts': imports('./b.ts'),
    'server/http/b.ts': imports('node:fs', './a.ts'),
  })
  expect(errors).toEqual([
    'server/http/a.ts:1 import cycle: server/http/a.ts → server/http/b.ts → server/http/a.ts',
  ])
})

test('type imports count for cycles', () => {
  const errors = errorsIn({
    'contract/a.ts': "import type { B } from './b.ts'",
    'contract/b.ts': "export type B = import('./a.ts').A",
  })
  expect(errors).toEqual([expect.stringContaining('import cycle: contract/a.ts → contract/b.ts')])
})

test('a cycle of three files through a re-export is reported once', () => {
  const errors = errorsIn({
    'screenplay/a.ts': imports('./b.ts'),
    'screenplay/b.ts': "export * from './c.ts'",
    'screenplay/c.ts': "export const later = () => import('./a.ts')",
    'screenplay/d.ts': imports('./a.ts'),
  })
  expect(errors).toEqual([
    'screenplay/a.ts:1 import cycle: screenplay/a.ts → screenplay/b.ts → screenplay/c.ts → screenplay/a.ts',
  ])
})

test('a file that imports itself is a cycle', () => {
  const errors = errorsIn({ 'tests/a.ts': imports('./a.ts') })
  expect(errors).toEqual([expect.stringContaining('import cycle: tests/a.ts → tests/a.ts')])
})

test('two cycles that share no file are reported separately', () => {
  const errors = errorsIn({
    'contract/a.ts': imports('./b.ts'),
    'contract/b.ts': imports('./a.ts'),
    'screenplay/a.ts': imports('./b.ts'),
    'screenplay/b.ts': imports('./a.ts'),
  })
  expect(errors).toHaveLength(2)
})

test('an import of a missing file is reported', () => {
  const errors = errorsIn({ 'server/http/a.ts': imports('./b.ts', '../gone/c.ts') })
  expect(errors).toEqual([
    'server/http/a.ts:1 imports server/http/b.ts: file not found',
    'server/http/a.ts:2 imports server/gone/c.ts: file not found',
  ])
})

test('a file outside every module cannot be used to get around the rules', () => {
  const errors = errorsIn({
    'contract/a.ts': imports('../server/data.json'),
    'server/data.json': '{}',
  })
  expect(errors).toEqual([expect.stringContaining('contract/a.ts:1 imports server/data.json: ')])
})

test('a file that cannot be parsed is reported', () => {
  const errors = errorsIn({ 'contract/a.ts': '\nconst = 1' })
  expect(errors).toEqual([expect.stringContaining('contract/a.ts:2 syntax error: ')])
})
