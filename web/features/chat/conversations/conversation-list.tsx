import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { matchingTitles, withOlder } from '../../../lib/matching-titles.ts'
import { useDebounced } from '../../../lib/timing.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { SideList } from '../../../ui/layout/side-list.tsx'
import { type Conversation, useConversations, useFoundConversations } from '../api/conversations.ts'
import { ConversationItem } from './conversation-item.tsx'
import { DeleteConversationDialog } from './delete-conversation-dialog.tsx'

const { common, chat } = messages

type ConversationListProps = {
  userId: string
  currentId: string | null
  search: string
  onSearch: (words: string) => void
  onSelect: (conversation: Conversation) => void
  onNew: () => void
  /** Shown below the button for a new chat. */
  otherNew: ReactNode
  onDeleted: (conversationId: string) => void
}

/** The sidebar's list of conversations. */
export function ConversationList(props: ConversationListProps) {
  const { userId, currentId, search, onSearch, onSelect, onNew, otherNew, onDeleted } = props
  const [deletingId, setDeletingId] = useState<string | null>(null)
  const words = search.trim()
  const { data, isPending, isFetching, refetch } = useConversations(userId)
  const asked = useDebounced(words, 250)
  const found = useFoundConversations(userId, asked, data)
  const shown = matchingTitles(withOlder(data ?? [], found.data?.older), words, found.data?.ids)

  const note = () => {
    if (isPending) return chat.loading
    if (data === undefined) return chat.listFailed
    if (data.length === 0) return chat.none
    if (shown.length > 0) return undefined
    return words !== asked || found.isLoading ? chat.searching : chat.noneFound
  }

  return (
    <>
      <div className="grid gap-2.5 px-3 pt-2.5">
        <SearchBox
          label={chat.search}
          clearLabel={common.clearSearch}
          value={search}
          onChange={onSearch}
        />
        <Button onClick={onNew}>
          <Plus />
          {chat.newChat}
        </Button>
        {otherNew}
      </div>
      <SideList
        heading={chat.conversations}
        refreshLabel={chat.refresh}
        isRefreshing={isFetching}
        onRefresh={() => void refetch()}
        note={note()}
        items={shown}
        currentId={currentId}
      >
        {(conversation) => (
          <ConversationItem
            conversation={conversation}
            isCurrent={conversation.id === currentId}
            onSelect={onSelect}
            onDelete={setDeletingId}
          />
        )}
      </SideList>
      <DeleteConversationDialog
        userId={userId}
        conversationId={deletingId}
        onClose={() => setDeletingId(null)}
        onDeleted={onDeleted}
      />
    </>
  )
}
