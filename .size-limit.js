import { readFileSync } from 'node:fs'

/** What the page itself asks for: its script and what that script needs at once. */
const page = readFileSync('dist/web/index.html', 'utf8')
const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)]

export default [
  {
    name: 'JavaScript of the first load of /login',
    path: scripts.map(([, file]) => `dist/web/${file}`),
    limit: '180 kB',
    brotli: true,
  },
]
