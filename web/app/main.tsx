import '../styles/main.css'
// Follows the system and the other tabs from the start, before any switch is on the page.
import '../lib/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { logError } from '../lib/log.ts'
import { messages } from '../messages.ts'
import { App } from './app.tsx'
import { begin } from './begin.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id "root".')

createRoot(container, {
  onCaughtError: (error, { componentStack }) =>
    logError(messages.failure.logged, error, componentStack),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

void begin()
