import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { logWarning } from '../../../lib/log.ts'
import { pause } from '../../../lib/timing.ts'
import { onBeforeSignOut, onClearUserState } from '../../../lib/user-state.ts'
import { draftServer } from '../sync/draft-server.ts'
import { hasUnsentCopies, leftTexts, localText, UNREADABLE } from '../storage/local-texts.ts'
import { ShownText } from './shown-text.ts'
import { NOT_LOADED, WorkingText, type WorkingTextState } from './working-text.ts'

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

/** Keeps a text open until the returned function is called and the server has everything. */
function holdWorkingText(userId: string, workId: string): () => void {
  const held = heldText(userId, workId)
  held.holders += 1
  if (!held.isStarted) held.workingText.start()
  held.isStarted = true
  return () => {
    held.holders -= 1
    if (held.holders === 0) void closeWhenSent(`${userId} ${workId}`, held)
  }
}

async function closeWhenSent(key: string, held: Held): Promise<void> {
  const { workingText } = held
  // A React effect that runs again may hold the text again at once.
  await pause(0)
  // Until then it is unknown what closed tabs have left.
  await workingText.started()
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

/** Changes a text, also one that is not open any more; resolves when the server has everything. */
export async function changeText(
  userId: string,
  workId: string,
  change: (workingText: WorkingText) => void,
): Promise<void> {
  const release = holdWorkingText(userId, workId)
  try {
    const { workingText } = heldText(userId, workId)
    await workingText.flush()
    await workingText.refresh()
    change(workingText)
    await workingText.flush()
  } finally {
    release()
  }
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

/** Sends the unsent text of all tabs of this browser; rejects if some could not be sent. */
async function sendUnsentText(userId: string): Promise<void> {
  const releases = (await leftTextsOf(userId)).map((workId) => holdWorkingText(userId, workId))
  try {
    await Promise.all(openTextsOf(userId).map((workingText) => workingText.flush()))
  } finally {
    for (const release of releases) release()
  }
  for (let tries = 0; await hasUnsentCopies(userId); tries += 1) {
    if (tries === OTHER_TABS.tries) throw new Error('Another tab has text that is not stored yet.')
    await pause(OTHER_TABS.every)
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

/** Sends what crashed or offline tabs left, even if nobody opens those texts. */
export async function sendLeftTexts(userId: string): Promise<void> {
  for (const workId of await leftTextsOf(userId)) holdWorkingText(userId, workId)()
}

onBeforeSignOut({
  send: async (userId) => {
    try {
      await sendUnsentText(userId)
    } catch (error) {
      logWarning('Not all text could be sent before signing out:', error)
    }
  },
  isLeft: hasUnsentText,
})

onClearUserState(async () => {
  const stopped = [...open.values()]
  open.clear()
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
  useEffect(() => (workId === null ? undefined : holdWorkingText(userId, workId)), [userId, workId])
  const shown = useMemo(() => workingText && new ShownText(workingText), [workingText])
  return { state: useShownText(shown), workingText }
}

/** Whether the server has anything of this text yet. */
export const useIsOnServer = (workingText: WorkingText | null): boolean =>
  useSyncExternalStore(
    useCallback((listener) => workingText?.subscribe(listener) ?? (() => undefined), [workingText]),
    () => (workingText?.snapshot().revision ?? 0) > 0,
  )

/** Not `useSyncExternalStore`: rendering text that the page already shows must be interruptible by a key. */
function useShownText(shown: ShownText | null): WorkingTextState {
  // Asked once: what a later render asked for, but did not show, would count as shown.
  const [held, setHeld] = useState(() => ({ shown, state: shown?.snapshot() ?? NOT_LOADED }))
  useLayoutEffect(() => {
    if (!shown) return undefined
    const show = () => setHeld({ shown, state: shown.snapshot() })
    const unsubscribe = shown.subscribe((isText) => (isText ? startTransition(show) : show()))
    show()
    return unsubscribe
  }, [shown])
  return held.shown === shown ? held.state : (shown?.snapshot() ?? NOT_LOADED)
}
