import '../styles/main.css'
// Follows the system and other tabs from the start, before any theme switch is on the page.
import '../lib/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { classNames } from '../lib/class-names.ts'
import { logError } from '../lib/log.ts'
import { messages } from '../messages.ts'
import { App } from './app.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

const root = createRoot(container, {
  onCaughtError: (error, { componentStack }) =>
    logError(messages.failure.logged, error, componentStack),
})
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
)
// The first call builds its tables: do that while the first responses are on their way.
setTimeout(() => classNames('block'))
