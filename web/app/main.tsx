import '../styles/main.css'
import '../lib/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { endFirstRequests } from '../lib/backend/first-requests.ts'
import { classNames } from '../lib/class-names.ts'
import { logError } from '../lib/log.ts'
import { pause } from '../lib/timing.ts'
import { messages } from '../messages/first.ts'
import { App } from './app.tsx'
import { SPINNER_DELAY } from './loaders.ts'
import { firstPageReady } from './router.tsx'
// Imported to follow the theme of the system and of other tabs even before a theme switch is mounted.

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

const root = createRoot(container, {
  onCaughtError: (error, { componentStack }) =>
    logError(messages.failure.logged, error, componentStack),
})

// Once, with the data of the first page: React would render what comes later in slices, and wait between them. If the data
// takes longer, a spinner is shown.
void Promise.race([firstPageReady(), pause(SPINNER_DELAY)]).then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
void firstPageReady().then(endFirstRequests)
// The first call builds lookup tables: make it while waiting for the first responses.
setTimeout(() => classNames('block'))
