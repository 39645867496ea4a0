/** The secret of an invitation: `/signup#invitation=…`, where no server or proxy sees it. */
export function readInvitationLink(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('invitation')
  return token === null || token === '' ? undefined : token.slice(0, 512)
}
