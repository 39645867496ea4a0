import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** What the page itself asks for: its script and what that script needs at once. */
const start = readFileSync('dist/web/index.html', 'utf8')
const login = [...start.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file)

/** A file and everything it needs before it can run; what is loaded on use is not part of it. */
function withNeeds(file, known = new Set()) {
  if (known.has(file)) return known
  known.add(file)
  const text = readFileSync(`dist/web/${file}`, 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g))
    withNeeds(`assets/${name}`, known)
  return known
}

const assets = readdirSync('dist/web/assets')
const editorPage = assets.find((name) => /^editor-page-[\w-]+\.js$/.test(name))
const editor = [...withNeeds(`assets/${editorPage}`)].filter((file) => !login.includes(file))
if (editor.some((file) => file.includes('word-document')))
  throw new Error(
    'The code of Word documents is loaded with the editor instead of with the first one.',
  )

const pageView = assets.find((name) => /^page-view-[\w-]+\.js$/.test(name))
const page = [...withNeeds(`assets/${pageView}`)].filter(
  (file) => !login.includes(file) && !editor.includes(file),
)
if (editor.includes(`assets/${pageView}`))
  throw new Error('The code of the page is loaded with the editor instead of with the page.')
if (editor.some((file) => file.includes('history-screen')))
  throw new Error('The code of the history is loaded with the editor instead of with the history.')

/** As the server sends it: the build has compressed all but the smallest files. */
const asSent = (file) => {
  const built = `dist/web/${file}`
  return existsSync(`${built}.br`) ? `${built}.br` : built
}

export default [
  {
    name: 'JavaScript of the first load of /login',
    path: login.map(asSent),
    limit: '175 kB',
    brotli: false,
  },
  {
    name: 'JavaScript that /editor adds before the first message',
    path: editor.map(asSent),
    // With CodeMirror's text, which the chat needs too, and the sentences that /login does not load.
    // The prompt's list of saved prompts and its attachments work while one types, so they are not loaded on use.
    // Neither does it load what this browser stores of a text.
    limit: '170 kB',
    brotli: false,
  },
  {
    name: 'JavaScript that the page adds to /editor',
    path: page.map(asSent),
    limit: '96 kB',
    brotli: false,
  },
]
