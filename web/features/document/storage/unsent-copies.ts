/** Whether the server lacks text of this user that this browser has. Loaded on use: signing in needs none of it. */
export async function hasUnsentCopies(userId: string, textId?: string): Promise<boolean> {
  const texts = await import('./local-texts.ts')
  return texts.hasUnsentCopies(userId, textId)
}
