import { ArrowLeft, MessageSquarePlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { ConversationList } from '../chat/conversations/conversation-list.tsx'
import { useSession } from '../document/session.tsx'
import { PreviousScripts } from '../scripts/sidebar/previous-scripts.tsx'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { buttonStyle } from '../../ui/button/button-style.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import { editorPath, type HistoryState } from '../document/address.ts'

const { editor } = messages
const panelStyle = 'flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden'

type NewChatLinkProps = { scriptId: string; onChosen: () => void }

/** A second chat about the script, which begins with the next message. */
function NewChatLink({ scriptId, onChosen }: NewChatLinkProps) {
  const state: HistoryState = { chat: null }
  return (
    <Link to={editorPath(scriptId)} state={state} onClick={onChosen} className={buttonStyle()}>
      <MessageSquarePlus />
      {messages.chat.newChatAbout}
    </Link>
  )
}

/** The part of its state that survives loading another script. */
export type SidebarView = {
  tab: string
  scriptSearch: string
  chatSearch: string
  /** The script or conversation opened from here, which keeps the focus. */
  chosenId: string | null
}

export const firstSidebarView: SidebarView = {
  tab: 'chats',
  scriptSearch: '',
  chatSearch: '',
  chosenId: null,
}

type EditorSidebarProps = {
  view: SidebarView
  onView: (view: SidebarView) => void
  /** Called when something is chosen, so that a drawer can close. */
  onChosen: () => void
}

export function EditorSidebar({ view, onView, onChosen }: EditorSidebarProps) {
  const session = useSession()
  const { userId, scriptId, conversationId } = session
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const { chosenId } = view
  useEffect(() => {
    if (chosenId === null || (chosenId !== scriptId && chosenId !== conversationId)) return
    box.current?.querySelector<HTMLElement>('[role="tabpanel"] [aria-current]')?.focus()
  }, [chosenId, scriptId, conversationId])
  return (
    <div ref={box} className="flex h-full min-h-0 flex-col bg-sunk">
      <div className="px-3 pt-3">
        <Button variant="ghost" onClick={() => void navigate('/dashboard')} className="px-2">
          <ArrowLeft />
          {editor.back}
        </Button>
      </div>
      <Tabs
        value={view.tab}
        onValueChange={(tab) => onView({ ...view, tab })}
        className="min-h-0 flex-1 gap-0 pt-3"
      >
        <TabList aria-label={editor.sidebar} className="mx-3 gap-1">
          <Tab value="scripts">{editor.tabs.scripts}</Tab>
          <Tab value="chats">{editor.tabs.chats}</Tab>
        </TabList>
        <TabPanel value="scripts" className={panelStyle}>
          <PreviousScripts
            userId={userId}
            currentId={scriptId}
            search={view.scriptSearch}
            onSearch={(scriptSearch) => onView({ ...view, scriptSearch })}
            onChosen={(id) => {
              onView({ ...view, chosenId: id })
              onChosen()
            }}
          />
        </TabPanel>
        <TabPanel value="chats" className={panelStyle}>
          <ConversationList
            userId={userId}
            currentId={conversationId}
            search={view.chatSearch}
            onSearch={(chatSearch) => onView({ ...view, chatSearch })}
            onSelect={({ id, script_id, work_id }) => {
              onView({ ...view, chosenId: id })
              onChosen()
              if (id !== conversationId) session.openOther(script_id ?? work_id, id)
            }}
            onNew={() => {
              onChosen()
              session.openNew()
            }}
            otherNew={scriptId !== null && <NewChatLink scriptId={scriptId} onChosen={onChosen} />}
            onDeleted={(deletedId) => {
              if (deletedId === conversationId) session.closeDeleted()
            }}
          />
        </TabPanel>
      </Tabs>
    </div>
  )
}
