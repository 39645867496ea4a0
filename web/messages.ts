import { adminMessages } from './messages/admin.ts'
import { authMessages } from './messages/auth.ts'
import { chatMessages } from './messages/chat.ts'
import { commonMessages } from './messages/common.ts'
import { documentsMessages } from './messages/documents.ts'
import { editorMessages } from './messages/editor.ts'
import { historyMessages } from './messages/history.ts'
import { securityMessages } from './messages/security.ts'
import { scriptsMessages } from './messages/scripts.ts'

/** Every sentence a person reads in the browser. The product specification fixes many of them. */
export const messages = {
  ...commonMessages,
  ...authMessages,
  ...scriptsMessages,
  ...chatMessages,
  ...documentsMessages,
  ...editorMessages,
  ...historyMessages,
  ...adminMessages,
  ...securityMessages,
}
