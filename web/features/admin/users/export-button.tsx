import { Download } from 'lucide-react'
import { csvOf } from '../../../../contract/csv.ts'
import { logError } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { useExportUsers, type User, type UsersView } from '../api/users.ts'

const { columns } = admin
const heads = [
  columns.email,
  columns.role,
  columns.status,
  columns.learningLoop,
  columns.generations,
  columns.joined,
]

const rowOf = (user: Omit<User, 'total_count'>) => [
  user.email,
  user.role,
  user.approved ? admin.approved : admin.pending,
  user.learning_loop_access ? admin.enabled : admin.disabled,
  user.monthly_generations,
  user.created_at,
]

type ExportButtonProps = { view: Pick<UsersView, 'search' | 'status'> }

/** Everybody who matches the search and the filter, as a file for a spreadsheet. */
export function ExportButton({ view }: ExportButtonProps) {
  const { mutateAsync, isPending } = useExportUsers()

  async function save(): Promise<void> {
    try {
      const users = await mutateAsync(view)
      saveFile(csvOf([heads, ...users.map(rowOf)]), 'text/csv;charset=utf-8', admin.exportFile)
    } catch (error) {
      logError(admin.exportFailed, error)
      showToast({ title: admin.errorTitle, message: admin.exportFailed, kind: 'error' })
    }
  }

  return (
    <Button size="sm" variant="ghost" busy={isPending} onClick={() => void save()}>
      <Download />
      {admin.exportUsers}
    </Button>
  )
}
