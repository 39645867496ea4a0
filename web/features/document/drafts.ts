import { draftStorage } from '../../lib/draft-storage.ts'

type Document = { scriptId: string | null; conversationId: string | null | undefined }

/** The owner of what is typed before there is a script or a conversation. */
const NEW = 'new'

/** A typed title belongs to the script, also when another conversation about it is open. */
export const titleOwner = ({ scriptId, conversationId }: Document): string =>
  scriptId ?? conversationId ?? NEW

/** An unsent prompt belongs to the conversation it was typed in. */
export const promptOwner = ({ scriptId, conversationId }: Document): string =>
  conversationId ?? scriptId ?? NEW

/** Drafts are stored under the id of the script or conversation that owns them. */
export const draftKey = (
  field: 'title' | 'prompt' | 'scope' | 'mode',
  userId: string,
  owner: string,
): string => `${field}:${userId}:${owner}`

export const nothingOpen: Document = { scriptId: null, conversationId: null }

/** The unsent prompt. It survives reloads, crashes and the end of a session. */
export const readPrompt = (userId: string, owner: string): string =>
  draftStorage.read(draftKey('prompt', userId, owner)) ?? ''

/** Moves an unsent prompt to another owner, behind what is waiting there. */
export function movePrompt(userId: string, from: string, to: string): void {
  const [source, target] = [draftKey('prompt', userId, from), draftKey('prompt', userId, to)]
  const typed = draftStorage.read(source)
  if (typed === null || from === to) return
  const waiting = draftStorage.read(target)
  const isAlone = waiting === null || waiting === typed
  draftStorage.write(target, isAlone ? typed : `${waiting}\n\n${typed}`)
  draftStorage.write(source, null)
}
