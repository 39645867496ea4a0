const KEY = 'script-writer-open-chat'

type Hint = { scriptId: string | null; chat: string | null }

function read(): Hint | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    // Storage may be forbidden: then the messages are requested a little later.
    return undefined
  }
}

function write(hint: Hint | undefined): void {
  try {
    if (hint) sessionStorage.setItem(KEY, JSON.stringify(hint))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage may be forbidden or full: then the messages are requested a little later.
  }
}

/**
 * The conversation that was open when the page was reloaded. The history entry has it too, but the router
 * passes that to components only, and a route loader runs before them.
 */
export function openChatHint(scriptId: string | null): string | null | undefined {
  const hint = read()
  return hint?.scriptId === scriptId ? hint.chat : undefined
}

/** Remembers the open conversation until the editor is left; returns the cleanup. */
export function rememberOpenChat(
  scriptId: string | null,
  chat: string | null | undefined,
): () => void {
  if (chat !== undefined) write({ scriptId, chat })
  return () => write(undefined)
}
