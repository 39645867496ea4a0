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
    'server/process/config.ts',
    'server/process/log.ts',
    'server/http/a.ts',
    'server/functions/a.ts',
    'server/auth/a.ts',
    'server/rest/a.ts',
    'server/realtime/a.ts',
    'server/generation/a.ts',
    'server/database/caller.ts',
    'server/common/wake-loop.ts',
    'server/common/messages.ts',
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
  ['web/ui', 'web/messages.ts', 'web/ui may import only web/lib, screenplay, contract'],
  ['contract', 'screenplay/a.ts', 'contract may import nothing outside itself'],
  ['web/messages.ts', 'web/lib/a.ts', 'web/messages.ts may import only web/messages, contract'],
  ['web/app', 'web/build/a.ts', 'web/app may import only'],
  [
    'web/features/chat',
    'web/features/admin/a.ts',
    'web/features/chat must not import web/features/',
  ],
  ['web/features/chat', 'web/features/editor/a.ts', 'web/features/chat must not import web/feat'],
  ['web/features/editor', 'web/features/admin/a.ts', 'web/features/editor must not import web/f'],
  ['web/lib', 'server/database/a.ts', 'web/lib may import only screenplay, contract'],
  ['server/http', 'web/lib/a.ts', 'server/http may import only'],
  ['server/auth', 'server/rest/a.ts', 'server/auth may import only'],
  ['server/common/wake-loop.ts', 'server/database/a.ts', 'server/common may import only'],
  ['server/http', 'server/process/config.ts', 'server/http may import only'],
  ['server/main.ts', 'bench/a.ts', 'server/main.ts may import only'],
  ['scripts', 'tests/unit/a.ts', 'scripts may import only'],
  ['bench', 'scripts/a.js', 'bench may import only'],
  ['web/lib', 'screenplay/layout/a.ts', 'internal to screenplay; import a file directly in '],
  ['tests/unit/screenplay', 'screenplay/layout/a.ts', 'internal to screenplay; '],
]

/** Every syntax that imports a module. */
const kinds: [kind: string, text: string][] = [
  ['an import', "import { a } from '../app/a.ts'"],
  ['an import of nothing', "import {} from '../app/a.ts'"],
  ['a type import', "import type { A } from '../app/a.ts'"],
  ['a type import of all', "import type * as a from '../app/a.ts'"],
  ['a re-export', "export { a } from '../app/a.ts'"],
  ['a re-export of nothing', "export {} from '../app/a.ts'"],
  ['a re-export of no type', "export type {} from '../app/a.ts'"],
  ['a re-export of a comment', "export { /* a */ } from '../app/a.ts'"],
  ['a re-export behind a comment', "export /* a */ {} from '../app/a.ts'"],
  ['a required module', "import a = require('../app/a.ts')"],
  ['a required type', "import type a = require('../app/a.ts')"],
  ['a required module behind a comment', "import a = require /* a */ ('../app/a.ts')"],
  ['a re-export of everything', "export * from '../app/a.ts'"],
  ['a re-export of all types', "export type * from '../app/a.ts'"],
  ['a dynamic import', "export const load = () => import('../app/a.ts')"],
  ['a dynamic import behind a comment', "export const load = () => import /* a */ ('../app/a.ts')"],
  ['a dynamic import of a phase', "export const load = () => import.defer('../app/a.ts')"],
  ['a dynamic import with a template', 'export const load = () => import(`../app/a.ts`)'],
  ['an import type', "export type A = import('../app/a.ts').A"],
  ['an import without a file extension', "import { a } from '../app/a'"],
  ['an import with a query', "import a from '../app/a.ts?raw'"],
]

/** Modules that also run in the browser, and a Node built-in. */
const nodeInBrowser: [module: string, specifier: string][] = [
  ['contract', 'fs/promises'],
  ['screenplay', 'node:path'],
  ['web/features/chat', 'node:path'],
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

test('every import against the rules is reported once, in every syntax, and the command fails', async () => {
  const { code, lines } = await check(projectWithErrors())
  const expected = [
    ...forbidden.map(([from, to, rule]) => `${importerOf(from, to)} imports ${to}: ${rule}`),
    ...kinds.map(
      ([kind]) => `${importerOf('web/ui', kind)} imports web/app/a.ts: web/ui may import`,
    ),
    ...nodeInBrowser.map(
      ([from, name]) =>
        `${importerOf(from, name)} imports ${name}: this code also runs in the browser`,
    ),
    ...aliases.map(
      (name) => `${importerOf('web/ui', name)} imports ${name}: use a relative path or a package`,
    ),
    ...noModule.map((file) => `${file} belongs to no module`),
  ]
  const found = lines.map((line) => line.replace(/:\d+ /, ' '))
  expect(expected.filter((error) => !found.some((line) => line.startsWith(error)))).toEqual([])
  expect(found).toHaveLength(expected.length)
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
    'server/main.ts': imports(
      './http/a.ts',
      './process/config.ts',
      './process/log.ts',
      './database/a.ts',
    ),
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

test.for<[kind: string, files: Files, errors: string[]]>([
  [
    'two files that import each other',
    { 'server/http/a.ts': imports('./b.ts'), 'server/http/b.ts': imports('node:fs', './a.ts') },
    ['server/http/a.ts:1 import cycle: server/http/a.ts → server/http/b.ts → server/http/a.ts'],
  ],
  [
    'type imports',
    {
      'contract/a.ts': "import type { B } from './b.ts'",
      'contract/b.ts': "export type B = import('./a.ts').A",
    },
    ['contract/a.ts:1 import cycle: contract/a.ts → contract/b.ts → contract/a.ts'],
  ],
  [
    'a re-export, beside a file outside of the cycle',
    {
      'contract/a.ts': imports('./b.ts'),
      'contract/b.ts': "export * from './c.ts'",
      'contract/c.ts': "export const later = () => import('./a.ts')",
      'contract/d.ts': imports('./a.ts'),
    },
    ['contract/a.ts:1 import cycle: contract/a.ts → contract/b.ts → contract/c.ts → contract/a.ts'],
  ],
  [
    'two files that import themselves',
    { 'tests/a.ts': imports('./a.ts'), 'tests/b.ts': imports('./b.ts') },
    [
      'tests/a.ts:1 import cycle: tests/a.ts → tests/a.ts',
      'tests/b.ts:1 import cycle: tests/b.ts → tests/b.ts',
    ],
  ],
])('a cycle is reported once: %s', ([, files, errors]) => expect(errorsIn(files)).toEqual(errors))

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
