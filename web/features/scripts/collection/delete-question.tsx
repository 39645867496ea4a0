import { collectionMessages as words } from '../../../messages/collection.ts'
import { messages } from '../../../messages.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { ScriptChatsChoice } from './script-chats-choice.tsx'
import type { useScriptDeletion } from './use-script-deletion.ts'

const { dashboard } = messages

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
