/** The parameters in the page's URL. */
export type DocsAddress = { messageId: string; title: string }

/** Uses the editor's route, so that the page can be reloaded but needs no route of its own. */
const docsAddress = ({ messageId, title }: DocsAddress): string =>
  `/editor?${new URLSearchParams({ answer: messageId, title })}`

export function docsAddressIn(search: URLSearchParams): DocsAddress | undefined {
  const messageId = search.get('answer')
  return messageId === null ? undefined : { messageId, title: search.get('title') ?? '' }
}

/** Opens a new tab. False if the browser blocks it. */
export const openDocsPage = (address: DocsAddress): boolean =>
  window.open(docsAddress(address), '_blank') !== null
