import { collectionMessages as words } from '../../../messages/collection.ts'
import { messages } from '../../../messages.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { useScriptDeletion } from './use-script-deletion.ts'
import { useChatCount } from '../api/change-script.ts'

const { dashboard } = messages

type ScriptChatsChoiceProps = {
  userId: string
  scriptId: string
  isDeleting: boolean
  onChange: (isDeleting: boolean) => void
}

/** Says what happens to the chats about a script that is to be deleted. */
function ScriptChatsChoice(props: ScriptChatsChoiceProps) {
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

/** As many titles as are named. */
const NAMED = 5

type DeleteQuestionProps = {
  userId: string
  deletion: ReturnType<typeof useScriptDeletion>
  onConfirm: () => Promise<void>
  onCloseAutoFocus: (event: Event) => void
}

/** Asks before scripts are deleted, and names them below the question. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { userId, deletion, onConfirm, onCloseAutoFocus } = props
  const { asked, withChats, setWithChats } = deletion
  const [first] = asked
  const isOne = asked.length === 1
  return (
    <ConfirmDialog
      open={deletion.isOpen}
      onOpenChange={deletion.setIsOpen}
      danger
      title={isOne ? dashboard.confirmTitle : words.deleteTitle(asked.length)}
      description={isOne ? dashboard.confirm : words.confirmMany(asked.length)}
      cancelLabel={dashboard.cancel}
      confirmLabel={dashboard.confirmDelete}
      onConfirm={onConfirm}
      onFailure={deletion.showFailure}
      onCloseAutoFocus={onCloseAutoFocus}
    >
      <ul className="mt-3 text-md font-medium">
        {asked.slice(0, NAMED).map(({ id, title }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
        {asked.length > NAMED && (
          <li className="font-normal text-ink-2">{words.andMore(asked.length - NAMED)}</li>
        )}
      </ul>
      {isOne && first ? (
        <ScriptChatsChoice
          userId={userId}
          scriptId={first.id}
          isDeleting={withChats}
          onChange={setWithChats}
        />
      ) : (
        <div className="mt-4">
          <Checkbox
            label={words.deleteChats}
            hint={words.otherwiseChatsStay}
            checked={withChats}
            onChange={setWithChats}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
