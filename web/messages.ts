import { chatMessages } from './messages/chat.ts'
import { scopeMessages } from './messages/scope.ts'
import { pageViewMessages } from './messages/page-view.ts'
import { documentsMessages } from './messages/documents.ts'
import { messages as firstMessages } from './messages/first.ts'
import { editorMessages } from './messages/editor.ts'
import { examplesMessages } from './messages/examples.ts'
import { overlapMessages, reviewMessages } from './messages/review.ts'
import { scriptsMessages } from './messages/scripts.ts'

/**
 * Every sentence a person reads in the browser, except those of parts that are loaded on demand, which import their
 * catalogue in `messages/` themselves. The product specification fixes many of them.
 */
export const messages = {
  ...firstMessages,
  ...scriptsMessages,
  ...chatMessages,
  ...scopeMessages,
  ...documentsMessages,
  ...editorMessages,
  ...examplesMessages,
  ...pageViewMessages,
  ...overlapMessages,
  ...reviewMessages,
}
