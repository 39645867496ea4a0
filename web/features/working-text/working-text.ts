import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { logWarning } from '../../lib/log.ts'
import { pause } from '../../lib/pause.ts'
import { onBeforeSignOut, onClearUserState } from '../../lib/user-state.ts'
import { draftServer } from './draft-server.ts'
import { hasUnsentCopies, leftTexts, localText } from './local-texts.ts'
import { NOT_LOADED, UNREADABLE, WorkingText, type WorkingTextState } from './synced-text.ts'

type Held = { workingText: WorkingText; holders: number; isStarted: boolean }

/** The texts that are open in this page, by user and text. */
const open = new Map<string, Held>()

function heldText(userId: string, workId: string): Held {
  const key = `${userId} ${workId}`
  const known = open.get(key)
  if (known) return known
  const workingText = new WorkingText(draftServer(userId, workId), localText(userId, workId))
  const held = { workingText, holders: 0, isStarted: false }
  open.set(key, held)
  return held
}

/** Opens a text until the returned function is called; after that, until the server has everything. */
function holdWorkingText(userId: string, workId: string): () => void {
  const held = heldText(userId, workId)
  held.holders += 1
  if (!held.isStarted) held.workingText.start()
  held.isStarted = true
  return () => {
    held.holders -= 1
    // Not at once: React may hold it again.
    if (held.holders === 0) setTimeout(() => closeWhenSent(`${userId} ${workId}`, held))
  }
}

function closeWhenSent(key: string, held: Held): void {
  const { workingText } = held
  const check = () => {
    const isHeld = held.holders > 0
    if (!isHeld && workingText.snapshot().storage !== 'stored') return
    unsubscribe()
    if (isHeld || open.get(key) !== held) return
    open.delete(key)
    void workingText.close()
  }
  const unsubscribe = workingText.subscribe(check)
  workingText.sendNow()
  check()
}

const openTextsOf = (userId: string): WorkingText[] =>
  [...open]
    .filter(([key]) => key.startsWith(`${userId} `))
    .map(([, { workingText }]) => workingText)

/** Whether this page has text that the server lacks. */
export const hasUnsentText = (userId: string): boolean =>
  openTextsOf(userId).some((workingText) => workingText.snapshot().storage !== 'stored')

/** How long other open tabs may take to send theirs. */
const OTHER_TABS = { tries: 25, every: 200 }

/** Sends what all tabs of this browser have; rejects if the server cannot have everything. */
async function sendUnsentText(userId: string): Promise<void> {
  const releases = (await leftTextsOf(userId)).map((workId) => holdWorkingText(userId, workId))
  try {
    await Promise.all(openTextsOf(userId).map((workingText) => workingText.flush()))
  } finally {
    for (const release of releases) release()
  }
  for (let tries = 0; await hasCopies(userId); tries += 1) {
    if (tries === OTHER_TABS.tries) throw new Error('Another tab has text that is not stored yet.')
    await pause(OTHER_TABS.every)
  }
}

/** A browser that cannot read what it stored has not stored anything. */
async function hasCopies(userId: string): Promise<boolean> {
  try {
    return await hasUnsentCopies(userId)
  } catch (error) {
    logWarning(UNREADABLE, error)
    return false
  }
}

async function leftTextsOf(userId: string): Promise<string[]> {
  try {
    return await leftTexts(userId)
  } catch (error) {
    logWarning(UNREADABLE, error)
    return []
  }
}

const sentFor = new Set<string>()

/** Once in each page: what a crashed or offline tab left is sent although nobody opens that text. */
async function sendLeftTexts(userId: string): Promise<void> {
  if (sentFor.has(userId)) return
  sentFor.add(userId)
  for (const workId of await leftTextsOf(userId)) holdWorkingText(userId, workId)()
}

/** What cannot be sent stays in the browser, for the next time that this user signs in. */
onBeforeSignOut(async (userId) => {
  try {
    await sendUnsentText(userId)
  } catch (error) {
    logWarning('Signed out with text that the server lacks:', error)
  }
})

onClearUserState(async () => {
  const stopped = [...open.values()]
  open.clear()
  sentFor.clear()
  await Promise.all(stopped.map(({ workingText }) => workingText.stop()))
})

export function useWorkingText(
  userId: string,
  workId: string | null,
): { state: WorkingTextState; workingText: WorkingText | null } {
  const workingText = useMemo(
    () => (workId === null ? null : heldText(userId, workId).workingText),
    [userId, workId],
  )
  useEffect(() => {
    void sendLeftTexts(userId)
    return workId === null ? undefined : holdWorkingText(userId, workId)
  }, [userId, workId])
  const state = useSyncExternalStore(
    useCallback((listener) => workingText?.subscribe(listener) ?? (() => undefined), [workingText]),
    () => workingText?.snapshot() ?? NOT_LOADED,
  )
  return { state, workingText }
}
