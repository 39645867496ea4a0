import '../styles/main.css'
// Follows the system and the other tabs from the start, before any switch is on the page.
import '../lib/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { classNames } from '../lib/class-names.ts'
import { logError } from '../lib/log.ts'
import { messages } from '../messages.ts'
import { App } from './app.tsx'
import { begin } from './begin.ts'
import { router } from './router.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

/** So long the first picture waits to be the page itself: a spinner for a moment only disturbs. */
const PATIENCE = 150

const pageIsThere = new Promise<void>((resolve) => {
  if (router.state.initialized) resolve()
  router.subscribe(({ initialized }) => initialized && resolve())
})
const patienceEnds = new Promise((resolve) => {
  setTimeout(resolve, PATIENCE)
})
const begun = begin()
// Both take a while the first time, in which the answers travel.
const root = createRoot(container, {
  onCaughtError: (error, { componentStack }) =>
    logError(messages.failure.logged, error, componentStack),
})
setTimeout(() => classNames('block'))

void Promise.race([Promise.all([begun, pageIsThere]), patienceEnds]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
