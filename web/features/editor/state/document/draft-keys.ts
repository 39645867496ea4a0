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
  field: 'title' | 'prompt' | 'scope',
  userId: string,
  owner: string,
): string => `${field}:${userId}:${owner}`

export const nothingOpen: Document = { scriptId: null, conversationId: null }
