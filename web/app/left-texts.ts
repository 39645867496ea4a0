import { useEffect } from 'react'
import { hasUnsentCopies } from '../features/document/storage/unsent-copies.ts'
import { draftStorage } from '../lib/draft-storage.ts'
import { logError, logWarning } from '../lib/log.ts'
import { onBeforeSignOut } from '../lib/user-state.ts'

/** Loaded on use: most pages never send a text. */
const loadSending = () => import('../features/document/text/open-texts.ts')

const NOT_LOADED = 'Could not load the code that sends texts:'

async function isLeft(userId: string): Promise<boolean> {
  try {
    return await hasUnsentCopies(userId)
  } catch (error) {
    logWarning(NOT_LOADED, error)
    return false
  }
}

/** Sends what tabs left in this browser, whichever page is open. */
async function sendLeft(userId: string): Promise<void> {
  if (!(await isLeft(userId))) return
  try {
    const { sendLeftTexts } = await loadSending()
    await sendLeftTexts(userId)
  } catch (error) {
    logWarning(NOT_LOADED, error)
  }
}

/** Sends it now and whenever the server may be reachable again. */
export function useLeftTexts(userId: string, isApproved: boolean): void {
  useEffect(() => {
    if (!isApproved) return undefined
    const send = () => void sendLeft(userId)
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [userId, isApproved])
}

/** Registered on every page, even without a text of its own: other tabs may have left unsent text. */
onBeforeSignOut({
  async send(userId) {
    if (!(await isLeft(userId))) return
    try {
      await loadSending()
    } catch (error) {
      logWarning(NOT_LOADED, error)
    }
  },
  isLeft,
})

/** For a sign-out that the user asked for: they accepted the loss of text that the server lacks. */
export async function eraseTexts(userId: string, cleared: Promise<void>): Promise<void> {
  try {
    draftStorage.erase(userId)
    await cleared
    const { deleteDatabase } = await import('../features/document/storage/text-database.ts')
    await deleteDatabase(userId)
  } catch (error) {
    logError('Could not remove the texts stored in this browser:', error)
  }
}
