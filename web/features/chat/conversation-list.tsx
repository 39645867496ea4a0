import { Plus } from 'lucide-react'
import { useState } from 'react'
import { containsWords } from '../../lib/contains-words.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SideList } from '../../ui/side-list.tsx'
import { type Conversation, useConversations, useFoundConversations } from './api/conversations.ts'
import { ConversationItem } from './conversation-item.tsx'
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx'

const { chat } = messages

type ConversationListProps = {
  userId: string
  currentId: string | null
  onSelect: (conversation: Conversation) => void
  onNew: () => void
  onDeleted: (conversationId: string) => void
}

/** The sidebar's list of conversations. */
export function ConversationList(props: ConversationListProps) {
  const { userId, currentId, onSelect, onNew, onDeleted } = props
  const [search, setSearch] = useState('')
  const [leaving, setLeaving] = useState<string | null>(null)
  const words = search.trim()
  const { data, isPending, isFetching, refetch } = useConversations(userId)
  const found = useFoundConversations(userId, useSettled(words, 250))
  const shown = matching(data ?? [], words, found.data ?? [])

  const note = () => {
    if (isPending) return chat.loading
    if (data === undefined) return chat.listFailed
    if (data.length === 0) return chat.none
    return shown.length === 0 ? chat.noneFound : undefined
  }

  return (
    <>
      <div className="grid gap-2.5 px-3 pt-2.5">
        <SearchBox label={chat.search} value={search} onChange={setSearch} />
        <Button onClick={onNew}>
          <Plus aria-hidden="true" />
          {chat.newChat}
        </Button>
      </div>
      <SideList
        heading={chat.conversations}
        refreshLabel={chat.refresh}
        isRefreshing={isFetching}
        onRefresh={() => void refetch()}
        note={note()}
      >
        {shown.map((conversation) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            isCurrent={conversation.id === currentId}
            onSelect={onSelect}
            onDelete={setLeaving}
          />
        ))}
      </SideList>
      <DeleteConversationDialog
        userId={userId}
        conversationId={leaving}
        onClose={() => setLeaving(null)}
        onDeleted={onDeleted}
      />
    </>
  )
}

/** Titles at once; what the server finds in the messages comes behind. */
function matching(
  conversations: Conversation[],
  words: string,
  found: readonly { id: string }[],
): Conversation[] {
  if (words === '') return conversations
  const ids = new Set(found.map(({ id }) => id))
  return conversations.filter(({ id, title }) => containsWords(title, words) || ids.has(id))
}
