import { adminMessages } from '../../../messages/admin.ts'
import type { Column } from '../stacked-table.tsx'

const { columns } = adminMessages

/** Fixed widths, so that columns do not move between pages. The address takes the rest. */
export const userColumns = {
  email: { name: columns.email, isTitle: true },
  role: { name: columns.role, width: 'lg:w-27' },
  status: { name: columns.status, width: 'lg:w-26' },
  learningLoop: { name: columns.learningLoop, width: 'lg:w-51' },
  generations: { name: columns.generations, width: 'lg:w-42', numeric: true },
  joined: { name: columns.joined, width: 'lg:w-28' },
  // A button and a menu in one line.
  actions: { name: columns.actions, width: 'lg:w-46 touch:lg:w-50' },
} satisfies Record<string, Column>
