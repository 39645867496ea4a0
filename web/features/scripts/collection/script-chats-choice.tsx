import { messages } from '../../../messages.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { useChatCount } from '../api/script-chats.ts'

const { dashboard } = messages

type ScriptChatsChoiceProps = {
  userId: string
  scriptId: string
  isDeleting: boolean
  onChange: (isDeleting: boolean) => void
}

/** Says what happens to the chats about a script that is to be deleted. */
export function ScriptChatsChoice(props: ScriptChatsChoiceProps) {
  const { userId, scriptId, isDeleting, onChange } = props
  const { data: count, isError } = useChatCount(userId, scriptId)
  if (isError) return <p className="mt-4 text-md text-ink-2">{dashboard.chatsStay}</p>
  if (!count) return null
  return (
    <div className="mt-4">
      <Checkbox
        label={dashboard.deleteChats(count)}
        hint={dashboard.otherwiseChatsStay(count)}
        checked={isDeleting}
        onChange={onChange}
      />
    </div>
  )
}
